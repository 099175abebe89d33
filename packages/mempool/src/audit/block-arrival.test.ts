import { describe, expect, it } from 'vitest';
import { TestMempool } from '../../test/support/test-mempool.ts';
import { createMempoolEngine } from '../engine.ts';
import { type BlockArrival, knownMark } from './block-arrival.ts';

const started = 1_700_000_000;

async function engineOn(toy: TestMempool) {
  let time = started;
  const published: { hash: string; arrival: BlockArrival | undefined }[] = [];
  const engine = createMempoolEngine({
    source: toy.source(),
    now: () => time,
    onFacts: () => undefined,
    onFrame: () => undefined,
    onBlock: (block) => published.push(block),
  });
  engine.setInfo(toy.info);
  await engine.reconcile();
  engine.project({ afterBlock: false });
  const wait = (seconds: number) => {
    time += seconds;
  };
  const news = { added: [] as string[], removed: [] as string[], connected: [] as Uint8Array[] };
  const apply = (change: Partial<typeof news>, disconnected: Uint8Array[] = []) =>
    engine.apply({ ...news, ...change, disconnected });
  /** The arrival of the only block since the last call. */
  const arrival = () => {
    expect(published).toHaveLength(1);
    return published.pop()?.arrival;
  };
  return { engine, wait, apply, arrival, published };
}

const namesOf = (toy: TestMempool, names: string[], arrival: BlockArrival | undefined) =>
  arrival?.template.map(({ tx: [id] }) => names.find((name) => toy.id(name) === id));

const { seen, conflict, accelerated } = knownMark;

describe('mempool state when a block arrives', () => {
  it('has the first projected block at that time, including transactions added just before', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 9_000 });
    toy.add({ name: 'b', spends: ['utxo:1'], fee: 5_000 });
    const { apply, arrival, wait } = await engineOn(toy);
    wait(7);
    // no projection in between
    await apply({ added: [toy.add({ name: 'c', spends: ['utxo:2'], fee: 7_000 })] });
    wait(3);
    await apply({ connected: [toy.mine(['b', 'a'])] });
    const what = arrival();
    expect(namesOf(toy, ['a', 'b', 'c'], what)).toEqual(['a', 'c', 'b']);
    expect(what?.time).toBe(started + 10);
    expect(what?.template.map(({ position }) => position)).toEqual([1, -1, 0]);
    expect(what?.template.map(({ since }) => since)).toEqual([started, started + 7, started]);
    expect(what?.known).toEqual([seen, seen]);
  });

  it('distinguishes unseen transactions from those announced just before the block', async () => {
    const toy = new TestMempool();
    const { apply, arrival } = await engineOn(toy);
    toy.make({ name: 'hidden', spends: ['utxo:0'], fee: 9_000 });
    toy.add({ name: 'late', spends: ['utxo:1'], fee: 9_000 });
    await apply({ added: [toy.id('late')], connected: [toy.mine(['hidden', 'late'])] });
    expect(arrival()?.known).toEqual([0, seen]);
  });

  it('counts the age of a fee rate from the child that raised it', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'parent', spends: ['utxo:0'], fee: 100 });
    toy.add({ name: 'alone', spends: ['utxo:1'], fee: 200 });
    const { apply, arrival, wait } = await engineOn(toy);
    wait(500);
    await apply({ added: [toy.add({ name: 'child', spends: ['parent:0'], fee: 9_000 })] });
    await apply({ connected: [toy.mine([])] });
    const what = arrival();
    expect(namesOf(toy, ['parent', 'child', 'alone'], what)).toEqual(['parent', 'child', 'alone']);
    expect(what?.template.map(({ since }) => since - started)).toEqual([500, 500, 0]);
    expect(what?.template[0]?.tx[6]).toBe(started);
  });

  it('marks conflicts: those of the block, those replaced before, and their descendants', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1_000 });
    toy.add({ name: 'b', spends: ['a:0'], fee: 1_000 });
    toy.add({ name: 'old', spends: ['utxo:1'], fee: 1_000 });
    toy.add({ name: 'c', spends: ['utxo:2'], fee: 1_000 });
    const { apply, arrival } = await engineOn(toy);
    toy.remove('old');
    await apply({ removed: [toy.id('old')], added: [toy.add({ name: 'new', spends: ['utxo:1'], fee: 5_000 })] });
    // the miner includes an unseen conflict of `a`, and the older one of two replacements
    toy.make({ name: 'other', spends: ['utxo:0'], fee: 9_000 });
    await apply({ connected: [toy.mine(['other', 'old', 'c'])] });
    const what = arrival();
    const replaced = what?.template.filter(({ isReplaced }) => isReplaced).map(({ tx: [id] }) => id);
    expect(replaced?.sort()).toEqual([toy.id('a'), toy.id('b'), toy.id('new')].sort());
    expect(what?.known).toEqual([conflict, conflict + seen, seen]);
  });

  it('marks transactions prioritized by more than their fee', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 100 });
    toy.add({ name: 'b', spends: ['utxo:1'], fee: 200 });
    const { engine, apply, arrival } = await engineOn(toy);
    engine.setFeeDeltas(new Map([[toy.id('a'), 5_000]]));
    engine.project({ afterBlock: false });
    await apply({ connected: [toy.mine(['a', 'b'])] });
    const what = arrival();
    expect(namesOf(toy, ['a', 'b'], what)).toEqual(['a', 'b']);
    expect(what?.known).toEqual([seen + accelerated, seen]);
  });

  it('lists the backlog behind the first block', async () => {
    const toy = new TestMempool();
    for (let i = 0; i < 45; i++) {
      toy.add({ name: `n${i}`, spends: [`utxo:${i}`], fee: 100_000 * (50 - i), padding: 24_900 });
    }
    const { apply, arrival } = await engineOn(toy);
    await apply({ connected: [toy.mine(['n44', 'n0'])] });
    const what = arrival();
    expect(what?.template).toHaveLength(39);
    expect([...what!.waiting.positions]).toEqual([-1, -1, -1, -1, -1, 0]);
  });
});

