import { describe, expect, test } from 'vitest';
import { displayHash, fromHex, networks, readHeader, subsidyAt, toHex } from './index.ts';

// Merkle root of the genesis coinbase that all networks but testnet4 share, in internal order.
const root = '3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a';
const testnet4Root = '4e7b2b9128fe0291db0693af2ae418b767e657cd407e80cb1434221eaea7a07a';
const header = (merkleRoot: string, time: number, bits: number, nonce: number): Uint8Array => {
  const bytes = fromHex(`01000000${'00'.repeat(32)}${merkleRoot}${'00'.repeat(12)}`);
  const view = new DataView(bytes.buffer);
  view.setUint32(68, time, true);
  view.setUint32(72, bits, true);
  view.setUint32(76, nonce, true);
  return bytes;
};

describe('network rows', () => {
  test.each([
    ['mainnet', root, 1231006505, 0x1d00ffff, 2083236893],
    ['testnet', root, 1296688602, 0x1d00ffff, 414098458],
    ['testnet4', testnet4Root, 1714777860, 0x1d00ffff, 393743547],
    ['signet', root, 1598918400, 0x1e0377ae, 52613770],
    ['regtest', root, 1296688602, 0x207fffff, 2],
    ['demo', root, 1296688602, 0x207fffff, 2],
  ] as const)('the genesis hash of %s is the hash of its genesis header', (name, merkleRoot, time, bits, nonce) => {
    expect(networks[name].genesisHash).toBe(displayHash(readHeader(header(merkleRoot, time, bits, nonce)).hash));
  });

  test('every row is listed under its own name, and names, labels, paths, magics and chains are unique', () => {
    const rows = Object.entries(networks);
    for (const [name, row] of rows) expect(row.name).toBe(name);
    for (const field of ['label', 'path', 'chain'] as const) {
      expect(new Set(rows.map(([, row]) => row[field])).size).toBe(rows.length);
    }
    expect(new Set(rows.map(([, row]) => toHex(row.magic))).size).toBe(rows.length);
  });

  test('has the values of the specification', () => {
    const seen = Object.values(networks).map((row) => [
      row.label,
      row.path,
      row.chain,
      row.rpcPort,
      toHex(row.magic),
      row.blockHashZeros,
      Object.values(row.featureHeights).join(),
    ]);
    expect(seen).toEqual([
      ['Mainnet', '', 'main', 8332, 'f9beb4d9', 8, '399701,477120,709632'],
      ['Testnet', 'testnet', 'test', 18332, '0b110907', 8, '720255,872730,2032291'],
      ['Testnet4', 'testnet4', 'testnet4', 48332, '1c163f28', 8, '0,0,0'],
      ['Signet', 'signet', 'signet', 38332, '0a03cf40', 5, '0,0,0'],
      ['Regtest', 'regtest', 'regtest', 18443, 'fabfb5da', 1, '0,0,0'],
      ['Demo', 'demo', 'demo', 0, '64656d6f', 0, '0,0,0'],
    ]);
  });

  test('genesis hashes start with the zeros that a search expects', () => {
    for (const { genesisHash, blockHashZeros } of Object.values(networks)) {
      expect(genesisHash.startsWith('0'.repeat(blockHashZeros))).toBe(true);
    }
  });

  test('rules differ between networks', () => {
    const having = (field: 'retargets' | 'minDifficultyRule'): string =>
      Object.values(networks)
        .filter((row) => row[field])
        .map((row) => row.name)
        .join();
    expect(having('retargets')).toBe('mainnet,testnet,testnet4,signet,demo');
    expect(having('minDifficultyRule')).toBe('testnet,testnet4,regtest');
  });
});

describe('subsidy', () => {
  test.each([
    [0, 5_000_000_000],
    [209_999, 5_000_000_000],
    [210_000, 2_500_000_000],
    [840_000, 312_500_000],
    [2_100_000, 4_882_812],
    [210_000 * 32, 1],
    [210_000 * 33, 0],
    [210_000 * 2000, 0],
  ])('at mainnet height %d it is %d sats', (height, expected) => {
    expect(subsidyAt(height, networks.mainnet)).toBe(expected);
  });

  test('regtest halves every 150 blocks', () => {
    expect([149, 150, 300].map((height) => subsidyAt(height, networks.regtest))).toEqual([
      5_000_000_000, 2_500_000_000, 1_250_000_000,
    ]);
  });

  test('all mainnet subsidies add up to the known supply', () => {
    let total = 0;
    for (let era = 0; era < 64; era++) total += 210_000 * subsidyAt(era * 210_000, networks.mainnet);
    expect(total).toBe(2_099_999_997_690_000);
  });
});
