// Payers who attack: replays, replacements, reorgs and races. After each test the ledger must be consistent.
import { beforeEach, expect, it, vi } from 'vitest';
import { accelerationsOfUser } from '../acceleration/own-history.ts';
import { createUser } from '../accounts/users.ts';
import { balanceOf, creditUser } from '../ledger/ledger.ts';
import { bid, due, lifeSeconds, openEachTest, type PaymentsWorld, txid } from '../testing/payments-world.ts';
import { paymentsOf } from './invoices.ts';

let world: PaymentsWorld;
let bob: number;
openEachTest((opened) => {
  world = opened;
});
beforeEach(async () => {
  bob = (await createUser(world.test.database, { username: 'bob' }, world.now)).id;
});

const balances = async (user: number) => {
  const { balance, hold } = await balanceOf(world.test.database, user);
  return [balance, hold];
};

it('credits each settlement once when all are replayed, concurrently and in reverse', async () => {
  const users = [world.alice, bob, world.alice];
  const invoices = [];
  for (const user of users) invoices.push(await world.payments.requestTopUp(user, 10_000));
  const settled = invoices.map(({ payment_hash }, place) => ({
    paymentHash: payment_hash!,
    amountSats: 10_000,
    // the last one is reported first, with the oldest time
    settled: world.now + place,
  }));
  world.now += 10;
  await Promise.all([...settled].reverse().map((one) => world.payments.onSettled(one)));
  await Promise.all([...settled, ...settled].map((one) => world.payments.onSettled(one)));
  // a replay with another amount is of the same payment
  await world.payments.onSettled({ ...settled[1]!, amountSats: 9_000_000 });
  expect([await balances(world.alice), await balances(bob)]).toEqual([
    [20_000, 0],
    [10_000, 0],
  ]);
});

it('keeps the idempotency keys of two users apart, and refuses a key for anything else', async () => {
  const of = async (user: number) => (await world.request('key', user)).id;
  const first = await of(world.alice);
  expect(await of(bob)).not.toBe(first);
  expect(await of(world.alice)).toBe(first);
  const other = 'cd'.repeat(32);
  world.chain.locations.set(other, { in: 'mempool' });
  const { payments, alice } = world;
  const refused = { code: 'services.key-reused' };
  await expect(payments.requestAcceleration(alice, other, { bidSats: bid }, 'key')).rejects.toMatchObject(refused);
  await expect(payments.requestAcceleration(alice, txid, { bidSats: bid * 2 }, 'key')).rejects.toMatchObject(refused);
  await expect(payments.requestTopUp(alice, due, 'key')).rejects.toMatchObject(refused);
  await payments.requestTopUp(alice, 10_000, 'top-up');
  await expect(payments.requestTopUp(alice, 10_001, 'top-up')).rejects.toMatchObject(refused);
});

it.each([
  ['bid', { bidSats: bid }],
  ['total', { totalSats: due }],
])('repeats an invoice by its %s after it was paid, after the fees changed and after a block', async (_, price) => {
  const request = () => world.payments.requestAcceleration(world.alice, txid, price, 'key');
  const { id } = await request();
  world.chain.figures = { effectiveVsize: 150, effectiveFee: 300 };
  expect((await request()).id).toBe(id);
  world.payLightning(await request());
  await world.lookUp();
  expect((await request()).status).toBe('accelerated');
  world.chain.mine(txid);
  expect((await request()).id).toBe(id);
});

it('credits the user of an invoice for each payment of any payer', async () => {
  const invoice = await world.request(undefined, bob);
  world.payLightning(invoice);
  world.payChain(invoice, 'again', due, 90);
  await world.lookUp();
  expect(await world.stateOf(invoice)).toBe('accelerated');
  expect(await balances(bob)).toEqual([due, due]);
  expect(await balances(world.alice)).toEqual([0, 0]);
});

it.each([
  ['in its last second', 0, 'accelerated'],
  ['a second later', 1, 'credited'],
])('takes a payment %s for what the invoice is for, or credits it', async (_, late, state) => {
  const invoice = await world.request(undefined, world.alice);
  world.now += lifeSeconds + late;
  world.payLightning(invoice);
  await world.lookUp();
  expect(await world.stateOf(invoice)).toBe(state);
  expect(await balances(world.alice)).toEqual(state === 'accelerated' ? [0, due] : [due, 0]);
});

