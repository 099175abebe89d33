import type { Acceleration, AccelerationRecord } from '@glassblock/contract';
import {
  type AccelerationRow,
  accelerationOfTx,
  accelerationPage,
  accelerationSums,
  accelerationTotals,
  activeAccelerations,
  type Database,
  statusesOf,
} from '@glassblock/services';
import { LRUCache } from 'lru-cache';
import type { AccelerationQuery, AccelerationSource, Sourced } from '../sources/accelerations/acceleration-source.ts';
import { intervalDays } from '../sources/interval-days.ts';

const daySeconds = 86_400;
const hourlyTimeframes = ['24h', '3d'];
const defaultPageLength = 50;
/** Sums by hour are few, but any client may request them: they are computed once a minute. */
const sumsRetentionMs = 60_000;
const maxSums = 200;

/** Creates a source of accelerations from the own database, instead of another services backend. */
export function createOwnAccelerationSource(
  database: Database,
  miningPoolIds: readonly number[],
  nowSeconds: () => number,
  quote: NonNullable<AccelerationSource['quote']>,
): AccelerationSource {
  const filterOf = (query: AccelerationQuery) => {
    const { status, timeframe, minedByPoolUniqueId, poolUniqueId, blockHeight, blockHash, from, to } = query;
    const days = timeframe === undefined ? undefined : intervalDays[timeframe];
    return {
      statuses: statusesOf(status),
      // times override the timeframe
      since: from ?? (days === undefined || to !== undefined ? undefined : nowSeconds() - days * daySeconds),
      until: to,
      blockHash,
      minedBy: minedByPoolUniqueId ?? poolUniqueId,
      blockHeight,
    };
  };
  const answers = new LRUCache<string, Promise<Sourced<unknown>>>({ max: maxSums, ttl: sumsRetentionMs });
  /** Failures are not cached. */
  const cached = <T>(
    name: string,
    query: AccelerationQuery,
    compute: () => Promise<Sourced<T>>,
  ): Promise<Sourced<T>> => {
    const key = `${name} ${JSON.stringify(query)}`;
    const known = answers.get(key) as Promise<Sourced<T>> | undefined;
    if (known !== undefined) return known;
    const answer = compute();
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  };
  return {
    quote,
    maxPageLength: 1_000,
    async active() {
      const rows = await activeAccelerations(database);
      return rows.map((row) => presentActive(row, miningPoolIds));
    },
    async history(query) {
      const { page = 1, pageLength = defaultPageLength } = query;
      const { rows, total } = await accelerationPage(database, filterOf(query), { page, pageLength });
      return {
        value: rows.map((row) => presentRecord(row, miningPoolIds)),
        headers: { 'x-total-count': String(total) },
      };
    },
    async find(txid) {
      const row = await accelerationOfTx(database, txid);
      return row && presentRecord(row, miningPoolIds);
    },
    sums: (query) =>
      cached('sums', query, async () => {
        const seconds = hourlyTimeframes.includes(query.timeframe ?? '') ? 3_600 : daySeconds;
        const { sums, oldest } = await accelerationSums(database, filterOf(query), seconds);
        const value = sums.map(({ start, bidBoost, meanHeight, count }) => ({
          timestamp: start,
          sumBidBoost: bidBoost,
          avgHeight: meanHeight,
          count,
        }));
        return { value, headers: oldest === undefined ? {} : { 'x-oldest-accel': String(oldest) } };
      }),
    async stats(query) {
      const { value } = await cached('stats', query, async () => {
        const { requested, accepted, completed, bidBoost, vsize } = await accelerationTotals(database, filterOf(query));
        const totals = { totalRequested: requested, totalAccepted: accepted, totalCompleted: completed };
        return { value: { ...totals, totalBidBoost: bidBoost, totalVsize: vsize }, headers: {} };
      });
      return value;
    },
  };
}

const presentActive = (row: AccelerationRow, miningPoolIds: readonly number[]): Acceleration => ({
  txid: row.txid,
  added: row.added,
  effectiveVsize: row.effective_vsize,
  effectiveFee: row.effective_fee,
  feeDelta: row.bid,
  pools: [...miningPoolIds],
});

function presentRecord(row: AccelerationRow, miningPoolIds: readonly number[]): AccelerationRecord {
  return {
    ...presentActive(row, miningPoolIds),
    status: row.status,
    lastUpdated: row.last_updated,
    ...(row.bid_boost === null ? {} : { bidBoost: row.bid_boost }),
    ...(row.block_hash === null ? {} : { blockHash: row.block_hash }),
    ...(row.block_height === null ? {} : { blockHeight: row.block_height }),
    ...(row.mined_by === null ? {} : { minedByPoolUniqueId: row.mined_by }),
    ...(row.canceled === 0 ? {} : { canceled: 1 }),
  };
}
