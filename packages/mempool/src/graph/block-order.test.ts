import { seededRandom } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { BlockOrder } from './block-order.ts';
import { compareRates } from './chunk-records.ts';
import { newLabel } from './tx-graph.ts';

/** A mempool as plain objects, computed by brute force. */
interface SlowTx {
  id: number;
  txid: Uint8Array;
  fee: number;
  weight: number;
  sigops: number;
  parents: Set<SlowTx>;
  children: Set<SlowTx>;
}

const sizeOf = ({ weight, sigops }: SlowTx) => Math.max(weight, 20 * sigops);
const sum = (txs: Iterable<SlowTx>, of: (tx: SlowTx) => number) => [...txs].reduce((total, tx) => total + of(tx), 0);
const compareIds = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b);

interface SlowChunk {
  txs: SlowTx[];
  fee: number;
  size: number;
  running: number;
  cluster: object;
}

function ancestors(tx: SlowTx): Set<SlowTx> {
  const found = new Set([tx]);
  for (const one of found) for (const parent of one.parents) found.add(parent);
  return found;
}

function components(txs: Iterable<SlowTx>): Set<SlowTx>[] {
  const left = new Set(txs);
  const found: Set<SlowTx>[] = [];
  for (const tx of left) {
    const group = new Set([tx]);
    for (const one of group) for (const other of [...one.parents, ...one.children]) group.add(other);
    for (const one of group) left.delete(one);
    found.push(group);
  }
  return found;
}

/** Every non-empty subset of a small set that is closed under parents. */
function closedSubsets(txs: readonly SlowTx[]): SlowTx[][] {
  const found: SlowTx[][] = [];
  for (let bits = 1; bits < 1 << txs.length; bits++) {
    const some = new Set(txs.filter((_, i) => (bits & (1 << i)) !== 0));
    const isClosed = [...some].every((tx) => [...tx.parents].every((p) => some.has(p) || !txs.includes(p)));
    if (isClosed) found.push([...some]);
  }
  return found;
}

/**
 * Fee rates of the best chunks of a small cluster by brute force: repeatedly the closed subset with the highest fee
 * rate.
 */
function bestDiagram(cluster: readonly SlowTx[]): { fee: number; size: number }[] {
  let left = [...cluster];
  const chunks: { fee: number; size: number }[] = [];
  while (left.length > 0) {
    let best: SlowTx[] | undefined;
    for (const some of closedSubsets(left)) {
      if (best === undefined) best = some;
      const rate = compareRates(
        sum(some, (tx) => tx.fee),
        sum(some, sizeOf),
        sum(best, (tx) => tx.fee),
        sum(best, sizeOf),
      );
      if (rate > 0 || (rate === 0 && sum(some, sizeOf) > sum(best, sizeOf))) best = some;
    }
    chunks.push({ fee: sum(best!, (tx) => tx.fee), size: sum(best!, sizeOf) });
    left = left.filter((tx) => !best!.includes(tx));
  }
  return chunks;
}

/** Fills blocks literally by the rule, from a sorted list. */
function slowBlocks(chunks: readonly SlowChunk[], blocks: number): Map<SlowTx, number> {
  const place = new Map<SlowTx, number>();
  let left = [...chunks];
  let filled = 0;
  for (let block = 0; block < blocks - 1 && left.length > 0; block++) {
    const rest: SlowChunk[] = [];
    const barred = new Set<object>();
    let weight = 8_000;
    let sigops = 0;
    let misses = 0;
    let looked = 0;
    let isFull = false;
    let isSearching = false;
    let taken = 0;
    for (const chunk of left) {
      const free = 4_000_000 - weight;
      if (isSearching && (free < 240 || looked > 5_000 || (misses > 1_000 && free < 4_000))) isFull = true;
      if (isFull) {
        rest.push(chunk);
        continue;
      }
      const own = sum(chunk.txs, (tx) => tx.weight);
      const cost = sum(chunk.txs, (tx) => tx.sigops);
      const fits = weight + own < 4_000_000 && sigops + cost < 80_000;
      if (!fits) isSearching = true;
      if (isSearching) looked++;
      if (barred.has(chunk.cluster) || !fits) {
        barred.add(chunk.cluster);
        misses++;
        rest.push(chunk);
        continue;
      }
      misses = 0;
      weight += own;
      sigops += cost;
      taken++;
      for (const tx of chunk.txs) place.set(tx, block);
    }
    if (taken === 0) break;
    left = rest;
    filled++;
  }
  for (const chunk of left) for (const tx of chunk.txs) place.set(tx, filled);
  return place;
}

