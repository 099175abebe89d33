import {
  addressKey,
  addressRanges,
  CodedError,
  networks,
  readBlock,
  seededRandom,
  toHex,
} from '@glassblock/primitives';
import { type Engine, openFaultyEngine, openMemoryEngine } from '@glassblock/store';
import { describe, expect, it } from 'vitest';
import { extend } from '../../test/support/random-chain.ts';
import { scriptOf, ToyChain } from '../../test/support/toy-chain.ts';
import { bitcoinFormat } from '../formats/bitcoin-format.ts';
import type { ChainSource } from '../index.ts';
import { addressRow, decodeMarker, encodeMarker, markerKey, storedHashes } from '../rows/script/address-book-rows.ts';
import { openAddressBook } from './address-book.ts';

const everything = addressRanges('', networks.mainnet);

async function bookOn(chain: ToyChain, engine: Engine = openMemoryEngine(), batchRows?: number, source?: ChainSource) {
  const heights: number[] = [];
  const book = await openAddressBook({
    engine,
    source: source ?? chain.source(),
    format: bitcoinFormat,
    onProgress: (height) => heights.push(height),
    ...(batchRows === undefined ? {} : { batchRows }),
  });
  return { book, engine, heights, all: async () => (await book.keys(everything, 1e9)).map(toHex) };
}

/** Returns the keys of the addresses that blocks pay to, in order. */
async function paidIn(chain: ToyChain, hashes: readonly Uint8Array[]): Promise<string[]> {
  const keys = new Set<string>();
  for (const hash of hashes) {
    const { block } = await chain.source().blockWithSpent(hash);
    for (const tx of readBlock(block).txs) {
      for (const { script } of tx.outputs()) keys.add(toHex(addressKey(script)!));
    }
  }
  return [...keys].sort();
}

const keyOf = (name: string) => toHex(addressKey(scriptOf(name))!);

describe('rows of the address index', () => {
  it('have the address key and no value; the marker has height and hashes', () => {
    const key = Uint8Array.of(2, 0xab, 0xcd);
    expect(addressRow(key)).toEqual({ key: Uint8Array.of(1, 2, 0xab, 0xcd), value: new Uint8Array(0) });
    const [a, b] = [new Uint8Array(32).fill(0xaa), new Uint8Array(32).fill(0xbb)];
    const bytes = encodeMarker({ height: 0x010203 as never, hashes: [a, b] });
    expect(toHex(bytes)).toBe(`00010203${'aa'.repeat(32)}${'bb'.repeat(32)}`);
    expect(decodeMarker(bytes)).toEqual({ height: 0x010203, hashes: [a, b] });
    for (const wrong of [bytes.slice(0, 4), bytes.slice(1), new Uint8Array(0)]) {
      expect(() => decodeMarker(wrong)).toThrow(CodedError);
    }
  });
});

