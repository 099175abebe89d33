import { describe, expect, it } from 'vitest';
import { accelerationsOfUser } from '../acceleration/own-history.ts';
import { deleteUser } from '../accounts/deletion.ts';
import { auditLedger, balanceOf } from '../ledger/ledger.ts';
import { bid, due, lifeSeconds, openEachTest, PaymentsWorld, txid } from '../testing/payments-world.ts';
import { claimableInvoices, claimInvoice, openSums, payOutInvoice } from './claim.ts';
import { confirmationsFor, type InvoiceRow, nextStatus } from './invoice-state.ts';
import { findInvoice, paymentsOf, topUpsOf } from './invoices.ts';

let world: PaymentsWorld;
openEachTest((opened) => {
  world = opened;
});

describe('an invoice', () => {
  it('is the same for the same idempotency key, and has an address of its own otherwise', async () => {
    const first = await world.request('key', world.alice);
    expect(first).toMatchObject({ amount: due, address: 'address 0', payment_request: `lnbcrt${due}` });
    expect(await world.request('key', world.alice)).toEqual(first);
    expect((await world.request('key')).id).not.toBe(first.id);
    expect((await world.request(undefined, world.alice)).address).toBe('address 2');
    await expect(
      world.payments.requestAcceleration(world.alice, txid, { bidSats: bid + 1 }, 'key'),
    ).rejects.toMatchObject({ code: 'services.key-reused' });
    const same = await Promise.all(Array.from({ length: 5 }, () => world.request('other', world.alice)));
    expect(new Set(same.map(({ id }) => id)).size).toBe(1);
    await expect(world.request('x'.repeat(201))).rejects.toMatchObject({ code: 'services.bad-payment' });
  });

  it('states its total as clients of payments/bitcoin do', async () => {
    const invoice = await world.payments.requestAcceleration(undefined, txid, { totalSats: due });
    expect(invoice).toMatchObject({ bid, amount: due });
  });

  it('is refused without a provider, out of bounds, below the minimum bid, and for an accelerated transaction', async () => {
    const refusal = (bidSats: number) => world.payments.requestAcceleration(undefined, txid, { bidSats });
    await expect(refusal(199)).rejects.toMatchObject({ code: 'services.bad-bid' });
    await expect(refusal(10_000_000)).rejects.toMatchObject({ code: 'services.payment-bounds' });
    await expect(world.payments.requestTopUp(world.alice, 999)).rejects.toMatchObject({
      code: 'services.payment-bounds',
    });
    await expect(world.payments.requestTopUp(world.alice, 0.5)).rejects.toMatchObject({
      code: 'services.payment-bounds',
    });
    world.payLightning(await world.request());
    await world.lookUp();
    await expect(refusal(bid)).rejects.toMatchObject({ code: 'services.acceleration-duplicated' });
    world.start({ lightning: undefined, addresses: undefined });
    expect(world.payments.isEnabled).toBe(false);
    await expect(world.payments.requestTopUp(world.alice, 5_000)).rejects.toMatchObject({
      code: 'services.payment-method',
    });
  });
});