/** A mempool in both forms. */
class Pair {
  readonly order: BlockOrder;
  readonly slow = new Map<number, SlowTx>();
  readonly slots = new Map<number, number>();
  private next = 0;
  private readonly random: () => number;

  constructor(random: () => number, order = new BlockOrder({ seed: 77 })) {
    this.random = random;
    this.order = order;
  }

  add(figures: { fee: number; weight: number; sigops?: number }, parents: readonly number[] = []): number {
    const id = this.next++;
    const txid = Uint8Array.from({ length: 32 }, () => this.random() * 256);
    this.insert({ id, txid, sigops: 0, ...figures, parents: new Set(), children: new Set() });
    for (const parent of parents) this.link(parent, id);
    return id;
  }

  insert(tx: SlowTx): void {
    this.slow.set(tx.id, tx);
    const { fee, weight, sigops, txid } = tx;
    this.slots.set(tx.id, this.order.add(txid, { fee, weight, sigops, size: sizeOf(tx) }));
  }

  link(parent: number, child: number): void {
    this.slow.get(parent)!.children.add(this.slow.get(child)!);
    this.slow.get(child)!.parents.add(this.slow.get(parent)!);
    this.order.link(this.slots.get(parent)!, this.slots.get(child)!);
  }

  remove(id: number): void {
    const tx = this.slow.get(id)!;
    for (const parent of tx.parents) parent.children.delete(tx);
    for (const child of tx.children) child.parents.delete(tx);
    this.slow.delete(id);
    this.order.remove(this.slots.get(id)!);
    this.slots.delete(id);
  }

  setFee(id: number, fee: number): void {
    this.slow.get(id)!.fee = fee;
    this.order.setFee(this.slots.get(id)!, fee);
  }

  idOf(slot: number): number {
    return [...this.slots].find(([, other]) => other === slot)![0];
  }

  /** Ids by slot. */
  names(): Map<number, number> {
    return new Map([...this.slots].map(([id, slot]) => [slot, id]));
  }

  ids(): number[] {
    return [...this.slow.keys()];
  }
}

/** Order and blocks of a mempool, by transaction ids. */
function picture(pair: Pair): { order: string[]; block: Map<string, number> } {
  const { order } = pair;
  const names = pair.names();
  const text = (slot: number) => Buffer.from(pair.slow.get(names.get(slot)!)!.txid).toString('hex');
  const slots = [...order.inOrder()];
  return { order: slots.map(text), block: new Map(slots.map((slot) => [text(slot), order.blockOf(slot)])) };
}

/** The same mempool built in another order. */
function rebuilt(pair: Pair, random: () => number, tiesById = false): Pair {
  const other = new Pair(random, new BlockOrder({ seed: 1234 }));
  other.order.setTiesById(tiesById, []);
  const txs = [...pair.slow.values()].sort(() => random() - 0.5);
  for (const tx of txs) other.insert({ ...tx, parents: new Set(), children: new Set() });
  const links = txs.flatMap((tx) => [...tx.parents].map((parent) => [parent.id, tx.id] as const));
  for (const [parent, child] of links.sort(() => random() - 0.5)) other.link(parent, child);
  other.order.commit();
  return other;
}

