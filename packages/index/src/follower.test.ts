import type { Fact } from '@glassblock/journal';
import { CodedError, displayHash, equalBytes, scriptHash, seededRandom } from '@glassblock/primitives';
import { type Change, openHostileEngine, openMemoryEngine, openStore, type Store } from '@glassblock/store';
import { describe, expect, it } from 'vitest';
import { chainDigest } from '../test/support/chain-digest.ts';
import { extend, identity } from '../test/support/random-chain.ts';
import { openTestStore } from '../test/support/test-store.ts';
import { scriptOf, ToyChain } from '../test/support/toy-chain.ts';
import { createFollower, type IndexIdentity, openIndex, openIndexView, tables } from './index.ts';

async function follow(chain: ToyChain, store?: Store, more?: Partial<IndexIdentity>) {
  const target = store ?? (await openTestStore());
  const prefixer = await openIndex(target, identity(more));
  const facts: Fact[] = [];
  const reports: string[] = [];
  const follower = await createFollower({
    store: target,
    prefixer,
    source: chain.source(),
    onFacts(some, tip) {
      facts.push(...some);
      reports.push(`${names(some).join(' ')} tip ${tip?.height}`);
    },
  });
  const view = () => openIndexView(target, prefixer);
  return { store: target, follower, facts, reports, view };
}

/** Returns a digest of every row that must depend only on the active chain. */
async function digestFromNothing(chain: ToyChain, more?: Partial<IndexIdentity>): Promise<string> {
  const { store, follower } = await follow(chain, await openStore(openMemoryEngine()), more);
  await follower.catchUp();
  return chainDigest(store);
}

const hashOf = (name: string) => scriptHash(scriptOf(name));
const names = (facts: readonly Fact[]) =>
  facts.map((fact) =>
    fact.type === 'block-connected'
      ? `+${fact.height}`
      : fact.type === 'block-disconnected'
        ? `-${fact.height}`
        : fact.type,
  );

