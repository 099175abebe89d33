import type { MempoolTransactionsDelta, TxExt } from '@glassblock/contract';
import { isCoded } from '@glassblock/primitives';
import { presentMinedTxExt } from '../../api/presenters/present-tx.ts';
import { transaction } from '../../api/tx/transactions.ts';
import { chunksOf, mapBounded } from '../../concurrency/map-bounded.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import { outboundMempoolTx } from '../messages/outbound-tx.ts';
import { type FramePart, type Json, json, jsonList, jsonObject, partOf } from '../sending/json-text.ts';
import type { Session } from '../sending/session.ts';
import type { Topics } from '../topics.ts';
import type { Tracker } from '../tracker.ts';
import { createMempoolDeltaSum, type MempoolDelta } from './mempool-delta.ts';

/**
 * `track-mempool-txids` and `track-mempool`: changes of the whole mempool, with every projection while in sync. A delta
 * that is too large is left out: the sequence of the next one shows the gap. A mined transaction is reported when it
 * leaves the mempool, which may be before or after the index connects its block; those of a block that never were in the
 * mempool are reported with the block.
 */
export interface MempoolDeltaTracker extends Tracker {
  follow(session: Session, form: MempoolForm, on: boolean): void;
}

/** Form of the deltas. */
export type MempoolForm = 'txids' | 'transactions';

/** Maximum full transactions of one frame. */
const maxWhole = 2_000;
const entriesPerBatch = 250;
const minedPerBatch = 8;

/** Creates the tracker. */
export function createMempoolDeltaTracker(context: NetworkContext, topics: Topics): MempoolDeltaTracker {
  let sum = createMempoolDeltaSum();
  const topic = topics.create<MempoolForm>({
    onLast() {
      if (topic.size === 0) sum = createMempoolDeltaSum();
    },
  });
  const hasListeners = () => topic.size > 0;

  /** Returns mempool transactions in JSON, without missing ones. */
  async function fromMempool(txids: readonly string[]): Promise<Map<string, Json<TxExt>>> {
    const texts = new Map<string, Json<TxExt>>();
    for (const part of chunksOf(txids, entriesPerBatch)) {
      for (const entry of await context.mempool.entries(part)) {
        if (entry !== undefined) texts.set(entry.txid, outboundMempoolTx(context, entry).json);
      }
    }
    return texts;
  }

  async function fromChain(txid: string): Promise<Json<TxExt> | undefined> {
    try {
      return json<TxExt>(presentMinedTxExt(await transaction(context, txid)));
    } catch (error) {
      if (isCoded(error)) return undefined;
      throw error;
    }
  }

  async function wholeTxs({ added, replaced }: MempoolDelta): Promise<Map<string, Json<TxExt>>> {
    const texts = new Map<string, Json<TxExt>>();
    for (const [txid, tx] of added) if (tx !== undefined) texts.set(txid, tx.json);
    const wanted = new Set([...added.keys(), ...replaced.values()].filter((txid) => !texts.has(txid)));
    for (const [txid, text] of await fromMempool([...wanted])) texts.set(txid, text);
    // a conflict mined in a block may never have been in the mempool
    const conflicts = [...new Set(replaced.values())].filter((txid) => !texts.has(txid));
    await mapBounded(conflicts, minedPerBatch, async (txid) => {
      const text = await fromChain(txid);
      if (text !== undefined) texts.set(txid, text);
    });
    return texts;
  }

  async function wholePart(delta: MempoolDelta, sequence: number): Promise<FramePart> {
    const texts = await wholeTxs(delta);
    const added = [...delta.added.keys()].flatMap((txid) => texts.get(txid) ?? []);
    const replaced = [...delta.replaced].flatMap(([txid, by]) => {
      const text = texts.get(by);
      if (text === undefined) return [];
      return [jsonObject<MempoolTransactionsDelta['replaced'][number]>({ replaced: json(txid), by: text })];
    });
    const whole = jsonObject<MempoolTransactionsDelta>({
      sequence: json(sequence),
      added: jsonList(added),
      removed: json([...delta.removed]),
      mined: json([...delta.mined]),
      replaced: jsonList(replaced),
    });
    return { 'mempool-transactions': whole };
  }

  return {
    get needsTxs() {
      return topic.has('transactions');
    },
    get needsBlocks() {
      return hasListeners();
    },
    follow(session, form, on) {
      if (on) topic.subscribe(session, form, undefined);
      else topic.unsubscribe(session, form);
    },
    onMempoolChange(change) {
      if (hasListeners()) sum.add(change);
    },
    async onBlock({ txids }) {
      if (!hasListeners()) return;
      // the others are still in the mempool, or back in it after a reorg: its facts report them
      const inMempool = await context.mempool.has(txids);
      sum.addBlock(txids.filter((_, i) => inMempool[i] !== true));
    },
    onGap: () => sum.spoil(),
    async onMempoolFrame({ synced, sequence }, outbox) {
      if (!synced || !hasListeners()) return;
      const delta = sum.take();
      if (delta === undefined) return;
      if (topic.has('txids')) {
        const part = partOf({ 'mempool-txids': idsOf(delta, sequence) });
        for (const session of topic.sessionsOf('txids')) outbox.put(session, part);
      }
      if (topic.has('transactions') && delta.added.size <= maxWhole) {
        const part = await wholePart(delta, sequence);
        for (const session of topic.sessionsOf('transactions')) outbox.put(session, part);
      }
    },
  };
}

function idsOf({ added, removed, mined, replaced }: MempoolDelta, sequence: number) {
  return {
    sequence,
    added: [...added.keys()],
    removed: [...removed],
    mined: [...mined],
    replaced: Array.from(replaced, ([txid, by]) => ({ replaced: txid, by })),
  };
}
