import { ByteWriter, fromHex, isCoded, seededRandom, sha256, toHex } from '@glassblock/primitives';
import { describe, expect, test } from 'vitest';
import { idOf, nameOf, scene } from '../../test/support/replacement-scene.ts';
import { attachReplaced, createReplacementNode, type ReplacementNode } from './replacement-tree.ts';
import { readReplacements, replacementsBytes } from './replacements-bytes.ts';

const day = 24 * 3600;

const file = [
  '67627201', // `gbr` and format 1, 4 bytes
  '02', // trees, compact size
  '02', // transactions of the first tree, compact size
  '01', // it expires, u8
  '0000000000002640', // at that time, f64 LE: 11
  '0706050403020100', // order of the replaced transaction, u64 LE
  `${'a1'.repeat(31)}aa`, // its txid, 32 bytes in display order
  '000000000000f03f', // fee, f64 LE: 1
  '0000000000000040', // vsize: 2
  '0000000000000840', // value: 3
  '0000000000001040', // fee rate: 4
  '9a9999999999b93f', // time: 0.1
  '03', // marks, u8: 1 RBF, 2 timed
  '01', // the next transaction replaced it, compact size
  '0806050403020100', // order of the replacement
  `${'a2'.repeat(31)}ab`, // txid
  '0000000000001440', // fee: 5
  '0000000000001840', // vsize: 6
  '0000000000001c40', // value: 7
  '0000000000002040', // fee rate: 8
  '0000000000002240', // time: 9
  '34', // marks: 4 mined, 16 certain, 32 directly replaced one that did not signal
  '00', // nothing replaced it
  '01', // transactions of the second tree
  '00', // it does not expire
  '0906050403020100', // order
  `${'a3'.repeat(31)}ac`, // txid
  '0000000000002840', // fee: 12
  '0000000000002a40', // vsize: 13
  '0000000000002c40', // value: 14
  '0000000000002e40', // fee rate: 15
  '0000000000003040', // time: 16
  '58', // marks: 8 in the mempool, 16 certain, 64 full RBF
  '00', // nothing replaced it
  '872404852a5bb191', // first 8 bytes of the SHA-256 of all before
].join('');

function treesOfFile(): ReplacementNode[] {
  const older = createReplacementNode(
    { txid: `${'a1'.repeat(31)}aa`, fee: 1, vsize: 2, value: 3, rate: 4, time: 0.1, rbf: true },
    0.1,
    0x01020304050607,
  );
  const newer = createReplacementNode(
    { txid: `${'a2'.repeat(31)}ab`, fee: 5, vsize: 6, value: 7, rate: 8, rbf: false },
    9,
    0x01020304050608,
  );
  attachReplaced(newer, older, false);
  Object.assign(newer, { mined: true, direct: true, expires: 11 });
  const other = createReplacementNode(
    { txid: `${'a3'.repeat(31)}ac`, fee: 12, vsize: 13, value: 14, rate: 15, rbf: false },
    16,
    0x01020304050609,
  );
  Object.assign(other, { inMempool: true, fullRbf: true });
  return [newer, other];
}

test('encodes the trees of replacements', () => {
  expect(toHex(replacementsBytes(treesOfFile()))).toBe(file);
});

test('decodes the trees of replacements', () => {
  expect(readReplacements(fromHex(file))).toEqual(treesOfFile());
});

