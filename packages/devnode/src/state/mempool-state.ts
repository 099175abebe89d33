import {
  isAnchor,
  isCoded,
  readWholeTransaction,
  type Transaction,
  transactionSigopCost,
} from '@glassblock/primitives';
import type { Profile } from '../profiles.ts';
import type { OutPoint } from '../traffic/tx-maker.ts';
import { type ChainState, satsOf, unconfirmedUtxo } from './chain-state.ts';
import { idOf } from './ids.ts';
import type { Utxo } from './utxo.ts';

/** A mempool transaction. Ids in display hex. */
export interface MempoolEntry {
  readonly txid: string;
  readonly tx: Transaction;
  readonly fee: number;
  readonly weight: number;
  readonly vsize: number;
  readonly sigops: number;
  readonly time: number;
  readonly height: number;
  readonly inputs: readonly OutPoint[];
  /** Prevouts, in input order. */
  readonly spent: readonly Utxo[];
  readonly parents: Set<string>;
  readonly children: Set<string>;
}

/** A mempool event: sequence numbers as in ZMQ `sequence`. */
export interface MempoolEvent {
  readonly type: 'added' | 'removed';
  readonly txid: string;
  readonly sequence: number;
  readonly tx: Transaction;
}

/**
 * A rejection with the node's text. Codes: -22 not a transaction, -25 missing inputs, -26 policy, -27 already in the
 * chain.
 */
export interface Rejection {
  readonly code: number;
  readonly reason: string;
}

/** Result of checking a transaction: an entry with the transactions it replaces, or a rejection. */
export type Verdict =
  | { entry: Omit<MempoolEntry, 'parents' | 'children'>; parents: Set<string>; conflicts: MempoolEntry[] }
  | { rejection: Rejection };

const ancestorLimit = 25;
const maxReplaced = 100;
const maxStandardWeight = 400_000;
const maxMempoolBytes = 300_000_000;

const key = (outpoint: OutPoint) => `${outpoint.txid}:${outpoint.vout}`;
const reject = (code: number, reason: string) => ({ rejection: { code, reason } });

/**
 * The mempool: spends and order of arrival. Relay rules as far as an explorer can observe them; scripts and signatures
 * are not checked.
 */
export class MempoolState {
  readonly entries = new Map<string, MempoolEntry>();
  private readonly spenders = new Map<string, MempoolEntry>();
  private readonly chain: ChainState;
  private readonly profile: Profile;
  private readonly report: (event: MempoolEvent) => void;
  private readonly freed: (outpoints: readonly OutPoint[]) => void;
  /** Fee deltas of prioritised transactions, in sats. */
  private readonly deltas = new Map<string, number>();
  private nextSequence = 1;
  private bytes = 0;

  /** @param freed called with the outpoints that a removed transaction no longer spends */
  constructor(
    chain: ChainState,
    profile: Profile,
    report: (event: MempoolEvent) => void,
    freed: (outpoints: readonly OutPoint[]) => void,
  ) {
    this.chain = chain;
    this.profile = profile;
    this.report = report;
    this.freed = freed;
  }

  /** Number of the next event: mempool_sequence of getrawmempool. */
  get sequence(): number {
    return this.nextSequence;
  }

  /** Fee deltas in sats; also of transactions that are not in the mempool. */
  get feeDeltas(): ReadonlyMap<string, number> {
    return this.deltas;
  }

  /** Returns the fee that decides about the place in a block. */
  modifiedFee({ txid, fee }: Pick<MempoolEntry, 'txid' | 'fee'>): number {
    return fee + (this.deltas.get(txid) ?? 0);
  }

  /** Adds to the fee delta of a transaction. Source: Core CTxMemPool::PrioritiseTransaction */
  prioritise(txid: string, sats: number): void {
    const delta = (this.deltas.get(txid) ?? 0) + sats;
    if (delta === 0) this.deltas.delete(txid);
    else this.deltas.set(txid, delta);
  }

  /** Serialized bytes of all transactions. */
  get totalBytes(): number {
    return this.bytes;
  }

  spender(outpoint: OutPoint): MempoolEntry | undefined {
    // past blocks have no mempool, and ask for each output
    return this.spenders.size === 0 ? undefined : this.spenders.get(key(outpoint));
  }

  /** Returns the output of an outpoint, in mempool or chain, even when the mempool spends it. */
  utxo(outpoint: OutPoint): Utxo | undefined {
    const parent = this.entries.get(outpoint.txid);
    if (parent === undefined) return this.chain.utxo(outpoint.txid, outpoint.vout);
    return outpoint.vout < parent.tx.outputCount ? unconfirmedUtxo(parent.tx.output(outpoint.vout)) : undefined;
  }