describe('address index', () => {
  it('contains the addresses that blocks pay to, follows the tip, and resumes after a restart', async () => {
    const chain = new ToyChain();
    chain.mine([], { miner: 'alice' });
    chain.mine([{ name: 'a', spends: [{ tx: 'cb0', vout: 0 }], pays: [{ to: 'bob', sats: 5 }] }], { miner: 'alice' });
    const first = await bookOn(chain);
    await first.book.catchUp();
    expect([first.book.height, await first.all()]).toEqual([1, [keyOf('alice'), keyOf('bob')]]);
    chain.mine([], { miner: 'carol' });
    const second = await bookOn(chain, first.engine);
    expect(second.book.height).toBe(1);
    chain.reads = 0;
    await second.book.catchUp();
    expect([chain.reads, second.book.height, second.heights]).toEqual([1, 2, [2]]);
    expect(await second.all()).toEqual([keyOf('alice'), keyOf('bob'), keyOf('carol')]);
    expect(await second.book.keys(everything, 2)).toHaveLength(2);
    await second.book.catchUp();
    expect(chain.reads).toBe(1);
  });

  //         0   1   2   3
  // old     A   B   C           new   A   D   E   F
  it('disconnects to the fork and leaves stale addresses, which the index filters', async () => {
    const chain = new ToyChain();
    for (const miner of ['a', 'b', 'c']) chain.mine([], { miner });
    const { book, all } = await bookOn(chain);
    await book.catchUp();
    chain.unwind(2);
    for (const miner of ['d', 'e', 'f']) chain.mine([], { miner });
    chain.reads = 0;
    await book.catchUp();
    expect([chain.reads, book.height]).toEqual([3, 3]);
    expect(await all()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map(keyOf));
    // the follower waits for a node that replays its chain
    chain.unwind(2);
    chain.catchingUp = true;
    await book.catchUp();
    expect(book.height).toBe(3);
    chain.catchingUp = false;
    await book.catchUp();
    expect(book.height).toBe(1);
  });

  it('is rebuilt if the fork is below its known hashes', async () => {
    const chain = new ToyChain();
    extend(chain, seededRandom(3), storedHashes + 30, 'x');
    const { book, engine } = await bookOn(chain);
    await book.catchUp();
    expect(decodeMarker((await engine.getMany([markerKey]))[0]!).hashes).toHaveLength(storedHashes);
    chain.unwind(storedHashes + 10);
    extend(chain, seededRandom(4), storedHashes + 11, 'y');
    chain.reads = 0;
    await book.catchUp();
    expect([chain.reads, book.height]).toEqual([storedHashes + 31, storedHashes + 30]);
  });

  it('is unchanged while the node lacks a block, and requests it again', async () => {
    const chain = new ToyChain();
    for (const miner of ['a', 'b', 'c', 'd']) chain.mine([], { miner });
    const lacking = { is: true };
    const source: ChainSource = {
      ...chain.source(),
      async blockWithSpent(hash) {
        if (lacking.is && hash === chain.active[2]) throw new CodedError('node.no-data', 'pruned');
        return chain.source().blockWithSpent(hash);
      },
    };
    const { book, all } = await bookOn(chain, openMemoryEngine(), 1, source);
    await expect(book.catchUp()).rejects.toThrow('pruned');
    expect([book.height, await all()]).toEqual([1, [keyOf('a'), keyOf('b')]]);
    lacking.is = false;
    await book.catchUp();
    expect([book.height, (await all()).length]).toEqual([3, 4]);
  });

  it('stops promptly on request', async () => {
    const chain = new ToyChain();
    for (const miner of ['a', 'b', 'c', 'd']) chain.mine([], { miner });
    const stop = new AbortController();
    const source: ChainSource = {
      ...chain.source(),
      blockWithSpent(hash) {
        if (hash === chain.active[1]) stop.abort();
        return chain.source().blockWithSpent(hash);
      },
    };
    const { book } = await bookOn(chain, openMemoryEngine(), 1_000, source);
    await book.catchUp(stop.signal);
    expect(book.height).toBe(1);
    await book.catchUp();
    expect(book.height).toBe(3);
  });

  it.each([1, 2, 3, 4, 5, 6])('seed %i: after any history it equals a rebuild', async (seed) => {
    const random = seededRandom(seed);
    const below = (n: number) => Math.floor(random() * n);
    const chain = new ToyChain();
    const ever: Uint8Array[] = [];
    const grow = (blocks: number, label: string) => {
      const from = chain.active.length;
      extend(chain, random, blocks, label);
      ever.push(...chain.active.slice(from));
    };
    grow(20, 'start');
    const engine = openFaultyEngine(openMemoryEngine());
    let { book, all } = await bookOn(chain, engine, 1 + below(20));
    for (let turn = 0; turn < 40; turn++) {
      if (random() < 0.4) chain.unwind(1 + below(Math.min(8, chain.active.length - 2)));
      grow(1 + below(12), `t${turn}`);
      // the disk is full, or the process is killed in between
      const dies = random() < 0.4;
      let left = below(12);
      const source: ChainSource = {
        ...chain.source(),
        blockWithSpent(hash) {
          if (dies && left-- === 0) engine.fail('writes', new Error('no room'));
          return chain.source().blockWithSpent(hash);
        },
      };
      ({ book, all } = await bookOn(chain, engine, 1 + below(20), source));
      try {
        await book.catchUp();
      } catch (error) {
        expect(error).toMatchObject({ code: 'store.write-failed' });
      }
      engine.fail('writes', undefined);
      ({ book, all } = await bookOn(chain, engine, 1 + below(20)));
      if (random() < 0.5) continue;
      await book.catchUp();
      expect(book.height).toBe(chain.active.length - 1);
    }
    await book.catchUp();
    const fresh = await bookOn(chain);
    await fresh.book.catchUp();
    const markers = [engine, fresh.engine].map(async (one) => toHex((await one.getMany([markerKey]))[0]!).slice(0, 72));
    expect(await markers[0]).toBe(await markers[1]);
    const [held, active] = [await all(), await fresh.all()];
    expect(active).toEqual(await paidIn(chain, chain.active));
    expect(active.filter((key) => !held.includes(key))).toEqual([]);
    const possible = new Set(await paidIn(chain, ever));
    expect(held.filter((key) => !possible.has(key))).toEqual([]);
  });
});
