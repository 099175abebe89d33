import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@glassblock/primitives';
import type { Store } from '@glassblock/store';
import { afterEach, describe, expect, it } from 'vitest';
import { chainDigest } from '../../test/support/chain-digest.ts';
import { extend, identity } from '../../test/support/random-chain.ts';
import { openTestStore } from '../../test/support/test-store.ts';
import { ToyChain } from '../../test/support/toy-chain.ts';
import { createFollower, type IndexIdentity, openIndex } from '../index.ts';
import { type BulkProgress, bulkBuild } from './bulk-build.ts';
import { type BulkTaskRunner, createBulkTaskRunner } from './bulk-task-runner.ts';

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bulk-'));
  directories.push(directory);
  return directory;
}

async function followed(chain: ToyChain, who: IndexIdentity): Promise<string> {
  const store = await openTestStore();
  const prefixer = await openIndex(store, who);
  const follower = await createFollower({ store, prefixer, source: chain.source(), onFacts: () => undefined });
  await follower.catchUp();
  return chainDigest(store);
}

interface Setup {
  chain: ToyChain;
  who: IndexIdentity;
  directory?: string;
  store?: Store;
  target?: number;
  wrap?: (runTask: BulkTaskRunner) => BulkTaskRunner;
  onProgress?: (progress: BulkProgress) => void;
  memoryBytes?: number;
}

async function built({ chain, who, directory = freshDirectory(), ...setup }: Setup): Promise<Store> {
  const store = setup.store ?? (await openTestStore());
  const prefixer = await openIndex(store, who);
  const source = chain.source();
  const runTask = createBulkTaskRunner({ store, prefixer, source, directory });
  const wrapped = setup.wrap?.(runTask) ?? runTask;
  await bulkBuild({
    store,
    prefixer,
    source,
    workers: [wrapped, wrapped],
    directory,
    target: setup.target ?? chain.active.length - 1,
    memoryBytes: setup.memoryBytes ?? 1e5,
    onProgress: setup.onProgress ?? (() => undefined),
    nowMs: () => performance.now(),
  });
  return store;
}

function chainOf(seed: number, blocks: number, max = 4): ToyChain {
  const chain = new ToyChain();
  extend(chain, seededRandom(seed), blocks, `s${seed}`, max);
  return chain;
}

describe('bulk build', () => {
  it.each([
    ['ids and no bodies', { keepIds: true, keepBodies: false }],
    ['bodies and no ids', { keepIds: false, keepBodies: true }],
    ['many buckets', { keepIds: true, keepBodies: true, scriptBits: 9, txidBits: 8 }],
  ])('writes the same rows as following block by block, with %s', async (_name, more) => {
    const chain = chainOf(3, 260, 9);
    const who = identity(more);
    expect(await chainDigest(await built({ chain, who }))).toBe(await followed(chain, who));
  });

  it('writes the same rows for any number of partitions', async () => {
    const chain = chainOf(4, 120, 9);
    const who = identity({ scriptBits: 6, txidBits: 5 });
    const expected = await followed(chain, who);
    for (const memoryBytes of [1e3, 3e4, 1e9]) {
      expect(await chainDigest(await built({ chain, who, memoryBytes })), `${memoryBytes} bytes`).toBe(expected);
    }
  });

  it('stops below the tip, where the follower continues', async () => {
    const chain = chainOf(5, 90, 6);
    const who = identity();
    const store = await built({ chain, who, target: 70 });
    const prefixer = await openIndex(store, who);
    const follower = await createFollower({ store, prefixer, source: chain.source(), onFacts: () => undefined });
    expect(follower.tip?.height).toBe(70);
    await follower.catchUp();
    expect(await chainDigest(store)).toBe(await followed(chain, who));
  });

  it('disconnects built blocks without undo rows', async () => {
    const chain = chainOf(6, 60, 6);
    const who = identity();
    const store = await built({ chain, who });
    chain.unwind(25);
    extend(chain, seededRandom(77), 4, 'fresh', 5);
    const prefixer = await openIndex(store, who);
    const follower = await createFollower({ store, prefixer, source: chain.source(), onFacts: () => undefined });
    await follower.catchUp();
    expect(await chainDigest(store)).toBe(await followed(chain, who));
  });

  it('resumes after being killed before, in or after any task', async () => {
    const chain = chainOf(7, 150, 8);
    const who = identity({ scriptBits: 3, txidBits: 2 });
    const expected = await followed(chain, who);
    const random = seededRandom(8);
    for (let round = 0; round < 12; round++) {
      const directory = freshDirectory();
      const store = await openTestStore();
      let left = Math.floor(random() * 14);
      const wrap =
        (runTask: BulkTaskRunner): BulkTaskRunner =>
        async (task) => {
          if (left-- > 0) return runTask(task);
          if (left % 2 === 0) await runTask(task);
          throw new Error('power cut');
        };
      await expect(built({ chain, who, directory, store, wrap, memoryBytes: 2e3 })).rejects.toThrow('power cut');
      for (const name of readdirSync(directory))
        if (name.endsWith('.new')) throw new Error('a truncated file has its final name');
      writeFileSync(join(directory, 'scripts-0.new'), 'half a file');
      await built({ chain, who, directory, store, memoryBytes: 2e3 });
      expect(await chainDigest(store), `round ${round}`).toBe(expected);
    }
  });

  it('restarts if its chain is no longer the active one', async () => {
    const chain = chainOf(9, 50, 5);
    const who = identity();
    const directory = freshDirectory();
    const store = await openTestStore();
    let left = 1;
    const wrap =
      (runTask: BulkTaskRunner): BulkTaskRunner =>
      async (task) => {
        if (left-- > 0) return runTask(task);
        throw new Error('power cut');
      };
    await expect(built({ chain, who, directory, store, wrap })).rejects.toThrow('power cut');
    chain.unwind(30);
    extend(chain, seededRandom(11), 40, 'other', 5);
    const fresh = await openTestStore();
    await built({ chain, who, directory, store: fresh });
    expect(await chainDigest(fresh)).toBe(await followed(chain, who));
  });

  it('reports progress from zero to complete', async () => {
    const shares: number[] = [];
    await built({ chain: chainOf(10, 40, 4), who: identity(), onProgress: ({ share }) => shares.push(share) });
    expect(shares[0]).toBe(0);
    expect(shares.at(-1)).toBeCloseTo(1, 10);
    expect([...shares].sort((a, b) => a - b)).toEqual(shares);
  });

  it('reports a damaged temporary file', async () => {
    const chain = chainOf(12, 40, 4);
    const who = identity();
    const directory = freshDirectory();
    const wrap =
      (runTask: BulkTaskRunner): BulkTaskRunner =>
      async (task) => {
        if (task.kind === 'txids') writeFileSync(join(directory, 'txids-0'), 'cut');
        return runTask(task);
      };
    await expect(built({ chain, who, directory, wrap })).rejects.toMatchObject({ code: 'index.temporary-file' });
  });
});
