import type { Fact } from '@glassblock/journal';
import { displayHash, scriptHashHex, seededRandom } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { TestMempool } from '../../test/support/test-mempool.ts';
import { type CompressedTx, createMempoolEngine, type MempoolFrame } from '../index.ts';

/** A client that follows facts and the changes of the first projected block. */
class Follower {
  readonly txids = new Set<string>();
  readonly facts: Fact[] = [];
  readonly list = new Map<string, number>();
  readonly blocks: unknown[] = [];
  readonly frames: MempoolFrame[] = [];

  take(facts: readonly Fact[]): void {
    for (const fact of facts) {
      this.facts.push(fact);
      if (fact.type === 'tx-added') this.txids.add(displayHash(fact.txid));
      else if (fact.type === 'tx-removed') expect(this.txids.delete(displayHash(fact.txid))).toBe(true);
    }
  }

  takeFrame(frame: MempoolFrame): void {
    this.frames.push(frame);
    for (const update of frame.watched) {
      if ('full' in update) {
        this.list.clear();
        for (const [txid, , , , rate] of update.full) this.list.set(txid, rate);
        continue;
      }
      for (const id of update.delta.removed) expect(this.list.delete(id)).toBe(true);
      for (const [txid, , , , rate] of update.delta.added) this.list.set(txid, rate);
      for (const [txid, rate] of update.delta.changed) this.list.set(txid, rate);
    }
  }

  /** The published events of each transaction, in order. */
  history(): Map<string, string[]> {
    const history = new Map<string, string[]>();
    for (const fact of this.facts) {
      if (fact.type !== 'tx-added' && fact.type !== 'tx-removed') continue;
      const reason = fact.type === 'tx-removed' ? `${fact.reason} ${fact.by ?? ''} ${fact.certain}` : 'added';
      const id = displayHash(fact.txid);
      history.set(id, [...(history.get(id) ?? []), reason]);
    }
    return new Map([...history].sort());
  }
}

async function followedEngine(toy: TestMempool) {
  const follower = new Follower();
  const engine = createMempoolEngine({
    source: toy.source(),
    now: () => 1_700_000_000,
    onFacts: (facts) => follower.take(facts),
    onFrame: (frame) => follower.takeFrame(frame),
    onBlock: (block) => follower.blocks.push(block),
  });
  engine.setInfo(toy.info);
  await engine.view.watchBlocks([0]);
  await engine.reconcile();
  engine.project({ afterBlock: false });
  return { engine, follower };
}

const rateOf = ([txid, , , , rate]: CompressedTx): [string, number] => [txid, rate];

/** A node that grows, mines and replaces at random. */
class RandomNode {
  readonly toy = new TestMempool();
  readonly random: () => number;
  private readonly spendOf = new Map<string, string>();
  private readonly parents = new Map<string, string[]>();
  private count = 0;
  private utxos = 0;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  /** Adds a transaction, which may spend outputs of any other that was ever made. */
  grow(): string {
    const name = `t${this.count++}`;
    const spends = [`utxo:${this.utxos++}`];
    const parent = `t${Math.floor(this.random() * this.count)}`;
    const output = `${parent}:${Math.floor(2 * this.random())}`;
    const isSpendable = this.parents.has(parent) && !this.spendOf.has(output);
    if (isSpendable && this.random() < 0.4) spends.push(output);
    for (const spend of spends) this.spendOf.set(spend, name);
    this.parents.set(
      name,
      spends.map((spend) => spend.split(':')[0]!).filter((spent) => spent !== 'utxo'),
    );
    return this.toy.add({ name, spends, fee: 300 + Math.floor(this.random() * 5_000), outputs: 2 });
  }

  private has = (name: string) => this.toy.mempool.has(this.toy.id(name));

  /** Mines about this share of the mempool, parents first, and one transaction that conflicts with what stays. */
  mine(share: number): { hash: Uint8Array; removed: string[] } {
    const mined = new Set<string>();
    const names = [...this.parents.keys()].filter(this.has);
    for (const name of names) {
      const isFree = this.parents.get(name)!.every((parent) => mined.has(parent) || !this.has(parent));
      if (isFree && this.random() < share) mined.add(name);
    }
    const victim = names.find((name) => !mined.has(name) && this.parents.get(name)!.length === 0)!;
    const removed = this.drop(victim, names);
    const winner = `winner${this.count}`;
    this.toy.make({ name: winner, spends: [`utxo:${victim.slice(1)}`], fee: 9_000 });
    return { hash: this.toy.mine([...mined, winner].filter((name) => !removed.includes(this.toy.id(name)))), removed };
  }

  /** Removes a transaction and its descendants. @returns their ids */
  private drop(victim: string, names: readonly string[]): string[] {
    const dropped = new Set([victim]);
    for (const name of names) if (this.parents.get(name)!.some((parent) => dropped.has(parent))) dropped.add(name);
    this.toy.remove(...dropped);
    for (const name of dropped) this.parents.delete(name);
    return [...dropped].map((name) => this.toy.id(name));
  }
}

