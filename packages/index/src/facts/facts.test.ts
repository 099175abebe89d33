import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Height,
  readBlock,
  type Sats,
  seededRandom,
  type TxOutput,
  writeSpentOutputs,
} from '@glassblock/primitives';
import { openMemoryEngine, openStore, type Store } from '@glassblock/store';
import { afterEach, describe, expect, it } from 'vitest';
import { extend, identity } from '../../test/support/random-chain.ts';
import { ToyChain } from '../../test/support/toy-chain.ts';
import {
  type BlockRow,
  bulkBuild,
  createBulkTaskRunner,
  createFollower,
  describeBlock,
  openIndex,
  openIndexView,
} from '../index.ts';
import { FactColumns } from './fact-columns.ts';
import { createFactFollower, type FactFollower, type FactFollowerOptions } from './fact-follower.ts';
import { factBytes, factLayout } from './fact-segment.ts';

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});
function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'glassblock-facts-'));
  directories.push(directory);
  return directory;
}

/** Small segments, so that short chains have several. */
const segmentBlocks = 8;
const oneRules = '0000000000000001';
const otherRules = '0000000000000002';
/** Returns a different mining pool for each miner script. */
const minerMiningPool = (row: BlockRow) => row.figures.payoutScripts[0]?.[3] ?? 0;

async function indexOf(chain: ToyChain) {
  const store = await openStore(openMemoryEngine());
  const prefixer = await openIndex(store, identity());
  const follower = await createFollower({ store, prefixer, source: chain.source(), onFacts: () => undefined });
  await follower.catchUp();
  return { store, prefixer, follower };
}

type Opened = Awaited<ReturnType<typeof indexOf>>;

function factsOf(
  { store, prefixer }: Opened,
  more: Partial<FactFollowerOptions> = {},
): FactFollower & { readRows: number[] } {
  const readRows: number[] = [];
  const follower = createFactFollower({
    openView: async () => {
      const view = await openIndexView(store, prefixer);
      return {
        ...view,
        blocksAt: (heights) => {
          readRows.push(...heights);
          return view.blocksAt(heights);
        },
      };
    },
    miningPoolOf: minerMiningPool,
    rules: oneRules,
    directory: undefined,
    onError: (error) => {
      throw error;
    },
    segmentBlocks,
    ...more,
  });
  return Object.assign(follower, { readRows });
}

/** Returns every value of every block, by column. */
function valuesOf(columns: FactColumns): Record<string, number[]> {
  const names = Object.keys(factLayout) as (keyof typeof factLayout)[];
  const all = names.map((name): [string, number[]] => {
    const width = factLayout[name][1];
    return [name, columns.runs().flatMap(({ facts, length }) => [...facts[name].subarray(0, length * width)])];
  });
  return Object.fromEntries(all);
}

async function fromNothing(opened: Opened, more: Partial<FactFollowerOptions> = {}): Promise<Record<string, number[]>> {
  const facts = factsOf(opened, more);
  await facts.catchUp();
  return valuesOf(facts.columns);
}

const randomChain = (seed: number, blocks: number): ToyChain => {
  const chain = new ToyChain();
  extend(chain, seededRandom(seed), blocks, `seed${seed}`);
  return chain;
};

/**
 * Returns the row of a mainnet block. Its prevouts are not in the fixture; they are generated so that the transaction
 * at
 * position `p` pays `100 * p` sats.
 */
function mainnetRow(height: number): BlockRow {
  const block = readFileSync(new URL(`../../../primitives/test/fixtures/mainnet-${height}.bin`, import.meta.url));
  const spent = readBlock(block).txs.map((tx, position): TxOutput[] => {
    if (position === 0) return [];
    const paid = tx.outputs().reduce((sum, { value }) => sum + Number(value), 0) + 100 * position;
    return tx.inputs().map((_, i) => ({ value: (i === 0 ? paid : 0) as Sats, script: new Uint8Array([0x51]) }));
  });
  return describeBlock(block, writeSpentOutputs(spent), height as Height, 1_464_000_000);
}

