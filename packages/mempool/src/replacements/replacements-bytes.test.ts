import { ByteWriter, isCoded, seededRandom, sha256 } from '@glassblock/primitives';
import { describe, expect, test } from 'vitest';
import { idOf, nameOf, scene } from '../../test/support/replacement-scene.ts';

const day = 24 * 3600;

describe('bytes', () => {
  const full = () => {
    const stage = scene();
    stage.play('b>A y>x z?b,y @20000.5 *x d>c -d f>e g#f i>h');
    return stage;
  };

  test('loads what was saved: answers, marks and later behaviour', () => {
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

  const version = (order: number, name: string, newer: number, fee = 1): Uint8Array => {
    const writer = new ByteWriter()
      .u64(order)
      .bytes(Uint8Array.from(idOf(name).match(/../g)!, (pair) => Number.parseInt(pair, 16)));
    const float = (value: number) => writer.bytes(new Uint8Array(Float64Array.of(value).buffer));
    for (const value of [fee, 1, 1, 1, 1]) float(value);
    return writer.u8(1).compactSize(newer).finish();
  };
  const file = (...trees: Uint8Array[][]): Uint8Array => {
    const writer = new ByteWriter().bytes(Uint8Array.of(0x67, 0x62, 0x72, 1)).compactSize(trees.length);
    for (const versions of trees) {
      writer.compactSize(versions.length).u8(0);
      for (const bytes of versions) writer.bytes(bytes);
    }
    return sealed(writer.finish());
  };

  test.each<[why: string, bytes: Uint8Array, isRefused: boolean]>([
    ['a sound file', file([version(1, 'a', 1), version(2, 'b', 0)]), false],
    ['a version twice', file([version(1, 'a', 1), version(2, 'a', 0)]), true],
    ['a version in two trees', file([version(1, 'a', 0)], [version(2, 'a', 0)]), true],
    ['falling orders', file([version(2, 'a', 1), version(1, 'b', 0)]), true],
    ['an order twice', file([version(1, 'a', 0)], [version(1, 'b', 0)]), true],
    ['trees out of order', file([version(2, 'a', 0)], [version(1, 'b', 0)]), true],
    ['two roots', file([version(1, 'a', 0), version(2, 'b', 0)]), true],
    ['a newer version that is not there', file([version(1, 'a', 2), version(2, 'b', 0)]), true],
    ['a root with a newer version', file([version(1, 'a', 1)]), true],
    ['a tree of nothing', file([]), true],
    ['a fee below 0', file([version(1, 'a', 0, -1)]), true],
    ['a fee that is no number', file([version(1, 'a', 0, Number.NaN)]), true],
    ['another format number', sealed(Uint8Array.of(0x67, 0x62, 0x72, 2, 0)), true],
    ['more trees than bytes', sealed(Uint8Array.of(0x67, 0x62, 0x72, 1, 0xfe, 0, 0, 0, 1)), true],
    ['bytes behind the end', sealed(Uint8Array.of(0x67, 0x62, 0x72, 1, 0, 0)), true],
  ])('%s', (_, bytes, isRefused) => {
    expect(refuses(bytes)).toBe(isRefused);
  });
});
