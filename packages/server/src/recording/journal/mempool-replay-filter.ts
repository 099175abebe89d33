import type { Fact } from '@glassblock/journal';
import { displayHash, type Txid } from '@glassblock/primitives';

/** A fact about a transaction of the mempool. */
export type TxFact = Extract<Fact, { type: 'tx-added' | 'tx-removed' }>;

/** Returns whether a fact is about a transaction of the mempool. */
export const isOfTx = (fact: Fact): fact is TxFact => fact.type === 'tx-added' || fact.type === 'tx-removed';

/** Returns the key that facts of two processes about the same event share. */
export const txFactKey = ({ type, txid }: TxFact): string => `${type} ${displayHash(txid)}`;

/** Two processes see the same event of the mempool within this time. */
export const reorderSeconds = 60;

/** Filters the facts that a restored journal already has when the mempool is reloaded after a restart. */
export interface MempoolReplayFilter {
  /** Returns the facts that are new. */
  news(facts: readonly Fact[]): Fact[];
  /**
   * Returns transactions of the journal that the mempool has not reported; called once, after the mempool is loaded.
   */
  removed(): Txid[];
}

/**
 * Creates a filter.
 * @param mempool transactions of the journal that the mempool has not reported yet
 * @param published facts of the journal that the mempool may report yet, once each, oldest first
 */
export function createMempoolReplayFilter(
  mempool: Iterable<Txid>,
  published: readonly TxFact[] = [],
): MempoolReplayFilter {
  let known: Map<string, Txid> | undefined = new Map(Array.from(mempool, (txid) => [displayHash(txid), txid]));
  const expected = createExpectedFacts(published);
  return {
    news(facts) {
      const left = known;
      if ((left === undefined || left.size === 0) && expected.isEmpty()) return [...facts];
      return facts.filter((fact) => {
        if (!isOfTx(fact)) return true;
        const wasKnown = left?.delete(displayHash(fact.txid)) === true;
        return !expected.take(fact) && !(wasKnown && fact.type === 'tx-added');
      });
    },
    removed() {
      const left = [...(known?.values() ?? [])];
      known = undefined;
      // one that is added later is a new fact
      for (const txid of left) expected.forget(txid);
      return left;
    },
  };
}

/** Published facts that this process may report yet, by transaction. */
function createExpectedFacts(published: readonly TxFact[]) {
  const ofTxs = new Map<string, readonly TxFact[]>();
  let lastTime = 0;
  for (const fact of published) {
    const id = displayHash(fact.txid);
    ofTxs.set(id, [...(ofTxs.get(id) ?? []), fact]);
    lastTime = Math.max(lastTime, fact.time);
  }
  return {
    isEmpty: () => ofTxs.size === 0,
    forget: (txid: Txid) => void ofTxs.delete(displayHash(txid)),
    /**
     * Returns whether a fact is an expected one, which is removed with those before it. A transaction that enters after
     * its published removal enters again: that is news, as everything about this transaction that follows.
     */
    take(fact: TxFact): boolean {
      const id = displayHash(fact.txid);
      const facts = ofTxs.get(id);
      if (facts === undefined) return false;
      const opposite = facts.findLastIndex(({ type, time }) => type !== fact.type && time < fact.time);
      const index = facts.findIndex(({ type }, i) => i > opposite && type === fact.type);
      const isExpected = index >= 0 && fact.time <= lastTime + reorderSeconds;
      const left = isExpected ? facts.slice(index + 1) : [];
      if (left.length > 0) ofTxs.set(id, left);
      else ofTxs.delete(id);
      return isExpected;
    },
  };
}
