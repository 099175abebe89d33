import {
  addressKey,
  addressRanges,
  ByteWriter,
  displayHash,
  networks,
  readWholeTransaction,
  type Sats,
  scriptHash,
  seededRandom,
  type TxOutput,
  toHex,
  type UnixSeconds,
} from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { Presence, presencePlaces } from '../columns/presence.ts';
import { Mempool } from './mempool.ts';
import { createMempoolTx, type MempoolTx } from './mempool-tx.ts';

const none = -1;

/** A script that few or many transactions share, by number; every seventh is unspendable. */
function scriptOf(n: number): Uint8Array {
  if (n % 7 === 6) return new Uint8Array([0x6a, 1, n]);
  return new Uint8Array([0x00, 0x14, ...new Uint8Array(20).fill(n)]);
}

interface Spend extends TxOutput {
  txid: Uint8Array;
  vout: number;
}

/** @param witness bytes of each input's witness; undefined: a transaction without witness */
function makeTx(spends: readonly Spend[], outputs: readonly TxOutput[], time: number, witness?: number): MempoolTx {
  const writer = new ByteWriter().u32(2);
  if (witness !== undefined) writer.u8(0).u8(1);
  writer.compactSize(spends.length);
  for (const { txid, vout } of spends) writer.bytes(txid).u32(vout).compactSize(0).u32(0xfffffffd);
  writer.compactSize(outputs.length);
  for (const { value, script } of outputs) writer.u64(value as number).lengthPrefixed(script);
  if (witness !== undefined) for (const _ of spends) writer.compactSize(1).lengthPrefixed(new Uint8Array(witness));
  const tx = readWholeTransaction(writer.u32(0).finish());
  return createMempoolTx(
    tx,
    spends.map(({ value, script }) => ({ value, script })),
    time as UnixSeconds,
  );
}

const scripts = 40;
const outpointOf = (txid: Uint8Array, vout: number) => `${displayHash(txid)}:${vout}`;

/** Compares the mempool with values computed from the transactions alone, oldest first. */
function expectEqual(mempool: Mempool, txs: ReadonlyMap<string, MempoolTx>, utxos: readonly Spend[]): void {
  expect(mempool.size).toBe(txs.size);
  expect([...mempool.slots()].map((slot) => mempool.idOf(slot)).sort()).toEqual([...txs.keys()].sort());
  expect(mempool.totalFee).toBe([...txs.values()].reduce((sum, { fee }) => sum + fee, 0));
  const spenders = new Map<string, string>();
  for (const [id, expected] of txs) {
    const slot = mempool.find(id);
    const { tx, prevouts, ...rest } = mempool.read(slot);
    const { tx: itsTx, prevouts: itsPrevouts, ...itsRest } = expected;
    expect(rest).toEqual({ ...itsRest });
    expect(Buffer.compare(tx.raw, itsTx.raw)).toBe(0);
    expect(prevouts.map(({ value, script }) => [value, ...script])).toEqual(
      itsPrevouts.map(({ value, script }) => [value, ...script]),
    );
    const parents = new Set(itsTx.inputs().map(({ prevTxid }) => displayHash(prevTxid)));
    expect(mempool.hasParents(slot)).toBe([...parents].some((parent) => txs.has(parent)));
    for (const [vin, { prevTxid, prevVout }] of itsTx.inputs().entries()) {
      spenders.set(outpointOf(prevTxid, prevVout), `${id}:${vin}`);
    }
  }
  const outpoints = [
    ...utxos,
    ...[...txs.values()].flatMap(({ txid, tx }) => tx.outputs().map((_, vout) => ({ txid, vout }))),
  ];
  for (const { txid, vout } of outpoints) {
    const found = mempool.spender(txid, vout);
    const published = found === undefined ? undefined : `${mempool.idOf(found.slot)}:${found.vin}`;
    expect(published).toBe(spenders.get(outpointOf(txid, vout)));
  }
  expectScripts(mempool, txs);
  const all = [...txs.values()].flatMap(({ tx, prevouts }) => [...prevouts, ...tx.outputs()]);
  const keys = new Set(all.flatMap(({ script }) => addressKey(script) ?? []).map(toHex));
  const found = (prefix: string) => mempool.addressKeys(addressRanges(prefix, networks.mainnet), 1_000).map(toHex);
  expect(found('bc1q').sort()).toEqual([...keys].sort());
  // the programs 0101.. to 0707.. start with q, as five zero bits
  expect(found('bc1qq').sort()).toEqual([...keys].filter((key) => Number.parseInt(key.slice(2, 4), 16) < 8).sort());
}

