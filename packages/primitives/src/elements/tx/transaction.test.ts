import { describe, expect, test } from 'vitest';
import {
  crateBytes,
  encodeElementsTransaction,
  type NodeInput,
  type NodeOutput,
  recordedBlocks,
} from '../../../test/support/elements.ts';
import {
  type Commitment,
  displayHash,
  fromHex,
  hashFromDisplay,
  isCoded,
  isSats,
  type OutputValue,
  toHex,
} from '../../index.ts';
import {
  type ElementsInput,
  type ElementsOutput,
  elementsFee,
  elementsNetworks,
  isCommitment,
  readElementsTransaction,
  readWholeElementsTransaction,
} from '../index.ts';

const blocks = recordedBlocks();
const recorded = blocks.flatMap(({ name, answer }) => answer.tx.map((tx) => ({ name: `${name} ${tx.txid}`, tx })));

const satsOf = (amount: number): number => Math.round(amount * 1e8);

/** The value as the node prints it: sats or commitment. */
const printed = (value: OutputValue | undefined): number | string | undefined =>
  value === undefined ? undefined : isCommitment(value) ? toHex(value) : Number(value);

function expectInput(input: ElementsInput, theirs: NodeInput): void {
  expect(input.sequence).toBe(theirs.sequence);
  expect(input.witness.map(toHex)).toEqual(theirs.txinwitness ?? []);
  expect(input.pegInWitness.map(toHex)).toEqual(theirs.pegin_witness ?? []);
  if (theirs.coinbase !== undefined) {
    expect([toHex(input.scriptSig), input.prevVout]).toEqual([theirs.coinbase, 0xffffffff]);
    return;
  }
  expect([displayHash(input.prevTxid), input.prevVout]).toEqual([theirs.txid, theirs.vout]);
  expect(toHex(input.scriptSig)).toBe(theirs.scriptSig?.hex);
  expect(input.isPegIn).toBe(theirs.is_pegin);
  expect(input.issuance === undefined).toBe(theirs.issuance === undefined);
  if (input.issuance === undefined || theirs.issuance === undefined) return;
  const { assetamount, assetamountcommitment, tokenamount, tokenamountcommitment } = theirs.issuance;
  expect(printed(input.issuance.amount)).toBe(assetamountcommitment ?? satsOf(assetamount!));
  expect(printed(input.issuance.tokenAmount)).toBe(
    tokenamountcommitment ?? (tokenamount === undefined ? undefined : satsOf(tokenamount)),
  );
  expect(displayHash(input.issuance.blindingNonce)).toBe(theirs.issuance.assetBlindingNonce);
}

function expectOutput(output: ElementsOutput, theirs: NodeOutput): void {
  expect(printed(output.value)).toBe(theirs.valuecommitment ?? satsOf(theirs.value!));
  expect(output.assetId === undefined ? undefined : displayHash(output.assetId)).toBe(theirs.asset);
  expect(output.assetCommitment === undefined ? undefined : toHex(output.assetCommitment)).toBe(theirs.assetcommitment);
  expect(toHex(output.nonce ?? new Uint8Array(0))).toBe(theirs.commitmentnonce);
  expect(toHex(output.surjectionProof)).toBe(theirs.surjectionproof ?? '');
  expect(output.rangeProof.length > 0).toBe(theirs.valuecommitment !== undefined);
  expect(toHex(output.script)).toBe(theirs.scriptPubKey.hex);
  expect(output.isFee).toBe(theirs.scriptPubKey.type === 'fee');
}

