import type { Fact } from '@glassblock/journal';
import {
  CodedError,
  displayHash,
  equalBytes,
  type Height,
  readBlock,
  readSpentOutputs,
  toHex,
  type UnixSeconds,
  writeSpentOutputs,
} from '@glassblock/primitives';
import { type Change, rowKey, type Store, type Table, type View } from '@glassblock/store';
import { encodeBlockRow } from './block-row.ts';
import type { ChainSource, ChainTip } from './chain-source.ts';
import type { ScriptTotals } from './history-row.ts';
import { decodeHistoryRow } from './history-row.ts';
import { type IndexView, indexViewOn, tipOfMarker } from './index-reader.ts';
import { type BlockEffects, effectsOf, planConnect, planDisconnect, type UnspentRow } from './plan-block.ts';
import type { Prefixer } from './prefixer.ts';
import { keptUndo, tables } from './tables.ts';
import { u32Bytes } from './tx-number.ts';
import { decodeUndo, encodeUndo } from './undo-row.ts';

export interface FollowerOptions {
  store: Store;
  prefixer: Prefixer;
  source: ChainSource;
  /** Told of each block after its batch is durable. */
  onFacts(facts: readonly Fact[], tip: ChainTip | undefined): void;
  /** Blocks fetched ahead of the one that is being connected. */
  ahead?: number;
}

/** Keeps the tables equal to the node's active chain. */
export interface Follower {
  readonly tip: ChainTip | undefined;
  /** Disconnects what left the active chain, connects what is new, until the tables stand at the node's tip.
   *  @throws {CodedError} of the source or the store; what was committed stays, and the next call goes on from there */
  catchUp(signal?: AbortSignal): Promise<void>;
}

/** Attempts without progress before the node's answers are called inconsistent. */
const maxIdleRounds = 8;
const tablesById: ReadonlyMap<number, Table> = new Map(Object.values(tables).map((table) => [table.id, table]));

export async function createFollower(options: FollowerOptions): Promise<Follower> {
  const { store, prefixer, source } = options;
  const ahead = options.ahead ?? 4;
  const first = await store.view();
  let tip = tipOfMarker(first.tip);
  await first.close();

  async function within<T>(work: (view: View, index: IndexView) => Promise<T>): Promise<T> {
    const view = await store.view();
    try {
      return await work(view, indexViewOn(view, prefixer));
    } finally {
      await view.close();
    }
  }

  async function connect(hash: Uint8Array, bytes: { block: Uint8Array; spent: Uint8Array }): Promise<void> {
    const height = (tip === undefined ? 0 : tip.height + 1) as Height;
    const block = readBlock(bytes.block);
    if (tip !== undefined && !equalBytes(block.header.prevHash, tip.hash)) {
      throw new CodedError('index.tip-moved', 'the chain changed while a block was read', { datum: displayHash(hash) });
    }
    const spent = readSpentOutputs(height === 0 ? emptySpent(block.txs.length) : bytes.spent);
    const changes = await within(async (view, index) => {
      const times = await index.blocksAt(Array.from({ length: 10 }, (_, i) => height - 1 - i).filter((at) => at >= 0));
      const medianTime = median([block.header.time, ...times.map((row) => row!.header.time)]);
      const effects = effectsOf(block, spent, height, medianTime, prefixer);
      const rows = planConnect(effects, { totals: await totalsOf(view, effects) }, prefixer);
      return [...rows, ...(await undoChanges(view, rows, height)), staleRow(hash, undefined)];
    });
    await store.commit(changes, marker({ height, hash }));
    tip = { height, hash };
    const time = block.header.time as UnixSeconds;
    options.onFacts([{ type: 'block-connected', height, hash, time, txCount: block.txs.length }], tip);
  }

  async function disconnect(): Promise<void> {
    if (tip === undefined) throw new Error('there is no block to disconnect');
    const { height, hash } = tip;
    const changes = await within(async (view, index) => {
      const known = await index.blockByHash(hash);
      if (known === undefined) throw new Error(`the block at the tip ${height} has no row`);
      const undo = await view.get(tables.undo, rowKey(tables.undo, u32Bytes(height)));
      const before =
        undo === undefined
          ? await derivedUndo(index, hash, height, known.row.medianTime)
          : decodeUndo(undo, tablesById);
      return [...before, undoRow(height, undefined), staleRow(hash, encodeBlockRow(known.row))];
    });
    const previous = await within(async (_view, index) =>
      height === 0 ? undefined : (await index.blocksAt([height - 1]))[0],
    );
    const below = previous === undefined ? undefined : { height: (height - 1) as Height, hash: previous.header.hash };
    await store.commit(changes, marker(below));
    tip = below;
    options.onFacts([{ type: 'block-disconnected', height, hash }], tip);
  }

  /** What the rows were before a block whose undo row is gone: worked out from the block itself. */
  async function derivedUndo(
    index: IndexView,
    hash: Uint8Array,
    height: Height,
    medianTime: number,
  ): Promise<Change[]> {
    const bytes = await source.blockWithSpent(hash);
    const effects = effectsOf(readBlock(bytes.block), readSpentOutputs(bytes.spent), height, medianTime, prefixer);
    const restored: UnspentRow[] = [];
    for (const { prevTxid, value } of effects.consumed) {
      restored.push({ number: await numberOf(index, prevTxid, height), value });
    }
    return planDisconnect(effects, restored, prefixer);
  }

  async function numberOf(index: IndexView, txid: Uint8Array, below: Height) {
    const candidates = (await index.locate(txid)).filter((number) => number.height <= below);
    if (candidates.length === 1) return candidates[0]!;
    for (const candidate of candidates) {
      const [row] = await index.blocksAt([candidate.height]);
      const { block } = await source.blockWithSpent(row!.header.hash);
      if (equalBytes(readBlock(block).txs[candidate.position]!.txid, txid)) return candidate;
    }
    throw new Error(`no row names the transaction ${displayHash(txid)} that a connected block spends`);
  }

  /** Steps back to the last block that the node's active chain shares with the tables. */
  async function leaveStale(): Promise<void> {
    while (tip !== undefined) {
      const active = await source.hashAt(tip.height);
      if (active !== undefined && equalBytes(active, tip.hash)) return;
      await disconnect();
    }
  }

  async function catchUp(signal?: AbortSignal): Promise<void> {
    let rounds = 0;
    for (;;) {
      const before = tip;
      const target = await source.tip();
      if (await isPrefix(target)) return;
      await leaveStale();
      if (tip !== undefined && equalBytes(target.hash, tip.hash)) return;
      const reached = await connectUpTo(target.height, signal);
      if (signal?.aborted) return;
      if (reached && tip !== undefined && equalBytes(target.hash, tip.hash)) return;
      rounds = tip === before ? rounds + 1 : 0;
      if (rounds > maxIdleRounds) {
        throw new CodedError('index.inconsistent-node', 'the blocks that the node gives do not form a chain', {
          datum: displayHash(target.hash),
        });
      }
    }
  }

  /** True when the node only lags: it is catching up, and its tip is a block of ours. */
  async function isPrefix(target: ChainTip & { catchingUp: boolean }): Promise<boolean> {
    if (!target.catchingUp || tip === undefined || target.height > tip.height) return false;
    const [row] = await within((_view, index) => index.blocksAt([target.height]));
    return row !== undefined && equalBytes(row.header.hash, target.hash);
  }

  /** Connects along the active chain, fetching some blocks ahead. @returns false when the chain changed on the way */
  async function connectUpTo(height: number, signal: AbortSignal | undefined): Promise<boolean> {
    const queue: Promise<{ hash: Uint8Array; bytes: { block: Uint8Array; spent: Uint8Array } } | undefined>[] = [];
    let next = tip === undefined ? 0 : tip.height + 1;
    const fetch = async (at: number) => {
      const hash = await source.hashAt(at);
      return hash === undefined ? undefined : { hash, bytes: await source.blockWithSpent(hash) };
    };
    try {
      while (!signal?.aborted) {
        while (queue.length < ahead && next <= height) {
          const fetched = fetch(next++);
          fetched.catch(() => undefined);
          queue.push(fetched);
        }
        const fetched = await queue.shift();
        if (fetched === undefined) return next > height;
        await connect(fetched.hash, fetched.bytes);
      }
      return true;
    } catch (error) {
      if (error instanceof CodedError && error.code === 'index.tip-moved') return false;
      throw error;
    } finally {
      await Promise.allSettled(queue);
    }
  }

  return {
    get tip() {
      return tip;
    },
    catchUp,
  };
}

