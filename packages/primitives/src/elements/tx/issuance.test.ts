import { describe, expect, test } from 'vitest';
import { crateBytes, elementsJson, recordedBlocks } from '../../../test/support/elements.ts';
import { displayHash, fromHex, hashFromDisplay, sha256 } from '../../index.ts';
import {
  assetIdOf,
  contractHash,
  type ElementsTransaction,
  elementsNetworks,
  fastMerkleRoot,
  issuedAsset,
  readElementsBlock,
  readWholeElementsTransaction,
  tokenIdOf,
} from '../index.ts';

interface RecordedAsset {
  contract?: Record<string, unknown> | null;
  canonical_json?: string;
  contract_hash_argument?: string;
  txid: string;
  vin: number;
  entropy: string;
  asset: string;
  token: string;
}

const blocks = recordedBlocks();
const txs = blocks.flatMap(({ bytes }) => readElementsBlock(bytes).txs);
const assets = Object.entries(elementsJson('assets.json') as Record<string, RecordedAsset>).filter(
  ([, { txid }]) => txid !== undefined,
);
const issuing = blocks.flatMap(({ name, answer }) =>
  answer.tx.flatMap(({ txid, vin }) =>
    vin.flatMap(({ issuance }, index) =>
      issuance === undefined ? [] : [{ name: `${name} ${txid}`, txid, index, issuance }],
    ),
  ),
);

const txOf = (txid: string): ElementsTransaction => txs.find((tx) => displayHash(tx.txid) === txid)!;

function idsOf(tx: ElementsTransaction, index: number) {
  const { prevTxid, prevVout, issuance } = tx.input(index);
  return issuedAsset(prevTxid, prevVout, issuance!);
}

describe('issuedAsset', () => {
  test.each(issuing)('returns the ids that the node prints for $name', ({ txid, index, issuance }) => {
    const ids = idsOf(txOf(txid), index);
    expect(ids.isReissuance).toBe(issuance.isreissuance);
    expect(displayHash(ids.assetId)).toBe(issuance.asset);
    expect(displayHash(ids.entropy)).toBe(issuance.assetEntropy);
    if (issuance.token !== undefined) expect(displayHash(ids.tokenId)).toBe(issuance.token);
    expect(ids.contractHash === undefined).toBe(issuance.isreissuance);
  });

  test.each(assets.filter(([, { txid }]) => txOf(txid) !== undefined))('returns the recorded ids of %s', (_, asset) => {
    const ids = idsOf(txOf(asset.txid), asset.vin);
    expect([displayHash(ids.entropy), displayHash(ids.assetId), displayHash(ids.tokenId)]).toEqual([
      asset.entropy,
      asset.asset,
      asset.token,
    ]);
    if (asset.contract_hash_argument !== undefined) {
      expect(displayHash(ids.contractHash!)).toBe(asset.contract_hash_argument);
    }
  });

  test('returns the pegged asset of the test network, which its genesis block issues', () => {
    const genesis = readElementsBlock(blocks.find(({ name }) => name === 'liquidtestnet-h0000')!.bytes);
    expect(idsOf(genesis.txs[1]!, 0).assetId).toEqual(elementsNetworks.liquidtestnet.nativeAsset);
  });

  test('a confidential amount changes the token', () => {
    const entropy = hashFromDisplay(assets.find(([name]) => name === 'silver')![1].entropy);
    expect(tokenIdOf(entropy, false)).not.toEqual(tokenIdOf(entropy, true));
  });

  test('reads a reissuance of the elements crate, which states its entropy', () => {
    const { prevTxid, prevVout, issuance } = readWholeElementsTransaction(crateBytes('issue_tx')).input(0);
    const ids = issuedAsset(prevTxid, prevVout, issuance!);
    expect([ids.isReissuance, ids.contractHash, ids.entropy]).toEqual([true, undefined, issuance!.entropyField]);
    expect(ids.assetId).toEqual(assetIdOf(issuance!.entropyField));
  });
});

describe('contractHash', () => {
  test.each(assets.filter(([, { contract }]) => contract != null))(
    'hashes the contract of %s in canonical form',
    (_, { contract, contract_hash_argument: expected }) => {
      expect(displayHash(contractHash(contract!))).toBe(expected);
      const unsorted = Object.fromEntries(Object.entries(contract!).reverse());
      expect(contractHash(unsorted)).toEqual(contractHash(contract!));
    },
  );

  test('sorts the keys of nested objects and keeps the order of lists', () => {
    const expected = sha256(new TextEncoder().encode('{"a":[{"c":1,"d":null},"x"],"b":true}'));
    expect(contractHash({ b: true, a: [{ d: null, c: 1 }, 'x'] })).toEqual(expected);
  });
});

describe('fastMerkleRoot', () => {
  const leaf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);

  test('of no leaves is zero, of one is the leaf', () => {
    expect(fastMerkleRoot([])).toEqual(new Uint8Array(32));
    expect(fastMerkleRoot([leaf(7)])).toEqual(leaf(7));
  });

  test('moves an odd last node up unchanged', () => {
    const left = fastMerkleRoot([leaf(1), leaf(2)]);
    expect(fastMerkleRoot([leaf(1), leaf(2), leaf(3)])).toEqual(fastMerkleRoot([left, leaf(3)]));
  });

  test('of two leaves is the SHA-256 state, which padding would finish to the hash', () => {
    // the entropy and id of L-BTC's test asset, from the recorded issuance
    const gold = assets.find(([name]) => name === 'gold')![1];
    const state = fastMerkleRoot([hashFromDisplay(gold.entropy), fromHex('00'.repeat(32))]);
    expect(displayHash(state)).toBe(gold.asset);
    expect(state).not.toEqual(sha256(fromHex('00'.repeat(64))));
  });
});
