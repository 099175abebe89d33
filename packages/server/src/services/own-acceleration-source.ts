import type { Acceleration, AccelerationRecord } from '@glassblock/contract';
import {
  type AccelerationRow,
  accelerationPage,
  accelerationSums,
  accelerationTotals,
  activeAccelerations,
  type Database,
  statusesOf,
} from '@glassblock/services';
import type { AccelerationQuery, AccelerationSource } from '../sources/accelerations/acceleration-source.ts';

const daySeconds = 86_400;
const timeframeDays: Readonly<Record<string, number>> = {
  '24h': 1,
  '3d': 3,
  '1w': 7,
  '1m': 30,
  '3m': 91,
  '6m': 182,
  '1y': 365,
  '2y': 730,
  '3y': 1_095,
  '4y': 1_461,
};
const hourlyTimeframes = ['24h', '3d'];
const defaultPageLength = 50;

/** Creates a source of accelerations from the own database, instead of another services backend. */
export function createOwnAccelerationSource(
  database: Database,
  miningPoolIds: readonly number[],
  nowSeconds: () => number,
): AccelerationSource {
  const filterOf = ({ status, timeframe, minedByPoolUniqueId, poolUniqueId, blockHeight }: AccelerationQuery) => {
    const days = timeframe === undefined ? undefined : timeframeDays[timeframe];
    return {
      statuses: statusesOf(status),
      since: days === undefined ? undefined : nowSeconds() - days * daySeconds,
      minedBy: minedByPoolUniqueId ?? poolUniqueId,
      blockHeight,
    };
  };
  return {
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
    async sums(query) {
      const seconds = hourlyTimeframes.includes(query.timeframe ?? '') ? 3_600 : daySeconds;
      const { sums, oldest } = await accelerationSums(database, filterOf(query), seconds);
      return {
        value: sums.map(({ start, bidBoost, meanHeight, count }) => ({
          timestamp: start,
          sumBidBoost: bidBoost,
          avgHeight: meanHeight,
          count,
        })),
        headers: oldest === undefined ? {} : { 'x-oldest-accel': String(oldest) },
      };
    },
    async stats(query) {
      const { requested, completed, bidBoost, vsize } = await accelerationTotals(database, filterOf(query));
      return { totalRequested: requested, totalCompleted: completed, totalBidBoost: bidBoost, totalVsize: vsize };
    },
  };
}

const presentActive = (row: AccelerationRow, pools: readonly number[]): Acceleration => ({
  txid: row.txid,
  added: row.added,
  effectiveVsize: row.effective_vsize,
  effectiveFee: row.effective_fee,
  feeDelta: row.bid,
  pools: [...pools],
});

function presentRecord(row: AccelerationRow, pools: readonly number[]): AccelerationRecord {
  return {
    ...presentActive(row, pools),
    status: row.status,
    lastUpdated: row.last_updated,
    ...(row.bid_boost === null ? {} : { bidBoost: row.bid_boost }),
    ...(row.block_hash === null ? {} : { blockHash: row.block_hash }),
    ...(row.block_height === null ? {} : { blockHeight: row.block_height }),
    ...(row.mined_by === null ? {} : { minedByPoolUniqueId: row.mined_by }),
    ...(row.canceled === 0 ? {} : { canceled: 1 }),
  };
}