/** Compares the answers about scripts with values computed from the transactions alone, oldest first. */
function expectScripts(mempool: Mempool, txs: ReadonlyMap<string, MempoolTx>): void {
  for (let n = 0; n < scripts; n++) {
    const script = scriptOf(n);
    const is = (one: TxOutput) => script[0] !== 0x6a && Buffer.compare(one.script, script) === 0;
    const touching = [...txs.values()].filter(({ tx, prevouts }) => [...prevouts, ...tx.outputs()].some(is));
    const funded = touching.flatMap(({ tx }) => tx.outputs().filter(is));
    const spent = touching.flatMap(({ prevouts }) => prevouts.filter(is));
    const sum = (list: readonly TxOutput[]) => list.reduce((total, { value }) => total + (value as number), 0);
    const hash = scriptHash(script);
    expect(mempool.scriptTotals(hash)).toEqual({
      txCount: touching.length,
      fundedCount: funded.length,
      fundedSum: sum(funded),
      spentCount: spent.length,
      spentSum: sum(spent),
    });
    const newestFirst = touching.map(({ id }) => id).reverse();
    expect(mempool.byScript(hash, 1_000, none).map((slot) => mempool.idOf(slot))).toEqual(newestFirst);
    const middle = newestFirst[2];
    if (middle !== undefined) {
      const page = mempool.byScript(hash, 2, mempool.find(middle)).map((slot) => mempool.idOf(slot));
      expect(page).toEqual(newestFirst.slice(3, 5));
    }
  }
}

/** Expects that the filter denies exactly the keys that the mempool lacks: with so few keys no two share a place. */
function expectPresent(presence: Presence, mempool: Mempool, utxos: readonly Spend[]): void {
  for (let n = 0; n < scripts; n++) {
    const hash = scriptHash(scriptOf(n));
    expect(presence.mayTouch(hash)).toBe(mempool.scriptTotals(hash).txCount > 0);
  }
  for (const { txid, vout } of utxos) {
    expect(presence.maySpend(txid, vout)).toBe(mempool.spender(txid, vout) !== undefined);
  }
}