describe('a block whose transactions are removed in slices', () => {
  it.each([1, 2, 3])('results in the state and changes of a block that is applied at once, seed %i', async (seed) => {
    const node = new RandomNode(seed);
    const { toy } = node;
    for (let i = 0; i < 900; i++) node.grow();
    const sliced = await followedEngine(toy);
    const whole = await followedEngine(toy);
    const none = { added: [], removed: [], connected: [], disconnected: [] };
    for (const share of [0.95, 0.5, 0]) {
      const before = Array.from({ length: 20 }, () => node.grow());
      const { hash, removed } = node.mine(share);
      const added = before.filter((id) => toy.mempool.has(id));
      const between: string[][] = [];
      const minedBetween: number[] = [];
      const takeArrivals = () => {
        minedBetween.push(sliced.follower.facts.filter((fact) => fact.type === 'tx-removed').length);
        const arrivals = Array.from({ length: 15 }, () => node.grow());
        between.push(arrivals);
        return arrivals;
      };
      await sliced.engine.apply({ ...none, added, removed, connected: [hash] }, { takeArrivals });
      await whole.engine.apply({ ...none, added, removed, connected: [hash] });
      for (const arrivals of between) await whole.engine.apply({ ...none, added: arrivals });
      // the first block has several slices, with arrivals published between them
      if (share === 0.95) expect(new Set(minedBetween).size).toBeGreaterThan(2);
      for (const { engine } of [sliced, whole]) engine.project({ afterBlock: true });

      const ids = [...toy.mempool.keys()].sort();
      const states = await Promise.all(
        [sliced, whole].map(async ({ engine, follower }) => {
          const { txs } = await engine.view.projectedBlock(0);
          expect([...follower.list].sort()).toEqual(txs.map(rateOf).sort());
          expect([...follower.txids].sort()).toEqual(ids);
          return { txs, entries: await engine.view.entries(ids), totals: await engine.view.totals() };
        }),
      );
      expect(states[0]).toEqual(states[1]);
      expect(sliced.follower.frames.at(-1)!.blocks).toEqual(whole.follower.frames.at(-1)!.blocks);
    }
    expect(sliced.follower.history()).toEqual(whole.follower.history());
    expect(sliced.follower.blocks).toEqual(whole.follower.blocks);
  });

  it('is removed completely when transactions between the slices cannot be loaded', async () => {
    const toy = new TestMempool();
    const names = Array.from({ length: 300 }, (_, i) => `t${i}`);
    for (const [i, name] of names.entries()) toy.add({ name, spends: [`utxo:${i}`], fee: 1_000 });
    const { engine, follower } = await followedEngine(toy);
    const connected = [toy.mine(names)];
    const takeArrivals = () => {
      throw new Error('the node is away');
    };
    const applied = engine.apply({ added: [], removed: [], connected, disconnected: [] }, { takeArrivals });
    await expect(applied).rejects.toThrow('the node is away');
    expect(engine.size).toBe(0);
    expect(follower.txids.size).toBe(0);
  });

  it('is left out of answers about scripts from its report on, until the chain has dropped it', async () => {
    const toy = new TestMempool();
    const fails = { transactions: false };
    for (const [i, name] of ['a', 'b'].entries()) toy.add({ name, spends: [`utxo:${i}`], fee: 1_000 });
    const source = toy.source();
    const idsOf = async (name: string) => {
      const { txCount, txids } = await engine.view.script(scriptHashHex(toy.scriptOf(name)), { limit: 10 });
      return [txCount, ...txids];
    };
    const reported: Promise<unknown>[] = [];
    const engine = createMempoolEngine({
      source: {
        ...source,
        async transactions(ids) {
          if (fails.transactions) throw new Error('the node is away');
          return source.transactions(ids);
        },
      },
      now: () => 1_700_000_000,
      onFacts: () => undefined,
      onFrame: () => undefined,
      onBlock: () => void reported.push(idsOf('a'), idsOf('b')),
    });
    await engine.reconcile();
    const before = toy.bestBlock;
    const connected = [toy.mine(['a'])];
    // its transactions are not removed, as another one cannot be loaded
    const added = [toy.add({ name: 'c', spends: ['utxo:2'], fee: 1_000 })];
    fails.transactions = true;
    await expect(engine.apply({ added, removed: [], connected, disconnected: [] })).rejects.toThrow('the node is away');
    expect(await Promise.all(reported)).toEqual([[0], [1, toy.id('b')]]);
    expect(await idsOf('a')).toEqual([0]);
    // the block is dropped, and its transaction is unconfirmed again
    toy.goBackTo(before);
    toy.bring('a');
    fails.transactions = false;
    await engine.reconcile();
    expect(await idsOf('a')).toEqual([1, toy.id('a')]);
  });
});
