import { createRequire } from 'node:module';
import type { LiquidTx } from '@glassblock/contract/liquid';
import { displayHash } from '@glassblock/primitives';
import { elementsNetworks, plainElementsTx, readElementsBlock } from '@glassblock/primitives/elements';
import type { Secp256k1ZKP } from '@vulpemventures/secp256k1-zkp';
import { beforeAll, expect, test } from 'vitest';
import { elementsJson, recordedChain } from '../../../../../primitives/test/support/elements.ts';
import { type BlindedTuple, readBlindedLink } from './blinded-link.ts';
import { type Commitments, unblind } from './unblind.ts';

const links = elementsJson('unblinding-links.json.gz') as Record<string, string>;
const recorded = new Map(
  recordedChain()
    .flatMap((bytes) => readElementsBlock(bytes).txs)
    .map((tx) => [displayHash(tx.txid), tx]),
);

/** A transaction of the recorded chain as the REST API returns it. */
function txOf(txid: string): LiquidTx {
  const tx = recorded.get(txid)!;
  const prevouts = tx
    .inputs()
    .map(({ prevTxid, prevVout }) => recorded.get(displayHash(prevTxid))?.outputs()[prevVout]);
  return { ...plainElementsTx(tx, prevouts, elementsNetworks.liquidregtest), status: { confirmed: false } } as LiquidTx;
}

const confirmed = Object.entries(links).filter(([txid]) => recorded.has(txid));
let zkp: Commitments;

beforeAll(async () => {
  // the package has no ES module for Node
  const library = createRequire(import.meta.url)('@vulpemventures/secp256k1-zkp') as {
    default(): Promise<Secp256k1ZKP>;
  };
  const { generator, pedersen } = await library.default();
  zkp = { generator: generator.generateBlinded, commitment: pedersen.commitment };
});

function tuplesOf(fragment: string): readonly BlindedTuple[] {
  const link = readBlindedLink(`#${fragment}`);
  if (link === undefined || typeof link === 'string') throw new Error(`not a link: ${String(link)}`);
  return link;
}

test('unblind reveals each confidential output of the recorded transactions', () => {
  expect(confirmed.length).toBeGreaterThan(20);
  for (const [txid, fragment] of confirmed) {
    const tx = txOf(txid);
    const { outputs, isComplete } = unblind(tx, tuplesOf(fragment), zkp);
    expect(isComplete, txid).toBe(true);
    const blinded = tx.vout.flatMap(({ valuecommitment }, index) => (valuecommitment === undefined ? [] : [index]));
    expect(
      [...outputs.keys()].toSorted((a, b) => a - b),
      txid,
    ).toEqual(blinded);
    const values = tuplesOf(fragment).map(({ value }) => value);
    expect([...outputs.values()].map(({ value }) => String(value)).toSorted(), txid).toEqual(values.toSorted());
  }
});

/** The first transaction with two confidential outputs and only explicit inputs. */
const [first, fragment] = confirmed.find(([txid, link]) => {
  const { vin } = txOf(txid);
  const isPlain = vin.every(({ prevout, issuance }) => prevout?.value !== undefined && issuance === undefined);
  return isPlain && link.split(',').length === 8;
})!;

test('a wrong blinder matches nothing, and the other outputs are revealed', () => {
  const [one, two] = tuplesOf(fragment);
  const wrong = { ...one!, valueBlinder: `${'00'.repeat(31)}01` };
  const both = unblind(txOf(first), [wrong, two!], zkp);
  // the last unknown amount follows from the balance
  expect([both.isComplete, both.outputs.size]).toEqual([false, 2]);
  const alone = unblind(txOf(first), [wrong], zkp);
  expect([alone.isComplete, alone.outputs.size]).toEqual([false, 0]);
  // not a scalar of the curve
  const off = unblind(txOf(first), [{ ...one!, valueBlinder: 'ff'.repeat(32) }], zkp);
  expect([off.isComplete, off.outputs.size]).toEqual([false, 0]);
});

test('the only unknown amount follows from the balance', () => {
  const tx = txOf(first);
  const [one, two] = tuplesOf(fragment);
  const pairs = [
    [one!, two!],
    [two!, one!],
  ] as const;
  for (const [given, other] of pairs) {
    const { outputs, isComplete } = unblind(tx, [given], zkp);
    expect(isComplete).toBe(true);
    expect([...outputs.values()]).toContainEqual({ value: Number(other.value), asset: other.asset });
  }
  expect(unblind(tx, [], zkp).outputs.size).toBe(0);
});

