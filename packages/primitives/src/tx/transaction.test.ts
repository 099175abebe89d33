import { Transaction as Bitcoinjs } from 'bitcoinjs-lib';
import { describe, expect, test } from 'vitest';
import { makeTransaction } from '../../test/support/make-transaction.ts';
import { workMs } from '../../test/support/work-time.ts';
import { displayHash, fromHex, isCoded, readTransaction, readWholeTransaction, sha256d, toHex } from '../index.ts';

const codeOf = (bytes: Uint8Array): string => {
  try {
    readWholeTransaction(bytes);
  } catch (error) {
    if (isCoded(error)) return error.code;
    throw error;
  }
  return 'no error';
};

describe('published transactions', () => {
  test('decodes the signed native P2WPKH example of BIP 143 field by field', () => {
    const hex =
      '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000';
    const tx = readWholeTransaction(fromHex(hex));
    expect([tx.version, tx.locktime, tx.hasWitness, tx.isCoinbase]).toEqual([1, 17, true, false]);
    expect([tx.inputCount, tx.outputCount]).toEqual([2, 2]);
    expect(tx.inputs().map((i) => [displayHash(i.prevTxid), i.prevVout, i.sequence, i.scriptSig.length])).toEqual([
      ['9f96ade4b41d5433f4eda31e1738ec2b36f6e7d1420d94a6af99801a88f7f7ff', 0, 0xffffffee, 73],
      ['8ac60eb9575db5b2d987e29f301b5b819ea83a5c6579d282d189cc04b8e151ef', 1, 0xffffffff, 0],
    ]);
    expect(tx.input(0).witness).toEqual([]);
    expect(tx.input(1).witness.map((item) => item.length)).toEqual([71, 33]);
    expect(tx.outputs().map((o) => [o.value, toHex(o.script)])).toEqual([
      [112_340_000, '76a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac'],
      [223_450_000, '76a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac'],
    ]);
    const theirs = Bitcoinjs.fromHex(hex);
    expect(displayHash(tx.txid)).toBe(theirs.getId());
    expect(tx.wtxid).toEqual(Uint8Array.from(theirs.getHash(true)));
    expect(toHex(tx.raw)).toBe(hex);
  });

  test('recognizes the genesis coinbase, whose txid is the merkle root', () => {
    const tx = readWholeTransaction(
      fromHex(
        '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
      ),
    );
    expect(tx.isCoinbase).toBe(true);
    expect(displayHash(tx.txid)).toBe('4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b');
    expect(tx.wtxid).toEqual(tx.txid);
    expect([tx.size, tx.strippedSize, tx.weight, tx.vsize]).toEqual([204, 204, 816, 204]);
    expect(tx.output(0).value).toBe(5_000_000_000);
  });
});

