import { describe, expect, test } from 'vitest';
import { recordedBlocks } from '../../../test/support/elements.ts';
import { displayHash, fromHex } from '../../index.ts';
import {
  type ElementsOutput,
  elementsNetworks,
  plainElementsTx,
  plainHeaderExt,
  readElementsBlock,
  readElementsHeader,
  readWholeElementsTransaction,
} from '../index.ts';

const { liquidregtest } = elementsNetworks;
const blocks = recordedBlocks().filter(({ name }) => name.startsWith('h'));
const outputs = new Map<string, ElementsOutput[]>(
  blocks.flatMap(({ bytes }) => readElementsBlock(bytes).txs).map((tx) => [displayHash(tx.txid), tx.outputs()]),
);
const recorded = blocks.flatMap(({ answer }) => answer.tx);

const plainOf = (hex: string) => {
  const tx = readWholeElementsTransaction(fromHex(hex));
  const prevouts = tx.inputs().map(({ prevTxid, prevVout }) => outputs.get(displayHash(prevTxid))?.[prevVout]);
  return plainElementsTx(tx, prevouts, liquidregtest);
};
const plain = recorded.map((theirs) => ({ theirs, ours: plainOf(theirs.hex) }));

describe('plainElementsTx', () => {
  test('has the addresses, types and peg-outs that the node prints', () => {
    for (const { theirs, ours } of plain) {
      ours.vout.forEach((output, i) => {
        const { address, type, pegout_address: pegOutAddress } = theirs.vout[i]!.scriptPubKey;
        expect(output.scriptpubkey_address).toBe(address);
        expect(output.scriptpubkey_type === 'fee').toBe(type === 'fee');
        expect(output.pegout?.scriptpubkey_address).toBe(pegOutAddress);
      });
    }
    expect(plain.flatMap(({ ours }) => ours.vout).filter(({ pegout }) => pegout !== undefined)).toHaveLength(2);
  });

  test('has an amount or a commitment, and an asset or a commitment, never both', () => {
    for (const { ours } of plain) {
      for (const output of ours.vout) {
        expect([output.value, output.valuecommitment].filter((field) => field !== undefined)).toHaveLength(1);
        expect([output.asset, output.assetcommitment].filter((field) => field !== undefined)).toHaveLength(1);
      }
    }
  });

  test('has the fee in the pegged asset, and none for a coinbase', () => {
    for (const { theirs, ours } of plain) {
      const fee = theirs.fee[displayHash(liquidregtest.nativeAsset)] ?? 0;
      expect([ours.fee, ours.sigops]).toEqual([Math.round(fee * 1e8), 0]);
      expect(ours.vin[0]!.is_coinbase).toBe(theirs.vin[0]!.coinbase !== undefined);
    }
  });

  test('has issuances as the node prints them', () => {
    let count = 0;
    for (const { theirs, ours } of plain) {
      theirs.vin.forEach(({ issuance }, i) => {
        const own = ours.vin[i]!.issuance;
        expect(own === undefined).toBe(issuance === undefined);
        if (own === undefined || issuance === undefined) return;
        count++;
        expect(own).toMatchObject({
          asset_id: issuance.asset,
          is_reissuance: issuance.isreissuance,
          asset_entropy: issuance.assetEntropy,
        });
        expect(own.assetamountcommitment).toBe(issuance.assetamountcommitment);
        expect(own.tokenamountcommitment).toBe(issuance.tokenamountcommitment);
        if (issuance.tokenamountcommitment === undefined) {
          expect(own.tokenamount).toBe(Math.round((issuance.tokenamount ?? 0) * 1e8));
        }
        expect(own.contract_hash === undefined).toBe(issuance.isreissuance);
        expect(own.asset_blinding_nonce === undefined).toBe(!issuance.isreissuance);
      });
    }
    expect(count).toBeGreaterThan(4);
  });

  test('has no prevout for a peg-in, whose outpoint is on the parent chain', () => {
    const pegIns = plain.flatMap(({ ours }) => ours.vin).filter((input) => input.is_pegin);
    expect(pegIns).toHaveLength(2);
    expect(pegIns.map(({ prevout }) => prevout)).toEqual([null, null]);
  });

  test('has the prevout of a confidential output with its commitments', () => {
    const prevouts = plain.flatMap(({ ours }) => ours.vin.map(({ prevout }) => prevout));
    expect(prevouts.filter((prevout) => prevout?.valuecommitment !== undefined).length).toBeGreaterThan(3);
  });

  test('does not show a peg-out on a network without a parent chain', () => {
    const { theirs } = plain.find(({ ours }) => ours.vout.some(({ pegout }) => pegout !== undefined))!;
    const tx = readWholeElementsTransaction(fromHex(theirs.hex));
    for (const network of [elementsNetworks.liquidtestnet, elementsNetworks.liquid]) {
      expect(plainElementsTx(tx, [], network).vout.some(({ pegout }) => pegout !== undefined)).toBe(false);
    }
  });
});

describe('plainHeaderExt', () => {
  test('has the scripts of a signed header', () => {
    for (const { bytes, answer } of blocks.filter(({ answer: { signblock_challenge } }) => signblock_challenge)) {
      expect(plainHeaderExt(readElementsHeader(bytes))).toEqual({
        challenge: answer.signblock_challenge,
        solution: answer.signblock_witness_hex,
      });
    }
  });

  test('has the parameters of a header with a dynamic federation', () => {
    const dynamic = blocks.filter(({ answer }) => answer.dynamic_parameters !== undefined);
    expect(dynamic.length).toBeGreaterThan(4);
    for (const { bytes, answer } of dynamic) {
      const { current, proposed } = answer.dynamic_parameters!;
      const expected = [current, proposed].map((params) =>
        params.type === 'null'
          ? {}
          : {
              signblockscript: params.signblockscript,
              signblock_witness_limit: params.max_block_witness,
              ...(params.type === 'compact'
                ? { elided_root: params.extra_root }
                : {
                    fedpeg_program: params.fedpeg_program,
                    fedpegscript: params.fedpegscript,
                    extension_space: params.extension_space,
                  }),
            },
      );
      expect(plainHeaderExt(readElementsHeader(bytes))).toEqual({
        current: expected[0],
        proposed: expected[1],
        signblock_witness: answer.signblock_witness_hex,
      });
    }
  });
});