it('does not accelerate for a sat less, until that sat is paid too', async () => {
  const invoice = await world.request(undefined, world.alice);
  world.payChain(invoice, 'most', due - 1, 100);
  await world.lookUp();
  expect(await world.stateOf(invoice)).toBe('underpaid');
  expect(world.miner.deltas.size).toBe(0);
  world.payChain(invoice, 'rest', 1, 100);
  await world.lookUp();
  expect(await world.stateOf(invoice)).toBe('accelerated');
  expect(world.miner.deltas.get(txid)).toBe(bid);
});

it('takes a Lightning payment in time that is found after the invoice has expired, as after a start', async () => {
  const invoice = await world.request(undefined, world.alice);
  const unpaid = await world.payments.requestTopUp(world.alice, 10_000);
  const onChain = await world.payments.requestTopUp(world.alice, 20_000);
  world.payLightning(invoice);
  world.payChain(onChain, 'confirmed', 20_000, 100);
  world.lightning.isAway = true;
  world.now += 2 * lifeSeconds;
  await expect(world.payments.reconcile(true)).rejects.toThrow('away');
  expect([await world.stateOf(invoice), await world.stateOf(unpaid)]).toEqual(['pending', 'pending']);
  expect(await balances(world.alice)).toEqual([20_000, 0]);
  world.lightning.isAway = false;
  await world.payments.reconcile(true);
  expect([await world.stateOf(invoice), await world.stateOf(unpaid)]).toEqual(['accelerated', 'expired']);
  expect(await balances(world.alice)).toEqual([20_000, due]);
});

it('credits a Lightning payment once that is made while the node is away, for an invoice that is paid on chain', async () => {
  const invoice = await world.request(undefined, world.alice);
  const guest = await world.payments.requestAcceleration(undefined, txid, { bidSats: bid });
  const lookUp = vi.spyOn(world.lightning, 'lookUp');
  world.payChain(invoice, 'on chain', due, 100);
  world.payChain(guest, 'of the guest', due, 100);
  await world.lookUp();
  expect([await world.stateOf(invoice), await world.stateOf(guest)]).toEqual(['accelerated', 'credited']);
  world.lightning.isAway = true;
  world.payLightning(invoice);
  world.payLightning(guest);
  await expect(world.payments.lookUpLightning()).rejects.toThrow('away');
  expect(await balances(world.alice)).toEqual([0, due]);
  world.lightning.isAway = false;
  for (let again = 0; again < 3; again++) await world.lookUp();
  await world.payments.onSettled(world.lightning.settled.get(invoice.payment_hash!)!);
  expect(await balances(world.alice)).toEqual([due, due]);
  expect(await world.claimable(guest)).toBe(2 * due);
  expect(await world.stateOf(invoice)).toBe('accelerated');
  // known payments are not looked up again
  lookUp.mockClear();
  world.now += 2 * lifeSeconds;
  await world.lookUp();
  expect(lookUp).not.toHaveBeenCalled();
});

it('looks up an invoice that is paid on chain until its Lightning invoice has ended, and once more', async () => {
  const invoice = await world.request(undefined, world.alice);
  const other = await world.payments.requestTopUp(world.alice, 10_000);
  world.payChain(invoice, 'on chain', due, 100);
  world.payChain(other, 'of the other', 10_000, 100);
  await world.lookUp();
  // its settlement in the last second was not reported
  world.now += lifeSeconds;
  world.payLightning(invoice);
  const lookUp = vi.spyOn(world.lightning, 'lookUp');
  world.now += 599;
  await world.payments.reconcile(true);
  expect(lookUp).not.toHaveBeenCalled();
  world.now += 2;
  world.lightning.isAway = true;
  await expect(world.payments.reconcile(true)).rejects.toThrow('away');
  world.lightning.isAway = false;
  lookUp.mockClear();
  for (let again = 0; again < 3; again++) await world.payments.reconcile(true);
  expect(lookUp.mock.calls.flat().sort()).toEqual([invoice.payment_hash, other.payment_hash]);
  expect(await balances(world.alice)).toEqual([10_000 + due, due]);
});

