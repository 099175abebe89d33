import { beforeEach, describe, expect, it } from 'vitest';
import { createUser, setStatus } from '../accounts/users.ts';
import { creditUser } from '../ledger/ledger.ts';
import { openEachTest, type PaymentsWorld, txid } from '../testing/payments-world.ts';
import { autoAccelerationsOf, runAutoAccelerations, trackAcceleration } from './auto-accelerations.ts';
import { accelerationsOfUser } from './own-history.ts';

let world: PaymentsWorld;
openEachTest((opened) => {
  world = opened;
});

const options = () => ({
  database: world.test.database,
  accelerator: world.accelerator,
  chain: world.chain,
  nowSeconds: () => world.now,
});

it('automatic accelerations are bought at their trigger, and end with their transaction', async () => {
  const auto = options();
  const others = ['cd', 'ef', '12'].map((byte) => byte.repeat(32));
  for (const id of others) world.chain.locations.set(id, { in: 'mempool' });
  const track = (id: string, type: string, value?: number) =>
    trackAcceleration(auto, { userId: world.alice, txid: id, type, value });
  await track(txid, 'next_block');
  await track(others[0]!, 'time_delay', 0.5);
  await track(others[1]!, 'block_height', 150);
  await track(others[2]!, 'timestamp', world.now + 60);
  await expect(track(txid, 'timestamp', world.now + 59)).rejects.toMatchObject({ code: 'services.bad-acceleration' });
  await expect(track('34'.repeat(32), 'next_block')).rejects.toMatchObject({ code: 'services.txid-not-in-mempool' });
  const statuses = async () => {
    await runAutoAccelerations(auto);
    return (await autoAccelerationsOf(world.test.database, world.alice)).map(({ status }) => status).reverse();
  };
  expect(await statuses()).toEqual(['tracking', 'tracking', 'tracking', 'tracking']);
  world.chain.height += 1;
  // no balance yet
  expect((await statuses())[0]).toBe('tracking');
  await creditUser(world.test.database, { userId: world.alice, amountSats: 20_000, idempotencyKey: 'a' }, world.now);
  expect(await statuses()).toEqual(['accelerated', 'tracking', 'tracking', 'tracking']);
  expect(world.miner.deltas).toEqual(new Map([[txid, 4_000]]));
  world.now += 1_800;
  world.chain.locations.delete(others[2]!);
  world.chain.mine(others[1]!);
  expect(await statuses()).toEqual(['accelerated', 'accelerated', 'confirmed', 'canceled']);
});

it('trackAcceleration stores at most 100 for a user, also of concurrent calls', async () => {
  const ids = Array.from({ length: 102 }, (_, i) => i.toString(16).padStart(64, '0'));
  for (const id of ids) world.chain.locations.set(id, { in: 'mempool' });
  const tracking = ids.map((id) =>
    trackAcceleration(options(), { userId: world.alice, txid: id, type: 'next_block', value: undefined }),
  );
  const refused = (await Promise.allSettled(tracking)).filter(({ status }) => status === 'rejected');
  expect(refused).toEqual(
    Array(2).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'services.busy' }) }),
  );
  expect(await autoAccelerationsOf(world.test.database, world.alice)).toHaveLength(100);
});

describe('an automatic acceleration that is due', () => {
  /** Runs it three times. @returns its status, and those of the accelerations that this stored */
  const run = async () => {
    const auto = options();
    for (let times = 0; times < 3; times++) await runAutoAccelerations(auto);
    const [tracked] = await autoAccelerationsOf(auto.database, world.alice);
    const stored = await accelerationsOfUser(auto.database, world.alice, undefined);
    return [tracked!.status, ...stored.map(({ status }) => status)];
  };
  beforeEach(async () => {
    const { database } = world.test;
    await creditUser(database, { userId: world.alice, amountSats: 20_000, idempotencyKey: 'a' }, world.now);
    await trackAcceleration(options(), { userId: world.alice, txid, type: 'next_block', value: undefined });
    world.chain.height += 1;
  });

  it('stores nothing while no miner answers', async () => {
    world.miner.isAway = true;
    expect(await run()).toEqual(['tracking']);
    world.miner.isAway = false;
    expect(await run()).toEqual(['accelerated', 'accelerating']);
  });

  it('ends when the miners refuse its transaction', async () => {
    world.miner.lacks = { refusal: 'services.tx-rejected' };
    expect(await run()).toEqual(['canceled', 'failed']);
  });

  it('waits while its user is disabled', async () => {
    await setStatus(world.test.database, world.alice, 'disabled');
    expect(await run()).toEqual(['tracking']);
    await setStatus(world.test.database, world.alice, 'verified');
    expect(await run()).toEqual(['accelerated', 'accelerating']);
  });
});

it('automatic accelerations are bought behind 5,000 that are not due', async () => {
  const { database } = world.test;
  const ids = Array.from({ length: 5_000 }, (_, i) => i.toString(16).padStart(64, '0'));
  for (const id of ids) world.chain.locations.set(id, { in: 'mempool' });
  const waiting = ids.map((id) => ({
    ...{ user_id: world.alice, txid: id, status: 'tracking' as const, added: world.now },
    ...{ trigger_type: 'time_delay' as const, trigger_value: 336, due_height: null, due_time: world.now + 1_209_600 },
  }));
  for (let i = 0; i < waiting.length; i += 500) {
    await database
      .insertInto('auto_accelerations')
      .values(waiting.slice(i, i + 500))
      .execute();
  }
  const bob = await createUser(database, { username: 'bob' }, world.now);
  await creditUser(database, { userId: bob.id, amountSats: 20_000, idempotencyKey: 'b' }, world.now);
  await trackAcceleration(options(), { userId: bob.id, txid, type: 'next_block', value: undefined });
  world.chain.height += 1;
  await runAutoAccelerations(options());
  expect((await autoAccelerationsOf(database, bob.id)).map(({ status }) => status)).toEqual(['accelerated']);
});