describe('facts of mainnet blocks', () => {
  it('take 104 bytes per block', () => {
    expect(factBytes).toBe(104);
  });

  it.each([
    {
      height: 413_567,
      facts: {
        time: [1_464_307_123],
        bits: [403_014_710],
        txCount: [1_557],
        size: [999_887],
        weight: [3_999_548],
        reward: [2_531_310_238],
        segwitTxs: [0],
        segwitSize: [0],
        totalFees: [121_134_600],
      },
    },
    {
      height: 702_861,
      facts: {
        time: [1_633_002_641],
        bits: [386_846_955],
        txCount: [2_500],
        size: [1_381_836],
        weight: [3_993_054],
        reward: [629_948_405],
        // all with a witness but the coinbase
        segwitTxs: [2_064],
        totalFees: [312_375_000],
      },
    },
  ])('equal block $height', ({ height, facts }) => {
    const row = mainnetRow(height);
    const columns = new FactColumns(2);
    columns.append({ ...row, height: 0 as Height }, 36, oneRules);
    const values = valuesOf(columns);
    expect(values).toMatchObject({ ...facts, medianTime: [1_464_000_000], miningPool: [36] });
    const { figures } = row;
    expect(values).toMatchObject({
      totalOut: [figures.totalOut],
      inputs: [figures.inputs],
      outputs: [figures.outputs],
      txSize: [figures.txSize],
      txWeight: [figures.txWeight],
      segwitSize: [figures.segwitSize],
      segwitWeight: [figures.segwitWeight],
      medianRate: [Math.fround(figures.medianFee)],
      rates: figures.feeRange.map(Math.fround),
    });
  });
});

