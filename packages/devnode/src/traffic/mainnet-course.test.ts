import { difficultyOf, networks, readHeader } from '@glassblock/primitives';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevnode, type Devnode } from '../devnode.ts';

let devnode: Devnode;

beforeAll(async () => {
  devnode = await createDevnode({
    profile: 'core31',
    seed: 2026,
    live: false,
    course: 'mainnet',
    mempoolSize: 4_500,
    clock: () => 1_790_000_000_000,
  });
}, 120_000);

afterAll(() => devnode?.stop());

const newest = (count: number) => {
  const { chain } = devnode.state;
  return Array.from({ length: count }, (_, index) => chain.at(chain.height - index)!);
};

test('fills the newest sixteen blocks with thousands of transactions', () => {
  for (const { txCount, bytes } of newest(16)) {
    expect(txCount).toBeGreaterThan(2_300);
    expect(txCount).toBeLessThan(4_500);
    expect(bytes!.length).toBeGreaterThan(1_200_000);
  }
});

test('adjusts the difficulty at each interval', () => {
  const { chain } = devnode.state;
  const { retargetInterval } = networks.demo;
  const difficulties = Array.from({ length: Math.floor(chain.height / retargetInterval) + 1 }, (_, epoch) =>
    difficultyOf(readHeader(chain.at(Math.max(1, epoch * retargetInterval))!.header).bits),
  );
  expect(new Set(difficulties).size).toBeGreaterThan(2);
  for (const difficulty of difficulties) expect(difficulty / 140e12).toBeCloseTo(1, 0);
});

test('mines a full block from the mempool', () => {
  const [hash] = devnode.commands.mine();
  const stored = devnode.state.chain.block(hash!)!;
  expect(stored.txCount).toBeGreaterThan(2_000);
  expect(stored.bytes!.length).toBeGreaterThan(1_000_000);
});
