import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { coreScript, coreVectors, push } from '../../test/support/core-vectors.ts';
import { type Draft, makeTransaction } from '../../test/support/make-transaction.ts';
import { segwitBlockBytes } from '../../test/support/real-blocks.ts';
import {
  concatBytes,
  fromHex,
  readBlock,
  readScript,
  readTransaction,
  scriptSigops,
  toHex,
  transactionSigopCost,
} from '../index.ts';

const key = `21${'02'.repeat(33)}`;
const twoOfThree = fromHex(`52${key}${key}${key}53ae`);
const p2pkh = fromHex(`76a914${'11'.repeat(20)}88ac`);
const p2sh = fromHex(`a914${'11'.repeat(20)}87`);
const p2wpkh = fromHex(`0014${'11'.repeat(20)}`);
const p2wsh = fromHex(`0020${'11'.repeat(32)}`);
const p2tr = fromHex(`5120${'11'.repeat(32)}`);

describe('one script', () => {
  test.each([
    ['', 0, 0],
    ['ac', 1, 1],
    ['acadac', 3, 3],
    ['ae', 20, 20],
    ['52ae', 20, 2],
    ['60af', 20, 16],
    ['00ae', 20, 20],
    ['0102ae', 20, 20],
    ['02acac', 0, 0],
    ['ac02ac', 1, 1],
    ['52acae', 21, 21],
    ['ba', 0, 0],
  ])('%s counts %d, or %d when counted accurately', (hex, rough, accurate) => {
    expect(scriptSigops(fromHex(hex), false)).toBe(rough);
    expect(scriptSigops(fromHex(hex), true)).toBe(accurate);
  });

  test("bitcore-lib agrees on Core's script vectors", () => {
    interface BitcoreScript {
      getSignatureOperationsCount(accurate: boolean): number;
    }
    const require = createRequire(import.meta.url);
    const { Script } = require('bitcore-lib') as { Script: { fromHex(hex: string): BitcoreScript } };
    let compared = 0;
    for (const row of coreVectors('script_tests') as unknown[][]) {
      const texts = row.filter((cell) => typeof cell === 'string').slice(0, 2);
      if (row.length < 4) continue;
      for (const script of (texts as string[]).map(coreScript)) {
        if (readScript(script).at(-1)?.truncated) continue;
        const theirs = Script.fromHex(toHex(script));
        for (const accurate of [true, false]) {
          expect(scriptSigops(script, accurate), toHex(script)).toBe(theirs.getSignatureOperationsCount(accurate));
        }
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(2200);
  });
});

describe('a transaction', () => {
  const cost = (draft: Draft, ...spent: (Uint8Array | undefined)[]): number =>
    transactionSigopCost(
      readTransaction(makeTransaction(draft)),
      spent.map((script) => script && { script }),
    );
  const nestedWpkh = push(p2wpkh);
  const nestedWsh = push(p2wsh);

  test.each<[string, Draft, Uint8Array | undefined, number]>([
    ['a P2PKH output costs 4', { outputs: [{ script: p2pkh }] }, p2tr, 4],
    ['bare multisig in an output counts 20 keys', { outputs: [{ script: twoOfThree }] }, p2tr, 80],
    ['the spent script of a P2PKH input is not counted', {}, p2pkh, 0],
    ['a spent bare multisig is not counted', {}, twoOfThree, 0],
    ['scriptSig counts, whatever is spent', { inputs: [{ scriptSig: fromHex('ac') }] }, p2pkh, 4],
    ['a redeem script counts accurately', { inputs: [{ scriptSig: push(twoOfThree) }] }, p2sh, 12],
    [
      'a redeem script behind an opcode does not count',
      { inputs: [{ scriptSig: concatBytes(fromHex('61'), push(twoOfThree)) }] },
      p2sh,
      0,
    ],
    [
      'a redeem script that is not pushed last does not count',
      { inputs: [{ scriptSig: concatBytes(push(twoOfThree), fromHex('51')) }] },
      p2sh,
      0,
    ],
    [
      'a cut-off scriptSig reveals nothing',
      { inputs: [{ scriptSig: concatBytes(push(twoOfThree), fromHex('05')) }] },
      p2sh,
      0,
    ],
    ['P2WPKH costs 1', { witness: [[fromHex('01')]] }, p2wpkh, 1],
    ['P2WSH counts its last item accurately', { witness: [[fromHex(''), twoOfThree]] }, p2wsh, 3],
    ['P2SH-P2WPKH costs 1', { inputs: [{ scriptSig: nestedWpkh }], witness: [[fromHex('01')]] }, p2sh, 1],
    ['P2SH-P2WSH counts its last item', { inputs: [{ scriptSig: nestedWsh }], witness: [[twoOfThree]] }, p2sh, 3],
    [
      'a nested program behind an opcode costs nothing',
      { inputs: [{ scriptSig: concatBytes(fromHex('61'), nestedWpkh) }], witness: [[fromHex('01')]] },
      p2sh,
      0,
    ],
    ['Taproot costs nothing', { witness: [[fromHex('acacac'), fromHex('c0')]] }, p2tr, 0],
    [
      'a witness program of an unknown version costs nothing',
      { witness: [[fromHex('ac')]] },
      fromHex(`5220${'11'.repeat(32)}`),
      0,
    ],
    ['an unknown spent output adds nothing', { witness: [[twoOfThree]] }, undefined, 0],
  ])('%s', (_, draft, spent, expected) => {
    expect(cost(draft, spent)).toBe(expected);
  });

  test('matches inputs with prevouts by position', () => {
    const draft: Draft = {
      inputs: [{}, {}, { scriptSig: push(twoOfThree) }],
      witness: [[fromHex('')], [twoOfThree], []],
    };
    expect(cost(draft, p2wpkh, p2wsh, p2sh)).toBe(1 + 3 + 12);
    expect(cost(draft, p2wsh, p2wpkh, p2sh)).toBe(0 + 1 + 12);
  });

  test('counts a P2WPKH input in a transaction without witness, as Core does', () => {
    expect(cost({}, p2wpkh)).toBe(1);
  });

  test('counts a coinbase by its own scripts only', () => {
    const draft: Draft = {
      inputs: [{ prevTxid: new Uint8Array(32), prevVout: 0xffffffff, scriptSig: fromHex('acac') }],
      outputs: [{ script: p2pkh }],
    };
    expect(cost(draft, p2wpkh)).toBe(12);
  });

  test('a real block costs four for each of its 1,660 P2PKH outputs without prevouts', () => {
    const total = readBlock(segwitBlockBytes).txs.reduce((sum, tx) => sum + transactionSigopCost(tx, []), 0);
    expect(total).toBe(4 * 1660);
  });
});