function expectRules(pair: Pair): void {
  const names = pair.names();
  const { order } = pair;
  const seen = new Set<number>();
  const chunks: SlowChunk[] = [];
  const clusters = new Map<number, object>();
  for (const group of components(pair.slow.values())) {
    const [any] = group;
    const cluster = {};
    for (const tx of group) clusters.set(tx.id, cluster);
    const view = order.clusterOf(pair.slots.get(any!.id)!);
    expect(view.reduce((count, { txs }) => count + txs.length, 0)).toBe(group.size);
    let before: SlowChunk | undefined;
    for (const { fee, size, txs: slots } of view) {
      const txs = slots.map((slot) => pair.slow.get(names.get(slot)!)!);
      for (const tx of txs) {
        expect(group.has(tx)).toBe(true);
        for (const parent of tx.parents) expect(seen.has(parent.id), 'parents first').toBe(true);
        seen.add(tx.id);
      }
      expect(fee).toBe(sum(txs, (tx) => tx.fee));
      expect(size).toBe(sum(txs, sizeOf));
      const falls = before === undefined ? -1 : compareRates(fee, size, before.fee, before.size);
      expect(falls, 'rates fall').toBeLessThanOrEqual(0);
      const chunk = { txs, fee, size, running: size + (falls === 0 ? before!.running : 0), cluster };
      chunks.push(chunk);
      before = chunk;
    }
  }
  const tie = (chunk: SlowChunk) =>
    chunk.txs
      .map(({ txid }) => txid)
      .sort(compareIds)
      .at(-1)!;
  chunks.sort(
    (a, b) => -compareRates(a.fee, a.size, b.fee, b.size) || a.running - b.running || compareIds(tie(a), tie(b)),
  );
  const slots = [...order.inOrder()].map((slot) => names.get(slot)!);
  expect(slots).toEqual(chunks.flatMap(({ txs }) => txs.map(({ id }) => id)));
  const place = slowBlocks(chunks, 8);
  for (const [tx, block] of place) expect(order.blockOf(pair.slots.get(tx.id)!), `block of ${tx.id}`).toBe(block);
  order.blocks.forEach((sums, block) => {
    const inside = [...place].flatMap(([tx, at]) => (at === block ? [tx] : []));
    expect(sums).toEqual({
      txs: inside.length,
      weight: sum(inside, (tx) => tx.weight),
      sigops: sum(inside, (tx) => tx.sigops),
      fees: sum(inside, (tx) => tx.fee),
    });
  });
}

describe('linearization of a cluster', () => {
  it('has the optimal diagram for thousands of small clusters', () => {
    const random = seededRandom(3);
    for (let round = 0; round < 1_500; round++) {
      const pair = new Pair(random);
      const count = 2 + Math.floor(random() * 8);
      const coarse = random() < 0.5;
      for (let i = 0; i < count; i++) {
        const weight = coarse ? 400 * (1 + Math.floor(random() * 2)) : 300 + Math.floor(random() * 2_000);
        const fee = coarse ? 100 * Math.floor(random() * 4) : Math.floor(random() * 5_000);
        const parents = pair.ids().filter(() => random() < 0.35);
        pair.add({ fee, weight }, parents.length === 0 && i > 0 ? [Math.floor(random() * i)] : parents);
      }
      pair.order.commit();
      for (const group of components(pair.slow.values())) {
        const [any] = group;
        const view = pair.order.clusterOf(pair.slots.get(any!.id)!);
        const merged: { fee: number; size: number }[] = [];
        for (const { fee, size } of view) {
          const last = merged.at(-1);
          if (last !== undefined && compareRates(last.fee, last.size, fee, size) === 0) {
            last.fee += fee;
            last.size += size;
          } else merged.push({ fee, size });
        }
        expect(merged).toEqual(bestDiagram([...group]));
      }
      expectRules(pair);
    }
  });

  it('groups a parent with the child that pays for both, and separates equal fee rates', () => {
    const pair = new Pair(seededRandom(1));
    const parent = pair.add({ fee: 100, weight: 400 });
    const rich = pair.add({ fee: 1_000, weight: 400 }, [parent]);
    const poor = pair.add({ fee: 10, weight: 400 }, [parent]);
    const [even, same] = [pair.add({ fee: 500, weight: 800 }), pair.add({ fee: 500, weight: 800 })];
    pair.link(even, same);
    pair.order.commit();
    const ids = (id: number) => {
      const names = pair.names();
      return pair.order.clusterOf(pair.slots.get(id)!).map(({ txs }) => txs.map((slot) => names.get(slot)));
    };
    expect(ids(poor)).toEqual([[parent, rich], [poor]]);
    expect(ids(same)).toEqual([[even], [same]]);
  });

  it('is found for thousands of transactions of any shape', () => {
    const random = seededRandom(9);
    const pair = new Pair(random);
    const hub = pair.add({ fee: 1, weight: 4_000 });
    for (let i = 0; i < 3_000; i++) pair.add({ fee: Math.floor(random() * 9_000), weight: 400 + i }, [hub]);
    let last = pair.add({ fee: 10, weight: 400 });
    for (let i = 0; i < 2_000; i++) last = pair.add({ fee: Math.floor(random() * 900), weight: 400 }, [last]);
    for (let i = 0; i < 6_000; i++) {
      const ids = pair.ids();
      const parents = i === 0 ? [] : [ids.at(-1)!, ids[ids.length - 1 - Math.floor(random() * Math.min(i, 20))]!];
      pair.add({ fee: Math.floor(random() * 5_000), weight: 600 }, parents);
    }
    pair.order.commit();
    expect(pair.order.unfinished).toBe(0);
    const names = pair.names();
    const place = new Map([...pair.order.inOrder()].map((slot, i) => [names.get(slot)!, i]));
    for (const tx of pair.slow.values()) {
      for (const parent of tx.parents) expect(place.get(parent.id)).toBeLessThan(place.get(tx.id)!);
    }
  });
});

