import type { MempoolView } from '@glassblock/mempool';
import { chunksOf, mapBounded } from '../../concurrency/map-bounded.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import { outboundMempoolTx } from '../messages/outbound-tx.ts';
import type { Session } from '../sending/session.ts';
import type { Topics } from '../topics.ts';
import type { Tracker } from '../tracker.ts';
import { createRemovedTxCache, type RemovedTxCache } from './removed-tx-cache.ts';
import { createScriptEvent, type ScriptCommand, type ScriptTopics } from './script-event.ts';
import { ScriptMarks } from './script-marks.ts';

/** A script that a session follows, under the client's name for it. */
export interface FollowedScript {
  /** Hash of the script, hex. */
  hash: string;
  /** Result of `scriptMark`. */
  mark: number;
  label: string;
}

/**
 * `track-address`, `track-addresses`, `track-scriptpubkeys`: transactions of scripts. The cost of an event depends on
 * the scripts it touches, not on the number of followed scripts.
 */
export interface ScriptTracker extends Tracker {
  /** Replaces the session's scripts of this command; empty: stop. */
  follow(session: Session, command: ScriptCommand, scripts: readonly FollowedScript[]): Promise<void>;
}

/**
 * Maximum mempool transactions loaded by one command, over all its scripts, the newest of each: their removal can be
 * reported. Later ones are known anyway.
 */
const maxInitialTxs = 500;
const scriptConcurrency = 8;
const entriesPerBatch = 250;

/** Creates the tracker. @param cacheBytes of transactions whose removal can be reported */
export function createScriptTracker(context: NetworkContext, hubTopics: Topics, cacheBytes: number): ScriptTracker {
  const marks = new ScriptMarks();
  const onLast = (hash: string) => {
    if (!everyTopic.some((topic) => topic.has(hash))) marks.remove(hash);
  };
  const topics: ScriptTopics = {
    'track-address': hubTopics.create({ onLast }),
    'track-addresses': hubTopics.create({ onLast }),
    'track-scriptpubkeys': hubTopics.create({ onLast }),
  };
  const everyTopic = Object.values(topics);
  const isFollowing = () => everyTopic.some(({ size }) => size > 0);
  const removedTxCache = createRemovedTxCache(cacheBytes);
  return {
    get needsTxs() {
      return isFollowing();
    },
    get needsBlocks() {
      return isFollowing();
    },
    waitsForBlock: (session) => everyTopic.some((topic) => topic.isFollowedBy(session)),
    async follow(session, command, scripts) {
      const topic = topics[command];
      topic.clear(session);
      if (scripts.length === 0) return;
      for (const { hash, mark, label } of scripts) {
        marks.add(hash, mark);
        topic.subscribe(session, hash, [...(topic.stateOf(session, hash) ?? []), label]);
      }
      await loadNewest(context.mempool, [...new Set(scripts.map(({ hash }) => hash))], removedTxCache);
    },
    onMempoolChange({ added, removed }, outbox) {
      const event = createScriptEvent(topics);
      for (const { txid, reason } of removed) {
        const entry = removedTxCache.take(txid);
        // mined transactions are reported with their block
        if (entry !== undefined && reason !== 'mined') event.add('removed', outboundMempoolTx(context, entry));
      }
      for (const tx of added) if (event.add('mempool', tx)) removedTxCache.keep(tx.entry);
      event.deliver(outbox);
    },
    async onBlock(block, outbox) {
      const event = createScriptEvent(topics);
      await block.eachScript(
        marks,
        (hash, position) => void event.addScript('confirmed', hash, () => block.tx(position)),
      );
      event.deliver(outbox);
    },
  };
}

/** Caches the newest mempool transactions of newly followed scripts. */
async function loadNewest(mempool: MempoolView, hashes: readonly string[], cache: RemovedTxCache): Promise<void> {
  const limit = Math.ceil(maxInitialTxs / hashes.length);
  const lists = await mapBounded(
    hashes,
    scriptConcurrency,
    async (hash) => (await mempool.script(hash, { limit })).txids,
  );
  const unknown = [...new Set(lists.flat())].filter((txid) => !cache.has(txid));
  for (const part of chunksOf(unknown, entriesPerBatch)) {
    for (const entry of await mempool.entries(part)) if (entry !== undefined) cache.keep(entry);
  }
}
