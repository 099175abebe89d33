import { createHash } from 'node:crypto';
import { type AccelerationRow, createApiKey, type Database } from '@glassblock/services';

/** Contents of a generated database. */
export interface MadeServices {
  now: number;
  /** API key of the user with one of ten accelerations. */
  key: string;
  txids: string[];
  heights: number[];
  hashes: string[];
  /** Unique ids. */
  miningPools: number[];
}

const daySeconds = 86_400;
/** Accelerations are spread over three years. */
const spanSeconds = 3 * 365 * daySeconds;
const miningPools = [1, 73, 94, 111, 141];
const accelerationsPerBlock = 4;
const firstHeight = 800_000;
const rowsPerInsert = 500;

const hashOf = (kind: string, index: number) => createHash('sha256').update(`${kind} ${index}`).digest('hex');

/**
 * Fills an empty database: users, transfers of each acceleration, its events, and the sums of hours, as if all had been
 * bought, mined and charged; one of eight failed. The first user has one of ten.
 */
export async function fillServices(
  database: Database,
  { accounts, accelerations, open }: { accounts: number; accelerations: number; open: readonly string[] },
): Promise<MadeServices> {
  const now = Math.floor(Date.now() / 1000);
  const userOf = (index: number) => (index % 10 === 0 ? 1 : 2 + (index % (accounts - 1)));
  const rows = Array.from({ length: accelerations }, (_, index) => acceleration(index));

  function acceleration(index: number) {
    const left = accelerations - index;
    const txid = left <= open.length ? open[left - 1]! : hashOf('tx', index);
    const added = now - Math.floor((spanSeconds * left) / accelerations);
    const block = Math.floor(index / accelerationsPerBlock);
    const status = left <= open.length ? 'accelerating' : index % 8 === 0 ? 'failed' : 'completed';
    const isMined = status === 'completed';
    return {
      user_id: userOf(index),
      txid,
      status,
      added,
      last_updated: added + 600,
      expires: added + 14 * daySeconds,
      effective_fee: 500,
      effective_vsize: 250,
      bid: 4_000,
      base_fee: 500,
      vsize_fee: 0,
      bid_boost: isMined ? 1_000 + (index % 3_000) : null,
      block_hash: isMined ? hashOf('block', block) : null,
      block_height: isMined ? firstHeight + block : null,
      mined_by: isMined ? miningPools[index % miningPools.length]! : null,
      failed_height: null,
      canceled: 0,
    } as const;
  }

  const users = Array.from({ length: accounts }, (_, index) => ({
    username: `user-${index + 1}`,
    email: null,
    email_key: null,
    password_hash: null,
    type: 'community' as const,
    status: 'verified' as const,
    added: now - spanSeconds,
  }));
  const balances = Array.from({ length: accounts }, (_, index) => [`user:${index + 1}`, `hold:${index + 1}`]).flat();
  const transfers = rows.flatMap(({ user_id: user, added, bid, status }, index) => {
    const id = index + 1;
    const about = { amount: bid, added };
    const [own, hold] = [`user:${user}`, `hold:${user}`] as const;
    const bought = [
      { ...about, debit: 'external', credit: own, reason: 'credit', idempotency_key: `credit:${id}` },
      { ...about, debit: own, credit: hold, reason: 'hold', idempotency_key: `hold:${id}` },
    ] as const;
    const charge = {
      ...about,
      debit: hold,
      credit: 'revenue',
      reason: 'charge',
      idempotency_key: `charge:${id}`,
    } as const;
    const refund = { ...about, debit: hold, credit: own, reason: 'refund', idempotency_key: `refund:${id}` } as const;
    // open ones are not settled yet
    if (status === 'accelerating') return bought;
    return [...bought, status === 'completed' ? charge : refund];
  });
  const events = rows.flatMap(({ added }, index) =>
    ['requested', 'accelerating', 'completed_provisional', 'completed'].map((event, step) => ({
      // ids of an empty database
      acceleration_id: index + 1,
      event,
      added: added + 200 * step,
    })),
  );

  await database.transaction().execute(async (part) => {
    for (const some of partsOf(users)) await part.insertInto('users').values(some).execute();
    for (const some of partsOf(balances))
      await part
        .insertInto('accounts')
        .values(some.map((id) => ({ id: id as 'revenue', balance: 0 })))
        .execute();
    for (const some of partsOf(rows)) await part.insertInto('accelerations').values(some).execute();
    for (const some of partsOf(transfers)) await part.insertInto('transfers').values(some).execute();
    for (const some of partsOf(events)) await part.insertInto('acceleration_events').values(some).execute();
    for (const some of partsOf([...sumsOf(rows).values()]))
      await part.insertInto('acceleration_hours').values(some).execute();
    for (const some of partsOf([...daysOf(rows).values()]))
      await part.insertInto('acceleration_days').values(some).execute();
  });
  const { key } = await createApiKey(database, 1, now, 'bench');
  const mined = rows.filter(({ block_hash }) => block_hash !== null);
  return {
    now,
    key,
    txids: rows.map(({ txid }) => txid),
    heights: mined.map(({ block_height }) => block_height!),
    hashes: mined.map(({ block_hash }) => block_hash!),
    miningPools,
  };
}

interface SummedRow {
  added: number;
  mined_by: number | null;
  bid_boost: number | null;
  effective_vsize: number;
  block_height: number | null;
}

/** Returns the sums of hours, as they are after all accelerations. */
function sumsOf(rows: readonly SummedRow[]) {
  const sums = new Map<string, ReturnType<typeof empty>>();
  const empty = (hour: number, minedBy: number) => ({
    hour,
    mined_by: minedBy,
    requested: 0,
    accepted: 0,
    completed: 0,
    bid_boost: 0,
    vsize: 0,
    heights: 0,
  });
  for (const row of rows) {
    const hour = Math.floor(row.added / 3_600);
    const minedBy = row.mined_by ?? -1;
    const key = `${hour} ${minedBy}`;
    const sum = sums.get(key) ?? empty(hour, minedBy);
    sum.requested++;
    sum.accepted++;
    if (row.mined_by !== null) {
      sum.completed++;
      sum.bid_boost += row.bid_boost ?? 0;
      sum.vsize += row.effective_vsize;
      sum.heights += row.block_height ?? 0;
    }
    sums.set(key, sum);
  }
  return sums;
}

/** Returns the counts of days, as they are after all accelerations. */
function daysOf(rows: readonly (Pick<SummedRow, 'added' | 'mined_by'> & { status: AccelerationRow['status'] })[]) {
  const days = new Map<string, { mined_by: number; status: AccelerationRow['status']; day: number; count: number }>();
  for (const { added, status, mined_by } of rows)
    for (const id of mined_by === null ? [-1] : [-1, mined_by]) {
      const day = Math.floor(added / daySeconds);
      const key = `${id} ${status} ${day}`;
      const counted = days.get(key) ?? { mined_by: id, status, day, count: 0 };
      counted.count++;
      days.set(key, counted);
    }
  return days;
}

function* partsOf<T>(list: readonly T[]): Generator<T[]> {
  for (let start = 0; start < list.length; start += rowsPerInsert) yield list.slice(start, start + rowsPerInsert);
}
