import { seededRandom, toHex } from '@glassblock/primitives';
import { type Change, openFaultyEngine, openMemoryEngine, openStore, type Store, type Table } from '@glassblock/store';
import { beforeAll, describe, expect, it } from 'vitest';
import { extend, identity } from '../../test/support/random-chain.ts';
import { openTestStore } from '../../test/support/test-store.ts';
import { ToyChain } from '../../test/support/toy-chain.ts';
import { createFollower, type IndexIdentity, openIndex, prefixerOf, tables } from '../index.ts';
import { checkIndex } from './check-index.ts';
import type { Finding } from './findings.ts';

interface Indexed {
  chain: ToyChain;
  store: Store;
}

/** Indexes a chain with long histories and one reorg, with all optional tables. */
async function indexed(more: Partial<IndexIdentity> = {}): Promise<Indexed> {
  const chain = new ToyChain();
  extend(chain, seededRandom(21), 56, 'main', 20);
  const store = await openTestStore();
  const prefixer = await openIndex(store, identity({ keepBodies: true, scriptBits: 4, ...more }));
  const follower = await createFollower({ store, prefixer, source: chain.source(), onFacts: () => undefined });
  await follower.catchUp();
  chain.unwind(3);
  extend(chain, seededRandom(22), 20, 'other', 20);
  await follower.catchUp();
  return { chain, store };
}

async function findingsIn({ chain, store }: Indexed, sample?: number): Promise<Finding[]> {
  const found: Finding[] = [];
  const { findings } = await checkIndex({
    store,
    prefixer: (await prefixerOf(store, 'regtest'))!,
    source: chain.source(),
    sample,
    random: seededRandom(5),
    onFinding: (finding) => found.push(finding),
    onProgress: () => undefined,
  });
  expect(findings).toBe(found.length);
  return found;
}

/** Runs work on tables with one changed row, and restores the row. */
async function withRow<T>(store: Store, table: Table, at: number, damage: Damage, work: (key: string) => Promise<T>) {
  const rows = [];
  for await (const row of store.everyRow(table)) rows.push(row);
  const { key, value } = rows[Math.floor((rows.length - 1) * at)]!;
  const view = await store.view();
  const tip = view.tip!;
  await view.close();
  await store.commit([{ table, key, value: damage(value) }], tip);
  try {
    return await work(toHex(key.partition) + toHex(key.sort));
  } finally {
    await store.commit([{ table, key, value }], tip);
  }
}

type Damage = (value: Uint8Array) => Uint8Array | undefined;
const removed: Damage = () => undefined;
const flipped: Damage = (value) => value.map((byte, i) => (i === Math.floor(value.length / 2) ? byte ^ 0x15 : byte));
const cut: Damage = (value) => value.subarray(0, value.length - 1);

let whole: Indexed;
beforeAll(async () => {
  whole = await indexed();
});