describe('following a chain', () => {
  it('continues after a commit that took effect without an answer, and reports its blocks once', async () => {
    const chain = new ToyChain();
    for (let i = 0; i < 3; i++) chain.mine();
    const store = await openTestStore();
    let isLost = false;
    const lossy: Store = Object.assign(Object.create(store) as Store, {
      async commit(...change: Parameters<Store['commit']>) {
        await store.commit(...change);
        if (isLost) throw new CodedError('store.write-failed', 'the answer was lost');
      },
    });
    const { follower, facts } = await follow(chain, lossy);
    await follower.catchUp();
    chain.mine([{ name: 'a', spends: [{ tx: 'cb0', vout: 0 }], pays: [{ to: 'alice', sats: 30 }] }]);
    isLost = true;
    await expect(follower.catchUp()).rejects.toMatchObject({ code: 'store.write-failed' });
    expect(names(facts)).toEqual(['+0', '+1', '+2']);
    isLost = false;
    chain.mine();
    await follower.catchUp();
    expect(names(facts)).toEqual(['+0', '+1', '+2', '+3', '+4']);
    expect(await chainDigest(store)).toBe(await digestFromNothing(chain));
  });

  it('plans a block again after a commit that failed', async () => {
    const chain = new ToyChain();
    chain.mine();
    const engine = openHostileEngine(seededRandom(3));
    const store = await openStore(engine);
    const { follower, facts } = await follow(chain, store);
    await follower.catchUp();
    chain.mine();
    engine.failAfter(1);
    await expect(follower.catchUp()).rejects.toMatchObject({ code: 'store.write-failed' });
    engine.failAfter(undefined);
    await follower.catchUp();
    expect(names(facts)).toEqual(['+0', '+1']);
  });

  it('returns totals, history, unspent outputs and spenders of a script', async () => {
    const chain = new ToyChain();
    chain.mine();
    chain.mine([
      {
        name: 'a',
        spends: [{ tx: 'cb0', vout: 0 }],
        pays: [
          { to: 'alice', sats: 30 },
          { to: 'bob', sats: 5 },
        ],
      },
    ]);
    chain.mine([
      {
        name: 'b',
        spends: [{ tx: 'a', vout: 0 }],
        pays: [
          { to: 'alice', sats: 10 },
          { to: 'alice', sats: 11 },
        ],
      },
      { name: 'c', spends: [{ tx: 'b', vout: 1 }], pays: [{ to: 'bob', sats: 9 }] },
    ]);
    const { follower, view } = await follow(chain);
    await follower.catchUp();
    const index = await view();
    expect(index.tip?.height).toBe(2);
    expect(await index.totals(hashOf('alice'))).toEqual({
      txCount: 3,
      fundedCount: 3,
      fundedSum: 51n,
      spentCount: 2,
      spentSum: 41n,
    });
    expect((await index.history(hashOf('alice'), { limit: 10 })).map(({ number }) => number)).toEqual([
      { height: 2, position: 2 },
      { height: 2, position: 1 },
      { height: 1, position: 1 },
    ]);
    const older = await index.history(hashOf('alice'), { limit: 10, before: { height: 2 as never, position: 1 } });
    expect(older.map(({ number }) => number.height)).toEqual([1]);
    expect(await index.unspentPage(hashOf('alice'), { limit: 10 })).toEqual([
      { number: { height: 2, position: 1 }, vout: 0, value: 10 },
    ]);
    expect(await index.unspentPage(hashOf('bob'), { limit: 10 })).toHaveLength(2);
    const [spenders] = await index.spendersOf([{ number: { height: 1 as never, position: 1 } }]);
    expect([...spenders!]).toEqual([[0, { number: { height: 2, position: 1 }, vin: 0 }]]);
    expect(await index.locate(chain.txid('c'))).toEqual([{ height: 2, position: 2 }]);
    expect(await index.totals(hashOf('unused'))).toMatchObject({ txCount: 0, fundedSum: 0n });
    const row = (await index.blockByHash(chain.active[2]!))!;
    expect(row).toMatchObject({
      stale: false,
      row: { height: 2, txCount: 3, figures: { totalFees: 11, reward: 50e8 } },
    });
    await index.close();
  });

  // old   0 - 1 - 2a - 3a            new   0 - 1 - 2b
  it('disconnects to the fork in a reorg and stores stale blocks by hash', async () => {
    const chain = new ToyChain();
    chain.mine();
    chain.mine();
    const old = chain.mine([{ name: 'x', spends: [{ tx: 'cb0', vout: 0 }], pays: [{ to: 'alice', sats: 7 }] }]);
    chain.mine([{ name: 'y', spends: [{ tx: 'x', vout: 0 }], pays: [{ to: 'bob', sats: 6 }] }]);
    const { follower, facts, reports, view, store } = await follow(chain);
    await follower.catchUp();
    chain.unwind(2);
    chain.mine([{ name: 'z', spends: [{ tx: 'cb0', vout: 0 }], pays: [{ to: 'carol', sats: 5 }] }], { as: 'other2' });
    await follower.catchUp();
    expect(names(facts)).toEqual(['+0', '+1', '+2', '+3', '-3', '-2', '+2']);
    expect(reports).toEqual(['+0 +1 +2 +3 tip 3', '-3 -2 +2 tip 2']);
    const index = await view();
    expect(await index.totals(hashOf('alice'))).toMatchObject({ txCount: 0 });
    expect(await index.totals(hashOf('carol'))).toMatchObject({ txCount: 1, fundedSum: 5n });
    expect(await index.locate(chain.txid('y'))).toEqual([]);
    expect(await index.blockByHash(old)).toMatchObject({ stale: true, row: { height: 2 } });
    const { block, spent } = await chain.source().blockWithSpent(old);
    expect(await index.staleBody(old)).toEqual({ block, spent });
    await index.close();
    expect(await chainDigest(store)).toBe(await digestFromNothing(chain));
  });

  it('returns to a branch that it had left', async () => {
    const chain = new ToyChain();
    chain.mine();
    chain.mine([{ name: 'x', spends: [{ tx: 'cb0', vout: 0 }], pays: [{ to: 'alice', sats: 7 }] }]);
    const first = [...chain.active];
    const { follower, view, store } = await follow(chain);
    await follower.catchUp();
    chain.unwind(1);
    chain.mine([], { as: 'side1' });
    await follower.catchUp();
    chain.active.splice(0, chain.active.length, ...first);
    await follower.catchUp();
    const index = await view();
    expect(await index.blockByHash(first[1]!)).toMatchObject({ stale: false });
    await index.close();
    expect(await chainDigest(store)).toBe(await digestFromNothing(chain));
  });

  it('does not disconnect while the node is only behind, and does when it has another chain', async () => {
    const chain = new ToyChain();
    for (let i = 0; i < 5; i++) chain.mine();
    const { follower, facts } = await follow(chain);
    await follower.catchUp();
    chain.unwind(3);
    chain.catchingUp = true;
    await follower.catchUp();
    expect(follower.tip?.height).toBe(4);
    chain.mine([], { as: 'other' });
    await follower.catchUp();
    expect(names(facts).slice(5)).toEqual(['-4', '-3', '-2', '+2']);
  });

  it('disconnects without undo rows exactly as with them', async () => {
    const chain = randomChain(5, 40);
    const { follower, store } = await follow(chain);
    await follower.catchUp();
    expect(await removeUndoRows(store)).toBe(40);
    chain.unwind(15);
    for (let i = 0; i < 3; i++) chain.mine([], { as: `fresh${i}` });
    await follower.catchUp();
    expect(await chainDigest(store)).toBe(await digestFromNothing(chain));
  });

  // the data directory of the node was replaced: it has no block of the index above the fork
  it('reports a node with another chain when blocks without undo rows must be disconnected', async () => {
    const chain = randomChain(5, 40);
    const { follower, store } = await follow(chain);
    await follower.catchUp();
    await removeUndoRows(store);
    const other = randomChain(6, 10);
    const source = other.source();
    other.source = () => ({
      ...source,
      async blockWithSpent(hash) {
        if (other.active.some((known) => equalBytes(known, hash))) return source.blockWithSpent(hash);
        throw new CodedError('node.unknown-block', 'no such block');
      },
    });
    const again = await follow(other, store);
    await expect(again.follower.catchUp()).rejects.toMatchObject({
      code: 'index.other-chain',
      datum: displayHash(chain.active.at(-1)!),
    });
    expect(again.follower.tip?.height).toBe(39);
  });

  it('equals a rebuild after random reorgs, on every seed', async () => {
    for (const seed of [1, 2, 3]) {
      const random = seededRandom(seed);
      const chain = randomChain(seed, 30);
      const { follower, store } = await follow(chain);
      await follower.catchUp();
      for (let round = 0; round < 6; round++) {
        chain.unwind(Math.floor(random() * 8));
        extend(chain, random, 1 + Math.floor(random() * 9), `s${seed}r${round}`);
        await follower.catchUp();
      }
      expect(await chainDigest(store), `seed ${seed}`).toBe(await digestFromNothing(chain));
    }
  });

  it('recovers from a power failure at any row of a block, on an engine without guarantees', async () => {
    const chain = randomChain(9, 40);
    const whole = await digestFromNothing(chain);
    for (const cut of [1, 7, 23, 61, 140]) {
      const engine = openHostileEngine(seededRandom(cut));
      const first = await follow(chain, await openStore(engine));
      engine.failAfter(cut);
      await expect(first.follower.catchUp()).rejects.toMatchObject({ code: 'store.write-failed' });
      engine.failAfter(undefined);
      const again = await follow(chain, await openStore(engine));
      await again.follower.catchUp();
      expect(await chainDigest(again.store), `cut after ${cut} rows`).toBe(whole);
    }
  });

  it('rejects the store of another network or format with one sentence', async () => {
    const { store } = await follow(new ToyChain());
    await expect(openIndex(store, identity({ network: 'mainnet' }))).rejects.toThrow(
      /index of regtest, not of mainnet/,
    );
  });

  it('reports blocks that form no chain, instead of requesting them forever', async () => {
    const chain = new ToyChain();
    chain.mine();
    chain.mine();
    const other = new ToyChain();
    other.mine([], { time: 5 });
    other.mine([], { time: 6 });
    const source = { ...chain.source(), blockWithSpent: other.source().blockWithSpent };
    source.hashAt = async (height) => (height === 0 ? other.active[0] : other.active[1]);
    source.blockWithSpent = async () => other.source().blockWithSpent(other.active[0]!);
    const store = await openTestStore();
    const prefixer = await openIndex(store, identity());
    const follower = await createFollower({ store, prefixer, source, onFacts: () => undefined });
    await expect(follower.catchUp()).rejects.toMatchObject({ code: 'index.inconsistent-node' });
    expect(displayHash(follower.tip!.hash)).toBe(displayHash(other.active[0]!));
  });
});

/** Removes the data for disconnecting blocks. @returns the number of rows */
async function removeUndoRows(store: Store): Promise<number> {
  const changes: Change[] = [];
  for await (const { key } of store.everyRow(tables.undo)) changes.push({ table: tables.undo, key, value: undefined });
  const view = await store.view();
  await store.commit(changes, view.tip!);
  await view.close();
  return changes.length;
}

function randomChain(seed: number, blocks: number): ToyChain {
  const chain = new ToyChain();
  extend(chain, seededRandom(seed * 77), blocks, `seed${seed}`);
  return chain;
}
