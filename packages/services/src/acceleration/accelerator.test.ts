import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '../accounts/users.ts';
import { auditLedger, balanceOf, creditUser } from '../ledger/ledger.ts';
import { createScriptedChain, type ScriptedChain } from '../testing/scripted-chain.ts';
import { createScriptedMiner, type ScriptedMiner } from '../testing/scripted-miner.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Accelerator, createAccelerator } from './accelerator.ts';
import type { ListFilter } from './list-filter.ts';
import { accelerationPage } from './list-page.ts';
import { accelerationsOfUser, eventsOf } from './own-history.ts';
import { accelerationOfTx, accelerationSums, accelerationTotals, activeAccelerations } from './public-lists.ts';

const txid = 'ab'.repeat(32);
const other = 'cd'.repeat(32);
const bid = 5_000;
const fees = { baseFee: 1_000, feePerVbyte: 0.5 };
/** Bid, base fee, and half a sat for each of 200 vB. */
const held = bid + 1_000 + 100;
const credited = 100_000;

/** Throws at a call that the test chooses, as if the program ended there. */
interface Killer {
  calls: number;
  killAt: number;
  call(): void;
}

function createKiller(): Killer {
  return {
    calls: 0,
    killAt: Number.POSITIVE_INFINITY,
    call() {
      this.calls += 1;
      if (this.calls >= this.killAt) throw new Error('killed');
    },
  };
}

/** A service with a user who has a balance. */
class World {
  readonly chain: ScriptedChain = createScriptedChain();
  readonly killer = createKiller();
  readonly miner: ScriptedMiner = createScriptedMiner('first', undefined, () => this.killer.call());
  now = 1_700_000_000;
  alice = 0;
  bob = 0;
  changes = 0;
  test!: TestDatabase;
  accelerator!: Accelerator;
  miners: ScriptedMiner[] = [this.miner];

  async open(): Promise<this> {
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        this.killer.call();
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    this.test = await openTestDatabase([plugin]);
    this.alice = await this.createUser('alice');
    this.bob = await this.createUser('bob');
    this.start();
    return this;
  }

  async createUser(username: string): Promise<number> {
    const { id } = await createUser(this.test.database, { username }, this.now);
    await creditUser(this.test.database, { userId: id, amountSats: credited, idempotencyKey: username }, this.now);
    return id;
  }

  /** Starts the service again on the same database and miners. */
  start(): void {
    this.accelerator = createAccelerator({
      database: this.test.database,
      miners: this.miners,
      chain: this.chain,
      fees,
      nowSeconds: () => this.now,
      onChange: () => {
        this.changes += 1;
      },
      onMinerState: () => undefined,
    });
  }

  arrive(...txids: string[]): void {
    for (const id of txids) this.chain.locations.set(id, { in: 'mempool' });
  }

  accept(id = txid, user = this.alice) {
    return this.accelerator.accept(user, id, bid);
  }

  balance(user = this.alice) {
    return balanceOf(this.test.database, user);
  }

  async states(user = this.alice): Promise<string[]> {
    const rows = await accelerationsOfUser(this.test.database, user, undefined);
    return rows.map(({ status }) => status);
  }

  /** Mines an empty block. */
  async nextBlock(): Promise<void> {
    this.chain.height += 1;
    await this.accelerator.reconcile();
  }
}

let world: World;
beforeEach(async () => {
  world = await new World().open();
});
afterEach(async () => {
  world.killer.killAt = Number.POSITIVE_INFINITY;
  expect(await auditLedger(world.test.database)).toEqual([]);
  await world.test.close();
});

describe('quotes', () => {
  it('cover the fee rate of the next block, and at least 1 sat/vB', async () => {
    world.arrive(txid);
    expect(await world.accelerator.quote(txid)).toMatchObject({
      cost: 2_000,
      nextBlockFee: 2_400,
      baseFee: 1_000,
      vsizeFee: 100,
      options: [2_000, 4_000, 8_000],
    });
    await world.accept();
    expect(await world.accelerator.quote(txid)).toBeUndefined();
    await expect(world.accelerator.quote(other)).rejects.toMatchObject({ code: 'services.txid-not-in-mempool' });
  });

  it.each([
    ['too-many-relatives', { ancestorCount: 26 }],
    ['high-sigops', { hasManySigops: true }],
    ['no-fee-rate', { nextBlockRate: undefined }],
  ])('are refused: %s', async (code, figures) => {
    world.arrive(txid);
    world.chain.figures = figures;
    await expect(world.accelerator.quote(txid)).rejects.toMatchObject({ code: `services.${code}` });
    world.chain.figures = {};
    world.chain.mine(txid);
    await expect(world.accelerator.quote(txid)).rejects.toMatchObject({ code: 'services.cannot-accelerate' });
  });

  it('are refused without miners', async () => {
    world.miners = [];
    world.start();
    world.arrive(txid);
    await expect(world.accelerator.quote(txid)).rejects.toMatchObject({ code: 'services.no-mining-pool-available' });
  });
});

