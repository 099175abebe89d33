import type { ScriptNews, TxExt } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { dice, hashOf, sampleTx } from '../../../test/support/samples/sample-data.ts';
import { foldWallet, openWallet, type Wallet, type WalletTx } from './fold-wallet.ts';

const places = new Map([
  ['first', 0],
  ['second', 1],
]);
const opened = (balances: number[] = [0, 0], pending: WalletTx[] = [], isPartial = false): Wallet =>
  openWallet({ places, balances, confirmed: balances.reduce((sum, each) => sum + each, 0), pending, isPartial });

/** A transaction that spends and pays sats, by address. */
function tx(name: string, takes: Record<string, number>, gives: Record<string, number>, confirmed = false): TxExt {
  const sample = sampleTx(hashOf(name), { now: 0 });
  const output = (address: string, value: number) => ({ ...sample.vout[0]!, scriptpubkey_address: address, value });
  return {
    ...sample,
    status: { confirmed },
    vin: Object.entries(takes).map(([address, value]) => ({ ...sample.vin[0]!, prevout: output(address, value) })),
    vout: Object.entries(gives).map(([address, value]) => output(address, value)),
  } as TxExt;
}
const news = (part: Partial<ScriptNews>, label = 'first') => ({
  [label]: { mempool: [], confirmed: [], removed: [], ...part },
});
const figures = ({ balances, total, confirmed }: Wallet) => ({ balances: [...balances], total, confirmed });

test('counts a payment at once, and as confirmed after its block', () => {
  const pays = tx('pay', { unknownClient: 900 }, { first: 700, second: 100, other: 50 });
  let wallet = foldWallet(opened([1000, 0]), news({ mempool: [pays] }));
  expect(figures(wallet)).toEqual({ balances: [1700, 100], total: 1800, confirmed: 1000 });
  expect(wallet.last?.net).toBe(800);
  wallet = foldWallet(wallet, news({ confirmed: [{ ...pays, status: { confirmed: true } } as TxExt] }));
  expect(figures(wallet)).toEqual({ balances: [1700, 100], total: 1800, confirmed: 1800 });
  expect(wallet.last).toEqual({ key: 2, net: 0 });
});

test('a transaction reported for two addresses counts once, and so does its removal', () => {
  const moves = tx('move', { first: 600 }, { second: 590 });
  let wallet = foldWallet(opened([600, 0]), { ...news({ mempool: [moves] }), ...news({ mempool: [moves] }, 'second') });
  expect(figures(wallet)).toEqual({ balances: [0, 590], total: 590, confirmed: 600 });
  expect(wallet.last?.net).toBe(-10);
  wallet = foldWallet(wallet, { ...news({ removed: [moves] }), ...news({ removed: [moves] }, 'second') });
  expect(figures(wallet)).toEqual({ balances: [600, 0], total: 600, confirmed: 600 });
});

test('does not count initial unconfirmed transactions twice when they confirm or are removed', () => {
  const waits = tx('waits', {}, { first: 300 });
  const start = openWallet({ places, balances: [300, 0], confirmed: 0, pending: [waits], isPartial: false });
  const mined = foldWallet(start, news({ confirmed: [{ ...waits, status: { confirmed: true } } as TxExt] }));
  expect(figures(mined)).toEqual({ balances: [300, 0], total: 300, confirmed: 300 });
  expect(figures(foldWallet(start, news({ removed: [waits] })))).toEqual({ balances: [0, 0], total: 0, confirmed: 0 });
});

test('with a truncated initial list, an unknown transaction is already counted', () => {
  const unlisted = tx('unlisted', {}, { first: 50 });
  const start = openWallet({ places, balances: [50, 0], confirmed: 0, pending: [], isPartial: true });
  const mined = foldWallet(start, news({ confirmed: [{ ...unlisted, status: { confirmed: true } } as TxExt] }));
  expect(figures(mined)).toEqual({ balances: [50, 0], total: 50, confirmed: 50 });
  expect(figures(foldWallet(start, news({ removed: [unlisted] })))).toEqual({
    balances: [0, 0],
    total: 0,
    confirmed: 0,
  });
  expect(figures(foldWallet(opened([50, 0]), news({ removed: [unlisted] })))).toMatchObject({ total: 50 });
});

test('a reorg makes a transaction unconfirmed again', () => {
  const pays = tx('pay', {}, { second: 40 }, true);
  const mined = foldWallet(opened(), news({ confirmed: [pays] }));
  const back = foldWallet(mined, news({ mempool: [{ ...pays, status: { confirmed: false } } as TxExt] }));
  expect(figures(back)).toEqual({ balances: [0, 40], total: 40, confirmed: 0 });
});

test('a public key owns outputs with its script', () => {
  const script = `21${'02'.repeat(33)}ac`;
  const { scriptpubkey_address: _, ...output } = { ...tx('key', {}, { x: 7 }).vout[0]!, scriptpubkey: script };
  const wallet = openWallet({
    places: new Map([[script, 0]]),
    balances: [0],
    confirmed: 0,
    pending: [],
    isPartial: false,
  });
  const pays = { ...tx('key', {}, {}), vout: [output] } as TxExt;
  expect(foldWallet(wallet, news({ mempool: [pays] })).total).toBe(7);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('seed %i: incremental updates equal a full computation', (seed) => {
  const roll = dice(seed);
  const pick = (max: number) => Math.floor(roll() * max);
  const names = ['first', 'second', 'unknown'];
  const some = () => Object.fromEntries(names.filter(() => roll() < 0.5).map((name) => [name, pick(1000)]));
  const all = Array.from({ length: 30 }, (_, place) => tx(`seed ${seed} ${place}`, some(), some()));
  const state = new Map<string, { tx: TxExt; confirmed: boolean }>();
  for (const each of all.slice(0, 10)) state.set(each.txid, { tx: each, confirmed: false });
  const recomputed = () => {
    const balances = [0, 0];
    let confirmed = 0;
    for (const { tx: each, confirmed: isConfirmed } of state.values()) {
      for (const [name, place] of places) {
        const sum = (outputs: readonly ({ scriptpubkey_address?: string | undefined; value: number } | null)[]) =>
          outputs.reduce((total, out) => total + (out?.scriptpubkey_address === name ? out.value : 0), 0);
        const change = sum(each.vout) - sum(each.vin.map(({ prevout }) => prevout));
        balances[place] = (balances[place] ?? 0) + change;
        if (isConfirmed) confirmed += change;
      }
    }
    return { balances, total: (balances[0] ?? 0) + (balances[1] ?? 0), confirmed };
  };
  let wallet = openWallet({
    places,
    balances: recomputed().balances,
    confirmed: 0,
    pending: all.slice(0, 10),
    isPartial: false,
  });
  for (let step = 0; step < 200; step++) {
    const lists: ScriptNews = { mempool: [], confirmed: [], removed: [] };
    for (const each of all) {
      if (roll() > 0.1) continue;
      const kind = (['mempool', 'confirmed', 'removed'] as const)[pick(3)] ?? 'mempool';
      const published = { ...each, status: { confirmed: kind === 'confirmed' } } as TxExt;
      lists[kind].push(published);
      if (kind === 'removed') state.delete(each.txid);
      else state.set(each.txid, { tx: each, confirmed: kind === 'confirmed' });
    }
    wallet = foldWallet(wallet, { first: lists, ...(roll() < 0.5 && { second: lists }) });
    expect(figures(wallet)).toEqual(recomputed());
  }
});
