import { toHex } from '@glassblock/primitives';
import type { FederationFact } from './facts.ts';

/** Returns what identifies a fact: all fields but `withdrawn`, so one that moved to another block is another fact. */
export function federationFactKey({ type, txid, index, amount, time, of }: FederationFact): string {
  const about = of === undefined ? '' : `${toHex(of.txid)}:${of.index}`;
  return `${type} ${toHex(txid)}:${index} ${amount} ${time} ${about}`;
}

/** The facts about the federation that hold after the facts so far, in the order of their events. */
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

/**
 * Returns the facts to append for a journal that has `known` to have `wanted`: first the withdrawals, newest first, then
 * what is new, in the given order.
 */
export function federationChanges(
  known: readonly FederationFact[],
  wanted: readonly FederationFact[],
): FederationFact[] {
  const keys = new Set(wanted.map(federationFactKey));
  const knownKeys = new Set(known.map(federationFactKey));
  const withdrawn = known.filter((fact) => !keys.has(federationFactKey(fact))).reverse();
  const added = wanted.filter((fact) => !knownKeys.has(federationFactKey(fact)));
  return [...withdrawn.map((fact): FederationFact => ({ ...fact, withdrawn: true })), ...added];
}