describe('an acceleration', () => {
  it('is held, sent to miners, mined and charged as far as needed, and the rest is refunded', async () => {
    world.arrive(txid);
    const { id } = await world.accept();
    expect(await world.balance()).toEqual({ balance: credited - held, hold: held, feesPaid: 0 });
    expect(world.miner.deltas).toEqual(new Map([[txid, bid]]));
    expect(await activeAccelerations(world.test.database)).toMatchObject([{ txid, bid, effective_vsize: 200 }]);
    world.chain.mine(txid);
    // a node drops the fee delta of a mined transaction
    world.miner.deltas.clear();
    await world.accelerator.reconcile();
    expect(await world.states()).toEqual(['completed_provisional']);
    expect(await activeAccelerations(world.test.database)).toEqual([]);
    await expect(world.accelerator.cancel(world.alice, id)).rejects.toMatchObject({
      code: 'services.bad-acceleration',
    });
    await world.nextBlock();
    expect(await world.states()).toEqual(['completed_provisional']);
    expect(await world.balance()).toMatchObject({ hold: held });
    await world.nextBlock();
    expect(await world.states()).toEqual(['completed']);
    // 10 sat/vB for 200 vB less the fee of 400
    const charged = 1_600 + 1_000 + 100;
    expect(await world.balance()).toEqual({ balance: credited - charged, hold: 0, feesPaid: charged });
    await world.nextBlock();
    expect(await world.balance()).toMatchObject({ feesPaid: charged });
    const rows = await accelerationsOfUser(world.test.database, world.alice, undefined);
    const events = await eventsOf(world.test.database, rows);
    expect(events.get(id)?.map(({ event }) => event)).toEqual([
      'requested',
      'accelerating: sent to miners',
      'completed_provisional: mined',
      'completed: charged',
    ]);
    const { rows: page, total } = await accelerationPage(
      world.test.database,
      { blockHeight: 101 },
      { page: 1, pageLength: 50 },
    );
    expect([page[0]?.bid_boost, total]).toEqual([1_600, 1]);
    expect(await accelerationTotals(world.test.database, {})).toEqual({
      requested: 1,
      accepted: 1,
      completed: 1,
      bidBoost: 1_600,
      vsize: 200,
    });
    expect(await accelerationSums(world.test.database, {}, 3_600)).toEqual({
      sums: [{ start: world.now - (world.now % 3_600), bidBoost: 1_600, meanHeight: 101, count: 1 }],
      oldest: world.now,
    });
  });

  it('is never charged more than its bid', async () => {
    world.arrive(txid);
    await world.accept();
    world.chain.mined = { ...world.chain.mined, lowestRate: 1_000 };
    world.chain.mine(txid);
    for (let block = 0; block < 3; block++) await world.nextBlock();
    expect(await world.balance()).toEqual({ balance: credited - held, hold: 0, feesPaid: held });
  });

  it('is refunded when no miner answers, and sent to those that answer later', async () => {
    world.miners = [world.miner, createScriptedMiner('second', undefined)];
    world.start();
    const [first, second] = world.miners as [ScriptedMiner, ScriptedMiner];
    first.isAway = true;
    world.arrive(txid, other);
    await world.accept();
    expect(second.deltas.get(txid)).toBe(bid);
    // not called again before the next check
    first.isAway = false;
    second.isAway = true;
    await expect(world.accept(other)).rejects.toMatchObject({ code: 'services.no-mining-pool-available' });
    expect(await world.states()).toEqual(['failed', 'accelerating']);
    for (const filter of [{}, { blockHash: undefined, since: 0, until: world.now }])
      expect(await accelerationTotals(world.test.database, filter)).toMatchObject({ requested: 2, accepted: 1 });
    expect(await world.balance()).toEqual({ balance: credited - held, hold: held, feesPaid: 0 });
    await world.accelerator.reconcile();
    expect(first.deltas).toEqual(new Map([[txid, bid]]));
  });

  it('sends its package to miners that do not have it, after the fee delta', async () => {
    world.arrive(txid);
    world.miner.lacks = { refusal: undefined };
    const states: string[] = [];
    world.miner.hasTransaction = async () => {
      states.push(...(await world.states()), String(world.miner.deltas.get(txid)));
      return false;
    };
    await world.accept();
    expect(states).toEqual(['requested', String(bid)]);
    expect(world.miner.submitted).toEqual([Uint8Array.of(1), Uint8Array.of(2)]);
    expect(await world.states()).toEqual(['accelerating']);
  });

  it.each(['cannot-fetch-tx', 'cannot-decode-tx', 'bad-dependencies', 'tx-rejected'])(
    'is refunded when no miner has its transaction: %s',
    async (name) => {
      const code = `services.${name}`;
      world.arrive(txid);
      world.miner.lacks = { refusal: code };
      if (name === 'cannot-fetch-tx') world.chain.raws = undefined;
      await expect(world.accept()).rejects.toMatchObject({ code });
      expect(await world.states()).toEqual(['failed']);
      expect(world.miner.deltas.size).toBe(0);
      expect(await world.balance()).toEqual({ balance: credited, hold: 0, feesPaid: 0 });
    },
  );

  it('ends and is refunded when the user cancels it', async () => {
    world.arrive(txid);
    const { id } = await world.accept();
    await expect(world.accelerator.cancel(world.bob, id)).rejects.toMatchObject({ code: 'services.bad-acceleration' });
    await world.accelerator.cancel(world.alice, id);
    expect(world.miner.deltas.size).toBe(0);
    expect(await world.balance()).toEqual({ balance: credited, hold: 0, feesPaid: 0 });
    await expect(world.accelerator.cancel(world.alice, id)).rejects.toMatchObject({
      code: 'services.bad-acceleration',
    });
    // and can be bought again
    await world.accept();
    expect(await world.states()).toEqual(['accelerating', 'failed']);
  });

  it('is refunded two blocks after its transaction was replaced, unless a reorg returns it', async () => {
    world.arrive(txid);
    await world.accept();
    world.chain.locations.delete(txid);
    await world.accelerator.reconcile();
    expect(await world.states()).toEqual(['failed_provisional']);
    expect(world.miner.deltas.size).toBe(0);
    await world.nextBlock();
    world.arrive(txid);
    await world.accelerator.reconcile();
    expect(await world.states()).toEqual(['accelerating']);
    expect(world.miner.deltas.get(txid)).toBe(bid);
    world.chain.locations.delete(txid);
    for (let block = 0; block < 2; block++) await world.nextBlock();
    expect(await world.states()).toEqual(['failed_provisional']);
    expect(await world.balance()).toMatchObject({ hold: held });
    await world.nextBlock();
    expect(await world.states()).toEqual(['failed']);
    expect(await world.balance()).toEqual({ balance: credited, hold: 0, feesPaid: 0 });
  });

  it('returns to the miners when a reorg disconnects its block', async () => {
    world.arrive(txid);
    await world.accept();
    world.chain.mine(txid);
    world.miner.deltas.clear();
    await world.accelerator.reconcile();
    world.chain.height -= 1;
    world.arrive(txid);
    await world.accelerator.reconcile();
    expect(await world.states()).toEqual(['accelerating']);
    expect(world.miner.deltas.get(txid)).toBe(bid);
    world.chain.mine(txid, 'another block');
    await world.accelerator.reconcile();
    expect(await accelerationsOfUser(world.test.database, world.alice, undefined)).toMatchObject([
      { status: 'completed_provisional', block_hash: 'another block', block_height: 101 },
    ]);
  });

  it('costs nothing when another mining pool mines it', async () => {
    const miner = createScriptedMiner('own', 111);
    world.miners = [miner];
    world.start();
    world.arrive(txid, other);
    await world.accept();
    await world.accept(other);
    world.chain.mine(txid);
    await world.accelerator.reconcile();
    expect(await world.states()).toEqual(['accelerating', 'failed_provisional']);
    for (let block = 0; block < 2; block++) await world.nextBlock();
    expect(await world.states()).toEqual(['accelerating', 'failed']);
    world.chain.mined = { ...world.chain.mined, miningPoolId: 111 };
    world.chain.mine(other);
    await world.accelerator.reconcile();
    expect(await world.states()).toEqual(['completed_provisional', 'failed']);
    expect(world.accelerator.miningPoolIds).toEqual([111]);
  });

  it('expires after two weeks', async () => {
    world.arrive(txid);
    await world.accept();
    world.now += 14 * 86_400;
    await world.accelerator.reconcile();
    expect(await world.states()).toEqual(['failed']);
    expect(world.miner.deltas.size).toBe(0);
    expect(await world.balance()).toEqual({ balance: credited, hold: 0, feesPaid: 0 });
  });

  it('does not change while the chain is unavailable or uncertain', async () => {
    world.arrive(txid);
    const { id } = await world.accept();
    world.chain.isAvailable = false;
    await world.nextBlock();
    await expect(world.accelerator.cancel(world.alice, id)).rejects.toMatchObject({
      code: 'services.bad-acceleration',
    });
    world.chain.isAvailable = true;
    world.chain.locations.set(txid, { in: 'unknown' });
    await world.nextBlock();
    expect(await world.states()).toEqual(['accelerating']);
  });
});

