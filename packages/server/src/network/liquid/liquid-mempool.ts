import {
  type AssetEvent,
  type AssetTotals,
  assetEventsOf,
  noAssetTotals,
  totalsOfChanges,
} from '@glassblock/index/elements';
import type { NodeClient } from '@glassblock/node';
import { CodedError, coalesceRuns, displayHash, fromHex, isCoded, isSats, scriptHashHex } from '@glassblock/primitives';
import {
  type ElementsNetworkRow,
  type ElementsTransaction,
  elementsFee,
  readWholeElementsTransaction,
} from '@glassblock/primitives/elements';
import type { Prevouts } from './liquid-txs.ts';

/** An unconfirmed transaction. */
export interface LiquidMempoolTx {
  readonly txid: string;
  readonly tx: ElementsTransaction;
  readonly prevouts: Prevouts;
  /** In the pegged asset, sats. */
  readonly fee: number;
  /** With discounted confidential outputs (ELIP 200), which fee rates are based on. */
  readonly discountVsize: number;
  readonly events: readonly AssetEvent[];
  /** Ids of the transactions whose outputs it spends, once each; most are confirmed. */
  readonly parents: ReadonlySet<string>;
}

/** The mempool at one time, newest transactions first. */
export interface LiquidMempoolState {
  readonly txs: ReadonlyMap<string, LiquidMempoolTx>;
  /** Transactions that receive or spend by a script, by script hash (hex, not reversed). */
  readonly byScript: ReadonlyMap<string, readonly LiquidMempoolTx[]>;
  /** The spending input by outpoint `txid:vout`. */
  readonly spends: ReadonlyMap<string, { txid: string; vin: number }>;
  /** Ids of the node, including transactions that were not read because there are too many. */
  readonly count: number;
}

/** The mempool of a Liquid node, read on request. */
export interface LiquidMempool {
  /** Returns the mempool of the last second. @throws {CodedError} as NodeClient */
  current(): Promise<LiquidMempoolState>;
  /** Reads it again at the next call. */
  expire(): void;
}

/** Options of a mempool. */
export interface LiquidMempoolOptions {
  client: NodeClient;
  /** With the pegged asset as reported by the node. */
  network(): ElementsNetworkRow;
  /** @throws {CodedError} of the index and the node */
  resolve(
    txs: readonly ElementsTransaction[],
    unconfirmed: (txid: string) => ElementsTransaction | undefined,
  ): Promise<Prevouts[]>;
  nowMs(): number;
}

const lifetimeMs = 1_000;
/** Transactions that are read: blocks of Liquid have a few. */
const maxTxs = 5_000;
const maxBytes = 128e6;
const maxBatch = 50;
const noSuchTx = -5;

/** Creates the mempool of a node. */
export function createLiquidMempool(options: LiquidMempoolOptions): LiquidMempool {
  let known = new Map<string, LiquidMempoolTx>();
  let state: LiquidMempoolState | undefined;
  let readMs = Number.NEGATIVE_INFINITY;
  /** True from expiry until the next read begins. */
  let isExpired = false;
  let isReading = false;
  let reading: Promise<void> | undefined;

  async function read(): Promise<LiquidMempoolState> {
    const ids = await idsOf(options.client);
    const present = new Set(ids);
    const kept = new Map([...known].filter(([id]) => present.has(id)));
    const added = ids.filter((id) => !kept.has(id)).slice(0, Math.max(0, maxTxs - kept.size));
    let bytes = [...kept.values()].reduce((sum, { tx }) => sum + tx.size, 0);
    const fresh = new Map<string, ElementsTransaction>();
    for (let start = 0; start < added.length && bytes < maxBytes; start += maxBatch) {
      for (const tx of await fetchTxs(options.client, added.slice(start, start + maxBatch))) {
        fresh.set(displayHash(tx.txid), tx);
        bytes += tx.size;
      }
    }
    const list = [...fresh.values()];
    const prevouts = await options.resolve(list, (id) => fresh.get(id) ?? kept.get(id)?.tx);
    known = new Map([...list.map((tx, i) => entryOf(tx, prevouts[i]!, options.network())), ...kept]);
    return stateOf(known, ids.length);
  }

  const reads = coalesceRuns(async () => {
    isExpired = false;
    isReading = true;
    try {
      state = await read();
    } finally {
      isReading = false;
    }
    // a transaction that was sent during the read may be missing
    if (!isExpired) readMs = options.nowMs();
  });

  return {
    async current() {
      if (state !== undefined && options.nowMs() - readMs < lifetimeMs) return state;
      if (isExpired || !isReading) reading = reads.request();
      await reading;
      return state!;
    },
    expire() {
      isExpired = true;
      readMs = Number.NEGATIVE_INFINITY;
    },
  };
}