describe('a block is reported without an arrival', () => {
  it('while the mempool is out of sync, and has one again afterwards', async () => {
    const toy = new TestMempool();
    const { engine, apply, arrival } = await engineOn(toy);
    engine.lost();
    await apply({ connected: [toy.mine([])] });
    expect(arrival()).toBeUndefined();
    await engine.reconcile();
    await apply({ connected: [toy.mine([])] });
    expect(arrival()).toBeDefined();
  });

  it("when several arrive at once, or it does not follow the mempool's block", async () => {
    const toy = new TestMempool();
    const { apply, published } = await engineOn(toy);
    const [first, second, third] = [toy.mine([]), toy.mine([]), toy.mine([])];
    await apply({ connected: [first, second] });
    await apply({ connected: [second] });
    expect(published.map(({ arrival }) => arrival)).toEqual([undefined, undefined, undefined]);
    await apply({ connected: [third] });
    expect(published.at(-1)?.arrival).toBeDefined();
  });

  it('during a reorg, even if the new block would fit', async () => {
    const toy = new TestMempool();
    const { apply, arrival, wait } = await engineOn(toy);
    const fork = toy.bestBlock;
    const lost = toy.mine([]);
    await apply({ connected: [lost] });
    expect(arrival()).toBeDefined();
    await apply({}, [lost]);
    toy.goBackTo(fork);
    await apply({ connected: [toy.mine([])] });
    expect(arrival()).toBeUndefined();
    wait(4);
    await apply({ connected: [toy.mine([])] });
    expect(arrival()).toBeDefined();
  });

  it('when it is old, or when the mempool is polled rarely', async () => {
    const toy = new TestMempool();
    const { engine, apply, arrival, wait } = await engineOn(toy);
    engine.setPace(30);
    await apply({ connected: [toy.mine([])] });
    expect(arrival()).toBeUndefined();
    engine.setPace(2);
    await apply({ connected: [toy.mine([])] });
    expect(arrival()).toBeDefined();
    wait(7_201);
    await apply({ connected: [toy.mine([])] });
    expect(arrival()).toBeUndefined();
  });
});
