import type { ScriptNews } from '@glassblock/contract';
import { type FramePart, type Json, jsonList, jsonObject, jsonRecord } from '../messages/json-text.ts';
import type { OutboundTx } from '../messages/outbound-tx.ts';
import type { Outbox } from '../outbox.ts';
import type { Session } from '../session.ts';
import type { Subscribers } from '../subscribers.ts';

/** One script of one session. */
export interface ScriptListener {
  session: Session;
  command: 'track-address' | 'track-addresses' | 'track-scriptpubkeys';
  /** The address or script as sent by the client. */
  label: string;
}

/** Collects the effects of one event on followed scripts by listener. */
export interface ScriptEvent {
  /** @returns true when a script of the transaction is followed */
  add(list: keyof ScriptNews, tx: OutboundTx): boolean;
  deliver(outbox: Outbox): void;
}

type Lists = Record<keyof ScriptNews, OutboundTx[]>;

/** Creates an empty script event. */
export function createScriptEvent(listeners: Subscribers<string, ScriptListener>): ScriptEvent {
  const touched = new Map<string, Lists>();
  return {
    add(list, tx) {
      if (listeners.size === 0) return false;
      let isFollowed = false;
      for (const hash of tx.scripts) {
        if (!listeners.has(hash)) continue;
        isFollowed = true;
        let lists = touched.get(hash);
        if (lists === undefined) touched.set(hash, (lists = { mempool: [], confirmed: [], removed: [] }));
        lists[list].push(tx);
      }
      return isFollowed;
    },
    deliver(outbox) {
      const addresses = createShares();
      const scripts = createShares();
      for (const [hash, lists] of touched) {
        const texts = textsOf(lists);
        for (const { session, command, label } of listeners.of(hash)) {
          if (command === 'track-address') outbox.put(session, texts.single);
          else (command === 'track-addresses' ? addresses : scripts).give(session, label, texts.multi);
        }
      }
      addresses.each((session, news) => outbox.put(session, { 'multi-address-transactions': news }));
      scripts.each((session, news) => outbox.put(session, { 'multi-scriptpubkey-transactions': news }));
    },
  };
}

/** The effects on one script in both wire forms, created on demand. */
function textsOf({ mempool, confirmed, removed }: Lists): { single: FramePart; multi: Json<ScriptNews> } {
  const listOf = (txs: readonly OutboundTx[]) => jsonList(txs.map(({ json }) => json));
  let single: FramePart | undefined;
  let multi: Json<ScriptNews> | undefined;
  return {
    get single() {
      return (single ??= {
        ...(mempool.length === 0 ? {} : { 'address-transactions': listOf(mempool) }),
        ...(removed.length === 0 ? {} : { 'address-removed-transactions': listOf(removed) }),
        ...(confirmed.length === 0 ? {} : { 'block-transactions': listOf(confirmed) }),
      });
    },
    get multi() {
      return (multi ??= jsonObject<ScriptNews>({
        mempool: listOf(mempool),
        confirmed: listOf(confirmed),
        removed: listOf(removed),
      }));
    },
  };
}

/** The labels of each session with their updates. */
function createShares() {
  const shares = new Map<Session, [label: string, news: Json<ScriptNews>][]>();
  return {
    give(session: Session, label: string, news: Json<ScriptNews>): void {
      const share = shares.get(session);
      if (share === undefined) shares.set(session, [[label, news]]);
      else share.push([label, news]);
    },
    each(report: (session: Session, news: Json<Record<string, ScriptNews>>) => void): void {
      for (const [session, share] of shares) report(session, jsonRecord(share));
    },
  };
}
