import type { Fact } from '@glassblock/journal';
import {
  CodedError,
  displayHash,
  equalBytes,
  type Height,
  isCoded,
  readBlock,
  type UnixSeconds,
  writeSpentOutputs,
} from '@glassblock/primitives';
import { type Change, rowKey, type Store, type View } from '@glassblock/store';
import { effectsOf, keyedColumns } from './block-effects.ts';
import { planConnect, planDisconnect, type Resolver, resolvePrevious } from './block-plan.ts';
import type { ChainMap } from './chain-map.ts';
import type { ChainSource, ChainTip } from './chain-source.ts';
import { chainMapOf, type IndexView, indexViewOn } from './index-reader.ts';
import type { Prefixer } from './prefixer.ts';
import { decodeBlockRow } from './rows/block/block-row.ts';
import { encodeStaleBody } from './rows/block/stale-body.ts';
import { decodeUndo, encodeUndo, type UndoneBlock } from './rows/block/undo-row.ts';
import { tables, undoDepth } from './rows/tables.ts';
import { markerOf, tipOfMarker } from './rows/tip-marker.ts';
import { u32Bytes } from './tx-number.ts';

/** Options of a follower. */
export interface FollowerOptions {
  store: Store;
  prefixer: Prefixer;
  source: ChainSource;
  /** Called for each block after its batch is durable. */
  onFacts(facts: readonly Fact[], tip: ChainTip | undefined): void;
  /** Blocks fetched ahead of the one being connected. */
  ahead?: number;
}

/** Synchronizes the tables with the node's active chain. */
export interface Follower {
  readonly tip: ChainTip | undefined;
  /**
   * Disconnects stale blocks and connects new ones up to the node's tip.
   * @throws {CodedError} of the source or the store; committed blocks stay, and the next call continues
   */
  catchUp(signal?: AbortSignal): Promise<void>;
}

/** Attempts without progress before the node's answers are called inconsistent. */
const maxIdleRounds = 8;