it('leaves fee deltas of others alone and corrects those that a miner lost or has twice', async () => {
  world.arrive(txid);
  world.miner.deltas.set(other, 77);
  await world.accept();
  world.miner.deltas.set(txid, 2 * bid);
  await world.accelerator.reconcile();
  expect(world.miner.deltas).toEqual(
    new Map([
      [other, 77],
      [txid, bid],
    ]),
  );
  world.miner.deltas.delete(txid);
  await world.accelerator.reconcile();
  expect(world.miner.deltas.get(txid)).toBe(bid);
});

it('accepts one of many concurrent requests, and no more than the balance covers', async () => {
  world.arrive(txid);
  const same = await Promise.allSettled(
    Array.from({ length: 10 }, (_, i) => world.accept(txid, i % 2 ? world.alice : world.bob)),
  );
  expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const ids = Array.from({ length: 20 }, (_, i) => i.toString(16).padStart(64, '0'));
  world.arrive(...ids);
  const many = await Promise.allSettled(ids.map((id) => world.accept(id, world.bob)));
  const { balance, hold } = await world.balance(world.bob);
  expect(many.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(15);
  expect(balance + hold).toBe(credited);
  expect(balance).toBeLessThan(held);
});

it('has sums that equal those of the rows, by time, mining pool and block', async () => {
  const ids = Array.from({ length: 6 }, (_, i) => i.toString(16).padStart(64, '0'));
  const { database } = world.test;
  for (const [i, id] of ids.entries()) {
    world.now += 1_500;
    world.arrive(id);
    await world.accept(id);
    world.chain.mined = { ...world.chain.mined, miningPoolId: i % 2 };
    if (i < 4) world.chain.mine(id, `block ${i}`);
    await world.accelerator.reconcile();
  }
  // a reorg removes one
  world.arrive(ids[3]!);
  await world.accelerator.reconcile();
  const end = world.now;
  const rows = await accelerationsOfUser(database, world.alice, undefined);
  expect(rows.map(({ added }) => end - added)).toEqual([0, 1_500, 3_000, 4_500, 6_000, 7_500]);
  const matches = ({ since = 0, until = end, minedBy, statuses }: ListFilter) =>
    rows.filter(
      ({ added, mined_by, status }) =>
        added >= since &&
        added <= until &&
        (minedBy === undefined || mined_by === minedBy) &&
        (statuses === undefined || statuses.includes(status)),
    );
  const times = [{}, { since: end - 4_000 }, { until: end - 3_000 }, { since: end - 7_300, until: end - 1_000 }];
  for (const about of [{}, { minedBy: 1 }, { minedBy: 0 }, { minedBy: 9 }])
    for (const time of times) {
      const wanted = matches({ ...about, ...time });
      const mined = wanted.filter(({ status }) => status.startsWith('completed'));
      const sumOf = (name: 'bid_boost' | 'effective_vsize') => mined.reduce((sum, row) => sum + row[name]!, 0);
      expect(await accelerationTotals(database, { ...about, ...time })).toEqual({
        requested: wanted.length,
        accepted: wanted.length,
        completed: mined.length,
        bidBoost: sumOf('bid_boost'),
        vsize: sumOf('effective_vsize'),
      });
      const states = ['accelerating', 'completed', 'completed_provisional'] as const;
      for (const statuses of [undefined, states, ['accelerating'] as const, []]) {
        const filter = { ...about, ...time, statuses };
        const listed = matches(filter).map(({ id }) => id);
        for (const page of [1, 2, 9]) {
          const answer = await accelerationPage(database, filter, { page, pageLength: 2 });
          expect([answer.rows.map(({ id }) => id), answer.total]).toEqual([
            listed.slice(2 * (page - 1), 2 * page),
            listed.length,
          ]);
        }
      }
    }
  expect(await accelerationTotals(database, {})).toMatchObject({ requested: 6, completed: 3, vsize: 600 });
  expect(await accelerationTotals(database, { blockHash: 'block 2' })).toMatchObject({ requested: 1, completed: 1 });
  const { sums } = await accelerationSums(database, {}, 3_600);
  expect(sums.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  expect(await accelerationOfTx(database, ids[0]!)).toMatchObject({ block_hash: 'block 0' });
  expect(await accelerationOfTx(database, 'never')).toBeUndefined();
});

it('raises an own bid, and refuses lower ones and those of others', async () => {
  world.arrive(txid);
  await world.accept();
  const accept = (user: number, sats: number) => world.accelerator.accept(user, txid, sats);
  await expect(accept(world.alice, bid)).rejects.toMatchObject({ code: 'services.acceleration-duplicated' });
  await expect(accept(world.bob, bid - 1)).rejects.toMatchObject({ code: 'services.acceleration-outbid' });
  await expect(accept(world.bob, bid + 1)).rejects.toMatchObject({ code: 'services.acceleration-duplicated' });
  expect(await accept(world.alice, bid + 2_000)).toMatchObject({ bid: bid + 2_000, status: 'accelerating' });
  expect(world.miner.deltas.get(txid)).toBe(bid + 2_000);
  expect(await world.balance()).toMatchObject({ balance: credited - held - 2_000, hold: held + 2_000 });
  await expect(accept(world.alice, 10 * credited)).rejects.toMatchObject({ code: 'services.not-enough-balance' });
  expect(await activeAccelerations(world.test.database)).toMatchObject([{ bid: bid + 2_000 }]);
});

it.each([0, 199, 0.5, Number.NaN, -5_000, 2 ** 60])('refuses a bid of %s sats', async (wrong) => {
  world.arrive(txid);
  await expect(world.accelerator.accept(world.alice, txid, wrong)).rejects.toMatchObject({ code: 'services.bad-bid' });
});

/** The lifecycle of an acceleration, each step of which may be interrupted. */
const lives: Record<string, ((world: World) => Promise<unknown>)[]> = {
  mined: [
    async (world) => world.accept(),
    async (world) => {
      world.chain.mine(txid);
      world.miner.deltas.delete(txid);
      await world.accelerator.reconcile();
    },
    async (world) => {
      world.chain.height = 103;
      await world.accelerator.reconcile();
    },
  ],
  canceled: [
    async (world) => world.accept(),
    async (world) => {
      const [row] = await accelerationsOfUser(world.test.database, world.alice, undefined);
      if (row !== undefined) await world.accelerator.cancel(world.alice, row.id);
    },
  ],
  replaced: [
    async (world) => world.accept(),
    async (world) => {
      world.chain.locations.delete(txid);
      await world.accelerator.reconcile();
    },
    async (world) => {
      world.chain.height = 102;
      await world.accelerator.reconcile();
    },
  ],
};

it.each(Object.keys(lives))('converges after an end of the program at every call: %s', async (name) => {
  for (const [step, work] of lives[name]!.entries()) {
    for (let killAt = 1; ; killAt++) {
      const own = await new World().open();
      own.arrive(txid);
      for (const before of lives[name]!.slice(0, step)) await before(own);
      own.killer.calls = 0;
      own.killer.killAt = killAt;
      const isKilled = await work(own).then(
        () => own.killer.calls >= killAt,
        () => true,
      );
      own.killer.killAt = Number.POSITIVE_INFINITY;
      // the next start
      own.start();
      await own.accelerator.reconcile();
      await own.accelerator.reconcile();
      const [state] = await own.states();
      const { balance, hold, feesPaid } = await own.balance();
      expect(balance + hold + feesPaid).toBe(credited);
      expect(hold).toBe(
        ['accelerating', 'completed_provisional', 'failed_provisional'].includes(state ?? '') ? held : 0,
      );
      expect(own.miner.deltas.get(txid)).toBe(state === 'accelerating' ? bid : undefined);
      expect(await auditLedger(own.test.database)).toEqual([]);
      await own.test.close();
      if (!isKilled) break;
      expect(killAt).toBeLessThan(200);
    }
  }
});
