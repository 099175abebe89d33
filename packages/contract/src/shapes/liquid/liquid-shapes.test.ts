import { displayHash, fromHex } from '@glassblock/primitives';
import {
  type ElementsOutput,
  elementsNetworks,
  plainElementsTx,
  plainHeaderExt,
  readElementsBlock,
} from '@glassblock/primitives/elements';
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { elementsJson, recordedBlocks } from '../../../../primitives/test/support/elements.ts';
import type { Endpoint } from '../../endpoint.ts';
import * as liquid from '../../liquid.ts';

const { liquidExamples: example } = liquid;
const routes = Object.values<Endpoint>(liquid.liquidEndpoints);

const examples: [string, TSchema, unknown][] = [
  ['LiquidBlock', liquid.LiquidBlock, example.block],
  ['LiquidBlockWithExt', liquid.LiquidBlockWithExt, example.blockWithExt],
  ['LiquidTx', liquid.LiquidTx, example.tx],
  ['LiquidUtxo', liquid.LiquidUtxo, example.utxo],
  ['LiquidScriptStats', liquid.LiquidScriptStats, example.scriptStats],
  ['IssuedAsset', liquid.IssuedAsset, example.issuedAsset],
  ['NativeAsset', liquid.NativeAsset, example.nativeAsset],
  ['FeaturedAsset', Type.Array(liquid.FeaturedAsset), example.featured],
  ['AssetGroup', liquid.AssetGroup, example.group],
  ['AssetMatch', liquid.AssetMatch, example.match],
  ['LiquidAddressValidation', liquid.LiquidAddressValidation, example.validation],
  ['PegTotal', liquid.PegTotal, example.pegTotal],
  ['MonthlyAmount', liquid.MonthlyAmount, example.monthly],
  ['Peg', Type.Array(liquid.Peg), example.pegs],
  ['PegVolumes', liquid.PegVolumes, example.volumes],
  ['PegsCount', liquid.PegsCount, { pegs_count: 4 }],
  ['AuditStatus', liquid.AuditStatus, example.auditStatus],
  ['FederationAddress', liquid.FederationAddress, example.federationBalance],
  ['AddressesTotal', liquid.AddressesTotal, { address_count: 3 }],
  ['FederationUtxo', liquid.FederationUtxo, example.federationUtxo],
  ['ExpiredUtxo', liquid.ExpiredUtxo, example.expiredUtxo],
  ['UtxosTotal', liquid.UtxosTotal, { utxo_count: 3 }],
  ['AuditState', liquid.AuditState, example.auditState],
  ['UnmatchedPegOut', liquid.UnmatchedPegOut, example.unmatchedPegOut],
  ['EmergencyStats', liquid.EmergencyStats, example.emergency],
  ['FederationOutput', liquid.FederationOutput, example.federationOutput],
  ['FederationEvent', liquid.FederationEvent, example.federationEvent],
  ['Deficit', liquid.Deficit, example.deficit],
  ['LiquidDifficulty', liquid.LiquidDifficulty, example.difficulty],
  ['LiquidNetworkState', liquid.LiquidNetworkState, example.networkState],
];

const errorsOf = (schema: TSchema, value: unknown) => [...Value.Errors(schema, value)];
const recorded = recordedBlocks();

describe('Liquid shapes', () => {
  test.each(examples)('%s has an example that matches its schema', (_, schema, value) => {
    expect(errorsOf(schema, value)).toEqual([]);
  });

  test.each(examples)('%s rejects an object without its first field, and another type', (_, schema, value) => {
    expect(errorsOf(schema, 'text')).not.toEqual([]);
    if (Array.isArray(value)) return;
    const [, ...fields] = Object.entries(value as object);
    expect(errorsOf(schema, Object.fromEntries(fields))).not.toEqual([]);
  });

  test('PegTotal accepts a sum as text only', () => {
    expect(errorsOf(liquid.PegTotal, { ...example.pegTotal, amount: 250_000_000 })).not.toEqual([]);
    expect(errorsOf(liquid.PegTotal, { ...example.pegTotal, amount: '2.5' })).not.toEqual([]);
  });

  test('LiquidTx accepts every recorded transaction', () => {
    const { liquidregtest } = elementsNetworks;
    const blocks = recorded.map(({ bytes }) => readElementsBlock(bytes));
    const outputs = new Map<string, ElementsOutput[]>(
      blocks.flatMap(({ txs }) => txs).map((tx) => [displayHash(tx.txid), tx.outputs()]),
    );
    for (const tx of blocks.flatMap(({ txs }) => txs)) {
      const prevouts = tx.inputs().map(({ prevTxid, prevVout }) => outputs.get(displayHash(prevTxid))?.[prevVout]);
      const plain = { ...plainElementsTx(tx, prevouts, liquidregtest), status: { confirmed: false } };
      expect(errorsOf(liquid.LiquidTx, plain)).toEqual([]);
    }
  });

  test.each(routes.filter(({ example: answer }) => answer !== undefined))(
    'the example of $path has its shape',
    ({ answer, example: given }) => {
      expect(errorsOf(answer, given)).toEqual([]);
    },
  );

  test('HeaderExt accepts every recorded header', () => {
    for (const { bytes } of recorded) {
      expect(errorsOf(liquid.HeaderExt, plainHeaderExt(readElementsBlock(bytes).header))).toEqual([]);
    }
  });

  test('LiquidAddressValidation accepts every answer of the node', () => {
    for (const { answer } of elementsJson('addresses.json') as { answer: unknown }[]) {
      expect(errorsOf(liquid.LiquidAddressValidation, answer)).toEqual([]);
    }
  });

  test('the example transaction and block are those of the recorded chain', () => {
    const { bytes, answer } = recorded.find(({ name }) => name === 'h0023')!;
    const block = readElementsBlock(bytes);
    const { status, ...tx } = example.tx;
    expect(plainElementsTx(block.txs[1]!, [], elementsNetworks.liquidregtest)).toEqual(tx);
    expect(status.block_hash).toBe(answer.hash);
    expect(plainHeaderExt(block.header)).toEqual(example.blockWithExt.ext);
    expect(fromHex(example.block.merkle_root).reverse()).toEqual(Uint8Array.from(block.header.merkleRoot));
  });
});
