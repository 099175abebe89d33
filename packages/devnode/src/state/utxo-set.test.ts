import { sats } from '@glassblock/primitives';
import { expect, test } from 'vitest';
import { RandomSource } from '../traffic/random-source.ts';
import type { Utxo } from './utxo.ts';
import { UtxoSet } from './utxo-set.ts';

const utxo = (value: number, script: readonly number[], height = 7, coinbase = false): Utxo => ({
  value: sats(value),
  script: Uint8Array.from(script),
  height,
  coinbase,
});

/** Returns an entry of a map without listing all. */
function nthOf<K, V>(map: ReadonlyMap<K, V>, index: number): [K, V] | undefined {
  for (const entry of map) if (index-- === 0) return entry;
  return undefined;
}

test('returns unspent outputs until they are spent, and drops transactions without any', () => {
  const set = new UtxoSet();
  const [first, third] = [utxo(2_100_000_000_000_000, [0x51], 840_000, true), utxo(0, [], 840_000, true)];
  set.add('aa', [first, undefined, third]);
  expect(set.get('aa', 0)).toEqual(first);
  expect(set.get('aa', 1)).toBeUndefined();
  expect(set.get('aa', 2)).toEqual(third);
  expect(set.get('aa', 3)).toBeUndefined();
  expect(set.spend('aa', 0)).toEqual(first);
  expect(set.spend('aa', 0)).toBeUndefined();
  expect(set.has('aa')).toBe(true);
  expect(set.spend('aa', 2)).toEqual(third);
  expect(set.has('aa')).toBe(false);
  // a reorg restores one of them
  set.restore('aa', 2, third);
  expect([...set]).toEqual([{ txid: 'aa', vout: 2, utxo: third }]);
  set.add('bb', [undefined]);
  expect(set.has('bb')).toBe(false);
});

test('has the outputs of a map after random additions, spends and restores', () => {
  const random = new RandomSource(14);
  const set = new UtxoSet();
  const expected = new Map<string, Utxo>();
  const spent: [string, number, Utxo][] = [];
  for (let step = 0; step < 1_000; step++) {
    const kind = random.weighted({ add: 4, spend: 8, restore: 1 });
    if (kind === 'add') {
      const txid = `tx ${step}`;
      const outputs = Array.from({ length: random.between(1, 12) }, () =>
        random.chance(0.1) ? undefined : utxo(random.between(0, 1e9), [...random.bytes(random.between(0, 70))], step),
      );
      set.add(txid, outputs);
      for (const [vout, output] of outputs.entries()) if (output !== undefined) expected.set(`${txid}:${vout}`, output);
    } else if (kind === 'spend') {
      const [key, output] = nthOf(expected, random.between(0, 40)) ?? [];
      if (key === undefined) continue;
      const [txid, vout] = [key.split(':')[0]!, Number(key.split(':')[1])];
      expect(set.spend(txid, vout)).toEqual(output);
      expected.delete(key);
      spent.push([txid, vout, output!]);
    } else {
      const [txid, vout, output] = spent.pop() ?? [];
      if (txid === undefined) continue;
      set.restore(txid, vout!, output!);
      expected.set(`${txid}:${vout}`, output!);
    }
  }
  const found = Array.from(set, ({ txid, vout, utxo: output }) => [`${txid}:${vout}`, output] as const);
  expect(new Map(found)).toEqual(expected);
  expect(found.length).toBeGreaterThan(100);
});