/** Random changes of every kind. */
function change(pair: Pair, random: () => number, coarse: boolean): void {
  const ids = pair.ids();
  const pick = () => ids[Math.floor(random() * ids.length)]!;
  const isThere = (id: number) => pair.slow.has(id);
  const kind = random();
  const weight = coarse ? 40_000 * (1 + Math.floor(random() * 4)) : 20_000 + Math.floor(random() * 300_000);
  const fee = coarse ? 1_000 * Math.floor(random() * 8) : Math.floor(random() * weight);
  const sigops = random() < 0.1 ? Math.floor(random() * 16_000) : 0;
  if (kind < 0.5 || ids.length < 20) {
    const parents =
      random() < 0.5 ? [] : [...new Set([pick(), pick()])].filter((id) => id !== undefined && isThere(id));
    pair.add({ fee, weight, sigops }, parents);
  } else if (kind < 0.6) {
    // a transaction whose child arrived first
    const child = pick();
    if (isThere(child) && ancestors(pair.slow.get(child)!).size < 25) pair.link(pair.add({ fee, weight }), child);
  } else if (kind < 0.7) pair.setFee(pick(), Math.floor(random() * 2e6) - (random() < 0.1 ? 3e6 : 0));
  else pair.remove(pick());
}

describe('ties by id', () => {
  it('order equal fee rates by id, a parent no later than the child that brings it along', () => {
    const order = new BlockOrder({ seed: 1 });
    order.setTiesById(true, []);
    // by id: child (1), lone (2), parent (3), large and best (4)
    const add = (id: number, fee: number, size: number) =>
      order.add(new Uint8Array(32).fill(id), { fee, size, weight: size, sigops: 0 });
    const [parent, lone, best] = [add(3, 400, 400), add(2, 800, 800), add(4, 500, 400)];
    const child = add(1, 4_000, 4_000);
    order.link(parent, child);
    order.commit();
    expect([...order.inOrder()]).toEqual([best, parent, child, lone]);
    order.setTiesById(false, [parent, lone, best, child]);
    order.commit();
    expect([...order.inOrder()]).toEqual([best, parent, lone, child]);
  });

  it.each([5, 6])('give the same order whatever the history (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const pair = new Pair(random);
    pair.order.setTiesById(true, []);
    for (let round = 0; round < 60; round++) {
      for (let i = 0; i < 1 + random() * 12; i++) change(pair, random, true);
      pair.order.commit();
      pair.order.recycle();
      if (round % 6 === 0) expect(picture(pair)).toEqual(picture(rebuilt(pair, random, true)));
    }
  });
});

