import type { Tx } from '@glassblock/contract';
import type { ListedOutput, ListedTx } from '../live/reducers/listed-tx.ts';

/** Addresses of one transaction that look like each other: where they agree at head and tail. */
export interface LookAlike {
  head: number;
  tail: number;
}

const considered = 20;
const types = new Set(['p2pkh', 'p2sh', 'v0_p2wpkh', 'v0_p2wsh', 'v1_p2tr']);
const maxChance = 1_000_000;

interface Named {
  address: string;
  type: string;
}

const named = (output: Pick<ListedOutput, 'scriptpubkey_address' | 'scriptpubkey_type'> | null): Named[] =>
  output?.scriptpubkey_address !== undefined && types.has(output.scriptpubkey_type)
    ? [{ address: output.scriptpubkey_address, type: output.scriptpubkey_type }]
    : [];

/** True for programs that are a repeated pattern: data, not somebody's address. */
const isPattern = (address: string): boolean => /(.+?)\1{11}/.test(address);

/**
 * Addresses that agree with another one of the transaction far beyond chance, as somebody does who hopes that the wrong
 * one is copied. */
export function lookAlikes(tx: Pick<Tx, 'vin' | 'vout'>): Map<string, LookAlike> {
  const inputs = distinct(tx.vin.slice(0, considered).flatMap(({ prevout }) => named(prevout)));
  const outputs = distinct(tx.vout.slice(0, considered).flatMap(named));
  const all = distinct([...outputs, ...inputs]).filter(({ address }) => !isPattern(address));
  const found = new Map<string, LookAlike>();
  const threshold = maxChance * Math.max(1, pairs(outputs, inputs));
  for (const one of outputs) {
    for (const other of all) {
      if (one.type !== other.type || one.address === other.address || isPattern(one.address)) continue;
      const match = agreement(one, other);
      if (match === undefined || match.chance < threshold) continue;
      for (const { address } of [one, other]) {
        const before = found.get(address);
        found.set(address, {
          head: Math.max(before?.head ?? 0, match.head),
          tail: Math.max(before?.tail ?? 0, match.tail),
        });
      }
    }
  }
  return found;
}

const distinct = (list: readonly Named[]): Named[] => [...new Map(list.map((each) => [each.address, each])).values()];

function pairs(outputs: readonly Named[], inputs: readonly Named[]): number {
  let sum = 0;
  for (const type of types) {
    const v = outputs.filter((each) => each.type === type).length;
    sum += (v * (v - 1)) / 2 + v * inputs.filter((each) => each.type === type).length;
  }
  return sum;
}

/** How many letters agree from both ends, and how many addresses one would have to make for that. */
function agreement(one: Named, other: Named): (LookAlike & { chance: number }) | undefined {
  const a = one.address;
  const b = other.address;
  const isBech = one.type.startsWith('v');
  const given = isBech ? a.lastIndexOf('1') + 2 : 1;
  let head = 0;
  while (head < a.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const gained = head - given + tail;
  return gained <= 0 ? undefined : { head, tail, chance: (isBech ? 32 : 58) ** gained };
}

/** Addresses that one look-alike search goes through. */
const maxCompared = 2_000;

/**
 * Addresses in a history that are not `own` but agree with it at head and tail far beyond chance: somebody may hope that
 * they are copied from there. @returns at most five, the likest first
 */
export function lookAlikesOf(
  own: string,
  txs: readonly Pick<ListedTx, 'vin' | 'vout'>[],
): (LookAlike & { address: string })[] {
  const others = distinct(
    txs.flatMap(({ vin, vout }) => [
      ...vin.slice(0, considered).flatMap(({ prevout }) => named(prevout)),
      ...vout.slice(0, considered).flatMap(named),
    ]),
  ).slice(0, maxCompared);
  const me = others.find(({ address }) => address === own);
  if (me === undefined || isPattern(own)) return [];
  const kin = others.filter(({ address, type }) => type === me.type && address !== own && !isPattern(address));
  return kin
    .flatMap((other) => {
      const match = agreement(me, other);
      return match !== undefined && match.chance >= maxChance * kin.length
        ? [{ address: other.address, ...match }]
        : [];
    })
    .sort((a, b) => b.chance - a.chance)
    .slice(0, 5)
    .map(({ address, head, tail }) => ({ address, head, tail }));
}
