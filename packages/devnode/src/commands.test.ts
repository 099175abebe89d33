import { createNodeClient, type NodeClient, parseNodeUrl } from '@glassblock/node';
import { displayHash, readBlock } from '@glassblock/primitives';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDevnode, type Devnode } from './index.ts';

let devnode: Devnode;
let client: NodeClient;
let published: string[];

beforeEach(async () => {
  devnode = await createDevnode({
    profile: 'core28',
    seed: 9,
    live: false,
    blocks: 12,
    mempoolSize: 0,
    hasBodiesInFiles: true,
    clock: () => 1_800_000_000_000,
  });
  devnode.commands.mine(2);
  client = createNodeClient({ ...parseNodeUrl(devnode.rpcUrl) });
  published = [];
  const letters = { added: 'A', removed: 'R', connected: 'C', disconnected: 'D' } as const;
  devnode.listen((event) => {
    if (event.kind !== 'mempool') published.push(`${letters[event.kind]} ${event.stored.height}`);
    else published.push(`${letters[event.type]} ${nameOf(event.txid)} ${event.sequence - first}`);
  });
  first = devnode.state.mempool.sequence;
  names = new Map();
});
afterEach(async () => {
  await client.close();
  await devnode.stop();
});

let first: number;
let names: Map<string, string>;
const nameOf = (txid: string) => names.get(txid) ?? 'new';
/** Gives a name to the entry published as `new` once its txid is known. */
const add = (name: string, sentence: { add(): string }) => {
  const txid = sentence.add();
  names.set(txid, name);
  published = published.map((line) => line.replace('new', name));
  return txid;
};

test('continuePast adds a block with transactions at the time of the clock', () => {
  devnode.commands.setTime(1_800_000_600);
  devnode.commands.continuePast();
  const { header, txs } = readBlock(devnode.state.chain.tip.bytes!);
  expect([devnode.state.chain.height, header.time]).toEqual([15, 1_800_000_600]);
  expect(txs.length).toBeGreaterThan(1);
});

describe('order of ZMQ events', () => {
  // a <- b: a child of a
  test('a transaction and its child are added, then leave with a block without events but with a gap in the sequence', () => {
    add('a', devnode.commands.tx('a').pays('p2wpkh', 90_000).pays('p2tr'));
    add('b', devnode.commands.tx('b').spends('a', 0).feeRate(50));
    devnode.commands.mine();
    expect(published).toEqual(['A a 0', 'A b 1', 'C 15']);
    expect(devnode.state.mempool.sequence - first).toBe(4);
    const block = readBlock(devnode.state.chain.tip.bytes!);
    expect(block.txs.slice(1).map((tx) => nameOf(displayHash(tx.txid)))).toEqual(['a', 'b']);
  });

  test('a replacement removes the replaced transaction and its child before it is added', () => {
    add('a', devnode.commands.tx('a').pays('p2wpkh'));
    add('b', devnode.commands.tx('b').spends('a', 0));
    const newer = devnode.commands.replace('a', 80);
    expect(published).toEqual(['A a 0', 'A b 1', 'R b 2', 'R a 3', 'A new 4']);
    expect(devnode.commands.txid('a')).toBe(newer);
    const newest = devnode.commands.replace('a', 120);
    expect(devnode.state.mempool.entries.has(newest)).toBe(true);
    expect(devnode.state.mempool.entries.has(newer)).toBe(false);
  });

  test('a conflict is removed before its block is announced', () => {
    add('a', devnode.commands.tx('a').pays('p2wpkh'));
    add('b', devnode.commands.tx('b').spends('a', 0));
    devnode.commands.conflict('a');
    expect(published).toEqual(['A a 0', 'A b 1', 'R b 2', 'R a 3', 'C 15']);
  });

  test('eviction removes descendants too', () => {
    add('a', devnode.commands.tx('a').pays('p2wpkh'));
    add('b', devnode.commands.tx('b').spends('a', 0));
    expect(devnode.commands.evict('a')).toBe(2);
    expect(published).toEqual(['A a 0', 'A b 1', 'R b 2', 'R a 3']);
  });

  // height   15  16           15' 16' 17'
  // old      a   b     new    a   b
  test('a reorg returns the transactions of each block as it is disconnected', () => {
    add('a', devnode.commands.tx('a').pays('p2wpkh'));
    devnode.commands.mine();
    add('b', devnode.commands.tx('b').spends('a', 0));
    devnode.commands.mine();
    const old = devnode.state.chain.tip.hash;
    published = [];
    const branch = devnode.commands.reorg(2, { leaveOut: 0 });
    expect(published).toEqual(['D 16', 'A b 4', 'D 15', 'A a 5', 'C 15', 'C 16', 'C 17']);
    expect(branch).toHaveLength(3);
    expect(devnode.state.chain.block(old)).toBeDefined();
    expect(devnode.state.chain.tips().map((tip) => tip.hash)).toContain(old);
    expect(devnode.state.mempool.entries.size).toBe(0);
  });

  test('a longer branch overtakes: all blocks are disconnected before transactions return', () => {
    add('a', devnode.commands.tx('a').pays('p2wpkh'));
    devnode.commands.mine();
    add('b', devnode.commands.tx('b').spends('a', 0));
    devnode.commands.mine();
    published = [];
    devnode.commands.reorg(2, { leaveOut: 0, manner: 'overtake' });
    expect(published).toEqual(['D 16', 'D 15', 'A a 4', 'A b 5', 'C 15', 'C 16', 'C 17']);
  });

  test('a spend of a disconnected coinbase is removed without a reason', () => {
    devnode.commands.mine();
    const coinbase = displayHash(readBlock(devnode.state.chain.tip.bytes!).txs[0]!.txid);
    add('a', devnode.commands.tx('a').spends(coinbase, 0));
    published = [];
    devnode.commands.disconnect();
    expect(published).toEqual(['D 15', 'R a 1']);
  });

  test('a reorg and its reverse restore the UTXO set', () => {
    devnode.commands.emitTraffic(30);
    const utxos = () => {
      const found: string[] = [];
      for (let height = 1; height <= 14; height++) {
        for (const tx of readBlock(devnode.state.chain.at(height)!.bytes!).txs) {
          const txid = displayHash(tx.txid);
          for (let vout = 0; vout < tx.outputCount; vout++) {
            if (devnode.state.chain.utxo(txid, vout) !== undefined) found.push(`${txid}:${vout}`);
          }
        }
      }
      return found;
    };
    const before = utxos();
    devnode.commands.mine(3);
    devnode.commands.disconnect(3);
    expect(utxos()).toEqual(before);
  });
});

