import { afterEach, beforeEach, expect, it } from 'vitest';
import { createUser } from '../accounts/users.ts';
import type { AccelerationStatus } from '../database/tables/tables.ts';
import { creditUser } from '../ledger/ledger.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { AccelerationRow } from './life-cycle.ts';
import type { ListFilter } from './list-filter.ts';
import { accelerationPage } from './list-page.ts';
import { applyTransition, requestAcceleration } from './records.ts';

const daySeconds = 86_400;
/** Start of a day. */
const origin = 19_700 * daySeconds;

let test: TestDatabase;
beforeEach(async () => {
  test = await openTestDatabase();
});
afterEach(() => test.close());

/** Requests an acceleration, and moves it through states. */
async function accelerate(
  userId: number,
  index: number,
  added: number,
  steps: readonly (readonly [AccelerationStatus, number | null])[],
): Promise<void> {
  const about = { txid: `tx ${index}`, effectiveFee: 1, effectiveVsize: 1 };
  const quote = { package: about, baseFee: 0, vsizeFee: 0 } as unknown as Parameters<
    typeof requestAcceleration
  >[1]['quote'];
  let row = await requestAcceleration(test.database, { userId, quote, bid: 10, invoiceId: undefined }, added);
  for (const [status, mined_by] of steps)
    row = (await applyTransition(test.database, row, { status, event: 'step', set: { mined_by } }, added + 1))!;
}

/** States of an acceleration, with the mining pool of its block; the last one is that of a reorg. */
const lives: readonly (readonly (readonly [AccelerationStatus, number | null])[])[] = [
  [],
  [['accelerating', null]],
  [
    ['accelerating', null],
    ['completed_provisional', 1],
  ],
  [
    ['accelerating', null],
    ['completed_provisional', 2],
    ['completed', 2],
  ],
  [
    ['accelerating', null],
    ['failed_provisional', 1],
    ['failed_provisional', 2],
    ['failed', 2],
  ],
  [
    ['accelerating', null],
    ['completed_provisional', 1],
    ['accelerating', null],
  ],
];

/** Days with many requests, with none, and with requests in their first and last second. */
const times = [0, 1, 50_000, 86_399, 86_400, 86_400, 90_000, 345_600, 345_600, 400_000, 431_999, 432_000, 500_000];

it.each([0, 7, undefined])(
  'lists the same rows on each page, whichever days its times begin and end with, %s rows near',
  async (near) => {
    const { database } = test;
    const { id } = await createUser(database, { username: 'alice', password: undefined }, origin);
    await creditUser(database, { userId: id, amountSats: 10_000, idempotencyKey: 'credit' }, origin);
    for (const [index, time] of times.entries())
      await accelerate(id, index, origin + time, lives[index % lives.length]!);
    const rows = await database.selectFrom('accelerations').selectAll().execute();
    rows.sort((a, b) => b.added - a.added || b.id - a.id);

    const bounds = [undefined, -1, 0, 60_000, 86_400, 172_799, 345_600, 431_999, 432_000, 600_000].map((time) =>
      time === undefined ? undefined : origin + time,
    );
    const others: ListFilter[] = [
      {},
      { statuses: ['completed', 'completed_provisional'] },
      { statuses: ['failed'] },
      { minedBy: 2 },
      { minedBy: 1, statuses: ['accelerating', 'completed_provisional'] },
    ];
    const has = ({ added, status, mined_by }: AccelerationRow, { since, until, statuses, minedBy }: ListFilter) =>
      added >= (since ?? 0) &&
      added <= (until ?? Number.POSITIVE_INFINITY) &&
      (statuses === undefined || statuses.includes(status)) &&
      (minedBy === undefined || mined_by === minedBy);
    for (const since of bounds)
      for (const until of bounds)
        for (const other of others) {
          const filter = { ...other, since, until };
          const wanted = rows.filter((row) => has(row, filter)).map((row) => row.id);
          for (let page = 1; page <= Math.ceil(wanted.length / 3) + 1; page++) {
            const listed = await accelerationPage(database, filter, { page, pageLength: 3 }, near);
            expect({ filter, page, total: listed.total, ids: listed.rows.map((row) => row.id) }).toEqual({
              filter,
              page,
              total: wanted.length,
              ids: wanted.slice(3 * (page - 1), 3 * page),
            });
          }
        }
  },
);