describe('a Lightning payment', () => {
  it('buys the acceleration once, also when it is reported again', async () => {
    const invoice = await world.request();
    world.payLightning(invoice);
    const settled = world.lightning.settled.get(invoice.payment_hash!)!;
    await Promise.all([world.payments.onSettled(settled), world.payments.onSettled(settled), world.lookUp()]);
    expect(await world.stateOf(invoice)).toBe('accelerated');
    expect(world.miner.deltas).toEqual(new Map([[txid, bid]]));
    const { user_id } = (await findInvoice(world.test.database, invoice.id))!;
    expect(await balanceOf(world.test.database, user_id!)).toEqual({ balance: 0, hold: due, feesPaid: 0 });
    world.chain.mine(txid);
    for (let block = 0; block < 3; block++) {
      await world.accelerator.reconcile();
      world.chain.height += 1;
    }
    // 10 sat/vB for 200 vB less the fee of 400; the rest can be claimed
    expect(await balanceOf(world.test.database, user_id!)).toEqual({ balance: 3_400, hold: 0, feesPaid: 2_700 });
    expect(await world.claimable(invoice)).toBe(3_400);
  });

  it('counts once when it is reported again, also after the clock has jumped by 400 days either way', async () => {
    const start = world.now;
    const invoice = await world.payments.requestTopUp(world.alice, due);
    world.payLightning(invoice);
    const settled = world.lightning.settled.get(invoice.payment_hash!)!;
    for (const days of [0, -400, 400, 0]) {
      world.now = start + days * 86_400;
      await Promise.all([world.payments.onSettled(settled), world.payments.onSettled(settled), world.lookUp()]);
      expect(await world.stateOf(invoice)).toBe('paid');
      expect(await balanceOf(world.test.database, world.alice)).toMatchObject({ balance: due });
    }
    // an invoice that is open while the clock jumps is paid after all
    const open = await world.payments.requestTopUp(world.alice, due);
    world.now = start + 400 * 86_400;
    await world.lookUp();
    expect(await world.stateOf(open)).toBe('expired');
    world.now = start;
    world.payLightning(open);
    await world.payments.onSettled(world.lightning.settled.get(open.payment_hash!)!);
    expect(await balanceOf(world.test.database, world.alice)).toMatchObject({ balance: 2 * due });
  });

  it('ignores invoices of others, and credits the excess over the amount to the balance', async () => {
    await world.payments.onSettled({ paymentHash: 'ff'.repeat(32), amountSats: 5, settled: world.now });
    const invoice = await world.payments.requestTopUp(world.alice, 5_000);
    world.payLightning(invoice, 7_000);
    await world.lookUp();
    expect(await world.stateOf(invoice)).toBe('paid');
    expect(await balanceOf(world.test.database, world.alice)).toMatchObject({ balance: 7_000 });
    expect(await topUpsOf(world.test.database, world.alice)).toMatchObject([{ status: 'paid', amount: 5_000 }]);
  });

  it('waits for miners, and stays on the balance when the transaction is gone', async () => {
    const invoice = await world.request(undefined, world.alice);
    world.miner.isAway = true;
    world.payLightning(invoice);
    await world.lookUp();
    expect(await world.stateOf(invoice)).toBe('paid');
    expect(await accelerationsOfUser(world.test.database, world.alice, undefined)).toEqual([]);
    world.miner.isAway = false;
    world.chain.locations.delete(txid);
    world.chain.isAvailable = false;
    await world.lookUp();
    expect(await world.stateOf(invoice)).toBe('paid');
    world.chain.isAvailable = true;
    await world.lookUp();
    expect(await findInvoice(world.test.database, invoice.id)).toMatchObject({
      status: 'credited',
      reason: 'txid-not-in-mempool',
    });
    expect(await balanceOf(world.test.database, world.alice)).toMatchObject({ balance: due, hold: 0 });
    // and is not tried again when it returns
    world.chain.locations.set(txid, { in: 'mempool' });
    await world.lookUp();
    expect(await world.stateOf(invoice)).toBe('credited');
  });

  it('is given up after an hour without miners', async () => {
    const invoice = await world.request(undefined, world.alice);
    world.payLightning(invoice);
    world.miner.isAway = true;
    await world.lookUp();
    world.now += 3_600;
    await world.lookUp();
    expect(await world.stateOf(invoice)).toBe('credited');
    expect(await balanceOf(world.test.database, world.alice)).toMatchObject({ balance: due });
  });
});

