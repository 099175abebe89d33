import type { ElementsView } from '@glassblock/index/elements';
import { displayHash, type Height } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import type { LiquidMempoolTx } from '../../network/liquid/liquid-mempool.ts';
import { departuresOf, minedInView } from './departures.ts';

const hash = (name: string) => new Uint8Array(32).fill(name.charCodeAt(0));
const idOf = (name: string) => displayHash(hash(name));
const nameOf = (id: string) => String.fromCharCode(Number.parseInt(id.slice(0, 2), 16));

/** A transaction that spends output 0 of others. */
const spending = (name: string, ...parents: string[]) =>
  ({
    txid: idOf(name),
    tx: {
      txid: hash(name),
      inputs: () => parents.map((parent) => ({ prevTxid: hash(parent), prevVout: 0, isPegIn: false })),
    },
    parents: new Set(parents.map(idOf)),
  }) as unknown as LiquidMempoolTx;

/** A chain of transactions, of which some spend output 0 of another one. */
function chainOf(names: string, spenders: Record<string, string>): ElementsView {
  const number = (name: string) => ({ height: 1 as Height, position: name.charCodeAt(0) });
  return {
    locate: async (txid: Uint8Array) => {
      const name = nameOf(displayHash(txid));
      return names.includes(name) ? [number(name)] : [];
    },
    spendersOf: async ([{ number: of }]: [{ number: { position: number } }]) => {
      const spender = spenders[String.fromCharCode(of.position)];
      return [new Map(spender === undefined ? [] : [[0, { number: number(spender), vin: 0 }]])];
    },
    txids: async (numbers: { position: number }[]) =>
      numbers.map(({ position }) => hash(String.fromCharCode(position))),
  } as unknown as ElementsView;
}

it('returns why transactions left the mempool of a Liquid node', async () => {
  // chain:    a <- m     b <- x
  // mempool:  c <- n
  // gone:     a <- m     b <- o <- p     c <- q <- r     d <- s     m <- t
  const view = chainOf([...'abcd', 'm', 'x'].join(''), { a: 'm', b: 'x' });
  const spends = new Map([[`${idOf('c')}:0`, { txid: idOf('n'), vin: 0 }]]);
  const gone = [
    spending('r', 'q'),
    spending('m', 'a'),
    spending('o', 'b'),
    spending('p', 'o'),
    spending('q', 'c'),
    spending('s', 'd'),
    spending('t', 'm'),
  ];
  const departures = await departuresOf(minedInView(view), gone, { spends });
  const lines = departures.map(
    ({ entry, reason, by, certain, isDirect }) =>
      `${nameOf(entry.txid)} ${reason}${by === undefined ? '' : ` by ${nameOf(by)}`}${certain ? '' : '?'}${isDirect ? '' : ' (descendant)'}`,
  );
  expect(lines).toEqual([
    'r replaced by n? (descendant)',
    'm mined',
    'o conflict by x',
    'p conflict by x? (descendant)',
    'q replaced by n?',
    's unknown? (descendant)',
    't unknown? (descendant)',
  ]);
});
