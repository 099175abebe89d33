import type { Fact } from '@glassblock/journal';
import { displayHash, fromHex, hashFromDisplay, scriptHash, seededRandom, toHex } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { TestMempool } from '../test/support/test-mempool.ts';
import { createMempoolEngine, type MempoolEntry, type MempoolFrame } from './index.ts';

function engineOn(toy: TestMempool) {
  const facts: Fact[] = [];
  const entries: MempoolEntry[] = [];
  const frames: MempoolFrame[] = [];
  let time = 1_700_000_000;
  const contents = new Map<string, Uint8Array>();
  const unresolved: string[] = [];
  const engine = createMempoolEngine({
    source: toy.source(),
    now: () => time,
    onFacts(more, attached) {
      facts.push(...more);
      entries.push(...attached);
    },
    onFrame: (frame) => frames.push(frame),
    onUnresolved: (txids) => unresolved.push(...txids),
    contents: {
      put: (txid, raw) => contents.set(toHex(txid), raw.slice()),
      get: async (txid) => contents.get(toHex(txid)),
    },
  });
  engine.setInfo(toy.info);
  const published = () =>
    facts.splice(0).map((fact) => {
      if (fact.type === 'tx-added') return `+${nameOf(toy, displayHash(fact.txid))}`;
      if (fact.type !== 'tx-removed') return fact.type;
      const by = fact.by === undefined ? '' : ` by ${nameOf(toy, displayHash(fact.by))}`;
      return `-${nameOf(toy, displayHash(fact.txid))} ${fact.reason}${by}${fact.certain ? '' : ' (inferred)'}`;
    });
  const wait = (seconds: number) => {
    time += seconds;
  };
  const percents = () => frames.filter(({ synced }) => !synced).map(({ percent }) => percent);
  const attached = () => entries.splice(0).map(({ txid }) => nameOf(toy, txid));
  return { engine, published, attached, frames, wait, percents, contents, unresolved };
}

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'parent', 'child', 'grandchild', 'other', 'bump'];
const nameOf = (toy: TestMempool, id: string) => names.find((name) => toy.id(name) === id) ?? id;
const news = (
  toy: TestMempool,
  change: { added?: string[]; removed?: string[]; connected?: Uint8Array[]; disconnected?: Uint8Array[] },
) => ({
  added: (change.added ?? []).map((name) => toy.id(name)),
  removed: (change.removed ?? []).map((name) => toy.id(name)),
  connected: change.connected ?? [],
  disconnected: change.disconnected ?? [],
});