describe('mempool', () => {
  it.each([1, 2, 3, 4])('seed %i: equals its transactions after any history', (seed) => {
    const random = seededRandom(seed);
    const below = (n: number) => Math.floor(random() * n);
    const memory = { counts: new SharedArrayBuffer(presencePlaces), seed };
    const presence = new Presence(memory);
    const mempool = new Mempool({ isReplacement: () => false, reservedWeight: 8_000, presence });
    const txs = new Map<string, MempoolTx>();
    const utxos: Spend[] = Array.from({ length: 400 }, (_, i) => ({
      txid: new Uint8Array(32).fill(0xc0),
      vout: i,
      value: 1_000_000 as Sats,
      script: scriptOf(below(scripts)),
    }));
    const spent = new Set<string>();
    const remove = (id: string) => {
      for (const { prevTxid, prevVout } of txs.get(id)!.tx.inputs()) spent.delete(outpointOf(prevTxid, prevVout));
      mempool.remove(mempool.find(id));
      txs.delete(id);
    };
    /** Hides some transactions as mined, and removes them one by one. */
    const mine = () => {
      const mined = [...txs.keys()].filter(() => random() < 0.3);
      const others = new Map([...txs].filter(([id]) => !mined.includes(id)));
      mempool.hideMined(mined.map((id) => mempool.find(id)));
      for (const [i, id] of mined.entries()) {
        if (i % 20 === 0) expectScripts(mempool, others);
        remove(id);
      }
    };
    for (let turn = 0; turn < 600; turn++) {
      if (txs.size > 0 && random() < (turn % 200 < 120 ? 0.2 : 0.8)) {
        remove([...txs.keys()][below(txs.size)]!);
      } else {
        const own = [...txs.values()].flatMap(({ txid, tx }) =>
          tx.outputs().map(({ value, script }, vout): Spend => ({ txid, vout, value, script })),
        );
        const free = [...own, ...utxos].filter(
          ({ txid, vout, script }) => script[0] !== 0x6a && !spent.has(outpointOf(txid, vout)),
        );
        const spends = [...new Set(Array.from({ length: 1 + below(4) }, () => free[below(free.length)]!))];
        const sum = spends.reduce((total, { value }) => total + (value as number), 0);
        const outputs = Array.from(
          { length: 1 + below(4) },
          (): TxOutput => ({
            value: Math.floor((sum * 0.9) / 4) as Sats,
            script: scriptOf(below(scripts)),
          }),
        );
        const tx = makeTx(spends, outputs, 1_700_000_000 + turn);
        for (const { txid, vout } of spends) spent.add(outpointOf(txid, vout));
        mempool.add(tx);
        txs.set(tx.id, tx);
      }
      if (random() < 0.2) mempool.commit(0, 10_000);
      if (turn % 60 === 59) {
        expectEqual(mempool, txs, utxos);
        expectPresent(presence, mempool, utxos);
      }
      if (turn % 150 === 149) {
        mine();
        expectEqual(mempool, txs, utxos);
      }
    }
    for (const id of txs.keys()) mempool.remove(mempool.find(id));
    expectEqual(mempool, new Map(), utxos);
    expect(new Uint8Array(memory.counts).every((count) => count === 0)).toBe(true);
  });

  it('links a parent that arrives after its child', () => {
    const mempool = new Mempool({ isReplacement: () => false, reservedWeight: 8_000 });
    const utxo: Spend = { txid: new Uint8Array(32).fill(0xc0), vout: 0, value: 1_000 as Sats, script: scriptOf(1) };
    const parent = makeTx([utxo], [{ value: 900 as Sats, script: scriptOf(2) }], 1);
    const output: Spend = { txid: parent.txid, vout: 0, value: 900 as Sats, script: scriptOf(2) };
    const child = makeTx([output], [{ value: 100 as Sats, script: scriptOf(3) }], 2);
    mempool.add(child);
    mempool.add(parent);
    mempool.commit(0, 1_000);
    expect(mempool.ancestorsOf(mempool.find(child.id), 10).map((slot) => mempool.idOf(slot))).toEqual([parent.id]);
    expect(mempool.rateOf(mempool.find(parent.id))).toBeCloseTo((100 + 800) / (2 * (parent.weight / 4)), 10);
  });

  it('orders by weight or by rounded virtual size, and reports exact fee rates either way', () => {
    const mempool = new Mempool({ isReplacement: () => false, reservedWeight: 8_000 });
    const paying = (vout: number, witness: number, feeOf: (weight: number) => number) => {
      const utxo = { txid: new Uint8Array(32).fill(0xc0), vout, value: 10_000 as Sats, script: scriptOf(1) };
      const { weight } = makeTx([utxo], [{ value: 1 as Sats, script: scriptOf(2) }], 1, witness);
      return makeTx([utxo], [{ value: (10_000 - feeOf(weight)) as Sats, script: scriptOf(2) }], 1, witness);
    };
    // 1 sat per WU, and slightly less; rounding up costs the first one 3 WU and the second one none
    const uneven = paying(0, 1, (weight) => weight);
    const even = paying(1, 0, (weight) => weight - 1);
    expect([uneven.weight % 4, even.weight % 4]).toEqual([1, 0]);
    mempool.add(uneven);
    mempool.add(even);
    const list = () => {
      mempool.commit(0, 1_000);
      return [...mempool.blockTxs(0)].map((slot) => [mempool.idOf(slot), mempool.rateOf(slot)]);
    };
    const rates = { uneven: [uneven.id, 4], even: [even.id, (4 * (even.weight - 1)) / even.weight] };
    expect(list()).toEqual([rates.uneven, rates.even]);
    mempool.setRounding(true);
    expect(list()).toEqual([rates.even, rates.uneven]);
    mempool.setRounding(false);
    expect(list()).toEqual([rates.uneven, rates.even]);
  });

  it.each([false, true])('lists blocks with the fee rate of each transaction, rounding sizes: %s', (roundsSizes) => {
    const random = seededRandom(8);
    const mempool = new Mempool({ isReplacement: () => false, reservedWeight: 3_900_000 });
    mempool.setRounding(roundsSizes);
    const open: Spend[] = [];
    for (let round = 0; round < 6; round++) {
      for (let n = 0; n < 120; n++) {
        const value = 90_000 as Sats;
        const utxo = { txid: new Uint8Array(32).fill(round), vout: n, value, script: scriptOf(1) };
        const spends = random() < 0.4 && open.length > 0 ? [utxo, open.splice(open.length * random(), 1)[0]!] : [utxo];
        const paid = Math.floor(random() * 4_000) as Sats;
        const tx = makeTx(spends, [{ value: (value - paid) as Sats, script: scriptOf(2) }], n, 50 * (n % 40));
        mempool.add(tx);
        open.push({ txid: tx.txid, vout: 0, value: (value - paid) as Sats, script: scriptOf(2) });
      }
      mempool.commit(0, 100_000);
      expect(mempool.blocks.length).toBeGreaterThan(1);
      for (const index of mempool.blocks.keys()) {
        const slots = [...mempool.blockTxs(index)];
        expect([...mempool.listOf(index).slots]).toEqual(slots);
        expect([...mempool.listOf(index).rates]).toEqual(slots.map((slot) => mempool.rateOf(slot)));
        expect([...mempool.listOf(index).weights]).toEqual(slots.map((slot) => mempool.weightOf(slot)));
      }
    }
  });

  it('keeps the figures of a removed transaction readable until the next commit', () => {
    const mempool = new Mempool({ isReplacement: () => false, reservedWeight: 8_000 });
    const utxo: Spend = { txid: new Uint8Array(32).fill(0xc0), vout: 0, value: 1_000 as Sats, script: scriptOf(1) };
    const tx = makeTx([utxo], [{ value: 900 as Sats, script: scriptOf(2) }], 7);
    mempool.add(tx);
    mempool.commit(0, 1_000);
    const slot = mempool.find(tx.id);
    mempool.remove(slot);
    expect([...mempool.blockTxs(0)]).toEqual([slot]);
    expect(mempool.row(slot)).toMatchObject({ id: tx.id, fee: 100, firstSeen: 7 });
    mempool.commit(0, 1_000);
    expect([...mempool.blockTxs(0)]).toEqual([]);
    expect(mempool.blocks).toEqual([]);
  });
});