describe('projected blocks', () => {
  it.each([1, 2, 3, 4])('equal a rebuild after random changes, and keep every rule (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const pair = new Pair(random);
    const mirror = new Map<number, number>();
    for (let round = 0; round < 120; round++) {
      for (let i = 0; i < 1 + random() * 12; i++) change(pair, random, seed % 2 === 0);
      if (random() < 0.15) {
        const names = pair.names();
        const mined = [...pair.order.txsOf(0)].map((slot) => names.get(slot)).filter((id) => id !== undefined);
        for (const id of mined) if (pair.slow.has(id)) pair.remove(id);
        pair.order.advance();
        for (const [slot, block] of mirror) mirror.set(slot, block === 7 ? 7 : block - 1);
      }
      const { moves, removed } = pair.order.commit();
      for (const slot of removed) mirror.delete(slot);
      for (let i = 0; i < moves.length; i += 2) {
        const [slot, before] = [moves[i]!, moves[i + 1]!];
        expect(mirror.get(slot) ?? newLabel).toBe(before === newLabel ? newLabel : mirror.get(slot));
        mirror.set(slot, pair.order.blockOf(slot));
      }
      pair.order.recycle();
      for (const index of pair.order.blocks.keys()) {
        const visited: number[] = [];
        pair.order.eachTx(index, (slot) => visited.push(slot) > 0);
        expect(visited).toEqual([...pair.order.txsOf(index)]);
      }
      expect(mirror.size).toBe(pair.slow.size);
      for (const slot of pair.slots.values()) expect(mirror.get(slot)).toBe(pair.order.blockOf(slot));
      if (round % 6 !== 0) continue;
      expectRules(pair);
      expect(picture(pair)).toEqual(picture(rebuilt(pair, random)));
    }
  });

  it('with more small transactions than one list holds are filled literally by the rule', () => {
    const random = seededRandom(12);
    const pair = new Pair(random);
    for (let i = 0; i < 6_000; i++) {
      const size = random() < 0.02 ? 300_000 : 400 + 400 * Math.floor(random() * 12);
      pair.add({ fee: Math.floor(random() * 40) * size, weight: size, sigops: random() < 0.01 ? 900 : 4 });
    }
    pair.order.commit();
    expectRules(pair);
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 100; i++) change(pair, random, false);
      pair.order.commit();
      pair.order.recycle();
      expectRules(pair);
    }
    const slots = [...pair.order.txsOf(1)];
    let weight = 0;
    for (const slot of slots) {
      expect(pair.order.weightBefore(slot)).toBe(weight);
      weight += pair.order.graph.weight[slot]!;
    }
    expect(weight).toBe(pair.order.blocks[1]!.weight);
  });

  it('keep parents first with a small budget, and equal a rebuild when there is time', () => {
    const random = seededRandom(31);
    const pair = new Pair(random);
    for (let i = 0; i < 40; i++) {
      const members: number[] = [];
      for (let n = 0; n < 40; n++) {
        const parents = members.filter(() => random() < 0.15);
        const fee = Math.floor(random() * 30_000);
        members.push(pair.add({ fee, weight: 4_000 }, parents.length > 0 || n === 0 ? parents : [members[n - 1]!]));
      }
    }
    pair.order.commit(5_000);
    expect(pair.order.unfinished).toBeGreaterThan(20);
    const place = new Map([...pair.order.inOrder()].map((slot, i) => [slot, i]));
    for (const tx of pair.slow.values()) {
      for (const parent of tx.parents) {
        expect(place.get(pair.slots.get(parent.id)!)).toBeLessThan(place.get(pair.slots.get(tx.id)!)!);
      }
    }
    for (let rounds = 0; pair.order.unfinished > 0; rounds++) {
      expect(rounds).toBeLessThan(400);
      if (rounds < 10) for (let i = 0; i < 3; i++) change(pair, random, false);
      pair.order.commit(5_000);
      pair.order.recycle();
    }
    expectRules(pair);
    expect(picture(pair)).toEqual(picture(rebuilt(pair, random)));
  });
});