describe('mempool mirror', () => {
  it("loads the node's mempool, parents before children, in any order of ids", async () => {
    const toy = new TestMempool();
    toy.add({ name: 'parent', spends: ['utxo:0'], fee: 1000 });
    toy.add({ name: 'child', spends: ['parent:0'], fee: 2000 });
    const reversed = new Map([...toy.mempool].reverse());
    toy.mempool.clear();
    for (const [id, raw] of reversed) toy.mempool.set(id, raw);
    const { engine, published } = engineOn(toy);
    await engine.reconcile();
    expect(published()).toEqual(['+parent', '+child']);
    const [entry] = await engine.view.entries([toy.id('child')]);
    expect(entry).toMatchObject({ fee: 2000, ancestors: [{ txid: toy.id('parent'), fee: 1000 }], descendants: [] });
  });

  it('finds the reasons of removals', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    toy.add({ name: 'b', spends: ['a:0'], fee: 1000 });
    toy.add({ name: 'c', spends: ['utxo:1'], fee: 1000 });
    toy.add({ name: 'd', spends: ['utxo:2'], fee: 1000 });
    toy.add({ name: 'e', spends: ['utxo:3'], fee: 1000 });
    const { engine, published, wait } = engineOn(toy);
    await engine.reconcile();
    published();
    // a is replaced: its child leaves with it
    toy.add({ name: 'bump', spends: ['utxo:0'], fee: 5000 });
    toy.remove('a', 'b');
    await engine.apply(news(toy, { removed: ['a', 'b'], added: ['bump'] }));
    expect(published()).toEqual(['-a replaced by bump', '-b replaced by bump (inferred)', '+bump']);
    // c is mined; the block also has a conflict of d
    toy.make({ name: 'other', spends: ['utxo:2'], fee: 9000 });
    toy.remove('d');
    const hash = toy.mine(['c', 'other']);
    await engine.apply(news(toy, { removed: ['d'], connected: [hash] }));
    expect(published().sort()).toEqual(['-c mined', '-d conflict by other']);
    // e disappears without an event: after two seconds it counts as evicted
    toy.remove('e');
    await engine.apply(news(toy, { removed: ['e'] }));
    engine.settle();
    expect(published()).toEqual([]);
    wait(2);
    engine.settle();
    expect(published()).toEqual(['-e evicted (inferred)']);
  });

  it('builds a replacement tree for conflicts mined in a block, with the fee', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    toy.add({ name: 'b', spends: ['utxo:1'], fee: 500 });
    const { engine } = engineOn(toy);
    await engine.reconcile();
    toy.make({ name: 'other', spends: ['utxo:0', 'utxo:1'], fee: 9000 });
    toy.remove('a', 'b');
    await engine.apply(news(toy, { removed: ['a', 'b'], connected: [toy.mine(['other'])] }));
    const { tree } = await engine.view.replacement(toy.id('a'));
    expect(tree).toMatchObject({ mined: true, tx: { txid: toy.id('other'), fee: 9000, mined: true } });
    expect(tree!.replaces.map(({ tx }) => [nameOf(toy, tx.txid), tx.fee]).sort()).toEqual([
      ['a', 1000],
      ['b', 500],
    ]);
  });

  it('removes the transactions that a new one replaces, even if its removal event was lost', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    const { engine, published } = engineOn(toy);
    await engine.reconcile();
    published();
    toy.remove('a');
    toy.add({ name: 'bump', spends: ['utxo:0'], fee: 5000 });
    await engine.apply(news(toy, { added: ['bump'] }));
    expect(published()).toEqual(['-a replaced by bump', '+bump']);
  });

  it('uses the entry time of the node for existing transactions, its own clock for new ones', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    toy.add({ name: 'b', spends: ['utxo:1'], fee: 1000 });
    toy.entryTimes.set(toy.id('a'), 1_600_000_000);
    // a clock that is ahead
    toy.entryTimes.set(toy.id('b'), 1_800_000_000);
    const { engine } = engineOn(toy);
    await engine.reconcile();
    toy.add({ name: 'c', spends: ['utxo:2'], fee: 1000 });
    toy.entryTimes.set(toy.id('c'), 1_600_000_000);
    await engine.apply(news(toy, { added: ['c'] }));
    const entries = await engine.view.entries(['a', 'b', 'c'].map((name) => toy.id(name)));
    expect(entries.map((entry) => entry!.firstSeen)).toEqual([1_600_000_000, 1_700_000_000, 1_700_000_000]);
  });

  it('restores replacement trees after a restart, and reports ids that may have been mined', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    toy.add({ name: 'c', spends: ['utxo:1'], fee: 1000 });
    const { engine } = engineOn(toy);
    await engine.reconcile();
    toy.remove('a', 'c');
    toy.add({ name: 'bump', spends: ['utxo:0'], fee: 5000 });
    toy.add({ name: 'd', spends: ['utxo:1'], fee: 5000 });
    await engine.apply(news(toy, { removed: ['a', 'c'], added: ['bump', 'd'] }));
    toy.mine(['d']);
    const again = engineOn(toy);
    again.engine.restoreReplacements(engine.saveReplacements());
    await again.engine.reconcile();
    expect(again.unresolved).toEqual([toy.id('d'), toy.id('c')]);
    again.engine.replacementMined(toy.id('d'));
    const mined = async (name: string) => (await again.engine.view.replacement(toy.id(name))).tree;
    expect(await mined('c')).toMatchObject({ mined: true, tx: { txid: toy.id('d') } });
    expect(await mined('a')).toMatchObject({ tx: { txid: toy.id('bump') } });
    expect(await mined('a')).not.toMatchObject({ mined: true });
  });

  it('loads a mempool of many batches in any order, and stores raw bytes of transactions that leave unmined', async () => {
    const toy = new TestMempool();
    toy.add({ name: 't0', spends: ['utxo:0'], fee: 100 });
    for (let i = 1; i < 1_300; i++) toy.add({ name: `t${i}`, spends: [`t${i - 1}:0`], fee: 100 });
    const reversed = [...toy.mempool].reverse();
    toy.mempool.clear();
    for (const [id, raw] of reversed) toy.mempool.set(id, raw);
    const { engine, percents, contents } = engineOn(toy);
    await engine.reconcile();
    expect(engine.size).toBe(1_300);
    expect(percents().length).toBeGreaterThan(1);
    const [last] = await engine.view.entries([toy.id('t1299')]);
    expect(last!.ancestors).toHaveLength(100);
    expect(contents.size).toBe(0);
    const raw = toy.mempool.get(toy.id('t1299'))!;
    expect(await engine.view.rawOf(toy.id('t1299'))).toEqual(raw);
    toy.remove('t1299');
    await engine.reconcile();
    expect(await engine.view.rawOf(toy.id('t1299'))).toEqual(raw);
    toy.mine(['t1298']);
    await engine.reconcile();
    expect(await engine.view.rawOf(toy.id('t1298'))).toBeUndefined();
  });

  it('explains a replacement whose removal was in an earlier batch', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    const { engine, published } = engineOn(toy);
    await engine.reconcile();
    published();
    toy.remove('a');
    await engine.apply(news(toy, { removed: ['a'] }));
    expect(published()).toEqual([]);
    toy.add({ name: 'bump', spends: ['utxo:0'], fee: 5000 });
    await engine.apply(news(toy, { added: ['bump'] }));
    expect(published()).toEqual(['-a replaced by bump', '+bump']);
  });

  it('resynchronizes after losses: additions, removals and blocks in one step', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    toy.add({ name: 'b', spends: ['utxo:1'], fee: 1000 });
    const { engine, published } = engineOn(toy);
    await engine.reconcile();
    published();
    toy.add({ name: 'c', spends: ['utxo:2'], fee: 1000 });
    toy.mine(['a']);
    toy.mine([]);
    const { moved } = await engine.reconcile();
    expect(moved).toBe(true);
    expect(published()).toEqual(['-a mined', '+c']);
  });

  it('restores the transactions of a disconnected block', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    const { engine, published } = engineOn(toy);
    await engine.reconcile();
    const raw = toy.mempool.get(toy.id('a'))!;
    const hash = toy.mine(['a']);
    await engine.apply(news(toy, { connected: [hash] }));
    toy.mempool.set(toy.id('a'), raw);
    await engine.apply(news(toy, { disconnected: [hash], added: ['a'] }));
    expect(published()).toEqual(['+a', '-a mined', '+a']);
    expect(engine.size).toBe(1);
  });

  it('skips a transaction whose prevouts are nowhere', async () => {
    const toy = new TestMempool();
    toy.make({ name: 'parent', spends: ['utxo:0'], fee: 10 });
    toy.add({ name: 'child', spends: ['parent:0'], fee: 10 });
    const { engine, published } = engineOn(toy);
    await engine.reconcile();
    expect(published()).toEqual([]);
  });
});

