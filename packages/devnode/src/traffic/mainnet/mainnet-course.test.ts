import { difficultyOf, displayHash, networks, readBlock, readHeader } from '@glassblock/primitives';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevnode, type Devnode } from '../../devnode.ts';
import type { CourseTarget } from '../../lightning/lightning-course.ts';
import { createKeyring } from '../keyring.ts';
import { RandomSource } from '../random-source.ts';

import { createMainnetCourse } from './mainnet-course.ts';

let devnode: Devnode;

beforeAll(async () => {
  devnode = await createDevnode({
    profile: 'core31',
    seed: 2026,
    live: false,
    course: 'mainnet',
    mempoolSize: 4_500,
    lightning: { nodeCount: 150, channelCount: 400 },
    clock: () => 1_790_000_000_000,
  });
});

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

test('has a past that fits into the 150 MB of a demo with half an hour of full blocks', () => {
  // a slow machine builds the index of the past while blocks are mined: blocks dropped before would end that
  const { chain } = devnode.state;
  const fullBytes = Math.max(...newest(16).map(({ bytes }) => bytes!.length));
  const blocks = (30 * 60) / networks.demo.targetSpacing;
  expect(chain.sizeOnDisk + blocks * fullBytes).toBeLessThan(150e6);
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

test('starts with a mempool most of which pays far less than the next block', () => {
  const rates = [...devnode.state.mempool.entries.values()].map(({ fee, vsize }) => fee / vsize).sort((a, b) => a - b);
  const rateAt = (share: number) => rates[Math.floor(share * rates.length)]!;
  // log-normal rates of one spread would have a ratio of 1.7
  expect(rateAt(0.9) / rateAt(0.5)).toBeGreaterThan(2);
});

test('mines a full block from the mempool', () => {
  const [hash] = devnode.commands.mine();
  const stored = devnode.state.chain.block(hash!)!;
  expect(stored.txCount).toBeGreaterThan(2_000);
  expect(stored.bytes!.length).toBeGreaterThan(1_000_000);
});

test('serves Lightning channels whose funding outputs exist with their capacity', async () => {
  const { chain } = devnode.state;
  const response = await fetch(`${devnode.lndUrl}/v1/graph`);
  const { nodes, edges } = (await response.json()) as {
    nodes: { pub_key: string }[];
    edges: { channel_id: string; chan_point: string; capacity: string; node1_pub: string; node2_pub: string }[];
  };
  const keys = new Set(nodes.map(({ pub_key }) => pub_key));
  const blocks = new Map<number, ReturnType<typeof readBlock>>();
  let open = 0;
  for (const { channel_id, chan_point, capacity, node1_pub, node2_pub } of edges) {
    const id = BigInt(channel_id);
    const height = Number(id >> 40n);
    const vout = Number(id & 0xffffn);
    if (!blocks.has(height)) blocks.set(height, readBlock(chain.at(height)!.bytes!));
    const tx = blocks.get(height)!.txs[Number((id >> 16n) & 0xffffffn)]!;
    const txid = displayHash(tx.txid);
    expect(`${txid}:${vout}`).toBe(chan_point);
    expect(String(tx.output(vout).value)).toBe(capacity);
    expect(keys.has(node1_pub) && keys.has(node2_pub)).toBe(true);
    if (chain.utxo(txid, vout) !== undefined) open++;
  }
  expect(open).toBeGreaterThanOrEqual(400);
  expect(open).toBeLessThan(420);
  // the others are closed
  expect(edges.length - open).toBeGreaterThan(50);
});

test('mines transactions of a side chain in the next block, also while the mempool is deep', () => {
  const node = devnode.state;
  const sent: string[] = [];
  const sideChain = {
    step({ wallet, feeRate }: CourseTarget, _height: number, time: number): void {
      for (let left = 40; left > 0; left--) {
        const entry = wallet.pay(1, 1, feeRate(), time);
        if (entry !== undefined) sent.push(entry.txid);
      }
    },
    stepPast: () => undefined,
  };
  const [random, keyring] = [new RandomSource(7), createKeyring(2026)];
  const options = { node, random, keyring, mempoolSize: 4_500, meanBlockSeconds: 45, floorRate: 0.1, sideChain };
  const course = createMainnetCourse(options);
  // the course can spend outputs of this block to addresses of the devnode
  for (let index = 20; index <= 320; index++) keyring.lock('p2wpkh', index);
  devnode.commands.mine();
  devnode.commands.emitTraffic(4_000);
  course.stepBlock(1_790_000_000);
  expect(node.mempool.entries.size).toBeGreaterThan(500);
  expect(sent.length).toBeGreaterThan(20);
  // so the federation of the demo pays peg-outs: with common fee rates, most of its payments stayed in the mempool
  expect(sent.filter((txid) => node.mempool.entries.has(txid))).toEqual([]);
});
