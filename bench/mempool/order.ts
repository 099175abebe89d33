/**
 * Mempool order and projected blocks: building, changes of 100 transactions, a mined block of 4,000.
 *
 *     node bench/mempool/order.ts [--sizes 20000,100000,300000,1000000] [--runs 5] [--shape usual|dense]
 *
 * `usual`: single transactions, pairs, chains, fans and small webs; `dense`: clusters of 64 with about 350 edges, each
 * change in a different one. Milliseconds; p99 is the median over the runs. `buildCpu`: CPU time of the build.
 */
import { parseArgs } from 'node:util';
import { BlockOrder } from '@glassblock/mempool/order';
import { seededRandom } from '@glassblock/primitives';
import { calibrate, median } from '../calibrate.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '20000,100000,300000,1000000' },
    runs: { type: 'string', default: '5' },
    shape: { type: 'string', default: 'usual' },
    changes: { type: 'string', default: '200' },
    budget: { type: 'string', default: '25000' },
  },
});
const budget = Number(values.budget);
const changes = Number(values.changes);
const warmUp = 60;

/** A mempool in columns, so that the measuring side adds no objects to the heap. */
class OrderedTxs {
  readonly order = new BlockOrder({ seed: 5 });
  readonly random: () => number;
  private readonly bytes = new Uint8Array(32);
  private readonly words = new Uint32Array(this.bytes.buffer);
  /** Slots in use, unordered. */
  slots: Int32Array;
  place: Int32Array;
  count = 0;
  edges = 0;

  constructor(capacity: number, random: () => number) {
    this.random = random;
    this.slots = new Int32Array(2 * capacity);
    this.place = new Int32Array(3 * capacity);
  }

  add(rate: number, parents: readonly number[]): number {
    for (let i = 0; i < 8; i++) this.words[i] = this.random() * 2 ** 32;
    const weight =
      400 + Math.floor(this.random() ** 3 * 4_000) + (this.random() < 0.01 ? Math.floor(this.random() * 100_000) : 0);
    const fee = Math.max(1, Math.round((rate * weight) / 4));
    const slot = this.order.add(this.bytes, { fee, weight, size: weight, sigops: 4 });
    this.slots[this.count] = slot;
    this.place[slot] = this.count++;
    for (const parent of parents) {
      this.order.link(parent, slot);
      this.edges++;
    }
    return slot;
  }

  remove(slot: number): void {
    const at = this.place[slot]!;
    const last = this.slots[--this.count]!;
    this.slots[at] = last;
    this.place[last] = at;
    this.order.remove(slot);
  }

  /** Returns a fee rate in sat/vB, distributed as in a full mempool. */
  rate(): number {
    return Math.exp(1.2 + 1.1 * (this.random() + this.random() + this.random() - 1.5));
  }

  any(): number {
    return this.slots[Math.floor(this.random() * this.count)]!;
  }

  cluster(): number {
    const kind = this.random();
    if (kind < 0.62) {
      this.add(this.rate(), []);
      return 1;
    }
    const members = [this.add(this.rate(), [])];
    const size = kind < 0.8 ? 2 : kind < 0.9 ? 3 + Math.floor(this.random() * 4) : 5 + Math.floor(this.random() * 20);
    const shape = this.random();
    for (let i = 1; i < size; i++) {
      const parents =
        shape < 0.5
          ? [members[i - 1]!]
          : shape < 0.75
            ? [members[0]!]
            : [...new Set([members[Math.floor(this.random() * i)]!, members[i - 1]!])];
      members.push(this.add(this.rate(), parents));
    }
    return size;
  }

  web(): number {
    const members: number[] = [];
    for (let i = 0; i < 64; i++) {
      const parents = new Set<number>();
      for (let n = 0; n < 6 && i > 0; n++) parents.add(members[Math.floor(this.random() * i)]!);
      members.push(this.add(this.rate(), [...parents]));
    }
    return 64;
  }
}

const p = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!;
const two = (value: number) => Math.round(value * 100) / 100;

for (const size of values.sizes.split(',').map(Number)) {
  const runs: Record<string, number>[] = [];
  let shape = {};
  let bytes = 0;
  for (let run = 0; run < Number(values.runs); run++) {
    const loop = calibrate();
    const mempool = new OrderedTxs(size, seededRandom(run + 1));
    for (let made = 0; made < size; ) made += values.shape === 'dense' ? mempool.web() : mempool.cluster();
    const { order } = mempool;
    let began = performance.now();
    const cpu = process.threadCpuUsage();
    order.commit();
    const build = performance.now() - began;
    const { user, system } = process.threadCpuUsage(cpu);
    const buildCpu = (user + system) / 1_000;
    bytes = order.bytes / mempool.count;
    shape = { transactions: mempool.count, edges: mempool.edges };
    const change: number[] = [];
    let unfinished = 0;
    for (let round = 0; round < warmUp + changes; round++) {
      for (let i = 0; i < 50; i++) mempool.remove(mempool.any());
      for (let i = 0; i < 50; i++)
        mempool.add(mempool.rate(), mempool.random() < 0.4 || values.shape === 'dense' ? [mempool.any()] : []);
      began = performance.now();
      order.commit(budget);
      if (round >= warmUp) change.push(performance.now() - began);
      unfinished = Math.max(unfinished, order.unfinished);
      order.recycle();
    }
    const block: number[] = [];
    for (let round = 0; round < 20; round++) {
      const mined: number[] = [];
      for (const slot of order.txsOf(0)) {
        mined.push(slot);
        if (mined.length === 4_000) break;
      }
      for (const slot of mined) mempool.remove(slot);
      order.advance();
      began = performance.now();
      order.commit(budget);
      block.push(performance.now() - began);
      order.recycle();
      for (let made = 0; made < 4_000; ) made += values.shape === 'dense' ? mempool.web() : mempool.cluster();
      order.commit();
      order.recycle();
    }
    runs.push({
      build,
      buildCpu,
      changeP50: p(change, 0.5),
      changeP99: p(change, 0.99),
      blockP50: p(block, 0.5),
      blockP99: p(block, 0.99),
      unfinished,
      loop,
    });
  }
  const result = Object.fromEntries(
    Object.keys(runs[0]!).map((name) => [name, two(median(runs.map((one) => one[name]!)))]),
  );
  console.log(JSON.stringify({ shape: values.shape, ...shape, bytesPerTx: Math.round(bytes), ...result }));
}