describe('an on-chain payment', () => {
  it('is seen, confirmed and credited; two parts add up', async () => {
    const invoice = await world.request();
    world.payChain(invoice, 'a', due - 2_000);
    await world.payments.reconcile(false);
    expect(await world.stateOf(invoice)).toBe('underpaid');
    world.payChain(invoice, 'b', 2_000);
    await world.payments.reconcile(false);
    expect(await world.stateOf(invoice)).toBe('confirming');
    world.outputs.height = 101;
    world.payChain(invoice, 'a', due - 2_000, 101);
    await world.lookUp();
    expect(await world.stateOf(invoice)).toBe('confirming');
    world.now += lifeSeconds + 1;
    world.payChain({ ...invoice }, 'b', 2_000, 101);
    world.outputs.outputs.get(invoice.address!)!.forEach((output) => {
      output.time = invoice.added;
    });
    await world.lookUp();
    expect(await world.stateOf(invoice)).toBe('accelerated');
    expect((await paymentsOf(world.test.database, invoice.id)).map(({ status }) => status)).toEqual([
      'credited',
      'credited',
    ]);
  });

  it('needs more confirmations for larger amounts', () => {
    expect([1, 999_999, 1_000_000, 9_999_999, 10_000_000].map(confirmationsFor)).toEqual([1, 1, 3, 3, 6]);
  });

  it('that is late or too small can be claimed by a user, once', async () => {
    const late = await world.request();
    const small = await world.request();
    world.payChain(small, 'small', 1_000, 100);
    world.now += lifeSeconds + 1;
    await world.lookUp();
    expect(await world.stateOf(late)).toBe('expired');
    expect(await world.stateOf(small)).toBe('credited');
    world.payChain(late, 'late', due);
    await world.lookUp();
    expect(await world.stateOf(late)).toBe('confirming');
    world.payChain(late, 'late', due, 100);
    await world.lookUp();
    expect(await world.stateOf(late)).toBe('credited');
    expect(world.miner.deltas.size).toBe(0);
    expect(await world.claimable(late)).toBe(due);
    expect(await openSums(world.test.database)).toEqual({ claimable: due + 1_000, owed: 0 });
    const claims = Array.from({ length: 5 }, () =>
      claimInvoice(world.test.database, { invoiceId: late.id, userId: world.alice }, world.now),
    );
    const claimed = (await Promise.allSettled(claims)).filter(({ status }) => status === 'fulfilled');
    expect(claimed).toHaveLength(1);
    expect(await balanceOf(world.test.database, world.alice)).toMatchObject({ balance: due });
    await expect(
      claimInvoice(world.test.database, { invoiceId: 'unknown', userId: world.alice }, world.now),
    ).rejects.toMatchObject({ code: 'services.bad-payment' });
    // the operator pays the rest out, once
    const { database } = world.test;
    expect(await claimableInvoices(database)).toEqual([{ id: small.id, sats: 1_000, added: small.added }]);
    const payOuts = Array.from({ length: 5 }, () => payOutInvoice(database, small.id, world.now));
    const paid = (await Promise.allSettled(payOuts)).filter(({ status }) => status === 'fulfilled');
    expect(paid).toMatchObject([{ value: 1_000 }]);
    expect(await claimableInvoices(database)).toEqual([]);
    expect(await openSums(database)).toEqual({ claimable: 0, owed: 0 });
  });

  it('for an invoice of a deleted user can be claimed with its id', async () => {
    const { database } = world.test;
    const [unpaid, paying] = [await world.request(undefined, world.alice), await world.request('b', world.alice)];
    world.payChain(paying, 'paying', due);
    await world.lookUp();
    // a payment on its way
    await expect(deleteUser(database, world.alice, 0, world.now)).rejects.toMatchObject({
      code: 'services.account-in-use',
    });
    world.outputs.outputs.clear();
    await world.lookUp();
    await deleteUser(database, world.alice, 0, world.now);
    world.payLightning(unpaid);
    world.chain.locations.delete(txid);
    await world.lookUp();
    expect(await world.claimable(unpaid)).toBe(due);
    expect(await balanceOf(database, world.alice)).toMatchObject({ balance: 0, hold: 0 });
  });

  it('of a second transaction delays a deletion, and is claimable when it is seen after one', async () => {
    const { database } = world.test;
    const invoice = await world.payments.requestTopUp(world.alice, 5_000);
    world.payChain(invoice, 'first', 5_000, 100);
    world.payChain(invoice, 'second', 6_000);
    await world.lookUp();
    expect(await world.stateOf(invoice)).toBe('paid');
    const remove = () => deleteUser(database, world.alice, 5_000, world.now);
    await expect(remove()).rejects.toMatchObject({ code: 'services.account-in-use' });
    world.outputs.outputs.clear();
    world.payChain(invoice, 'first', 5_000, 100);
    await world.lookUp();
    await remove();
    world.payChain(invoice, 'third', 7_000, 100);
    await world.lookUp();
    expect(await world.claimable(invoice)).toBe(7_000);
    expect(await balanceOf(database, world.alice)).toMatchObject({ balance: 0, hold: 0 });
    expect(await openSums(database)).toEqual({ claimable: 7_000, owed: 0 });
  });

  it('is undone by a reorg while the balance covers it, and credited again in another block', async () => {
    const invoice = await world.payments.requestTopUp(world.alice, 5_000);
    world.payChain(invoice, 'a', 5_000, 100);
    await world.lookUp();
    expect(await balanceOf(world.test.database, world.alice)).toMatchObject({ balance: 5_000 });
    world.payChain(invoice, 'a', 5_000);
    await world.lookUp();
    expect(await balanceOf(world.test.database, world.alice)).toMatchObject({ balance: 0 });
    expect(await world.stateOf(invoice)).toBe('confirming');
    world.payChain(invoice, 'a', 5_000, 100, 'another block');
    await world.lookUp();
    await world.lookUp();
    expect(await balanceOf(world.test.database, world.alice)).toMatchObject({ balance: 5_000 });
    // double spent in another chain
    world.outputs.outputs.clear();
    await world.lookUp();
    expect(await balanceOf(world.test.database, world.alice)).toMatchObject({ balance: 0 });
    expect((await paymentsOf(world.test.database, invoice.id))[0]).toMatchObject({ status: 'gone', credits: 2 });
  });

  it('is owed when a reorg removes it after it was spent', async () => {
    const invoice = await world.request(undefined, world.alice);
    world.payChain(invoice, 'a', due, 100);
    await world.lookUp();
    expect(await world.stateOf(invoice)).toBe('accelerated');
    world.outputs.outputs.clear();
    await world.lookUp();
    const [payment] = await paymentsOf(world.test.database, invoice.id);
    expect(payment).toMatchObject({ status: 'owed' });
    // as soon as the bid is refunded
    const [row] = await accelerationsOfUser(world.test.database, world.alice, undefined);
    await world.accelerator.cancel(world.alice, row!.id);
    await world.lookUp();
    expect((await paymentsOf(world.test.database, invoice.id))[0]).toMatchObject({ status: 'gone' });
    expect(await balanceOf(world.test.database, world.alice)).toEqual({ balance: 0, hold: 0, feesPaid: 0 });
  });

  it('does not change while the chain is unavailable', async () => {
    const invoice = await world.payments.requestTopUp(world.alice, 5_000);
    world.payChain(invoice, 'a', 5_000, 100);
    await world.lookUp();
    world.outputs.isAvailable = false;
    world.outputs.outputs.clear();
    await world.lookUp();
    expect(await balanceOf(world.test.database, world.alice)).toMatchObject({ balance: 5_000 });
  });
});

