import {
  addressOfKey,
  addressRanges,
  ByteWriter,
  fromHex,
  networks,
  readWholeTransaction,
  type Sats,
  type TxOutput,
  toHex,
  type UnixSeconds,
} from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { Mempool } from './mempool.ts';
import { createMempoolTx, type MempoolTx } from './mempool-tx.ts';

const taproot = (program: string) => fromHex(`5120${program}`);
let made = 0;

/** A transaction from one script to others; each call spends another outpoint. */
function payment(from: Uint8Array, to: readonly Uint8Array[]): MempoolTx {
  const value = 1_000 as Sats;
  const writer = new ByteWriter().u32(2).compactSize(1).bytes(new Uint8Array(32).fill(0xc0)).u32(made++);
  writer.compactSize(0).u32(0xfffffffd).compactSize(to.length);
  for (const script of to) writer.u64(value).lengthPrefixed(script);
  const tx = readWholeTransaction(writer.u32(0).finish());
  const prevouts: TxOutput[] = [{ value: (value * to.length + 500) as Sats, script: from }];
  return createMempoolTx(tx, prevouts, 1_700_000_000 as UnixSeconds);
}

const newMempool = () => new Mempool({ isReplacement: () => false, reservedWeight: 8_000 });
const found = (mempool: ReturnType<typeof newMempool>, prefix: string, limit = 10) =>
  mempool.addressKeys(addressRanges(prefix, networks.mainnet), limit).map((key) => addressOfKey(key, networks.mainnet));

// BIP 173, BIP 350, BIP 433 and the first block
const known = {
  wpkh: ['0014751e76e8199196d454941c45d1b3a323f1433bd6', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  tr: [
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  anchor: ['51024e73', 'bc1pfeessrawgf'],
  genesis: ['76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
} as const;

describe('mempool addresses by prefix', () => {
  it('finds addresses that are paid to or spent from, until their last transaction leaves', () => {
    const mempool = newMempool();
    const first = payment(fromHex(known.genesis[0]), [fromHex(known.wpkh[0]), fromHex(known.anchor[0])]);
    const second = payment(fromHex(known.tr[0]), [fromHex(known.wpkh[0]), fromHex('6a0101'), fromHex('51')]);
    mempool.add(first);
    mempool.add(second);
    expect(found(mempool, '').sort()).toEqual([known.genesis[1], known.tr[1], known.anchor[1], known.wpkh[1]].sort());
    expect(found(mempool, '1A1z')).toEqual([known.genesis[1]]);
    expect(found(mempool, 'bc1p').sort()).toEqual([known.tr[1], known.anchor[1]]);
    expect(found(mempool, 'bc1pfee')).toEqual([known.anchor[1]]);
    expect(found(mempool, 'BC1Qw5')).toEqual([known.wpkh[1]]);
    expect(found(mempool, known.wpkh[1])).toEqual([known.wpkh[1]]);
    expect(found(mempool, 'bc1qw508e')).toEqual([]);
    expect(found(mempool, '1B')).toEqual([]);
    expect(found(mempool, 'nonsense')).toEqual([]);
    expect(found(mempool, '', 2)).toHaveLength(2);
    mempool.remove(mempool.findBytes(first.txid));
    expect(found(mempool, '').sort()).toEqual([known.tr[1], known.wpkh[1]]);
    mempool.remove(mempool.findBytes(second.txid));
    expect(found(mempool, '')).toEqual([]);
    mempool.commit(0, 1_000);
    mempool.add(first);
    expect(found(mempool, '1A')).toEqual([known.genesis[1]]);
  });

  it('distinguishes addresses that differ late, and reads a bounded part of them', () => {
    const mempool = newMempool();
    const alike = (n: number) => taproot(`${'ab'.repeat(29)}${n.toString(16).padStart(6, '0')}`);
    for (let i = 0; i < 200; i++) mempool.add(payment(taproot('00'.repeat(32)), [alike(2 * i), alike(2 * i + 1)]));
    const wanted = addressOfKey(fromHex(`03${toHex(alike(399).subarray(2))}`), networks.mainnet);
    expect(found(mempool, wanted.slice(0, 20))).toHaveLength(10);
    expect(found(mempool, wanted.slice(0, -1))).toEqual([wanted]);
    expect(found(mempool, wanted.slice(0, 20), 1_000)).toHaveLength(400);
    // entries are found in insertion order: an entry after a million bytes of others is not found
    const padding = new Uint8Array(100_000).fill(0x6a);
    for (let i = 0; i < 25; i++) mempool.add(payment(taproot('00'.repeat(32)), [alike(1_000 + i), padding]));
    const last = addressOfKey(fromHex(`03${toHex(alike(1_024).subarray(2))}`), networks.mainnet);
    expect(found(mempool, wanted)).toEqual([wanted]);
    expect(found(mempool, last)).toEqual([]);
  });
});