describe('following the index', () => {
  it('has every block with the statistics of its row', async () => {
    const opened = await indexOf(randomChain(3, 20));
    const facts = factsOf(opened);
    await facts.catchUp();
    const view = await openIndexView(opened.store, opened.prefixer);
    const rows = (await view.blocksAt(Array.from({ length: 20 }, (_, i) => i))) as BlockRow[];
    await view.close();
    const values = valuesOf(facts.columns);
    expect(values['totalFees']).toEqual(rows.map(({ figures }) => figures.totalFees));
    expect(values['reward']).toEqual(rows.map(() => 50e8));
    expect(values['txCount']).toEqual(rows.map(({ txCount }) => txCount));
    expect(values['inputs']).toEqual(rows.map(({ figures }) => figures.inputs));
    expect(values['time']).toEqual(rows.map((_, height) => 1_700_000_000 + 600 * height));
    expect(values['medianTime']).toEqual(rows.map(({ medianTime }) => medianTime));
    expect(values['miningPool']).toEqual(rows.map(minerMiningPool));
    expect(Math.max(...values['totalFees']!)).toBeGreaterThan(0);
    expect(facts.indexed).toBe(20);
  });

  //  0 .. 10 11a 12a 13a        then 0 .. 10 11b
  it('removes the facts of a disconnected branch', async () => {
    const chain = randomChain(4, 14);
    const opened = await indexOf(chain);
    const facts = factsOf(opened);
    await facts.catchUp();
    chain.unwind(3);
    chain.mine([], { as: 'b', miner: 'm9', time: 1_800_000_000 });
    await opened.follower.catchUp();
    await facts.catchUp();
    expect(facts.columns.count).toBe(12);
    expect(valuesOf(facts.columns)['time']!.at(-1)).toBe(1_800_000_000);
    expect(valuesOf(facts.columns)).toEqual(await fromNothing(opened));
  });

  it('notices a different block at the same tip height', async () => {
    const chain = randomChain(5, 9);
    const opened = await indexOf(chain);
    const facts = factsOf(opened);
    await facts.catchUp();
    chain.unwind(1);
    chain.mine([], { as: 'b', time: 1_800_000_001 });
    await opened.follower.catchUp();
    await facts.catchUp();
    expect(valuesOf(facts.columns)['time']!.at(-1)).toBe(1_800_000_001);
  });

  it.each([1, 2, 3, 4, 5, 6])('equals a rebuild after random reorgs and restarts, seed %i', async (seed) => {
    const random = seededRandom(seed);
    const chain = randomChain(100 + seed, 30);
    const opened = await indexOf(chain);
    const directory = newDirectory();
    // two sets of rules: a start with the other one updates stored segments while the chain grows
    const ways = [
      { rules: oneRules, miningPoolOf: minerMiningPool },
      { rules: otherRules, miningPoolOf: (row: BlockRow) => 1_000 + (row.header.time % 50_000) },
    ];
    let [way] = ways;
    let facts = factsOf(opened, { directory, ...way });
    await facts.catchUp();
    for (let round = 0; round < 12; round++) {
      if (random() < 0.5) {
        await facts.stop();
        way = ways[Math.floor(random() * ways.length)];
        facts = factsOf(opened, { directory, ...way });
        await facts.catchUp();
      }
      chain.unwind(Math.floor(random() * (round % 4 === 3 ? 22 : 5)));
      extend(chain, random, 1 + Math.floor(random() * 12), `s${seed}r${round}`);
      await opened.follower.catchUp();
      await facts.catchUp();
      await facts.attributed();
      expect(valuesOf(facts.columns), `round ${round}`).toEqual(await fromNothing(opened, way));
    }
  });

  it('equals a bulk build', async () => {
    const chain = randomChain(12, 40);
    const store = await openStore(openMemoryEngine());
    const prefixer = await openIndex(store, identity());
    const source = chain.source();
    const directory = newDirectory();
    const runTask = createBulkTaskRunner({ store, prefixer, source, directory });
    await bulkBuild({
      store,
      prefixer,
      source,
      workers: [runTask, runTask],
      directory,
      target: 33,
      memoryBytes: 1e5,
      onProgress: () => undefined,
      nowMs: () => performance.now(),
    });
    const follower = await createFollower({ store, prefixer, source, onFacts: () => undefined });
    const facts = factsOf({ store, prefixer, follower });
    await facts.catchUp();
    expect(facts.columns.count).toBe(34);
    await follower.catchUp();
    await facts.catchUp();
    expect(valuesOf(facts.columns)).toEqual(await fromNothing(await indexOf(chain)));
  });

  it('is empty if the index has lost its blocks', async () => {
    const opened = await indexOf(randomChain(6, 10));
    let { store }: { store: Store } = opened;
    const facts = createFactFollower({
      openView: () => openIndexView(store, opened.prefixer),
      miningPoolOf: minerMiningPool,
      rules: oneRules,
      directory: undefined,
      onError: () => undefined,
      segmentBlocks,
    });
    await facts.catchUp();
    expect(facts.columns.count).toBe(10);
    store = await openStore(openMemoryEngine());
    await facts.catchUp();
    expect(facts.columns.count).toBe(0);
  });
});