describe('checking an index', () => {
  it('finds nothing in an intact index, complete and sampled, with any optional tables', async () => {
    expect(await findingsIn(whole)).toEqual([]);
    expect(await findingsIn(whole, 60)).toEqual([]);
    const min = await indexed({ keepIds: false, keepBodies: false });
    expect(await findingsIn(min)).toEqual([]);
    expect(await findingsIn(min, 60)).toEqual([]);
  });

  const damages: [string, Damage, readonly number[]][] = [
    ['removed', removed, [0, 0.4, 1]],
    ['changed', flipped, [0, 0.4, 1]],
    ['cut short', cut, [0.4]],
  ];
  // only Elements chains have rows of assets
  const ofAssets = [tables.assets, tables.assetTxs, tables.assetBlocks, tables.pegs, tables.federations];
  const unused: readonly Table[] = [tables.meta, ...ofAssets];
  const checked = Object.values(tables).filter((table) => !unused.includes(table));
  const cases = checked.flatMap((table) =>
    damages.map(([what, damage, places]) => [table.name, what, table, damage, places] as const),
  );
  it.each(cases)('names a row of %s that was %s', async (_name, what, table, damage, places) => {
    for (const at of places) {
      // the oldest undo row and stored bodies may be absent
      if (what === 'removed' && ((table === tables.undo && at === 0) || table === tables.staleBodies)) continue;
      await withRow(whole.store, table, at, damage, async (key) => {
        const found = await findingsIn(whole);
        // of a missing sealed part only its script is known
        const isKey = (named: string) => named === key || (table === tables.chunks && key.startsWith(named));
        const named = found.filter((finding) => finding.table === table.name && isKey(finding.key));
        expect(named, JSON.stringify(found.slice(0, 5))).not.toHaveLength(0);
      });
    }
  });

  it.each([tables.blocks, tables.cells, tables.ids, tables.bodies, tables.spends, tables.firsts, tables.undo])(
    'names a row of $name above the tip, of a sample too',
    async (table) => {
      const key = { partition: new Uint8Array([0, 1, 0, 0]), sort: new Uint8Array(0) };
      const view = await whole.store.view();
      await whole.store.commit([{ table, key, value: new Uint8Array(4) }], view.tip!);
      const found = await findingsIn(whole, 5);
      await whole.store.commit([{ table, key, value: undefined }], view.tip!);
      await view.close();
      expect(found).toEqual([{ table: table.name, key: '00010000', fault: 'the row is above the tip' }]);
    },
  );

  it('finds damage by a sample if it touches a sampled block or script', async () => {
    await withRow(whole.store, tables.chunks, 0.5, flipped, async () => {
      expect(await findingsIn(whole, 80)).not.toEqual([]);
    });
    await withRow(whole.store, tables.unspent, 0.5, removed, async () => {
      expect(await findingsIn(whole, 97)).not.toEqual([]);
    });
  });

  it('stops early if almost everything is wrong', async () => {
    const { chain, store } = await indexed();
    const view = await store.view();
    const removals: Change[] = [];
    for await (const { key } of store.everyRow(tables.unspent)) {
      removals.push({ table: tables.unspent, key, value: undefined });
    }
    await store.commit(removals, view.tip!);
    const found: Finding[] = [];
    const prefixer = (await prefixerOf(store, 'regtest'))!;
    const more = { sample: undefined, random: seededRandom(1), max: 20, onProgress: () => undefined };
    const onFinding = (finding: Finding) => found.push(finding);
    const result = await checkIndex({ store, prefixer, source: chain.source(), ...more, onFinding });
    expect(result).toMatchObject({ findings: 20, isWhole: false });
    expect(found).toHaveLength(20);
    await view.close();
  });

  it('reports unreadable files and continues after the first one', async () => {
    const engine = openFaultyEngine(openMemoryEngine());
    const chain = new ToyChain();
    extend(chain, seededRandom(3), 20, 'x');
    const store = await openStore(engine);
    const prefixer = await openIndex(store, identity());
    const follower = await createFollower({ store, prefixer, source: chain.source(), onFacts: () => undefined });
    await follower.catchUp();
    const found: Finding[] = [];
    const source = chain.source();
    await checkIndex({
      store,
      prefixer,
      source: {
        ...source,
        async blockWithSpent(hash) {
          engine.fail('reads', Object.assign(new Error('Corruption: bad block'), { code: 'LEVEL_CORRUPTION' }));
          return source.blockWithSpent(hash);
        },
      },
      sample: 4,
      random: seededRandom(1),
      onFinding: (finding) => found.push(finding),
      onProgress: () => undefined,
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ table: 'store', fault: expect.stringMatching(/damaged.*bad block/) });
  });

  it('refuses to compare with a node that is behind or on another chain', async () => {
    const { chain, store } = await indexed();
    chain.unwind(1);
    await expect(findingsIn({ chain, store })).rejects.toMatchObject({ code: 'index.other-chain' });
    chain.mine([], { as: 'elsewhere' });
    await expect(findingsIn({ chain, store })).rejects.toThrow(/has left the block at the tip/);
  });
});