describe('transactions of an Elements node', () => {
  test.each(recorded)('$name has the ids, sizes and fields that the node prints', ({ tx: theirs }) => {
    const tx = readWholeElementsTransaction(fromHex(theirs.hex));
    expect([displayHash(tx.txid), displayHash(tx.wtxid)]).toEqual([theirs.txid, theirs.wtxid]);
    expect([tx.version, tx.locktime]).toEqual([theirs.version, theirs.locktime]);
    expect([tx.size, tx.weight, Math.ceil(tx.vsize)]).toEqual([theirs.size, theirs.weight, theirs.vsize]);
    expect([tx.isCoinbase, tx.inputCount, tx.outputCount]).toEqual([
      theirs.vin[0]?.coinbase !== undefined,
      theirs.vin.length,
      theirs.vout.length,
    ]);
    theirs.vin.forEach((input, i) => {
      expectInput(tx.input(i), input);
    });
    theirs.vout.forEach((output, i) => {
      expectOutput(tx.output(i), output);
    });
    expect(toHex(encodeElementsTransaction(tx))).toBe(theirs.hex);
    for (const [asset, amount] of Object.entries(theirs.fee)) {
      expect(elementsFee(tx, hashFromDisplay(asset))).toBe(satsOf(amount));
    }
  });

  test.each(recorded.filter(({ tx }) => tx.discountvsize !== undefined))(
    '$name has the discount sizes of ELIP 200',
    ({ tx: theirs }) => {
      const tx = readWholeElementsTransaction(fromHex(theirs.hex));
      expect([tx.discountWeight, Math.ceil(tx.discountVsize)]).toEqual([theirs.discountweight, theirs.discountvsize]);
    },
  );

  test('include confidential, issuing, reissuing, peg-in and peg-out transactions', () => {
    const hasInput = (test: (input: NodeInput) => boolean) => recorded.filter(({ tx }) => tx.vin.some(test)).length;
    const hasOutput = (test: (output: NodeOutput) => boolean) => recorded.filter(({ tx }) => tx.vout.some(test)).length;
    expect(hasOutput(({ valuecommitment }) => valuecommitment !== undefined)).toBeGreaterThan(8);
    expect(hasInput(({ issuance }) => issuance?.isreissuance === false)).toBeGreaterThan(3);
    expect(hasInput(({ issuance }) => issuance?.isreissuance === true)).toBeGreaterThan(0);
    expect(hasInput(({ pegin_witness }) => pegin_witness !== undefined)).toBe(2);
    expect(hasOutput(({ scriptPubKey }) => scriptPubKey.pegout_chain !== undefined)).toBe(2);
  });

  test('a fee in an asset without a fee output is 0', () => {
    const { hex } = recorded.find(({ tx }) => Object.keys(tx.fee).length > 0)!.tx;
    expect(elementsFee(readWholeElementsTransaction(fromHex(hex)), elementsNetworks.liquid.nativeAsset)).toBe(0);
  });

  test('fees whose sum is 2^53 or more are 0', () => {
    const { nativeAsset } = elementsNetworks.liquid;
    const fees = (...amounts: string[]) => {
      const outputs = amounts.map((amount) => `01${toHex(nativeAsset)}01${amount}0000`).join('');
      const hex = `020000000001${'11'.repeat(32)}0000000000ffffffff0${amounts.length}${outputs}00000000`;
      return elementsFee(readWholeElementsTransaction(fromHex(hex)), nativeAsset);
    };
    expect(fees('001ffffffffffffe', '0000000000000001')).toBe(Number.MAX_SAFE_INTEGER);
    expect(fees('001fffffffffffff', '0000000000000001')).toBe(0);
  });
});

// Weights and virtual sizes as the tests of the crate state them.
const crateSizes: [string, number, number, number, number][] = [
  ['1in2out_pegin', 2403, 601, 2403, 601],
  ['1in2out_tx', 5330, 1333, 863, 216],
  ['1in3out_tx', 10107, 2527, 1173, 294],
  ['2in3out_exp', 1302, 326, 1302, 326],
  ['2in3out_tx', 10300, 2575, 1302, 326],
  ['2in3out_tx2', 10536, 2634, 1538, 385],
  ['3in3out_tx', 10922, 2731, 1860, 465],
  ['4in3out_tx', 11192, 2798, 2130, 533],
  ['2in4out_tx', 15261, 3816, 1764, 441],
  ['2in5out_tx', 20030, 5008, 2034, 509],
];

describe('transactions of the elements crate', () => {
  test.each(crateSizes)('%s has weight %d, vsize %d, discounted %d and %d', (name, ...sizes) => {
    const tx = readWholeElementsTransaction(crateBytes(name));
    expect([tx.weight, Math.ceil(tx.vsize), tx.discountWeight, Math.ceil(tx.discountVsize)]).toEqual(sizes);
    expect(toHex(encodeElementsTransaction(tx))).toBe(toHex(tx.raw));
  });

  test('an amount above 2^53 is a bigint (ELIP 203)', () => {
    const amount = readWholeElementsTransaction(crateBytes('elip203_3')).input(0).issuance?.amount;
    const tokenAmount = readWholeElementsTransaction(crateBytes('elip203_4')).input(0).issuance?.tokenAmount;
    expect([amount, tokenAmount]).toEqual([30_000_000_000_000_000n, 20_000_000_000_000_000n]);
  });
});

const zeros = '00'.repeat(32);
const input = `${'11'.repeat(32)}0000000000ffffffff`;
const explicit = (asset: string, value: string): string => `01${asset}01${value}0000`;
const output = explicit('22'.repeat(32), '00000000000003e8');
const minimal = `020000000001${input}01${output}63000000`;

const codeOf = (hex: string): string => {
  try {
    readWholeElementsTransaction(fromHex(hex));
  } catch (error) {
    if (isCoded(error)) return error.code;
    throw error;
  }
  return 'no error';
};