describe('bytes', () => {
  const full = () => {
    const stage = scene();
    stage.play('b>A y>x z?b,y @20000.5 *x d>c -d f>e g#f i>h');
    return stage;
  };

  test('loads the saved state: answers, marks and later behaviour', () => {
    const { replacements, trees, play } = full();
    const later = scene();
    later.replacements.load(replacements.save());
    later.play('@20000.5');
    const all = (of: ReturnType<typeof scene>) => [of.replacements.list(), of.replacements.summary()];
    expect(all(later)).toEqual([replacements.list(), replacements.summary()]);
    expect(later.replacements.replacedBy(idOf('b'))).toEqual({ txid: idOf('z'), certain: false });
    const rest = 'j>i k>z,d @106400 sweep -k +e *e';
    play(rest);
    later.play(rest);
    expect(later.trees()).toEqual(trees());
    expect(trees().length).toBeGreaterThan(0);
    expect(later.replacements.save()).toEqual(replacements.save());
  });

  test('an empty state has 13 bytes', () => {
    const { replacements } = scene();
    const saved = replacements.save();
    expect(saved.length).toBe(4 + 1 + 8);
    replacements.load(saved);
    expect(replacements.list()).toEqual([]);
  });

  test('loading replaces the state and counts as a change', () => {
    const stage = full();
    const other = scene();
    other.play('q>p');
    other.replacements.takeChanges();
    other.replacements.load(stage.replacements.save());
    expect(other.replacements.has(idOf('q'))).toBe(false);
    expect(other.replacements.takeChanges()).toEqual({ trees: [], replaced: [] });
  });

  test('loading drops the oldest entries above the limits', () => {
    const big = scene();
    big.play('b>a c>b d>c y>x n>m');
    const small = scene({ trees: 2, nodesPerTree: 2 });
    small.replacements.load(big.replacements.save());
    expect(small.trees()).toEqual(['n(m)', 'y(x)']);
    const narrow = scene({ nodesPerTree: 2 });
    narrow.replacements.load(big.replacements.save());
    expect(narrow.trees()).toEqual(['n(m)', 'y(x)', 'd(c)']);
  });

  test('the loaded state is reconciled with the mempool', () => {
    const { replacements, play, trees } = scene();
    play('b>a d>c f>e h>g *h');
    replacements.load(replacements.save());
    const mempool = new Set([idOf('b'), idOf('e')]);
    expect(replacements.reconcile((txid) => mempool.has(txid)).map(nameOf)).toEqual(['d', 'c']);
    play(`@${10_000 + day} sweep`);
    expect(trees()).toEqual(['f(e)', 'b(a)']);
    play('-e @150000 sweep');
    expect(trees()).toEqual(['f(e)', 'b(a)']);
    play(`@${10_000 + 2 * day} sweep`);
    expect(trees()).toEqual(['b(a)']);
  });

  test('a loaded transaction that is back in the mempool is no longer mined', () => {
    const { replacements, play, trees } = scene();
    play('b>a *b');
    expect(replacements.reconcile(() => true)).toEqual([]);
    expect(trees()).toEqual(['b(a)']);
  });

  const refuses = (bytes: Uint8Array): boolean => {
    const { replacements, play, trees } = scene();
    play('q>p');
    try {
      replacements.load(bytes);
      return false;
    } catch (error) {
      expect(isCoded(error, 'mempool.bad-replacements')).toBe(true);
      expect(replacements.list()).toEqual([]);
      expect(replacements.has(idOf('q'))).toBe(false);
      play('b>a');
      expect(trees()).toEqual(['b(a)']);
      return true;
    }
  };
  /** The bytes with a valid checksum, so that the reader itself has to find the error. */
  const sealed = (body: Uint8Array): Uint8Array =>
    new ByteWriter().bytes(body).bytes(sha256(body).subarray(0, 8)).finish();

  test('rejects every truncation and every changed byte, and leaves the state empty', () => {
    const saved = full().replacements.save();
    for (let length = 0; length < saved.length; length++) expect(refuses(saved.subarray(0, length))).toBe(true);
    for (let at = 0; at < saved.length; at++) {
      const damaged = saved.slice();
      damaged[at]! ^= 1 << (at % 8);
      expect(refuses(damaged)).toBe(true);
    }
    expect(refuses(Uint8Array.of(...saved, 0))).toBe(true);
  });

  test('rejects hostile bytes with a valid checksum or loads a consistent state', () => {
    const saved = full().replacements.save();
    const body = saved.subarray(0, -8);
    const random = seededRandom(20_261_121);
    let taken = 0;
    for (let round = 0; round < 2000; round++) {
      const copy = body.slice(0, random() < 0.2 ? Math.floor(random() * body.length) : body.length);
      for (let i = 0; i <= random() * 3; i++) copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
      const { replacements } = scene();
      try {
        replacements.load(sealed(copy));
        taken++;
      } catch (error) {
        expect(isCoded(error, 'mempool.bad-replacements')).toBe(true);
        expect(replacements.list()).toEqual([]);
        continue;
      }
      const again = scene();
      again.replacements.load(replacements.save());
      expect(again.replacements.list({ limit: 100 })).toEqual(replacements.list({ limit: 100 }));
    }
    expect(taken).toBeGreaterThan(50);
    expect(taken).toBeLessThan(1900);
  });

  const encodedTx = (order: number, name: string, newer: number, fee = 1): Uint8Array => {
    const writer = new ByteWriter()
      .u64(order)
      .bytes(Uint8Array.from(idOf(name).match(/../g)!, (pair) => Number.parseInt(pair, 16)));
    const float = (value: number) => writer.bytes(new Uint8Array(Float64Array.of(value).buffer));
    for (const value of [fee, 1, 1, 1, 1]) float(value);
    return writer.u8(1).compactSize(newer).finish();
  };
  const file = (...trees: Uint8Array[][]): Uint8Array => {
    const writer = new ByteWriter().bytes(Uint8Array.of(0x67, 0x62, 0x72, 1)).compactSize(trees.length);
    for (const txs of trees) {
      writer.compactSize(txs.length).u8(0);
      for (const bytes of txs) writer.bytes(bytes);
    }
    return sealed(writer.finish());
  };

  test.each<[why: string, bytes: Uint8Array, isRefused: boolean]>([
    ['an intact file', file([encodedTx(1, 'a', 1), encodedTx(2, 'b', 0)]), false],
    ['a transaction twice', file([encodedTx(1, 'a', 1), encodedTx(2, 'a', 0)]), true],
    ['a transaction in two trees', file([encodedTx(1, 'a', 0)], [encodedTx(2, 'a', 0)]), true],
    ['falling orders', file([encodedTx(2, 'a', 1), encodedTx(1, 'b', 0)]), true],
    ['an order twice', file([encodedTx(1, 'a', 0)], [encodedTx(1, 'b', 0)]), true],
    ['trees out of order', file([encodedTx(2, 'a', 0)], [encodedTx(1, 'b', 0)]), true],
    ['two roots', file([encodedTx(1, 'a', 0), encodedTx(2, 'b', 0)]), true],
    ['a replacement that is not there', file([encodedTx(1, 'a', 2), encodedTx(2, 'b', 0)]), true],
    ['a root with a replacement', file([encodedTx(1, 'a', 1)]), true],
    ['a tree of nothing', file([]), true],
    ['a fee below 0', file([encodedTx(1, 'a', 0, -1)]), true],
    ['a fee that is no number', file([encodedTx(1, 'a', 0, Number.NaN)]), true],
    ['another format number', sealed(Uint8Array.of(0x67, 0x62, 0x72, 2, 0)), true],
    ['more trees than bytes', sealed(Uint8Array.of(0x67, 0x62, 0x72, 1, 0xfe, 0, 0, 0, 1)), true],
    ['bytes behind the end', sealed(Uint8Array.of(0x67, 0x62, 0x72, 1, 0, 0)), true],
  ])('%s', (_, bytes, isRefused) => {
    expect(refuses(bytes)).toBe(isRefused);
  });
});