async function idsOf(client: NodeClient): Promise<string[]> {
  const ids = await client.rpc('getrawmempool', false);
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string' && /^[0-9a-f]{64}$/.test(id))) {
    throw new CodedError('node.bad-answer', 'getrawmempool did not answer with txids');
  }
  return ids as string[];
}

/** Those that left meanwhile are missing. */
async function fetchTxs(client: NodeClient, ids: readonly string[]): Promise<ElementsTransaction[]> {
  const outcomes = await client.batch(ids.map((id) => ({ method: 'getrawtransaction', params: [id, false] })));
  return outcomes.flatMap((outcome) => {
    if ('error' in outcome) {
      if (outcome.error.code === noSuchTx) return [];
      throw new CodedError('node.rpc', outcome.error.message, { datum: outcome.error });
    }
    try {
      return [readWholeElementsTransaction(fromHex(String(outcome.result)))];
    } catch (cause) {
      if (!isCoded(cause)) throw cause;
      throw new CodedError('node.bad-answer', 'the node returned a transaction that cannot be read', { cause });
    }
  });
}

function entryOf(
  tx: ElementsTransaction,
  prevouts: Prevouts,
  network: ElementsNetworkRow,
): readonly [string, LiquidMempoolTx] {
  const txid = displayHash(tx.txid);
  const fee = elementsFee(tx, network.nativeAsset);
  const parents = new Set(tx.inputs().flatMap(({ isPegIn, prevTxid }) => (isPegIn ? [] : [displayHash(prevTxid)])));
  const { discountVsize } = tx;
  return [txid, { txid, tx, prevouts, fee, discountVsize, events: assetEventsOf(tx, network), parents }];
}

function stateOf(txs: ReadonlyMap<string, LiquidMempoolTx>, count: number): LiquidMempoolState {
  const byScript = new Map<string, LiquidMempoolTx[]>();
  const spends = new Map<string, { txid: string; vin: number }>();
  for (const entry of txs.values()) {
    for (const script of scriptsOf(entry)) {
      const list = byScript.get(script);
      if (list === undefined) byScript.set(script, [entry]);
      else list.push(entry);
    }
    entry.tx.inputs().forEach(({ prevTxid, prevVout, isPegIn }, vin) => {
      if (!isPegIn) spends.set(`${displayHash(prevTxid)}:${prevVout}`, { txid: entry.txid, vin });
    });
  }
  return { txs, byScript, spends, count };
}

function scriptsOf({ tx, prevouts }: LiquidMempoolTx): Set<string> {
  const outputs = [...prevouts, ...tx.outputs().filter(({ isFee }) => !isFee)];
  return new Set(outputs.flatMap((output) => (output === undefined ? [] : [scriptHashHex(output.script)])));
}

/** Returns the transactions of the mempool that issue, burn or peg an asset, newest first. @param id display order */
export const mempoolTxsOfAsset = ({ txs }: LiquidMempoolState, id: string): LiquidMempoolTx[] =>
  [...txs.values()].filter(({ events }) => events.some(({ assetId }) => displayHash(assetId) === id));

/** Returns the totals of an asset over transactions. @param id display order */
export function pendingTotals(entries: readonly LiquidMempoolTx[], id: string): AssetTotals {
  const changes = entries.map(({ tx, events }) => ({ position: 0, txid: tx.txid, events }));
  return totalsOfChanges(changes).get(id) ?? noAssetTotals;
}

/** Returns the sum of the outputs of a transaction; confidential ones count as 0. */
export const explicitSum = (tx: ElementsTransaction): number =>
  tx.outputs().reduce((sum, { value: amount }) => sum + (isSats(amount) ? amount : 0), 0);