it('drops an unconfirmed payment that is replaced, and counts its replacement once', async () => {
  const invoice = await world.request(undefined, world.alice);
  const replaceBy = (...ids: string[]) => {
    world.outputs.outputs.set(invoice.address!, []);
    for (const id of ids) world.payChain(invoice, id, due);
  };
  replaceBy('first');
  await world.lookUp();
  expect(await world.stateOf(invoice)).toBe('confirming');
  replaceBy('second');
  await world.lookUp();
  expect((await paymentsOf(world.test.database, invoice.id)).map(({ status }) => status)).toEqual(['gone', 'seen']);
  expect(await balances(world.alice)).toEqual([0, 0]);
  // the second one is replaced by a transaction to the payer, and the invoice expires
  replaceBy();
  await world.lookUp();
  expect(await world.stateOf(invoice)).toBe('pending');
  world.now += lifeSeconds + 1;
  await world.lookUp();
  expect(await world.stateOf(invoice)).toBe('expired');
  expect(await balances(world.alice)).toEqual([0, 0]);
  // the first one is mined after all: it was first seen in time
  world.payChain(invoice, 'first', due, 101);
  world.outputs.height = 101;
  await world.lookUp();
  expect(await balances(world.alice)).toEqual([0, due]);
  expect(await world.stateOf(invoice)).toBe('accelerated');
});

it('reverses a payment that a reorg replaced by another one, and credits that once', async () => {
  const invoice = await world.payments.requestTopUp(world.alice, 10_000);
  world.payChain(invoice, 'first', 10_000, 100, 'a');
  await world.lookUp();
  expect(await balances(world.alice)).toEqual([10_000, 0]);
  // the other branch spends the same inputs
  world.outputs.outputs.set(invoice.address!, []);
  world.payChain(invoice, 'second', 4_000, 100, 'b');
  for (let again = 0; again < 3; again++) await world.lookUp();
  expect(await balances(world.alice)).toEqual([4_000, 0]);
  expect((await paymentsOf(world.test.database, invoice.id)).map(({ status }) => status)).toEqual(['gone', 'credited']);
});

it('either refunds or charges when a cancel and a block are concurrent', async () => {
  for (let round = 0; round < 20; round++) {
    const id = round.toString(16).padStart(64, '0');
    world.chain.locations.set(id, { in: 'mempool' });
    const credit = { userId: world.alice, amountSats: due, idempotencyKey: `round ${round}` };
    await creditUser(world.test.database, credit, world.now);
    const [before] = await balances(world.alice);
    await world.accelerator.accept(world.alice, id, bid);
    const [row] = await accelerationsOfUser(world.test.database, world.alice, undefined);
    world.chain.mine(id);
    const cancel = () =>
      world.accelerator.cancel(world.alice, row!.id).then(
        () => 'canceled',
        () => 'refused',
      );
    const requests =
      round % 2 === 0 ? [world.accelerator.reconcile(), cancel()] : [cancel(), world.accelerator.reconcile()];
    const answers = await Promise.all([...requests, cancel()]);
    world.chain.height += 5;
    await world.accelerator.reconcile();
    const [ended] = await accelerationsOfUser(world.test.database, world.alice, undefined);
    const wasCanceled = answers.includes('canceled');
    expect(ended!.status).toBe(wasCanceled ? 'failed' : 'completed');
    expect(answers.filter((answer) => answer === 'canceled').length).toBe(wasCanceled ? 1 : 0);
    const [balance, hold] = await balances(world.alice);
    expect(hold).toBe(0);
    if (wasCanceled) expect(balance).toBe(before);
    else expect(balance).toBeLessThan(before!);
  }
});

const odd = [
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  2_100_000_000_000_000,
  1e308,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  0,
  0.5,
  10_000.5,
];

it.each(odd)('refuses a top-up of %s sats', async (amount) => {
  await expect(world.payments.requestTopUp(world.alice, amount)).rejects.toMatchObject({
    code: 'services.payment-bounds',
  });
});

it.each(odd)('refuses a bid of %s sats, by invoice and from the balance', async (amount) => {
  const credit = { userId: world.alice, amountSats: 1_000_000, idempotencyKey: 'credit' };
  await creditUser(world.test.database, credit, world.now);
  for (const asked of [{ bidSats: amount }, { totalSats: amount }])
    await expect(world.payments.requestAcceleration(world.alice, txid, asked)).rejects.toMatchObject({
      code: expect.stringMatching(/^services\.(bad-bid|payment-bounds)$/),
    });
  await expect(world.accelerator.accept(world.alice, txid, amount)).rejects.toMatchObject({
    code: expect.stringMatching(/^services\.(bad-bid|not-enough-balance)$/),
  });
  expect(await balances(world.alice)).toEqual([1_000_000, 0]);
});