describe('structure', () => {
  test('reads literal bytes field by field', () => {
    const tx = readWholeElementsTransaction(fromHex(minimal));
    expect([tx.version, tx.locktime, tx.hasWitness, tx.isCoinbase]).toEqual([2, 99, false, false]);
    expect([tx.size, tx.strippedSize, tx.weight, tx.vsize]).toEqual([96, 96, 384, 96]);
    expect(tx.discountWeight).toBe(384);
    expect(tx.wtxid).toEqual(tx.txid);
    expect(tx.input(0)).toMatchObject({ prevVout: 0, isPegIn: false, issuance: undefined, sequence: 0xffffffff });
    expect([tx.input(0).witness, tx.input(0).pegInWitness, tx.input(0).issuanceProof.length]).toEqual([[], [], 0]);
    expect(tx.output(0)).toMatchObject({ value: 1000, isFee: true, assetCommitment: undefined, nonce: undefined });
    expect(toHex(tx.output(0).assetId!)).toBe('22'.repeat(32));
  });

  test('is read in the middle of other bytes and returns views of the same memory', () => {
    const bytes = fromHex(`ffff${minimal}ee`);
    const tx = readElementsTransaction(bytes, 2);
    expect([tx.start, tx.end]).toEqual([2, 98]);
    expect(tx.output(0).assetId?.buffer).toBe(bytes.buffer);
  });

  test('flags of the index are no part of it, and a coinbase has none', () => {
    const pegIn = readWholeElementsTransaction(fromHex(minimal.replace('1100000000', '1105000040')));
    expect(pegIn.input(0)).toMatchObject({ prevVout: 5, isPegIn: true });
    const coinbase = readWholeElementsTransaction(
      fromHex(minimal.replace(`${'11'.repeat(32)}00000000`, `${zeros}ffffffff`)),
    );
    expect(coinbase.isCoinbase).toBe(true);
    expect(coinbase.input(0)).toMatchObject({ prevVout: 0xffffffff, isPegIn: false, issuance: undefined });
  });

  test('null fields are absent, and a null value is 0', () => {
    const tx = readWholeElementsTransaction(fromHex(minimal.replace(output, '0000000151')));
    expect(tx.output(0)).toMatchObject({ value: 0, assetId: undefined, assetCommitment: undefined, nonce: undefined });
    expect(tx.output(0).isFee).toBe(false);
  });

  test.each([
    ['001fffffffffffff', 9007199254740991],
    ['0020000000000000', 9007199254740992n],
    ['ffffffffffffffff', 18446744073709551615n],
  ])('the amount %s is read exactly', (hex, value) => {
    const tx = readWholeElementsTransaction(fromHex(minimal.replace('00000000000003e8', hex)));
    expect(tx.output(0).value).toBe(value);
    expect(isSats(tx.output(0).value)).toBe(typeof value === 'number');
  });

  test.each([
    ['a length that ends early', minimal.slice(0, -2), 'primitives.truncated'],
    ['bytes after the end', `${minimal}00`, 'primitives.trailing-bytes'],
    ['a flag above 1', minimal.replace('0200000000', '0200000002'), 'primitives.unknown-flag'],
    ['no inputs', '0200000000000000000000', 'primitives.no-inputs'],
    [
      'an unknown value prefix',
      minimal.replace('0100000000000003e8', '0700000000000003e8'),
      'primitives.unknown-prefix',
    ],
    [
      'an unknown asset prefix',
      minimal.replace(`01${'22'.repeat(32)}`, `08${'22'.repeat(32)}`),
      'primitives.unknown-prefix',
    ],
    [
      'witness flag and empty witness',
      `${minimal.replace('0200000000', '0200000001')}000000000000`,
      'primitives.superfluous-witness',
    ],
    [
      'issuance flag and null issuance',
      minimal.replace('1100000000' + '00ffffffff', `110000008000ffffffff${zeros}${zeros}0000`),
      'primitives.superfluous-issuance',
    ],
    ['a count that cannot fit', `0200000000fe00000001${'00'.repeat(60)}`, 'primitives.truncated'],
  ])('%s is an error', (_, hex, code) => {
    expect(codeOf(hex)).toBe(code);
  });

  test('an index out of range is a RangeError', () => {
    const tx = readWholeElementsTransaction(fromHex(minimal));
    expect(() => tx.input(1)).toThrow(RangeError);
    expect(() => tx.output(-1)).toThrow(RangeError);
  });

  test('isCommitment is false for amounts', () => {
    expect([isCommitment(5n), isCommitment(new Uint8Array(33) as Commitment)]).toEqual([false, true]);
  });
});