describe('stored segments', () => {
  it('are loaded at the next start, so that only later rows are read', async () => {
    const opened = await indexOf(randomChain(7, 30));
    const directory = newDirectory();
    const first = factsOf(opened, { directory });
    await first.catchUp();
    expect(readdirSync(directory).sort()).toEqual(['facts-00000.bin', 'facts-00001.bin', 'facts-00002.bin']);
    const again = factsOf(opened, { directory });
    await again.catchUp();
    expect(valuesOf(again.columns)).toEqual(valuesOf(first.columns));
    // one row per segment to verify its chain, one for the tip, then those after the segments
    expect(again.readRows).toEqual([7, 15, 23, 23, 24, 25, 26, 27, 28, 29]);
  });

  it.each<[string, (path: string) => void]>([
    ['torn', (path) => truncateSync(path, 500)],
    ['empty', (path) => truncateSync(path, 0)],
    [
      'changed by one bit',
      (path) => {
        const bytes = readFileSync(path);
        bytes[200]! ^= 1;
        writeFileSync(path, bytes);
      },
    ],
    ['gone', (path) => rmSync(path)],
  ])('are rebuilt if one is %s', async (_, harm) => {
    const opened = await indexOf(randomChain(8, 30));
    const directory = newDirectory();
    await factsOf(opened, { directory }).catchUp();
    const path = join(directory, 'facts-00001.bin');
    const whole = readFileSync(path);
    harm(path);
    const again = factsOf(opened, { directory });
    await again.catchUp();
    expect(valuesOf(again.columns)).toEqual(await fromNothing(opened));
    expect(again.readRows).toContain(9);
    expect(again.readRows).not.toContain(3);
    expect(readFileSync(path).equals(whole)).toBe(true);
  });

  it('are optional if they cannot be written', async () => {
    const opened = await indexOf(randomChain(13, 20));
    const directory = join(newDirectory(), 'file');
    writeFileSync(directory, 'not a directory');
    const errors: unknown[] = [];
    const facts = factsOf(opened, { directory, onError: (error) => errors.push(error) });
    await facts.catchUp();
    expect(valuesOf(facts.columns)).toEqual(await fromNothing(opened));
    expect(errors).toHaveLength(2);
  });

  it('of a stale chain are not loaded', async () => {
    const chain = randomChain(9, 20);
    const directory = newDirectory();
    await factsOf(await indexOf(chain), { directory }).catchUp();
    chain.unwind(8);
    for (let i = 0; i < 10; i++) chain.mine([], { as: `b${i}`, time: 1_750_000_000 + i });
    const opened = await indexOf(chain);
    const facts = factsOf(opened, { directory });
    await facts.catchUp();
    expect(valuesOf(facts.columns)).toEqual(await fromNothing(opened));
  });

  it('of another branch between two valid ones are not loaded', async () => {
    const chain = randomChain(14, 12);
    const other = randomChain(14, 12);
    extend(chain, seededRandom(1), 18, 'one');
    extend(other, seededRandom(2), 18, 'two');
    const [directory, foreign] = [newDirectory(), newDirectory()];
    const opened = await indexOf(chain);
    await factsOf(opened, { directory }).catchUp();
    await factsOf(await indexOf(other), { directory: foreign }).catchUp();
    copyFileSync(join(foreign, 'facts-00001.bin'), join(directory, 'facts-00001.bin'));
    const facts = factsOf(opened, { directory });
    await facts.catchUp();
    expect(valuesOf(facts.columns)).toEqual(await fromNothing(opened));
  });

  it('do not get the mining pool of a block that was disconnected while its row was read', async () => {
    const chain = randomChain(15, 20);
    const opened = await indexOf(chain);
    const directory = newDirectory();
    await factsOf(opened, { directory }).catchUp();
    const way = { rules: otherRules, miningPoolOf: (row: BlockRow) => row.header.time % 50_000 };
    let isArmed = true;
    const facts: FactFollower = factsOf(opened, {
      directory,
      ...way,
      openView: async () => {
        const view = await openIndexView(opened.store, opened.prefixer);
        return {
          ...view,
          async blocksAt(heights) {
            const rows = await view.blocksAt(heights);
            if (isArmed && heights.length === segmentBlocks && heights[0] === 8) {
              isArmed = false;
              chain.unwind(8);
              for (let i = 0; i < 9; i++) chain.mine([], { as: `b${i}`, time: 1_790_000_000 + i });
              await opened.follower.catchUp();
              await facts.catchUp();
            }
            return rows;
          },
        };
      },
    });
    await facts.catchUp();
    await facts.attributed();
    await facts.catchUp();
    await facts.attributed();
    expect(isArmed).toBe(false);
    expect(valuesOf(facts.columns)).toEqual(await fromNothing(opened, way));
  });

  it('get mining pools by other rules in the background and store them', async () => {
    const opened = await indexOf(randomChain(10, 30));
    const directory = newDirectory();
    await factsOf(opened, { directory }).catchUp();
    const miningPoolOf = (row: BlockRow) => 1_000 + row.height;
    const changed = factsOf(opened, { directory, rules: otherRules, miningPoolOf });
    await changed.catchUp();
    await changed.attributed();
    const wanted = Array.from({ length: 30 }, (_, height) => 1_000 + height);
    expect(valuesOf(changed.columns)['miningPool']).toEqual(wanted);
    const again = factsOf(opened, { directory, rules: otherRules, miningPoolOf: () => 9 });
    await again.catchUp();
    await again.attributed();
    expect(valuesOf(again.columns)['miningPool']).toEqual([...wanted.slice(0, 24), 9, 9, 9, 9, 9, 9]);
  });
});