describe('projected blocks', () => {
  it('put a low-fee parent with a high-fee child before an unrelated one in between', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'other', spends: ['utxo:1'], fee: 820 });
    toy.add({ name: 'parent', spends: ['utxo:0'], fee: 82 });
    toy.add({ name: 'child', spends: ['parent:0'], fee: 8200 });
    const { engine, frames } = engineOn(toy);
    await engine.reconcile();
    engine.project({ afterBlock: false });
    const { txs } = await engine.view.projectedBlock(0);
    expect(txs.map(([txid]) => nameOf(toy, txid))).toEqual(['parent', 'child', 'other']);
    const rate = (82 + 8200) / (2 * 82);
    expect(txs.map(([, , , , effective]) => effective)).toEqual(
      [rate, rate, 10].map((value) => Math.round(value * 100) / 100),
    );
    expect(frames.at(-1)?.blocks).toMatchObject([{ nTx: 3, totalFees: 82 + 8200 + 820 }]);
  });

  it('order accelerated transactions by fee plus fee delta, whatever its source', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'other', spends: ['utxo:1'], fee: 820 });
    toy.add({ name: 'parent', spends: ['utxo:0'], fee: 82 });
    const { engine } = engineOn(toy);
    const list = async () => {
      engine.project({ afterBlock: false });
      const { txs } = await engine.view.projectedBlock(0);
      return txs.map(([txid, fee, , , rate, , , acc]) => [nameOf(toy, txid), fee, rate, acc]);
    };
    await engine.reconcile();
    // a delta of an unknown transaction is applied when it arrives
    toy.make({ name: 'child', spends: ['parent:0'], fee: 82 });
    engine.setFeeDeltas(new Map([[toy.id('child'), 82 * 98]]));
    expect(await list()).toEqual([
      ['other', 820, 10, undefined],
      ['parent', 82, 1, undefined],
    ]);
    toy.add({ name: 'child', spends: ['parent:0'], fee: 82 });
    await engine.reconcile();
    expect(await list()).toEqual([
      ['parent', 82, 50, 1],
      ['child', 82, 50, 1],
      ['other', 820, 10, undefined],
    ]);
    const [child] = await engine.view.entries([toy.id('child')]);
    expect(child).toMatchObject({
      fee: 82,
      effectiveRate: 50,
      accelerated: true,
      position: { block: 0, accelerated: true },
    });
    engine.setFeeDeltas(new Map());
    expect((await list()).map(([name]) => name)).toEqual(['other', 'parent', 'child']);
    expect((await engine.view.entries([toy.id('child')]))[0]!.position).toEqual({ block: 0, vsize: 82 * 2.5 });
  });

  it('publish acceleration in their deltas', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 820 });
    const { engine, frames } = engineOn(toy);
    await engine.reconcile();
    engine.project({ afterBlock: false });
    await engine.view.watchBlocks([0]);
    engine.setFeeDeltas(new Map([[toy.id('a'), 1]]));
    engine.project({ afterBlock: false });
    const item = frames.at(-1)!.watched[0]!;
    if (!('delta' in item)) throw new Error('changes were expected');
    expect(item.delta).toEqual({ added: [], removed: [], changed: [[toy.id('a'), 10.01, expect.any(Number), 1]] });
  });

  it('have at most one block of weight each, the last one the rest, highest fee rates first', async () => {
    const toy = new TestMempool();
    const random = seededRandom(4);
    for (let i = 0; i < 420; i++) {
      toy.add({
        name: `t${i}`,
        spends: [`utxo:${i}`],
        fee: 30_000 + Math.floor(random() * 3_000_000),
        padding: 25_000,
      });
    }
    const { engine, frames } = engineOn(toy);
    await engine.reconcile();
    engine.project({ afterBlock: false });
    const { blocks, fees } = frames.at(-1)!;
    expect(blocks).toHaveLength(8);
    expect(blocks.reduce((sum, { nTx }) => sum + nTx, 0)).toBe(420);
    for (const block of blocks.slice(0, 7)) {
      expect(block.blockVSize).toBeLessThan(1_000_000);
      expect(block.blockVSize).toBeGreaterThan(970_000);
    }
    expect(blocks[7]!.blockVSize).toBeGreaterThan(3_000_000);
    expect(blocks[7]!.feeRange).toHaveLength(11);
    const medians = blocks.map(({ medianFee }) => medianFee);
    expect([...medians].sort((a, b) => b - a)).toEqual(medians);
    expect(fees!.precise.fastestFee).toBeGreaterThan(fees!.precise.hourFee);
  });

  it('are sampled by fee bands', async () => {
    const toy = new TestMempool();
    for (const [i, fee] of [20, 82, 82 * 7, 82 * 3_000].entries()) {
      toy.add({ name: `t${i}`, spends: [`utxo:${i}`], fee });
    }
    const { engine } = engineOn(toy);
    expect(await engine.view.sample()).toBeUndefined();
    await engine.reconcile();
    engine.project({ afterBlock: false });
    const sample = (await engine.view.sample())!;
    expect(sample).toMatchObject({ count: 4, totalFee: 20 + 82 + 82 * 7 + 82 * 3_000, weight: 4 * 4 * 82 });
    // below 1, 1, 6 to 8, 2,000 and more
    expect(sample.vsizes.flatMap((vsize, band) => (vsize > 0 ? [[band, vsize]] : []))).toEqual([
      [0, 82],
      [1, 82],
      [6, 82],
      [38, 82],
    ]);
  });

  it('stream deltas that turn each published list into the next', async () => {
    const toy = new TestMempool();
    for (let i = 0; i < 20; i++) toy.add({ name: `t${i}`, spends: [`utxo:${i}`], fee: 1000 + i });
    const { engine, frames } = engineOn(toy);
    await engine.reconcile();
    engine.project({ afterBlock: false });
    await engine.view.watchBlocks([0]);
    const mirror = new Map((await engine.view.projectedBlock(0)).txs.map(([txid, , , , rate]) => [txid, rate]));
    for (let round = 0; round < 5; round++) {
      toy.remove(`t${round * 3}`);
      toy.add({ name: `n${round}`, spends: [`utxo:${100 + round}`], fee: 5000 });
      toy.add({ name: `k${round}`, spends: [`t${round * 3 + 1}:0`], fee: 90_000 });
      await engine.reconcile();
      engine.project({ afterBlock: false });
      const item = frames.at(-1)!.watched[0]!;
      if (!('delta' in item)) throw new Error('changes were expected');
      for (const id of item.delta.removed) mirror.delete(id);
      for (const [txid, , , , rate] of item.delta.added) mirror.set(txid, rate);
      for (const [txid, rate] of item.delta.changed) mirror.set(txid, rate);
      const now = new Map((await engine.view.projectedBlock(0)).txs.map(([txid, , , , rate]) => [txid, rate]));
      expect([...mirror].sort()).toEqual([...now].sort());
    }
  });

  it('are published in full after a time out of sync', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    const { engine, frames } = engineOn(toy);
    await engine.reconcile();
    engine.project({ afterBlock: false });
    await engine.view.watchBlocks([0]);
    engine.lost();
    toy.add({ name: 'b', spends: ['utxo:1'], fee: 1000 });
    await engine.apply(news(toy, { added: ['b'] }));
    engine.project({ afterBlock: false });
    expect(frames.at(-1)).toMatchObject({ synced: false, watched: [] });
    await engine.reconcile();
    engine.project({ afterBlock: false });
    const [item] = frames.at(-1)!.watched;
    if (item === undefined || !('full' in item)) throw new Error('a whole list was expected');
    expect(item.full.map(([txid]) => nameOf(toy, txid)).sort()).toEqual(['a', 'b']);
    engine.project({ afterBlock: false });
    expect(frames.at(-1)!.watched).toEqual([{ index: 0, delta: { added: [], removed: [], changed: [] } }]);
  });

  it('are equal for equal mempools, independent of history', async () => {
    const random = seededRandom(12);
    const toy = new TestMempool();
    const made: string[] = [];
    const taken = new Set<string>();
    for (let i = 0; i < 150; i++) {
      const parent = made[Math.floor(random() * made.length)];
      const spends = [`utxo:${i}`];
      if (parent !== undefined && random() < 0.5) spends.push(`${parent}:${Math.floor(random() * 3)}`);
      const spent = spends[1];
      if (spent !== undefined && taken.has(spent)) spends.pop();
      if (spends[1] !== undefined) taken.add(spends[1]);
      toy.add({ name: `t${i}`, spends, fee: 100 + Math.floor(random() * 4) * 200, outputs: 3 });
      made.push(`t${i}`);
    }
    const grown = engineOn(toy);
    const all = new Map(toy.mempool);
    toy.mempool.clear();
    for (const [id, raw] of all) {
      toy.mempool.set(id, raw);
      if (random() < 0.2) await grown.engine.reconcile();
      if (random() < 0.2) grown.engine.project({ afterBlock: false });
    }
    await grown.engine.reconcile();
    grown.engine.project({ afterBlock: false });
    const fresh = engineOn(toy);
    await fresh.engine.reconcile();
    fresh.engine.project({ afterBlock: false });
    const order = async ({ engine }: typeof fresh) => (await engine.view.projectedBlock(0)).txs.map(([txid]) => txid);
    expect(await order(grown)).toEqual(await order(fresh));
    expect(grown.frames.at(-1)!.blocks).toEqual(fresh.frames.at(-1)!.blocks);
  });
});