/** Genesis spends nothing, and nodes have no answer for it. */
const emptySpent = (txCount: number) => writeSpentOutputs(Array.from({ length: txCount }, () => []));

function marker(tip: ChainTip | undefined): Uint8Array {
  return tip === undefined ? new Uint8Array(0) : new Uint8Array([...u32Bytes(tip.height), ...tip.hash]);
}

function undoRow(height: number, value: Uint8Array | undefined): Change {
  return { table: tables.undo, key: rowKey(tables.undo, u32Bytes(height)), value };
}

function staleRow(hash: Uint8Array, value: Uint8Array | undefined): Change {
  return { table: tables.stale, key: rowKey(tables.stale, hash), value };
}

/** The undo row of this block, and the end of the one that is too old. */
async function undoChanges(view: View, rows: readonly Change[], height: number): Promise<Change[]> {
  const before: Change[] = [];
  const byTable = new Map<Table, Change[]>();
  for (const row of rows) {
    const list = byTable.get(row.table);
    if (list === undefined) byTable.set(row.table, [row]);
    else list.push(row);
  }
  for (const [table, changes] of byTable) {
    const values = await view.getMany(
      table,
      changes.map(({ key }) => key),
    );
    for (const [i, { key }] of changes.entries()) before.push({ table, key, value: values[i] });
  }
  const old = height - keptUndo;
  return [undoRow(height, encodeUndo(before)), ...(old >= 0 ? [undoRow(old, undefined)] : [])];
}

async function totalsOf(view: View, effects: BlockEffects): Promise<Map<string, ScriptTotals>> {
  const totals = new Map<string, ScriptTotals>();
  const entries = [...effects.scripts.values()];
  const step = 64;
  for (let i = 0; i < entries.length; i += step) {
    await Promise.all(
      entries.slice(i, i + step).map(async ({ prefix }) => {
        const [row] = await view.scan(tables.history, prefix, { reverse: true, limit: 1 });
        if (row !== undefined) totals.set(toHex(prefix), decodeHistoryRow(row.value).totals);
      }),
    );
  }
  return totals;
}

function median(times: number[]): number {
  const sorted = times.sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
