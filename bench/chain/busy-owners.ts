import { indexOf, Kind, kindOf, ownerOf } from './owners.ts';
import type { Draft } from './writing/draft.ts';

const kinds = [Kind.plain, Kind.p2pkh, Kind.p2wpkh, Kind.p2tr] as const;

/**
 * Addresses used much more than twice. Number 0 is the big one; the others ("regulars") follow, alternating between
 * P2WSH, P2PKH, P2WPKH and Taproot. Their history is counted here, so that an index can be compared with it.
 */
export class BusyOwners {
  /** Number of busy addresses, including the big one. */
  readonly count: number;
  readonly transactions: Uint32Array;
  readonly fundedOutputs: Uint32Array;
  readonly fundedSats: Float64Array;
  readonly spentOutputs: Uint32Array;
  readonly spentSats: Float64Array;

  constructor(regulars: number) {
    this.count = regulars + 1;
    this.transactions = new Uint32Array(this.count);
    this.fundedOutputs = new Uint32Array(this.count);
    this.fundedSats = new Float64Array(this.count);
    this.spentOutputs = new Uint32Array(this.count);
    this.spentSats = new Float64Array(this.count);
  }

  /** Number of keys that the signing ones need. */
  get keys(): number {
    return Math.ceil(this.count / kinds.length);
  }

  /** Indexes of plain owners below this are in use. */
  get plainIndexes(): number {
    return this.keys + 1;
  }

  owner(busy: number): number {
    if (busy === 0) return ownerOf(Kind.plain, 0);
    const kind = kinds[(busy - 1) % kinds.length]!;
    const index = Math.floor((busy - 1) / kinds.length);
    return ownerOf(kind, kind === Kind.plain ? index + 1 : index);
  }

  /** Returns the number of a busy owner, or -1. */
  find(owner: number): number {
    const kind = kindOf(owner);
    const index = indexOf(owner);
    if (kind === Kind.plain) {
      if (index >= this.plainIndexes) return -1;
      return index === 0 ? 0 : 1 + (index - 1) * kinds.length;
    }
    if (kind === Kind.heavy || kind === Kind.data) return -1;
    return 1 + index * kinds.length + (kinds as readonly number[]).indexOf(kind);
  }

  /** Counts a transaction in the history of `busy`. */
  record(busy: number, draft: Draft): void {
    const owner = this.owner(busy);
    const { inputs } = draft;
    this.transactions[busy]! += 1;
    for (let i = 0; i < inputs.count; i++) {
      if (inputs.owners[i] !== owner) continue;
      this.spentOutputs[busy]! += 1;
      this.spentSats[busy]! += inputs.values[i]!;
    }
    for (let i = 0; i < draft.outputCount; i++) {
      if (draft.owners[i] !== owner) continue;
      this.fundedOutputs[busy]! += 1;
      this.fundedSats[busy]! += draft.values[i]!;
    }
  }
}