describe('MempoolView', () => {
  it('attaches the entries of added transactions to facts while requested, not those of the first load', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    const { engine, attached, published } = engineOn(toy);
    await engine.view.attachEntries(true);
    await engine.reconcile();
    expect(attached()).toEqual([]);
    toy.add({ name: 'b', spends: ['a:0'], fee: 500 });
    await engine.apply(news(toy, { added: ['b'] }));
    expect(attached()).toEqual(['b']);
    await engine.view.attachEntries(false);
    toy.add({ name: 'c', spends: ['b:0'], fee: 500 });
    await engine.apply(news(toy, { added: ['c'] }));
    expect(published()).toEqual(['+a', '+b', '+c']);
    expect(attached()).toEqual([]);
    expect(await engine.view.has([toy.id('b'), '00'.repeat(32), toy.id('c')])).toEqual([true, false, true]);
  });

  it('answers scripts, spenders, totals and ids', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000, outputs: 2 });
    toy.add({ name: 'b', spends: ['a:1'], fee: 500 });
    const { engine } = engineOn(toy);
    await engine.reconcile();
    engine.project({ afterBlock: false });
    const [a] = await engine.view.entries([toy.id('a')]);
    expect(a!.descendants.map(({ txid }) => txid)).toEqual([toy.id('b')]);
    const [b] = await engine.view.entries([toy.id('b')]);
    const script = b!.prevouts[0]!.script;
    const hash = toHex(scriptHash(script));
    expect(await engine.view.script(hash, { limit: 10 })).toMatchObject({
      txCount: 2,
      fundedCount: 1,
      spentCount: 1,
      txids: [toy.id('b'), toy.id('a')],
    });
    expect(await engine.view.scriptOutputs(hash)).toEqual({ unspent: [], spent: [{ txid: toy.id('a'), vout: 1 }] });
    expect(
      await engine.view.spenders([
        { txid: toy.id('a'), vout: 1 },
        { txid: toy.id('a'), vout: 0 },
      ]),
    ).toEqual([{ txid: toy.id('b'), vin: 0 }, undefined]);
    const sorted = [toy.id('a'), toy.id('b')].sort();
    expect(toHex(await engine.view.txids({}))).toBe(sorted.join(''));
    expect(toHex(await engine.view.txids({ after: fromHex(sorted[0]!), limit: 5 }))).toBe(sorted[1]);
    expect(toHex(await engine.view.txids({ limit: 1 }))).toBe(sorted[0]);
    expect(await engine.view.totals()).toMatchObject({ count: 2, totalFee: 1500 });
    expect(await engine.view.entries([displayHash(hashFromDisplay('00'.repeat(32)))])).toEqual([undefined]);
  });

  it('scriptTxs pages one script and groups, newest first', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000, outputs: 2 });
    toy.add({ name: 'b', spends: ['a:0'], fee: 500 });
    toy.add({ name: 'c', spends: ['a:1'], fee: 500 });
    toy.add({ name: 'd', spends: ['utxo:1'], fee: 500 });
    for (const [i, name] of ['a', 'b', 'c', 'd'].entries()) toy.entryTimes.set(toy.id(name), 1_600_000_000 + i);
    const { engine } = engineOn(toy);
    await engine.reconcile();
    const prevoutHash = async (name: string) => {
      const [entry] = await engine.view.entries([toy.id(name)]);
      return toHex(scriptHash(entry!.prevouts[0]!.script));
    };
    const [first, second] = [await prevoutHash('b'), await prevoutHash('c')];
    const page = async (hashes: string[], limit: number, after?: string) => {
      const options = after === undefined ? { limit } : { limit, after: toy.id(after) };
      const { entries, holdsCursor } = await engine.view.scriptTxs(hashes, options);
      return [entries.map(({ txid }) => nameOf(toy, txid)).join(' '), holdsCursor];
    };
    expect(await page([first], 10)).toEqual(['b a', false]);
    expect(await page([first], 10, 'b')).toEqual(['a', true]);
    expect(await page([first], 0, 'b')).toEqual(['', true]);
    // a touches both scripts, and is listed once
    expect(await page([first, second], 10)).toEqual(['c b a', false]);
    expect(await page([first, second], 1, 'c')).toEqual(['b', true]);
    expect(await page([first, second], 10, 'd')).toEqual(['', false]);
    expect(await page([first], 10, 'c')).toEqual(['', false]);
  });
});
