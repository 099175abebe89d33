import type { Acceleration, AccelerationRecord, AccelerationSums, CpfpInfo } from '@glassblock/contract';
import type { SampleAnswer } from './sample-answer.ts';
import { hashOf, tip } from './sample-data.ts';

/** Unix seconds. */
export const now = Math.floor(Date.now() / 1000);
const day = 86_400;

/** Returns a JSON answer, by default with status 200. */
export const json = (body: unknown, more: { status?: number; total?: number } = {}): SampleAnswer => ({
  status: 200,
  contentType: 'application/json',
  body,
  ...more,
});
/** Returns a plain text answer. */
export const textAnswer = (body: string, status: number): SampleAnswer => ({ status, contentType: 'text/plain', body });

/** Returns an active acceleration, requested that many minutes ago. */
export const activeAcceleration = (name: string, minutes: number, feeDelta: number): Acceleration => ({
  txid: hashOf(name),
  added: now - 60 * minutes,
  effectiveVsize: 5_000,
  effectiveFee: 15_000,
  feeDelta,
  pools: [1, 2],
});
/** Eight active accelerations. */
export const sampleActive = Array.from({ length: 8 }, (_, place) =>
  activeAcceleration(`active${place}`, 3 + place, 20_000 + place * 1_000),
);

/** Returns an acceleration record; `place` determines txid and time. */
export const accelerationRecord = (place: number, more: Partial<AccelerationRecord>): AccelerationRecord => ({
  txid: hashOf(`record${place}`),
  status: 'completed',
  added: now - 1_000 * (place + 1),
  effectiveFee: 1_000,
  effectiveVsize: 200,
  feeDelta: 30_000,
  ...more,
});
/** Fields of a record whose transaction was mined. */
export const mined = { blockHeight: tip - 1, bidBoost: 12_345, pools: [1, 2], minedByPoolUniqueId: 1 };
const sampleRecords: AccelerationRecord[] = [
  accelerationRecord(0, { status: 'accelerating' }),
  accelerationRecord(1, { ...mined, status: 'completed_provisional' }),
  accelerationRecord(2, mined),
  accelerationRecord(3, { ...mined, minedByPoolUniqueId: 3 }),
  accelerationRecord(4, { status: 'failed', canceled: 1 }),
  accelerationRecord(5, { status: 'failed_provisional' }),
  accelerationRecord(6, { status: 'something else' }),
];
const listedRecords = Array.from(
  { length: 40 },
  (_, place) => sampleRecords[place] ?? accelerationRecord(place, mined),
);

const sampleSums = (days: number): AccelerationSums =>
  Array.from({ length: days }, (_, place) => ({
    timestamp: now - day * (days - place),
    sumBidBoost: 1_000_000 + place * 1_000,
    avgHeight: tip - 144 * (days - place),
    count: 10 + place,
  }));

/** Returns the answer of a server with an acceleration source; undefined for other paths. */
export function accelerationAnswer(path: string): SampleAnswer | undefined {
  const url = new URL(path, 'http://fixture');
  const base = '/api/v1/services/accelerator/accelerations';
  if (url.pathname === '/api/v1/mining/pools')
    return json([
      { name: '<img src=x onerror=alert(1)>\u202egnp', slug: 'evil', unique_id: 1 },
      { name: 'ViaBTC', slug: 'viabtc', unique_id: 3 },
    ]);
  if (url.pathname === '/api/v1/accelerations/total') {
    const costs: Readonly<Record<string, string>> = { '1w': '1234567', '1m': '23456789', all: '345678901' };
    return json({ cost: costs[url.searchParams.get('interval') ?? ''] ?? '0', count: 12 });
  }
  if (!url.pathname.startsWith(base)) return undefined;
  const rest = url.pathname.slice(base.length);
  if (rest === '') return json(sampleActive);
  if (rest === '/stats')
    return json({ totalRequested: 1_234, totalBidBoost: 123_456_789, totalVsize: 2_016_000, totalAccepted: 1_200 });
  if (rest === '/history/aggregated') return json(sampleSums(url.searchParams.get('timeframe') === '1w' ? 7 : 100));
  const statuses = url.searchParams.get('status')?.split(',') ?? [];
  const found = listedRecords.filter(({ status }) => statuses.includes(status) || status === 'something else');
  const length = Number(url.searchParams.get('pageLength'));
  const from = (Number(url.searchParams.get('page')) - 1) * length;
  return json(found.slice(from, from + length), { total: found.length });
}

/** Transactions with accelerations on their pages; all but the first are in a block. */
export const acceleratedIds = {
  waiting: hashOf('accelerated, unconfirmed'),
  paid: hashOf('accelerated and paid'),
  outside: hashOf('accelerated, mined by others'),
  canceled: hashOf('accelerated and canceled'),
  senseless: hashOf('accelerated, with invalid data'),
  plain: hashOf('never accelerated'),
} as const;

/** CPFP information of the unconfirmed one, with the data of the mining pool. */
export const pendingCpfp: CpfpInfo = {
  ancestors: [],
  descendants: [],
  bestDescendant: null,
  effectiveFeePerVsize: 84.5,
  acceleration: true,
  acceleratedBy: [2, 1, 999, 5],
  acceleratedAt: now - 600,
  feeDelta: 25_000,
};

const ofBlock = { blockHeight: tip - 3, pools: [1, 2], minedByPoolUniqueId: 1, added: now - 6_000 };
/** Records of the accelerated transactions in blocks. */
export const settledRequests: AccelerationRecord[] = [
  accelerationRecord(0, { ...ofBlock, txid: acceleratedIds.paid, bidBoost: 12_345, boostRate: 61.5 }),
  // An earlier request for the same transaction was canceled.
  accelerationRecord(1, { ...ofBlock, txid: acceleratedIds.paid, status: 'failed', canceled: 1, added: now - 9_000 }),
  accelerationRecord(2, { ...ofBlock, txid: acceleratedIds.outside, minedByPoolUniqueId: 3, bidBoost: 777 }),
  accelerationRecord(3, { ...ofBlock, txid: acceleratedIds.canceled, status: 'failed', canceled: 1 }),
  accelerationRecord(4, {
    ...ofBlock,
    txid: acceleratedIds.senseless,
    added: 1e14,
    bidBoost: -5,
    boostRate: 1e300,
    effectiveVsize: 0,
  }),
];

/** Returns answers for transaction pages that differ from those of the sample server; undefined for other paths. */
export function acceleratedTxAnswer(path: string): SampleAnswer | undefined {
  const url = new URL(path, 'http://fixture');
  if (url.pathname.endsWith(`/cpfp/${acceleratedIds.waiting}`)) return json(pendingCpfp);
  if (url.pathname.includes('/cpfp/')) return json({ ancestors: [] });
  if (url.pathname === '/api/v1/services/accelerator/accelerations/history' && url.searchParams.has('blockHeight')) {
    const found = settledRequests.filter(
      ({ blockHeight }) => String(blockHeight) === url.searchParams.get('blockHeight'),
    );
    return json(found, { total: found.length });
  }
  return undefined;
}
