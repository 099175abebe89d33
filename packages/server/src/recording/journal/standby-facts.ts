import { createMemoryJournal, type Fact, type Keyframe } from '@glassblock/journal';
import { displayHash, type Txid } from '@glassblock/primitives';
import {
  createMempoolReplayFilter,
  isOfTx,
  type MempoolReplayFilter,
  reorderSeconds,
  type TxFact,
  txFactKey,
} from './mempool-replay-filter.ts';

/** Facts about the mempool that a process has seen before it writes the journal. */
export interface StandbyFacts {
  /** Adds facts; only the newest are stored, and the mempool that follows from all. */
  note(facts: readonly Fact[]): void;
  /**
   * Compares with a journal that another process wrote.
   * @param published the newest facts of the journal, oldest first
   * @param mempool the mempool after them
   */
  takeOver(published: readonly Fact[], mempool: Keyframe['mempool']): Takeover;
}

/** How the journal continues. */
export interface Takeover {
  /** Facts that the journal lacks, in order. */
  readonly missing: readonly Fact[];
  /** Recognizes later facts that the journal has. */
  readonly filter: MempoolReplayFilter;
}

/** Creates an empty record. @param maxEvents facts that are stored */
export function createStandbyFacts(maxEvents: number): StandbyFacts {
  const own = createMemoryJournal({ epoch: 1, maxEvents });
  return {
    note: (facts) => void own.append(facts),
    takeOver(published, mempool) {
      const reading = own.read(own.oldest, Number.POSITIVE_INFINITY);
      const seen = reading.gap ? [] : reading.events.map(({ fact }) => fact);
      return takeOver({ seen, present: own.keyframe().state.mempool, published, mempool });
    },
  };
}

/** Sides of a comparison: facts seen by this process, and facts of the journal. */
interface Sides {
  readonly seen: readonly Fact[];
  readonly present: Keyframe['mempool'];
  readonly published: readonly Fact[];
  readonly mempool: Keyframe['mempool'];
}

/**
 * Each fact that was seen belongs to one that was published, or is missing. Facts before the last common one are not missing:
 * the writer published later ones, and its node had another view. The result leads from the journal's mempool to the one
 * that was seen.
 */
function takeOver({ seen, present, published, mempool }: Sides): Takeover {
  const { unpublished, unseen: withOlder } = matched(seen.filter(isOfTx), published.filter(isOfTx));
  // this process does not report facts from before a transaction has entered its mempool, perhaps again
  const enteredAt = new Map(present.map(({ txid, time }) => [displayHash(txid), time]));
  const unseen = withOlder.filter(({ type, txid, time }) => {
    const entered = enteredAt.get(displayHash(txid));
    return entered === undefined || time > entered || (time === entered && type === 'tx-removed');
  });
  const journaled = new Map(mempool.map(({ txid }) => [displayHash(txid), txid]));
  const missing: Fact[] = [];
  for (const fact of unpublished) {
    const id = displayHash(fact.txid);
    if (journaled.has(id) === (fact.type === 'tx-added')) continue;
    missing.push(fact);
    if (fact.type === 'tx-added') journaled.set(id, fact.txid);
    else journaled.delete(id);
  }
  const left = new Set(unseen.filter(({ type }) => type === 'tx-removed').map(({ txid }) => displayHash(txid)));
  const absent = new Map<string, Txid>(journaled);
  for (const entry of present) {
    const id = displayHash(entry.txid);
    if (!absent.delete(id) && !left.has(id)) missing.push({ type: 'tx-added', ...entry });
  }
  return { missing, filter: createMempoolReplayFilter(absent.values(), unseen) };
}

/** Returns facts of one side only, without those that the other side has another view of. */
function matched(seen: readonly TxFact[], published: readonly TxFact[]): { unpublished: TxFact[]; unseen: TxFact[] } {
  const places = new Map<string, TxFact[]>();
  for (const fact of published) {
    const list = places.get(txFactKey(fact));
    if (list === undefined) places.set(txFactKey(fact), [fact]);
    else list.push(fact);
  }
  // facts seen before the first published one are not compared
  const firstTime = (published[0]?.time ?? 0) - reorderSeconds;
  const unpublished: TxFact[] = [];
  let commonTime = Number.NEGATIVE_INFINITY;
  for (const fact of seen) {
    if (fact.time < firstTime) continue;
    if (places.get(txFactKey(fact))?.shift() === undefined) unpublished.push(fact);
    else commonTime = Math.max(commonTime, fact.time);
  }
  const lastTime = published.at(-1)?.time ?? 0;
  const left = new Set([...places.values()].flat());
  return {
    unpublished: unpublished.filter(({ time }) => time >= commonTime - reorderSeconds),
    // in the order of the journal
    unseen: published.filter((fact) => left.has(fact) && fact.time >= lastTime - reorderSeconds),
  };
}
