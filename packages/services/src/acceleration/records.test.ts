import { expect, it } from 'vitest';
import { createUser } from '../accounts/users.ts';
import { auditLedger, balanceOf, creditUser } from '../ledger/ledger.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { applyTransition, requestAcceleration } from './records.ts';

const now = 1_700_000_000;
const charged = { status: 'completed', event: 'charged', set: { mined_by: 1 }, settle: 60 } as const;

type Purchase = Parameters<typeof requestAcceleration>[1];

// on PostgreSQL each of them locks rows of balances, sums and counts: in two orders, one would be ended as a deadlock
it('charges and requests accelerations of one user and day at the same time', async () => {
  const { database, close } = await openTestDatabase();
  try {
    const { id: userId } = await createUser(database, { username: 'alice', password: undefined }, now);
    await creditUser(database, { userId, amountSats: 4_000, idempotencyKey: 'credit' }, now);
    const request = (index: number) => {
      const about = { txid: `tx ${index}`, effectiveFee: 1, effectiveVsize: 1 } as Purchase['quote']['package'];
      const quote = { package: about, baseFee: 0, vsizeFee: 0 } as Purchase['quote'];
      return requestAcceleration(database, { userId, quote, bid: 100, invoiceId: undefined }, now);
    };
    for (let index = 0; index < 40; index += 2) {
      const row = await request(index);
      await Promise.all([applyTransition(database, row, charged, now), request(index + 1)]);
    }
    expect(await balanceOf(database, userId)).toEqual({ balance: 800, hold: 2_000, feesPaid: 1_200 });
    expect(await auditLedger(database)).toEqual([]);
  } finally {
    await close();
  }
});
