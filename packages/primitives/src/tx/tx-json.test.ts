import { expect, it } from 'vitest';
import { coreScript, coreVectors } from '../../test/support/core-vectors.ts';
import { type Draft, makeTransaction } from '../../test/support/make-transaction.ts';
import { legacyBlockBytes, segwitBlockBytes } from '../../test/support/real-blocks.ts';
import {
  fromHex,
  networks,
  plainTx,
  readBlock,
  readWholeTransaction,
  type Sats,
  sats,
  seededRandom,
  type Transaction,
  type TxOutput,
} from '../index.ts';
import { TxJsonWriter } from './tx-json.ts';

const status = { confirmed: true, block_height: 7, block_hash: '00'.repeat(32), block_time: 1_231_006_505 };

/** Expects the writer's text to be that of the object form. */
function expectSame(tx: Transaction, prevouts: readonly (TxOutput | undefined)[], network = networks.mainnet): void {
  const writer = new TxJsonWriter(16);
  writer.transaction(tx, prevouts, JSON.stringify(status), network);
  const text = Buffer.from(writer.written()).toString('latin1');
  expect(text).toBe(JSON.stringify({ ...plainTx(tx, prevouts, network), status }));
}

it.each([
  [413_567, legacyBlockBytes],
  [702_861, segwitBlockBytes],
])('equals the object form for every transaction of block %i', (_, bytes) => {
  const { txs } = readBlock(bytes);
  const scripts = txs.flatMap((tx) => tx.outputs());
  for (const [i, tx] of txs.entries()) {
    expectSame(tx, []);
    // outputs of the block as prevouts: their scripts are real, and do not belong to the inputs
    const prevouts = tx.inputs().map((_, vin) => scripts[(31 * i + vin) % scripts.length]);
    expectSame(tx, prevouts, i % 2 === 0 ? networks.mainnet : networks.signet);
  }
});

const txOf = (draft: Draft) => readWholeTransaction(makeTransaction(draft));
const outputOf = (script: Uint8Array, value = 1_000): TxOutput => ({ value: sats(value), script });

it("equals the object form for scripts of Core's vectors", () => {
  for (const row of coreVectors('script_tests')) {
    const [scriptSig, script] = (row as unknown[]).filter((part) => typeof part === 'string') as string[];
    if (script === undefined || (row as unknown[]).length < 4) continue;
    const [sig, spent] = [coreScript(scriptSig!), coreScript(script)];
    expectSame(txOf({ inputs: [{ scriptSig: sig }], outputs: [{ script: spent }] }), [outputOf(spent)]);
  }
});

it.each([
  ['a coinbase', { inputs: [{ prevTxid: new Uint8Array(32), prevVout: 0xffffffff, scriptSig: fromHex('03b0a1') }] }],
  ['the largest numbers', { version: 0xffffffff, locktime: 0xffffffff, outputs: [{ value: 2_100_000_000_000_000 }] }],
  ['values around 2^31', { outputs: [{ value: 0x7fffffff }, { value: 0x80000000 }, { value: 0 }, { value: 9 }] }],
  ['an empty witness item', { witness: [[new Uint8Array(0), new Uint8Array(0)]] }],
  ['witnesses of one input only', { inputs: [{}, {}], witness: [[], [Uint8Array.of(1)]] }],
  ['an annex', { witness: [[Uint8Array.of(0x51), new Uint8Array(33).fill(0xc0), Uint8Array.of(0x50, 1)]] }],
] satisfies [string, Draft][])('equals the object form for %s', (_, draft) => {
  const tx = txOf(draft);
  const spent = [
    '76a914000000000000000000000000000000000000000088ac',
    `a914${'11'.repeat(20)}87`,
    `0014${'22'.repeat(20)}`,
    `0020${'33'.repeat(32)}`,
    `5120${'44'.repeat(32)}`,
    '51024e73',
    `6028${'55'.repeat(40)}`,
    '6a',
    '',
    '4c',
    '4d01',
    '4e010203',
    '4effffffff',
    '4bff',
    'ac4c00ba',
  ];
  for (const script of spent)
    expectSame(
      tx,
      tx.inputs().map(() => outputOf(fromHex(script))),
    );
  expectSame(tx, []);
});

it.each([1, 2, 3])('seed %i: equals the object form for random scripts', (seed) => {
  const random = seededRandom(seed);
  const below = (n: number) => Math.floor(random() * n);
  // pushes and their lengths are the most frequent bytes of real scripts
  const byte = () => (random() < 0.5 ? below(0x61) : below(256));
  const bytes = () => Uint8Array.from({ length: random() < 0.1 ? below(700) : below(45) }, byte);
  const list = <T>(max: number, make: () => T) => Array.from({ length: 1 + below(max) }, make);
  const scripts = [`0020${'33'.repeat(32)}`, `5120${'44'.repeat(32)}`, `a914${'11'.repeat(20)}87`].map(fromHex);
  const script = () => (random() < 0.4 ? scripts[below(3)]! : bytes());
  for (let round = 0; round < 400; round++) {
    const inputs = list(4, () => ({ scriptSig: bytes(), prevVout: below(2 ** 32), sequence: below(2 ** 32) }));
    const tx = txOf({
      inputs,
      outputs: list(4, () => ({ value: below(2 ** 45), script: script() })),
      ...(random() < 0.6 ? { witness: inputs.map(() => list(4, bytes)) } : {}),
    });
    expectSame(
      tx,
      inputs.map(() => (random() < 0.1 ? undefined : outputOf(script(), below(2 ** 45)))),
      random() < 0.5 ? networks.mainnet : networks.regtest,
    );
  }
});

it('writes several transactions one after the other', () => {
  const writer = new TxJsonWriter(1);
  writer.ascii('[');
  writer.transaction(txOf({}), [], '1', networks.mainnet);
  writer.ascii(',');
  writer.transaction(txOf({ locktime: 5 }), [], '2', networks.mainnet);
  writer.ascii(']');
  const list = JSON.parse(Buffer.from(writer.written()).toString()) as { locktime: number; status: number }[];
  expect(list.map(({ locktime, status }) => [locktime, status])).toEqual([
    [0, 1],
    [5, 2],
  ]);
});

it('rejects a blinded amount', () => {
  const blinded = { value: Uint8Array.of(8) as unknown as Sats, script: new Uint8Array(0) };
  const writer = new TxJsonWriter();
  expect(() => writer.transaction(txOf({}), [blinded], '1', networks.mainnet)).toThrow('blinded amount');
});
