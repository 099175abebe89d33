import {
  displayHash,
  readWholeTransaction,
  type Transaction,
  type TxOutput,
  type UnixSeconds,
} from '@glassblock/primitives';
import { none } from '../graph/tx-graph.ts';
import type { Mempool } from '../memory/mempool.ts';
import { createMempoolTx, type MempoolTx } from '../memory/mempool-tx.ts';
import type { MempoolSource, Outpoint } from './source.ts';

/** Calls in one request to the node. */
const batch = 500;

/** Result of loading transactions. */
export interface Loading {
  /** Parents before children, otherwise in the given order. */
  txs: MempoolTx[];
  /** Ids of transactions with prevouts that are neither in the chain, nor in the mempool, nor among these. */
  unresolved: string[];
}

/** Options of loading. */
export interface LoadingOptions {
  mempool: Mempool;
  source: MempoolSource;
  /** Seconds since 1970. */
  now: number;
  /**
   * They may have been in the node's mempool for a long time: their entry time is requested from the node. Otherwise they entered
   * now.
   */
  areOld: boolean;
}

/** Fetches mempool transactions and their prevouts from the node. Missing ones are left out. */
export async function loadTxs(ids: readonly string[], options: LoadingOptions): Promise<Loading> {
  const { mempool, source, now, areOld } = options;
  const txs = new Map<string, Transaction>();
  const times = new Map<string, number>();
  for (let i = 0; i < ids.length; i += batch) {
    const part = ids.slice(i, i + batch);
    for (const raw of await source.transactions(part)) {
      if (raw === undefined) continue;
      const tx = readWholeTransaction(raw);
      txs.set(displayHash(tx.txid), tx);
    }
    if (!areOld) continue;
    for (const [n, time] of (await source.entryTimes(part)).entries())
      if (time !== undefined) times.set(part[n]!, time);
  }
  const fromChain = await chainOutputs(txs, mempool, source);
  const outputOf = (txid: Uint8Array, vout: number): TxOutput | undefined => {
    const id = displayHash(txid);
    const sibling = txs.get(id);
    if (sibling !== undefined) return vout < sibling.outputCount ? sibling.output(vout) : undefined;
    const slot = mempool.findBytes(txid);
    return slot === none ? fromChain.get(`${id}:${vout}`) : mempool.output(slot, vout);
  };
  const loaded = new Map<string, MempoolTx>();
  const unresolved: string[] = [];
  for (const [id, tx] of txs) {
    const prevouts = tx.inputs().map(({ prevTxid, prevVout }) => outputOf(prevTxid, prevVout));
    if (prevouts.every((prevout) => prevout !== undefined)) {
      loaded.set(id, createMempoolTx(tx, prevouts, Math.min(now, times.get(id) ?? now) as UnixSeconds));
    } else unresolved.push(id);
  }
  return { txs: inOrderOfSpending(loaded, ids), unresolved };
}

/** Chain outputs that the transactions spend, by `txid:vout`. */
async function chainOutputs(
  txs: ReadonlyMap<string, Transaction>,
  mempool: Mempool,
  source: MempoolSource,
): Promise<Map<string, TxOutput>> {
  const wanted: Outpoint[] = [];
  for (const tx of txs.values()) {
    for (const { prevTxid, prevVout } of tx.inputs()) {
      if (txs.has(displayHash(prevTxid)) || mempool.findBytes(prevTxid) !== none) continue;
      wanted.push({ txid: prevTxid, vout: prevVout });
    }
  }
  const found = new Map<string, TxOutput>();
  for (let i = 0; i < wanted.length; i += batch) {
    const part = wanted.slice(i, i + batch);
    const outputs = await source.outputs(part);
    for (const [n, { txid, vout }] of part.entries()) {
      const output = outputs[n];
      if (output !== undefined) found.set(`${displayHash(txid)}:${vout}`, output);
    }
  }
  return found;
}

function inOrderOfSpending(loaded: ReadonlyMap<string, MempoolTx>, ids: readonly string[]): MempoolTx[] {
  const ordered: MempoolTx[] = [];
  const done = new Set<string>();
  const visit = (start: string) => {
    const stack = [start];
    while (stack.length > 0) {
      const id = stack.at(-1)!;
      const tx = loaded.get(id);
      if (tx === undefined || done.has(id)) {
        stack.pop();
        continue;
      }
      const before = tx.tx
        .inputs()
        .map(({ prevTxid }) => displayHash(prevTxid))
        .filter((parent) => loaded.has(parent) && !done.has(parent));
      if (before.length > 0) {
        stack.push(...before);
        continue;
      }
      stack.pop();
      done.add(id);
      ordered.push(tx);
    }
  };
  for (const id of ids) visit(id);
  return ordered;
}