  /** Returns the ids of all ancestors in the mempool, without itself. */
  ancestors(parents: Iterable<string>): Set<string> {
    const found = new Set<string>();
    const waiting = [...parents];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const entry = this.entries.get(id);
      if (entry === undefined || found.has(id)) continue;
      found.add(id);
      waiting.push(...entry.parents);
    }
    return found;
  }

  /** Returns the ids of the transaction and all its descendants. */
  withDescendants(txid: string): Set<string> {
    const found = new Set<string>();
    const waiting = [txid];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const entry = this.entries.get(id);
      if (entry === undefined || found.has(id)) continue;
      found.add(id);
      waiting.push(...entry.children);
    }
    return found;
  }

  /**
   * Checks a transaction without adding it.
   * @param policy false for those that return in a reorg
   */
  judge(raw: Uint8Array, time: number, policy = true): Verdict {
    let tx: Transaction;
    try {
      tx = readWholeTransaction(raw);
    } catch (error) {
      if (isCoded(error)) return reject(-22, 'TX decode failed. Make sure the tx has at least one input.');
      throw error;
    }
    const txid = idOf(tx.txid);
    if (tx.isCoinbase) return reject(-26, 'coinbase');
    if (this.entries.has(txid)) return reject(-26, 'txn-already-in-mempool');
    if (this.chain.hasOutputsOf(txid)) return reject(-27, 'Transaction outputs already in utxo set');
    if (tx.outputCount === 0) return reject(-26, 'bad-txns-vout-empty');

    const inputs = tx.inputs().map((input) => ({ txid: idOf(input.prevTxid), vout: input.prevVout }));
    if (new Set(inputs.map(key)).size !== inputs.length) return reject(-26, 'bad-txns-inputs-duplicate');
    const spent: Utxo[] = [];
    for (const outpoint of inputs) {
      const utxo = this.utxo(outpoint);
      if (utxo === undefined) return reject(-25, 'bad-txns-inputs-missingorspent');
      spent.push(utxo);
    }
    const fee = sum(spent.map(satsOf)) - sum(tx.outputs().map(satsOf));
    if (fee < 0) return reject(-26, 'bad-txns-in-belowout');

    const vsize = Math.ceil(tx.vsize);
    const conflicts = this.conflictsOf(inputs);
    const parents = new Set(inputs.map((outpoint) => outpoint.txid).filter((id) => this.entries.has(id)));
    if (policy) {
      const reason =
        this.standardFault(tx, fee, vsize) ?? this.replacementFault(fee, vsize, conflicts, this.ancestors(parents));
      if (reason !== undefined) return reject(-26, reason);
      if (this.ancestors(parents).size + 1 > ancestorLimit) return reject(-26, 'too-long-mempool-chain');
      if (this.bytes + raw.length > maxMempoolBytes) return reject(-26, 'mempool full');
    } else if (conflicts.length > 0) {
      return reject(-26, 'txn-mempool-conflict');
    }
    const sigops = transactionSigopCost(tx, spent);
    const { height } = this.chain;
    return {
      entry: { txid, tx, fee, weight: tx.weight, vsize, sigops, time, height, inputs, spent },
      parents,
      conflicts,
    };
  }

  /** Adds a transaction, after removing those it replaces. */
  accept(raw: Uint8Array, time: number, policy = true): MempoolEntry | { rejection: Rejection } {
    const verdict = this.judge(raw, time, policy);
    if ('rejection' in verdict) return verdict;
    for (const conflict of verdict.conflicts) this.remove(conflict.txid);
    const entry: MempoolEntry = { ...verdict.entry, parents: verdict.parents, children: new Set() };
    this.entries.set(entry.txid, entry);
    for (const outpoint of entry.inputs) this.spenders.set(key(outpoint), entry);
    for (const parent of entry.parents) this.entries.get(parent)!.children.add(entry.txid);
    this.adopt(entry);
    this.bytes += entry.tx.size;
    this.report({ type: 'added', txid: entry.txid, sequence: this.nextSequence++, tx: entry.tx });
    return entry;
  }

  /**
   * Removes a transaction with its descendants, children first.
   * @returns the removed entries
   */
  remove(txid: string): MempoolEntry[] {
    const ids = [...this.withDescendants(txid)];
    const order = ids
      .map((id) => this.entries.get(id)!)
      .sort((a, b) => this.ancestors(b.parents).size - this.ancestors(a.parents).size);
    for (const entry of order) {
      this.forget(entry);
      this.report({ type: 'removed', txid: entry.txid, sequence: this.nextSequence++, tx: entry.tx });
    }
    for (const entry of order) this.freed(entry.inputs);
    return order;
  }

  /**
   * Removes the transactions of a connected block without events, each incrementing the sequence number; then removes
   * their conflicts, with events. Source: Core CTxMemPool::removeForBlock
   */
  removeForBlock(txs: readonly Transaction[]): void {
    if (this.entries.size === 0 && this.deltas.size === 0) return;
    for (const tx of txs) {
      if (tx.isCoinbase) continue;
      const mined = this.entries.get(idOf(tx.txid));
      this.deltas.delete(idOf(tx.txid));
      if (mined !== undefined) {
        this.forget(mined);
        this.nextSequence++;
      }
      for (const input of tx.inputs()) {
        const conflict = this.spender({ txid: idOf(input.prevTxid), vout: input.prevVout });
        if (conflict !== undefined) this.remove(conflict.txid);
      }
    }
  }

  /** Removes transactions whose prevouts no longer exist. */
  removeOrphaned(): void {
    for (const entry of [...this.entries.values()]) {
      if (!this.entries.has(entry.txid)) continue;
      if (entry.inputs.some((outpoint) => this.utxo(outpoint) === undefined)) this.remove(entry.txid);
    }
  }

  /** Simulates a restart: counters restart and the saved mempool is announced again. */
  restart(): void {
    this.nextSequence = 1;
    for (const entry of this.entries.values()) {
      this.report({ type: 'added', txid: entry.txid, sequence: this.nextSequence++, tx: entry.tx });
    }
  }

  private forget(entry: MempoolEntry): void {
    this.entries.delete(entry.txid);
    this.bytes -= entry.tx.size;
    for (const outpoint of entry.inputs) {
      if (this.spenders.get(key(outpoint)) === entry) this.spenders.delete(key(outpoint));
    }
    for (const parent of entry.parents) this.entries.get(parent)?.children.delete(entry.txid);
    for (const child of entry.children) this.entries.get(child)?.parents.delete(entry.txid);
  }

  /** Links children that were added first, which happens when a block is disconnected. */
  private adopt(entry: MempoolEntry): void {
    for (let vout = 0; vout < entry.tx.outputCount; vout++) {
      const child = this.spenders.get(key({ txid: entry.txid, vout }));
      if (child === undefined) continue;
      entry.children.add(child.txid);
      child.parents.add(entry.txid);
    }
  }

  private conflictsOf(inputs: readonly OutPoint[]): MempoolEntry[] {
    const found = new Set<MempoolEntry>();
    for (const outpoint of inputs) {
      const conflict = this.spender(outpoint);
      if (conflict !== undefined) found.add(conflict);
    }
    return [...found];
  }

  private standardFault(tx: Transaction, fee: number, vsize: number): string | undefined {
    if (tx.weight > maxStandardWeight) return 'tx-size';
    let dataSize = 0;
    for (const { script, value } of tx.outputs()) {
      if (script[0] === 0x6a) dataSize += script.length;
      else if (!isAnchor(script) && typeof value === 'number' && value < 294) return 'dust';
    }
    if (dataSize > this.profile.dataCarrierSize) return 'datacarrier';
    const needed = Math.ceil((this.profile.minRelayFee * vsize) / 1000);
    if (fee < needed) return `min relay fee not met, ${fee} < ${needed}`;
    return undefined;
  }

  /** Rules 2 to 5 of replacement. Source: Core policy/mempool-replacements.md */
  private replacementFault(
    fee: number,
    vsize: number,
    conflicts: readonly MempoolEntry[],
    ancestors: ReadonlySet<string>,
  ): string | undefined {
    if (conflicts.length === 0) return undefined;
    const replaced = new Set<string>();
    for (const conflict of conflicts) {
      if (ancestors.has(conflict.txid)) return 'bad-txns-spends-conflicting-tx';
      if (fee * conflict.vsize <= conflict.fee * vsize) return 'insufficient fee, rejecting replacement';
      for (const id of this.withDescendants(conflict.txid)) replaced.add(id);
    }
    if (replaced.size > maxReplaced) return 'too many potential replacements';
    const oldFees = sum(Array.from(replaced, (id) => this.entries.get(id)!.fee));
    const relay = Math.ceil((this.profile.incrementalRelayFee * vsize) / 1000);
    if (fee < oldFees + relay) return 'insufficient fee, rejecting replacement';
    return undefined;
  }
}

/** Returns the sum of the numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
