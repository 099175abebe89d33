import { toHex } from '@glassblock/primitives';
import type { FederationFact } from './facts.ts';

/** Returns the key of a fact: all fields but `withdrawn`, so one that moved to another block is another fact. */
export function federationFactKey({ type, txid, index, amount, time, of }: FederationFact): string {
  const about = of === undefined ? '' : `${toHex(of.txid)}:${of.index}`;
  return `${type} ${toHex(txid)}:${index} ${amount} ${time} ${about}`;
}

/** The valid facts about the federation after all facts so far, in the order of their events. */
export class FederationFacts {
  private readonly facts: Map<string, FederationFact>;

  /** Creates the facts, none or those of a keyframe. */
  constructor(start: readonly FederationFact[] = []) {
    this.facts = new Map(start.map((fact) => [federationFactKey(fact), fact]));
  }

  get count(): number {
    return this.facts.size;
  }

  /** Adds a fact, or removes the one that it withdraws. */
  apply(fact: FederationFact): void {
    const key = federationFactKey(fact);
    if (fact.withdrawn) this.facts.delete(key);
    else this.facts.set(key, fact);
  }

  /** Returns the part of a keyframe; empty without any. */
  part(): { federation?: readonly FederationFact[] } {
    return this.facts.size === 0 ? {} : { federation: [...this.facts.values()] };
  }
}

/** Runs work for each item in order, and may let other work run in between. */
export type EachItem = <T>(items: Iterable<T>, work: (item: T) => void) => Promise<void>;

const eachAtOnce: EachItem = async (items, work) => {
  for (const item of items) work(item);
};

/**
 * Returns the facts to append for a journal that has `known` to have `wanted`: first the withdrawals, newest first,
 * then new facts in the given order. Two microseconds for each fact: a long list needs an `each` that yields.
 */
export async function federationChanges(
  known: readonly FederationFact[],
  wanted: readonly FederationFact[],
  each: EachItem = eachAtOnce,
): Promise<FederationFact[]> {
  const withdrawn = new Map<string, FederationFact>();
  await each(known, (fact) => void withdrawn.set(federationFactKey(fact), fact));
  const added: FederationFact[] = [];
  await each(wanted, (fact) => {
    if (!withdrawn.delete(federationFactKey(fact))) added.push(fact);
  });
  const gone = [...withdrawn.values()].reverse();
  return [...gone.map((fact): FederationFact => ({ ...fact, withdrawn: true })), ...added];
}