test('outputs that the test blinds are revealed, at both ends of the range of values', () => {
  const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex')).reverse();
  const asset = '1368c4d7708bb7d24470dde05546fef743bcb5a76fd2d31860c8606c483d7dbf';
  const made = ['1', '2100000000000000', '18446744073709551615'].map((value, at) => {
    const tuple = {
      value,
      asset,
      valueBlinder: `${'00'.repeat(31)}0${at + 1}`,
      assetBlinder: `${'11'.repeat(31)}0${at}`,
    };
    const generator = zkp.generator(bytes(asset), bytes(tuple.assetBlinder));
    const commitment = zkp.commitment(value, generator, bytes(tuple.valueBlinder));
    const output = {
      scriptpubkey: '00',
      scriptpubkey_asm: 'OP_0',
      scriptpubkey_type: 'unknown',
      assetcommitment: Buffer.from(generator).toString('hex'),
      valuecommitment: Buffer.from(commitment).toString('hex'),
    };
    return { tuple, output };
  });
  const tx = { ...txOf(first), vout: made.map(({ output }) => output) };
  const tuples = made.map(({ tuple }) => tuple);
  expect([...unblind(tx, tuples, zkp).outputs.values()].map(({ value }) => value)).toEqual([
    1,
    2_100_000_000_000_000,
    2 ** 64,
  ]);
});

test('no amount follows from a balance with rounded amounts', () => {
  const tx = txOf(first);
  const [one, two] = tuplesOf(fragment);
  // from 2^53 on, amounts are rounded in JSON: the difference would be wrong by up to a thousand units
  const [{ prevout }] = tx.vin as [LiquidTx['vin'][number]];
  const large = { ...tx.vin[0]!, prevout: { ...prevout!, value: 2 ** 63 } };
  const { outputs, isComplete } = unblind({ ...tx, vin: [large, ...tx.vin.slice(1)] }, [one!], zkp);
  expect([isComplete, outputs.size]).toEqual([true, 1]);
  expect([...outputs.values()]).not.toContainEqual(expect.objectContaining({ value: Number(two!.value) }));
});

test('ten transactions: the order of a link, repeated and foreign tuples change no amount', () => {
  const foreign: BlindedTuple = {
    value: '5',
    asset: 'ab'.repeat(32),
    valueBlinder: `${'00'.repeat(31)}05`,
    assetBlinder: `${'00'.repeat(31)}06`,
  };
  const sorted = ({ outputs }: { outputs: ReadonlyMap<number, unknown> }) => [...outputs].toSorted(([a], [b]) => a - b);
  for (const [txid, link] of confirmed.slice(0, 10)) {
    const [tx, tuples] = [txOf(txid), tuplesOf(link)];
    const expected = sorted(unblind(tx, tuples, zkp));
    for (const others of [tuples.toReversed(), [...tuples.slice(1), tuples[0]!], [...tuples, ...tuples]]) {
      const result = unblind(tx, others, zkp);
      expect([result.isComplete, sorted(result)], txid).toEqual([true, expected]);
    }
    const more = unblind(tx, [foreign, ...tuples, foreign], zkp);
    expect([more.isComplete, sorted(more)], txid).toEqual([false, expected]);
    for (const cut of [link.slice(0, -1), `${link}0`, link.replace(/,[^,]*$/, '')])
      expect(readBlindedLink(`#${cut}`), txid).toBe('hex');
    expect(readBlindedLink(`#${link}&lang=en`), txid).toHaveLength(tuples.length);
    expect(readBlindedLink(`#${link},`), txid).toBe('number');
  }
});

const ok = `5,${'ab'.repeat(32)},${'cd'.repeat(32)},${'ef'.repeat(32)}`;

test.each([
  ['', undefined],
  ['#vout=1', undefined],
  ['#blinded=', undefined],
  [`#blinded=${ok}`, 1],
  [`#blinded=${ok},${ok}`, 2],
  [`#vout=1&blinded=${ok}`, 1],
  [`#blinded=-1${ok.slice(1)}`, 'number'],
  [`#blinded=x${ok.slice(1)}`, 'number'],
  [`#blinded=18446744073709551616${ok.slice(1)}`, 'number'],
  [`#blinded=${ok.slice(0, -1)}`, 'hex'],
  [`#blinded=${ok},5`, 'hex'],
  [`#blinded=${ok.slice(0, -1)}${'a'.repeat(2)}`, 'hex'],
  [`#blinded=${ok.replace('ab', '\u0430b')}`, 'hex'],
  [`#blinded=${ok.replaceAll(',', '%2C')}`, 'number'],
  [`#blinded=2100000100000000${ok.slice(1)}`, 1],
  [`#blinded=18446744073709551615${ok.slice(1)}`, 1],
  [`#blinded=${'9'.repeat(1_000_000)}${ok.slice(1)}`, 'number'],
  [`#blinded=${Array.from({ length: 512 }, () => ok).join(',')}`, 512],
  [`#blinded=${Array.from({ length: 513 }, () => ok).join(',')}`, 'hex'],
  [`#blinded=${Array.from({ length: 10_000 }, () => ok).join(',')}`, 'hex'],
])('readBlindedLink reads %.40s', (text, expected) => {
  const link = readBlindedLink(text);
  expect(Array.isArray(link) ? link.length : link).toBe(expected);
});
