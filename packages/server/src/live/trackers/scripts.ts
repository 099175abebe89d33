import { chunksOf, mapBounded } from '../../concurrency/map-bounded.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import { outboundMempoolTx } from '../messages/outbound-tx.ts';
import { nextTurn } from '../outbox.ts';
import type { Session } from '../session.ts';
import { createSubscribers } from '../subscribers.ts';
import type { Tracker } from '../tracker.ts';
import { createRemovedTxCache } from './removed-tx-cache.ts';
import { createScriptEvent, type ScriptListener } from './script-event.ts';

/** A script that a session follows, under the client's name for it. */
export interface FollowedScript {
  /** Hash of the script, hex. */
  hash: string;
  label: string;
}

/**
 * `track-address`, `track-addresses`, `track-scriptpubkeys`: transactions of scripts. The cost of an event depends on
 * the scripts it touches, not on the number of followed scripts.
 */
export interface ScriptTracker extends Tracker {
  /** Replaces the session's scripts of this command; empty: stop. */
  follow(session: Session, command: ScriptListener['command'], scripts: readonly FollowedScript[]): Promise<void>;
}

/**
 * Maximum mempool transactions loaded by one command, over all its scripts, the newest of each: their removal can be
 * reported. Later ones are known anyway.
 */
const maxRecalled = 500;
const removedTxCacheBytes = 32e6;
const scriptConcurrency = 8;
const entriesPerBatch = 250;
/** Transactions of a block between two yields. */
const minedPerBatch = 200;

/** Creates the tracker. */
export function createScriptTracker(context: NetworkContext): ScriptTracker {
  const listeners = createSubscribers<string, ScriptListener>();
  const followed = new Map<Session, { hash: string; listener: ScriptListener }[]>();
  const removedTxCache = createRemovedTxCache(removedTxCacheBytes);

  function leave(session: Session, isMeant: (listener: ScriptListener) => boolean): void {
    const own = followed.get(session) ?? [];
    for (const { hash, listener } of own) if (isMeant(listener)) listeners.remove(hash, listener);
    const left = own.filter(({ listener }) => !isMeant(listener));
    if (left.length === 0) followed.delete(session);
    else followed.set(session, left);
  }

  async function recall(hashes: readonly string[]): Promise<void> {
    const limit = Math.ceil(maxRecalled / hashes.length);
    const lists = await mapBounded(hashes, scriptConcurrency, async (hash) => {
      return (await context.mempool.script(hash, { limit })).txids;
    });
    const unknown = [...new Set(lists.flat())].filter((txid) => !removedTxCache.has(txid));
    for (const part of chunksOf(unknown, entriesPerBatch)) {
      for (const entry of await context.mempool.entries(part)) if (entry !== undefined) removedTxCache.keep(entry);
    }
  }

  return {
    get needsTxs() {
      return listeners.size > 0;
    },
    get needsBlocks() {
      return listeners.size > 0;
    },
    waitsForBlock: (session) => followed.has(session),
    forget: (session) => leave(session, () => true),
    async follow(session, command, scripts) {
      leave(session, (listener) => listener.command === command);
      if (scripts.length === 0) return;
      const own = scripts.map(({ hash, label }) => ({ hash, listener: { session, command, label } }));
      for (const { hash, listener } of own) listeners.add(hash, listener);
      followed.set(session, [...(followed.get(session) ?? []), ...own]);
      await recall([...new Set(scripts.map(({ hash }) => hash))]);
    },
    onMempoolChange({ added, removed }, outbox) {
      const event = createScriptEvent(listeners);
      for (const { txid, reason } of removed) {
        const entry = removedTxCache.take(txid);
        // mined transactions are reported with their block
        if (entry !== undefined && reason !== 'mined') event.add('removed', outboundMempoolTx(context, entry));
      }
      for (const tx of added) if (event.add('mempool', tx)) removedTxCache.keep(tx.entry);
      event.deliver(outbox);
    },
    async onBlock({ txs }, outbox) {
      const event = createScriptEvent(listeners);
      for (const part of chunksOf(txs, minedPerBatch)) {
        for (const tx of part) event.add('confirmed', tx);
        await nextTurn();
      }
      event.deliver(outbox);
    },
  };
}