describe('structure', () => {
  test('sizes, weight and ids follow from the stripped form (BIP 141, BIP 144)', () => {
    const draft = { inputs: [{}, { prevVout: 5 }], outputs: [{ value: 5 }], locktime: 99, version: 0xfffffffe };
    const stripped = makeTransaction(draft);
    const whole = makeTransaction({ ...draft, witness: [[fromHex('aabb')], []] });
    const tx = readWholeTransaction(whole);
    expect(tx.txid).toEqual(sha256d(stripped));
    expect(tx.wtxid).toEqual(sha256d(whole));
    expect([tx.size, tx.strippedSize]).toEqual([whole.length, stripped.length]);
    expect(tx.weight).toBe(3 * stripped.length + whole.length);
    expect(tx.vsize).toBe(tx.weight / 4);
    expect(tx.version).toBe(0xfffffffe);
    expect(tx.locktime).toBe(99);
  });

  test('reads a transaction in the middle of other bytes, ends where it ends, and returns views of the same memory', () => {
    const one = makeTransaction({ witness: [[fromHex('aabb')]] });
    const bytes = new Uint8Array(one.length + 20);
    bytes.set(one, 7);
    const tx = readTransaction(bytes, 7);
    expect([tx.start, tx.end]).toEqual([7, 7 + one.length]);
    expect(tx.txid).toEqual(readTransaction(one).txid);
    expect(tx.input(0).witness[0]!.buffer).toBe(bytes.buffer);
    expect(tx.raw.buffer).toBe(bytes.buffer);
  });

  test('a coinbase has one input that spends nothing; half of that is not enough', () => {
    const none = new Uint8Array(32);
    const isCoinbase = (inputs: { prevTxid?: Uint8Array; prevVout?: number }[]): boolean =>
      readTransaction(makeTransaction({ inputs })).isCoinbase;
    expect(isCoinbase([{ prevTxid: none, prevVout: 0xffffffff }])).toBe(true);
    expect(isCoinbase([{ prevTxid: none, prevVout: 0 }])).toBe(false);
    expect(isCoinbase([{ prevVout: 0xffffffff }])).toBe(false);
    expect(isCoinbase([{ prevTxid: none, prevVout: 0xffffffff }, {}])).toBe(false);
  });

  test('an input keeps its witness when spread', () => {
    const tx = readTransaction(makeTransaction({ witness: [[fromHex('aa')]] }));
    expect({ ...tx.input(0) }.witness).toEqual([fromHex('aa')]);
  });

  test('throws RangeError on an index out of range', () => {
    const tx = readTransaction(makeTransaction({}));
    for (const index of [-1, 1, Number.NaN]) {
      expect(() => tx.input(index)).toThrow(RangeError);
      expect(() => tx.output(index)).toThrow(RangeError);
    }
  });

  test('reads a witness of 500,001 items, as in mainnet block 761,249, in bounded time', () => {
    const items: Uint8Array[] = Array.from({ length: 500_001 }, () => new Uint8Array(0));
    items[500_000] = fromHex('51');
    const bytes = makeTransaction({ inputs: [{}, {}], witness: [items, [fromHex('beef')]] });
    const start = workMs();
    const tx = readWholeTransaction(bytes);
    expect(tx.input(1).witness).toEqual([fromHex('beef')]);
    expect(workMs() - start).toBeLessThan(500);
    const witness = tx.input(0).witness;
    expect(witness).toHaveLength(500_001);
    expect(witness[499_999]).toEqual(new Uint8Array(0));
    expect(witness.at(-1)).toEqual(fromHex('51'));
    expect(tx.strippedSize).toBe(makeTransaction({ inputs: [{}, {}] }).length);
  });

  test('reads and writes scripts of 10,000 bytes and more', () => {
    for (const length of [252, 253, 10_000, 10_001, 70_000]) {
      const script = new Uint8Array(length).fill(0x61);
      const bytes = makeTransaction({ inputs: [{ scriptSig: script }], outputs: [{ script }], witness: [[script]] });
      const tx = readWholeTransaction(bytes);
      expect(tx.input(0).scriptSig).toEqual(script);
      expect(tx.input(0).witness).toEqual([script]);
      expect(tx.output(0).script).toEqual(script);
    }
  });
});

describe('refusals', () => {
  const plain = makeTransaction({});
  const withWitness = makeTransaction({ inputs: [{}, {}], witness: [[fromHex('aabb')], []] });

  test('rejects every proper prefix as truncated and an extra byte as trailing', () => {
    for (const whole of [plain, withWitness]) {
      for (let length = 0; length < whole.length; length++) {
        expect(codeOf(whole.subarray(0, length))).toMatch(/^primitives\.(truncated|no-inputs|superfluous-witness)$/);
      }
      expect(codeOf(new Uint8Array([...whole, 0]))).toBe('primitives.trailing-bytes');
      expect(codeOf(whole)).toBe('no error');
    }
  });

  test.each([
    ['no inputs', '01000000000000000000', 'primitives.no-inputs'],
    ['no inputs behind a witness flag', '0100000000010000000000', 'primitives.no-inputs'],
    ['a flag other than 1', `010000000002${'00'.repeat(60)}`, 'primitives.unknown-flag'],
    ['more inputs than bytes', '01000000fe00000001'.padEnd(200, '0'), 'primitives.truncated'],
    ['a count of 2^64 - 1', '01000000ffffffffffffffffff'.padEnd(200, '0'), 'primitives.too-many'],
  ])('%s', (_, hex, code) => {
    expect(codeOf(fromHex(hex))).toBe(code);
  });

  test('rejects a witness flag without a witness as superfluous', () => {
    expect(codeOf(makeTransaction({ inputs: [{}, {}], witness: [[], []] }))).toBe('primitives.superfluous-witness');
  });

  test('rejects an amount at or above 2^53 sats on reading', () => {
    const bytes = makeTransaction({ outputs: [{ value: Number.MAX_SAFE_INTEGER }] });
    expect(readTransaction(bytes).output(0).value).toBe(Number.MAX_SAFE_INTEGER);
    bytes[bytes.length - 4 - 1 - 2] = 0x20;
    expect(codeOf(bytes)).toBe('primitives.value-out-of-range');
  });

  test('rejects a witness count larger than the remaining bytes before looping', () => {
    const bytes = makeTransaction({ witness: [[new Uint8Array(300)]] });
    const countAt = bytes.length - 4 - 300 - 3 - 1;
    expect(bytes[countAt]).toBe(1);
    bytes.set([0xfe, 0, 0, 0, 1], countAt);
    expect(codeOf(bytes)).toBe('primitives.truncated');
  });

  test('rejects the Elements format as unsupported', () => {
    expect(() => readTransaction(plain, 0, 'elements')).toThrow(
      expect.objectContaining({ code: 'primitives.unsupported-format' }),
    );
  });
});
