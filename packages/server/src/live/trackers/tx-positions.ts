import type { CpfpInfo, Position } from '@glassblock/contract';
import type { MempoolEntry } from '@glassblock/mempool';
import { sha256, toHex } from '@glassblock/primitives';
import { paidFor } from '../../api/presenters/paid-for.ts';
import { cpfpOf } from '../../api/tx/cpfp.ts';
import { chunksOf, mapBounded } from '../../concurrency/map-bounded.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import { type Json, json } from '../sending/json-text.ts';
import type { MempoolChange } from '../tracker.ts';

type PaidNews = Pick<Position, 'accelerated' | 'acceleratedBy' | 'acceleratedAt' | 'feeDelta'>;

/** Position of a followed transaction. */
export interface PositionUpdate {
  txid: string;
  position: Json<Position>;
  /** Out-of-band fee. */
  paid: PaidNews;
  /** Its relatives, when a follower does not have them yet. */
  cpfp: Json<CpfpInfo> | undefined;
  /** Changes with its relatives and its fee rate. */
  cpfpMark: string;
}

/**
 * Positions of followed transactions in the mempool. Each is looked up once per update, only while it is in the
 * mempool: unknown ids cost nothing.
 */
export interface TxPositions {
  follow(txid: string): void;
  unfollow(txid: string): void;
  /** Looks up followed ids now. */
  lookup(txids: readonly string[]): Promise<(MempoolEntry | undefined)[]>;
  /** Looks up everything that is followed. */
  refresh(): Promise<void>;
  /**
   * Returns the results of the last refresh.
   * @param lacks true when a follower does not have the relatives with this mark
   */
  news(
    isFollowed: (txid: string) => boolean,
    lacks: (txid: string, mark: string) => boolean,
  ): Promise<PositionUpdate[]>;
  onMempoolChange(change: MempoolChange): void;
  onGap(): void;
}

const idsPerBatch = 500;
const cpfpConcurrency = 8;

/** Creates the positions. */
export function createTxPositions(context: NetworkContext): TxPositions {
  const followers = new Map<string, number>();
  const inMempool = new Set<string>();
  const placed = new Map<string, { position: Json<Position>; paid: PaidNews; cpfpMark: string }>();
  const cpfps = new Map<string, Json<CpfpInfo>>();

  async function lookup(txids: readonly string[]): Promise<(MempoolEntry | undefined)[]> {
    const entries: (MempoolEntry | undefined)[] = [];
    for (const part of chunksOf(txids, idsPerBatch)) entries.push(...(await context.mempool.entries(part)));
    for (const [i, txid] of txids.entries()) {
      if (entries[i] === undefined) inMempool.delete(txid);
      else if (followers.has(txid)) inMempool.add(txid);
    }
    return entries;
  }

  return {
    lookup,
    follow(txid) {
      followers.set(txid, (followers.get(txid) ?? 0) + 1);
    },
    unfollow(txid) {
      const left = (followers.get(txid) ?? 0) - 1;
      if (left > 0) return void followers.set(txid, left);
      followers.delete(txid);
      inMempool.delete(txid);
    },
    async refresh() {
      placed.clear();
      cpfps.clear();
      const entries = await lookup([...inMempool]);
      for (const entry of entries) {
        if (entry?.position === undefined) continue;
        const paid = paidFor(context, entry);
        const { accelerated } = entry.position;
        placed.set(entry.txid, {
          position: json({ ...entry.position, ...paid }),
          paid: accelerated === undefined ? paid : { accelerated, ...paid },
          cpfpMark: markOf(entry),
        });
      }
    },
    async news(isFollowed, lacks) {
      const followed = [...placed].filter(([txid]) => isFollowed(txid));
      const changed = followed.filter(([txid, { cpfpMark }]) => !cpfps.has(txid) && lacks(txid, cpfpMark));
      await mapBounded(changed, cpfpConcurrency, async ([txid]) => {
        cpfps.set(txid, json(await cpfpOf(context, txid)));
      });
      return followed.map(([txid, place]) => ({ txid, ...place, cpfp: cpfps.get(txid) }));
    },
    onMempoolChange({ addedIds, removed }) {
      for (const { txid } of removed) inMempool.delete(txid);
      for (const txid of addedIds) if (followers.has(txid)) inMempool.add(txid);
    },
    onGap() {
      // the next refresh detects missing ones
      for (const txid of followers.keys()) inMempool.add(txid);
    },
  };
}

function markOf({ effectiveRate, accelerated, ancestors, descendants }: MempoolEntry): string {
  return toHex(sha256(Buffer.from(JSON.stringify([effectiveRate, accelerated, ancestors, descendants]))));
}