it('has a state for all sums', () => {
  const base = { kind: 'acceleration', status: 'pending', amount: 10, expires: 100, reason: null } as const;
  const of = (credited: number, pending: number, inTime: number, now: number, kind: 'acceleration' | 'top_up') =>
    nextStatus({ ...base, kind }, { credited, pending, inTime }, now);
  expect(of(0, 0, 0, 100, 'acceleration')).toBe('pending');
  expect(of(0, 0, 0, 101, 'acceleration')).toBe('expired');
  expect(of(4, 0, 4, 100, 'acceleration')).toBe('underpaid');
  expect(of(4, 0, 4, 101, 'acceleration')).toBe('credited');
  expect(of(0, 10, 10, 101, 'acceleration')).toBe('confirming');
  expect(of(10, 0, 10, 101, 'acceleration')).toBe('paid');
  expect(of(10, 0, 9, 101, 'acceleration')).toBe('credited');
  expect(of(10, 0, 0, 101, 'top_up')).toBe('paid');
  expect(of(4, 6, 0, 101, 'top_up')).toBe('confirming');
});

/** Steps of a payment, each of which may be interrupted; all of it is repeated at the next start. */
const lives: Record<string, ((world: PaymentsWorld, invoice: InvoiceRow) => Promise<unknown>)[]> = {
  lightning: [
    async (own, invoice) => {
      own.payLightning(invoice);
      await own.payments.onSettled(own.lightning.settled.get(invoice.payment_hash!)!);
    },
    async (own) => {
      own.chain.mine(txid);
      own.miner.deltas.delete(txid);
      own.chain.height += 2;
      await own.accelerator.reconcile();
    },
  ],
  chain: [
    async (own, invoice) => {
      own.payChain(invoice, 'a', due);
      await own.payments.reconcile(false);
    },
    async (own, invoice) => {
      own.payChain(invoice, 'a', due, 100);
      await own.payments.reconcile(false);
    },
  ],
};

it.each(Object.keys(lives))('loses and doubles nothing after an end of the program at every call: %s', async (name) => {
  for (const [step, work] of lives[name]!.entries()) {
    for (let killAt = 1; ; killAt++) {
      const own = await new PaymentsWorld().open();
      const invoice = await own.request('key');
      for (const before of lives[name]!.slice(0, step)) await before(own, invoice);
      own.calls = 0;
      own.killAt = killAt;
      const isKilled = await work(own, invoice).then(
        () => own.calls >= killAt,
        () => true,
      );
      own.killAt = Number.POSITIVE_INFINITY;
      own.start();
      for (let time = 0; time < 2; time++) {
        await own.accelerator.reconcile();
        await own.lookUp();
      }
      const stored = (await findInvoice(own.test.database, invoice.id))!;
      expect(stored.status).toBe(name === 'chain' && step === 0 ? 'confirming' : 'accelerated');
      const paid = await own.test.database.selectFrom('accounts').selectAll().where('id', '=', 'external').execute();
      expect(paid[0]?.balance).toBe(name === 'chain' && step === 0 ? 0 : -due);
      expect(await auditLedger(own.test.database)).toEqual([]);
      await own.test.close();
      if (!isKilled) break;
      expect(killAt).toBeLessThan(200);
    }
  }
});

it('creates one invoice for one idempotency key after an end of the program at every call', async () => {
  for (let killAt = 1; ; killAt++) {
    const own = await new PaymentsWorld().open();
    own.calls = 0;
    own.killAt = killAt;
    const isKilled = await own.request('key').then(
      () => own.calls >= killAt,
      () => true,
    );
    own.killAt = Number.POSITIVE_INFINITY;
    own.start();
    const invoice = await own.request('key');
    const rows = await own.test.database.selectFrom('invoices').select('id').execute();
    expect(rows).toEqual([{ id: invoice.id }]);
    await own.test.close();
    if (!isKilled) break;
    expect(killAt).toBeLessThan(50);
  }
});
