import type { ScriptNews } from '@glassblock/contract';
import type { OutboundTx } from '../messages/outbound-tx.ts';
import { type FramePart, type Json, jsonList, jsonObject, jsonRecord } from '../sending/json-text.ts';
import type { Outbox } from '../sending/outbox.ts';
import type { Session } from '../sending/session.ts';
import type { Topic } from '../topics.ts';

/** The topics of the script commands: sessions by script hash (hex), with the addresses or scripts as the client sent them. */
export type ScriptTopics = Readonly<Record<ScriptCommand, Topic<string, readonly string[]>>>;

/** Commands that follow scripts. */
export type ScriptCommand = 'track-address' | 'track-addresses' | 'track-scriptpubkeys';

/** Collects the effects of one event on followed scripts by session. */
export interface ScriptEvent {
  /** @returns true when a script of the transaction is followed */
  add(list: keyof ScriptNews, tx: OutboundTx): boolean;
  /**
   * Adds a transaction of a script, unless it was the last one.
   * @param hash of the script, hex
   * @returns true when the script is followed
   */
  addScript(list: keyof ScriptNews, hash: string, tx: () => OutboundTx): boolean;
  deliver(outbox: Outbox): void;
}

type Lists = Record<keyof ScriptNews, OutboundTx[]>;

/** Creates an empty script event. */
export function createScriptEvent(topics: ScriptTopics): ScriptEvent {
  const everyTopic = Object.values(topics).filter(({ size }) => size > 0);
  const touched = new Map<string, Lists>();
  function addScript(list: keyof ScriptNews, hash: string, tx: () => OutboundTx): boolean {
    if (!everyTopic.some((topic) => topic.has(hash))) return false;
    let lists = touched.get(hash);
    if (lists === undefined) touched.set(hash, (lists = { mempool: [], confirmed: [], removed: [] }));
    const added = tx();
    if (lists[list].at(-1) !== added) lists[list].push(added);
    return true;
  }
  return {
    addScript,
    add(list, tx) {
      if (everyTopic.length === 0) return false;
      let isFollowed = false;
      for (const hash of tx.scripts) if (addScript(list, hash, () => tx)) isFollowed = true;
      return isFollowed;
    },
    deliver(outbox) {
      const addresses = createShares();
      const scripts = createShares();
      for (const [hash, lists] of touched) {
        const texts = textsOf(lists);
        for (const session of topics['track-address'].sessionsOf(hash)) outbox.put(session, texts.single);
        addresses.publishAll(topics['track-addresses'], hash, texts);
        scripts.publishAll(topics['track-scriptpubkeys'], hash, texts);
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
  const shares = new Map<Session, (readonly [label: string, news: Json<ScriptNews>])[]>();
  return {
    /** Adds the effects on a script for the sessions that follow it. */
    publishAll(topic: ScriptTopics[ScriptCommand], hash: string, texts: { multi: Json<ScriptNews> }): void {
      for (const session of topic.sessionsOf(hash)) {
        const entries = (topic.stateOf(session, hash) ?? []).map((label) => [label, texts.multi] as const);
        const share = shares.get(session);
        if (share === undefined) shares.set(session, [...entries]);
        else share.push(...entries);
      }
    },
    each(report: (session: Session, news: Json<Record<string, ScriptNews>>) => void): void {
      for (const [session, share] of shares) report(session, jsonRecord(share));
    },
  };
}