describe('mining', () => {
  test('mines exactly the named transactions, or none, or unseen ones', () => {
    add('a', devnode.commands.tx('a').feeRate(2));
    add('b', devnode.commands.tx('b').feeRate(90));
    const block = () => readBlock(devnode.state.chain.tip.bytes!);
    devnode.commands.mine(1, { empty: true });
    expect(block().txCount).toBe(1);
    devnode.commands.mine(1, { txs: ['a'] });
    expect(block().txs.map((tx) => nameOf(displayHash(tx.txid)))).toEqual(['new', 'a']);
    devnode.commands.mine(1, { txs: [], hidden: 2 });
    expect(block().txCount).toBe(3);
    expect(devnode.state.mempool.entries.size).toBe(1);
  });

  test('prefers a low-fee parent with a high-fee child to a transaction in between', () => {
    add('poor', devnode.commands.tx('poor').pays('p2wpkh').feeRate(1));
    add('middle', devnode.commands.tx('middle').pays('p2wpkh').feeRate(20));
    add('rich', devnode.commands.tx('rich').spends('poor', 0).feeRate(100));
    devnode.commands.mine();
    const ids = readBlock(devnode.state.chain.tip.bytes!)
      .txs.slice(1)
      .map((tx) => nameOf(displayHash(tx.txid)));
    expect(ids).toEqual(['poor', 'rich', 'middle']);
  });
});

describe('sendrawtransaction', () => {
  const rejection = (hex: string, ...more: unknown[]) =>
    client.rpc('sendrawtransaction', hex, ...more).then(
      () => undefined,
      (error: { datum: { code: number; message: string } }) => error.datum,
    );

  test('accepts a valid transaction repeatedly, but not after it was mined', async () => {
    const hex = devnode.commands.tx().pays('p2wpkh').hex();
    const txid = await client.rpc('sendrawtransaction', hex);
    expect(await client.rpc('sendrawtransaction', hex)).toBe(txid);
    devnode.commands.mine();
    expect(await rejection(hex)).toMatchObject({ code: -27 });
  });

  test('rejects the calls that a node rejects, with its codes', async () => {
    expect(await rejection('00')).toMatchObject({ code: -22 });
    expect(await rejection('zz')).toMatchObject({ code: -22 });
    devnode.commands.tx('a').pays('p2wpkh', 50_000).pays('p2tr').add();
    const child = devnode.commands.tx().spends('a', 0).hex();
    const poor = devnode.commands.tx().spends('a', 1).feeRate(0).hex();
    const rich = devnode.commands.tx().spends('a', 1).feeRate(200_000).hex();
    const dust = devnode.commands.tx().spends('a', 1).pays('p2wpkh', 100).pays('p2wpkh').hex();
    const overspent = devnode.commands.tx().spends('a', 0).pays('p2wpkh', 60_000).hex();
    expect(await rejection(poor)).toMatchObject({
      code: -26,
      message: expect.stringContaining('min relay fee not met'),
    });
    expect(await rejection(rich)).toMatchObject({ code: -25, message: expect.stringContaining('Fee exceeds maximum') });
    expect(await rejection(dust)).toMatchObject({ code: -26, message: 'dust' });
    expect(await rejection(overspent)).toMatchObject({ code: -26, message: 'bad-txns-in-belowout' });
    expect(await client.rpc('testmempoolaccept', [child])).toMatchObject([{ allowed: true }]);
    devnode.commands.evict('a');
    expect(await rejection(child)).toMatchObject({ code: -25, message: 'bad-txns-inputs-missingorspent' });
    expect(await client.rpc('testmempoolaccept', [child])).toMatchObject([
      { allowed: false, 'reject-reason': 'missing-inputs' },
    ]);
  });

  test('replaces by the RBF fee rules', async () => {
    const parent = devnode.commands.tx('p').pays('p2wpkh', 1_000_000).pays('p2tr').add();
    devnode.commands.mine();
    const version = (rate: number) => devnode.commands.tx().spends(parent, 0).pays('p2wpkh').feeRate(rate).hex();
    const [cheap, same, expensive] = [version(10), version(10.3), version(30)];
    await client.rpc('sendrawtransaction', cheap);
    expect(await rejection(same)).toMatchObject({ code: -26, message: expect.stringContaining('insufficient fee') });
    const newer = await client.rpc('sendrawtransaction', expensive);
    expect([...devnode.state.mempool.entries.keys()]).toEqual([newer]);
  });

  test('rejects a chain of more than 25', () => {
    devnode.commands.tx('0').pays('p2wpkh').add();
    for (let i = 1; i < 25; i++)
      devnode.commands
        .tx(String(i))
        .spends(String(i - 1), 0)
        .add();
    expect(() => devnode.commands.tx('25').spends('24', 0).add()).toThrow('too-long-mempool-chain');
  });
});