/** Creates a follower on a store. */
export async function createFollower(options: FollowerOptions): Promise<Follower> {
  const { store, prefixer, source } = options;
  const ahead = options.ahead ?? 4;
  const first = await store.view();
  let tip: ChainTip | undefined = tipOfMarker(first.tip);
  await first.close();

  async function within<T>(work: (view: View, index: IndexView, map: ChainMap) => Promise<T>): Promise<T> {
    const view = await store.view();
    try {
      const map = await chainMapOf(store, view);
      return await work(view, indexViewOn({ view, prefixer, map }), map);
    } finally {
      await view.close();
    }
  }

  async function connect(hash: Uint8Array, bytes: { block: Uint8Array; spent: Uint8Array }): Promise<void> {
    const height = (tip === undefined ? 0 : tip.height + 1) as Height;
    const spentBytes = height === 0 ? emptySpent(readBlock(bytes.block).txs.length) : bytes.spent;
    const columns = keyedColumns(bytes.block, spentBytes, prefixer);
    if (tip !== undefined && !equalBytes(columns.header.prevHash, tip.hash)) {
      throw new CodedError('index.tip-moved', 'the chain changed while a block was read', { datum: displayHash(hash) });
    }
    const { changes, next } = await within(async (view, index, map) => {
      const times = await index.blocksAt(Array.from({ length: 10 }, (_, i) => height - 1 - i).filter((at) => at >= 0));
      const medianTime = median([columns.header.time, ...times.map((row) => row!.header.time)]);
      const resolve = resolverOn(index, map);
      const plan = await planConnect({ view, prefixer, map, height, columns, medianTime, resolve });
      const old = height - undoDepth;
      return {
        next: map.next + columns.txCount,
        changes: [
          ...plan.changes,
          undoRow(height, encodeUndo(plan.undone)),
          ...(old >= 0 ? [undoRow(old, undefined)] : []),
          ...staleRows(hash, undefined, undefined),
        ],
      };
    });
    await store.commit(changes, markerOf({ height, hash }, next));
    tip = { height, hash };
    const time = columns.header.time as UnixSeconds;
    options.onFacts([{ type: 'block-connected', height, hash, time, txCount: columns.txCount }], tip);
  }

  /** Distinguishes transactions whose keys share their bits, by stored ids or else by their bodies. */
  function resolverOn(index: IndexView, map: ChainMap): Resolver {
    return async (txids, candidates) => {
      const numbers: number[] = [];
      for (const [i, txid] of txids.entries()) {
        const places = candidates[i]!.map((number) => map.placeOf(number));
        const found = await newestWithId(index, txid, places);
        if (found === undefined) {
          throw new CodedError('index.bad-block', 'a block spends a transaction that is not in the index', {
            datum: displayHash(txid),
          });
        }
        numbers.push(map.numberAt(found));
      }
      return numbers;
    };
  }

  async function newestWithId(index: IndexView, txid: Uint8Array, places: ReturnType<ChainMap['placeOf']>[]) {
    const ids = await index.txids(places);
    for (const [i, place] of [...places.entries()].reverse()) {
      let id = ids[i];
      if (id === undefined) {
        const [row] = await index.blocksAt([place.height]);
        const { block } = await source.blockWithSpent(row!.header.hash);
        id = readBlock(block).txs[place.position]?.txid;
      }
      if (id !== undefined && equalBytes(id, txid)) return place;
    }
    return undefined;
  }

  async function disconnect(): Promise<void> {
    if (tip === undefined) throw new Error('there is no block to disconnect');
    const { height, hash } = tip;
    const body = await storable(hash);
    const { changes, below, next } = await within(async (view, index, map) => {
      const row = await view.get(tables.blocks, rowKey(tables.blocks, u32Bytes(height)));
      if (row === undefined) throw new Error(`the block at the tip ${height} has no row`);
      const undo = await view.get(tables.undo, rowKey(tables.undo, u32Bytes(height)));
      const undone = undo === undefined ? await derivedUndo(view, index, map, hash) : decodeUndo(undo);
      const plan = await planDisconnect(view, prefixer, map, { height, hash }, undone);
      const { prevHash } = decodeBlockRow(row).header;
      return {
        changes: [...plan, undoRow(height, undefined), ...staleRows(hash, row, body)],
        below: height === 0 ? undefined : { height: (height - 1) as Height, hash: prevHash.slice() },
        next: undone.first,
      };
    });
    await store.commit(changes, markerOf(below, next));
    tip = below;
    options.onFacts([{ type: 'block-disconnected', height, hash }], tip);
  }

  /** Returns a disconnected block, packed, if the node still has it. */
  async function storable(hash: Uint8Array): Promise<Uint8Array | undefined> {
    try {
      return encodeStaleBody(await source.blockWithSpent(hash));
    } catch (error) {
      if (isCoded(error, 'node.no-data') || isCoded(error, 'node.unknown-block')) return undefined;
      throw error;
    }
  }

  /** Computes the undo data of a block without an undo row, from the block itself. */
  async function derivedUndo(view: View, index: IndexView, map: ChainMap, hash: Uint8Array): Promise<UndoneBlock> {
    const { block, spent } = await source.blockWithSpent(hash);
    const columns = keyedColumns(block, spent, prefixer);
    const effects = effectsOf(columns, map.next - columns.txCount, prefixer);
    const previous = await resolvePrevious(view, prefixer, effects, resolverOn(index, map));
    const { first, txCount, scripts, created, txids } = effects;
    const consumed = effects.consumed.map((output, i) => ({ ...output, number: previous[i]! }));
    return { first, txCount, scripts, created, consumed, txids };
  }

  /** Disconnects to the last block that the node's active chain shares with the tables. */
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

  /** Returns whether the node is only behind: it is catching up, and its tip is one of our blocks. */
  async function isPrefix(target: ChainTip & { catchingUp: boolean }): Promise<boolean> {
    if (!target.catchingUp || tip === undefined || target.height > tip.height) return false;
    const [row] = await within(async (_view, index) => index.blocksAt([target.height]));
    return row !== undefined && equalBytes(row.header.hash, target.hash);
  }

  /**
   * Connects along the active chain, fetching blocks ahead.
   * @returns false if the chain changed meanwhile
   */
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

/** The genesis block spends nothing, and nodes do not answer for it. */
const emptySpent = (txCount: number) => writeSpentOutputs(Array.from({ length: txCount }, () => []));

function undoRow(height: number, value: Uint8Array | undefined): Change {
  return { table: tables.undo, key: rowKey(tables.undo, u32Bytes(height)), value };
}

/** Returns the rows of a stale block; without values if it is active again. */
function staleRows(hash: Uint8Array, row: Uint8Array | undefined, body: Uint8Array | undefined): Change[] {
  return [
    { table: tables.stale, key: rowKey(tables.stale, hash), value: row },
    { table: tables.staleBodies, key: rowKey(tables.staleBodies, hash), value: body },
  ];
}

function median(times: number[]): number {
  const sorted = times.sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
