import type { Tx } from '@glassblock/contract';
import type { ListedOutput, ListedTx } from '../live/reducers/listed-tx.ts';

/** Similar addresses of one transaction: number of equal characters at start and end. */
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

/** Returns true for repeated patterns, which are data instead of real addresses. */
const isPattern = (address: string): boolean => /(.+?)\1{11}/.test(address);

/** Returns addresses of a transaction that are similar to another one far beyond chance, as in address poisoning. */
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

/**
 * Returns the number of equal characters at both ends, and the expected number of attempts to generate such an address.
 */
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

/** Maximum number of compared addresses. */
const maxCompared = 2_000;

/**
 * Returns addresses in a history that are similar to `own` far beyond chance, as in address poisoning.
 * @returns at most five, the most similar first
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
  const candidates = others.filter(({ address, type }) => type === me.type && address !== own && !isPattern(address));
  return candidates
    .flatMap((other) => {
      const match = agreement(me, other);
      return match !== undefined && match.chance >= maxChance * candidates.length
        ? [{ address: other.address, ...match }]
        : [];
    })
    .sort((a, b) => b.chance - a.chance)
    .slice(0, 5)
    .map(({ address, head, tail }) => ({ address, head, tail }));
}
