import type { Buffer } from 'node:buffer';
import { BusyOwners } from './busy-owners.ts';
import { Kind, kindOf, ownerOf } from './owners.ts';
import { drawFrom, inputBands, outputBands } from './shapes.ts';
import { Utxos } from './utxos.ts';
import { drawFee, splitAmount } from './writing/amounts.ts';
import type { Draft } from './writing/draft.ts';

const bigShare = 0.2;
const regularShare = 0.08;
/** Share of its outputs that the big address never spends. */
const bigKeeps = 0.1;
const maxTouches = 1_000;
/**
 * Shares of outputs spent within about one block and within about twenty blocks; the rest is spent at any later time or
 * never.
 */
const freshShare = 0.14;
const soonShare = 0.23;
const freshUtxos = 1_000;
const soonUtxos = 40_000;
const reuseShare = 0.06;
const dataShare = 0.08;
/** Transactions with fewer sats per output get fewer outputs. */
const minPerOutput = 400;
/** Number of UTXOs considered when a transaction with many outputs needs a large one. */
const choices = 6;

/** Number of inputs and outputs of an average transaction. */
export interface Shape {
  readonly inputs: number;
  readonly outputs: number;
}

/** Selects inputs, amounts and owners of each transaction, and keeps the UTXO set. */
export class Traffic {
  readonly busy: BusyOwners;
  /** Number of transactions of the big address, and of each regular one. */
  readonly bigTarget: number;
  readonly regularTarget: number;
  readonly heavy = new Utxos();
  private readonly random: () => number;
  private readonly plannedTxs: number;
  private readonly fresh = new Utxos();
  private readonly soon = new Utxos();
  private readonly late = new Utxos();
  private readonly busyUtxos: Utxos[];
  private readonly soonLimit: number;
  private regularTouches = 0;
  private nextPlain: number;
  private nextHeavy = 0;

  constructor(options: { txs: number; random: () => number }) {
    this.random = options.random;
    this.plannedTxs = options.txs;
    const regulars = Math.max(4, Math.round((options.txs * regularShare) / maxTouches));
    this.bigTarget = Math.floor(options.txs * bigShare);
    this.regularTarget = Math.min(maxTouches, Math.floor((options.txs * regularShare) / regulars));
    this.busy = new BusyOwners(regulars);
    this.busyUtxos = Array.from({ length: this.busy.count }, () => new Utxos());
    this.nextPlain = this.busy.plainIndexes;
    this.soonLimit = Math.min(soonUtxos, Math.ceil(options.txs / 100));
  }

  /** Number of UTXOs without a busy owner. */
  get freeUtxos(): number {
    return this.fresh.count + this.soon.count + this.late.count;
  }

  get unspentCount(): number {
    return this.utxoSets().reduce((sum, utxos) => sum + utxos.count, 0);
  }

  get unspentSats(): number {
    return this.utxoSets().reduce((sum, utxos) => sum + utxos.total(), 0);
  }

  /** Number of distinct spendable scripts. */
  get distinctScripts(): number {
    return this.nextPlain - this.busy.plainIndexes + this.nextHeavy + this.busy.count;
  }

  /** Whether every busy address has all its transactions. */
  get isComplete(): boolean {
    return this.bigLeft === 0 && this.regularLeft === 0;
  }

  newOwner(): number {
    return ownerOf(Kind.plain, this.nextPlain++);
  }

  addUtxo(txid: Buffer, vout: number, value: number, owner: number): void {
    this.late.add(txid, 0, vout, value, owner);
  }

  nextShape(): Shape {
    return { inputs: drawFrom(inputBands, this.random), outputs: drawFrom(outputBands, this.random) };
  }

  /**
   * Splits the largest UTXO into `parts` outputs of `partSats` and one with the rest (fewer if it is too small).
   * @returns fee in sats
   */
  split(draft: Draft, parts: number, partSats: number, owner: 'plain' | 'heavy'): number {
    draft.wipe();
    this.takeRichest(draft);
    const total = draft.inputs.total();
    const count = Math.min(parts, Math.max(1, Math.floor(total / 2 / partSats)));
    for (let i = 0; i < count; i++) draft.pay(partSats, owner === 'heavy' ? this.newHeavy() : this.newOwner());
    const fee = drawFee(total - count * partSats, 60 + 43 * count, this.random);
    draft.pay(total - count * partSats - fee, this.newOwner());
    return fee;
  }

  /**
   * Spends one UTXO with an envelope to a random receiver.
   * @returns fee in sats
   */
  reveal(draft: Draft): number {
    draft.wipe();
    this.heavy.move(this.heavy.count - 1, draft.inputs);
    const total = draft.inputs.total();
    const fee = drawFee(total, 2_300, this.random);
    draft.pay(total - fee, this.newOwner());
    return fee;
  }

  /**
   * Fills an average transaction.
   * @param doneTxs transactions in the chain so far
   * @returns fee in sats
   */
  pay(draft: Draft, { inputs, outputs }: Shape, doneTxs: number): number {
    const { random } = this;
    draft.wipe();
    const busy = this.chooseBusy(doneTxs);
    const isPaid = busy >= 0 && this.takeBusy(draft, busy, inputs);
    while (draft.inputs.count < inputs) this.takeFree(draft, outputs > 2 ? choices : 1);
    draft.sequence = random() < 0.6 ? 0xfffffffd : 0xffffffff;
    const total = draft.inputs.total();
    const fee = drawFee(total, 12 + 58 * inputs + 43 * outputs, random);
    const count = Math.min(outputs, Math.max(1, Math.floor((total - fee) / minPerOutput)));
    const paid = !isPaid ? 0 : count > 2 && random() < 0.1 ? 2 : 1;
    for (let i = 0; i < count; i++) draft.pay(0, i < paid ? this.busy.owner(busy) : this.randomOwner());
    splitAmount(total - fee, draft.values, count, random);
    // The change output may have any index.
    const place = Math.floor(random() * count);
    const change = draft.values[count - 1]!;
    draft.values[count - 1] = draft.values[place]!;
    draft.values[place] = change;
    if (random() < dataShare) draft.pay(0, ownerOf(Kind.data, 4 + Math.floor(random() * 72)));
    return fee;
  }

  /**
   * Adds the outputs of a written transaction to the UTXO set.
   * @param at offset of its txid in `txids`
   * @returns number of OP_RETURN outputs
   */
  record(draft: Draft, txids: Buffer, at: number): number {
    let touched = -1;
    let data = 0;
    for (let i = 0; i < draft.inputs.count && touched < 0; i++) touched = this.busy.find(draft.inputs.owners[i]!);
    for (let vout = 0; vout < draft.outputCount; vout++) {
      const owner = draft.owners[vout]!;
      const kind = kindOf(owner);
      if (kind === Kind.data) {
        data += 1;
        continue;
      }
      const busy = this.busy.find(owner);
      if (busy >= 0) touched = busy;
      const utxos = busy >= 0 ? this.busyUtxos[busy]! : kind === Kind.heavy ? this.heavy : this.randomUtxoSet();
      utxos.add(txids, at, vout, draft.values[vout]!, owner);
    }
    if (touched >= 0) this.busy.record(touched, draft);
    return data;
  }

  private get bigLeft(): number {
    return this.bigTarget - this.busy.transactions[0]!;
  }

  private get regularLeft(): number {
    return (this.busy.count - 1) * this.regularTarget - this.regularTouches;
  }

  /** Returns the busy address of the next transaction, or -1; each stays close to its share of the chain. */
  private chooseBusy(doneTxs: number): number {
    const share = Math.min(1, doneTxs / this.plannedTxs);
    const place = this.random();
    if (this.bigLeft > 0) {
      const behind = share * this.bigTarget - this.busy.transactions[0]!;
      const chance = share === 1 ? 1 : bigShare + behind / 500;
      if (place < chance) return 0;
    }
    if (this.regularLeft > 0) {
      const behind = share * (this.busy.count - 1) * this.regularTarget - this.regularTouches;
      const chance = share === 1 ? 1 : regularShare + behind / 500;
      if (1 - place < chance) return 1 + (this.regularTouches++ % (this.busy.count - 1));
    }
    return -1;
  }

  /**
   * Randomly spends UTXOs of a busy address, if it has any.
   * @returns whether the address also receives an output
   */
  private takeBusy(draft: Draft, busy: number, max: number): boolean {
    const utxos = this.busyUtxos[busy]!;
    const stored = busy === 0 ? 20 + bigKeeps * this.busy.fundedOutputs[0]! : 0;
    const spends = utxos.count > stored && this.random() < 0.48;
    if (!spends) return true;
    const wanted = busy === 0 && this.random() < 0.2 ? Math.min(max, utxos.count) : 1;
    for (let i = 0; i < wanted; i++) utxos.move(Math.floor(this.random() * utxos.count), draft.inputs);
    return this.random() < 0.1;
  }

  /** Takes the largest of `tries` UTXOs of that age. */
  private takeFree(draft: Draft, tries: number): void {
    let utxos = this.late;
    if (this.fresh.count > freshUtxos) utxos = this.fresh;
    else if (this.soon.count > this.soonLimit) utxos = this.soon;
    if (utxos.count === 0) utxos = this.soon.count > 0 ? this.soon : this.fresh;
    if (utxos.count === 0) throw new Error('no UTXO left to spend');
    let best = Math.floor(this.random() * utxos.count);
    for (let i = 1; i < tries; i++) {
      const row = Math.floor(this.random() * utxos.count);
      if (utxos.values[row]! > utxos.values[best]!) best = row;
    }
    utxos.move(best, draft.inputs);
  }

  private takeRichest(draft: Draft): void {
    let best = 0;
    for (let row = 1; row < this.late.count; row++) if (this.late.values[row]! > this.late.values[best]!) best = row;
    this.late.move(best, draft.inputs);
  }

  private randomOwner(): number {
    const known = this.nextPlain - this.busy.plainIndexes;
    if (known === 0 || this.random() >= reuseShare) return this.newOwner();
    return ownerOf(Kind.plain, this.busy.plainIndexes + Math.floor(this.random() * known));
  }

  private newHeavy(): number {
    return ownerOf(Kind.heavy, this.nextHeavy++);
  }

  private randomUtxoSet(): Utxos {
    const place = this.random();
    if (place < freshShare) return this.fresh;
    return place < freshShare + soonShare ? this.soon : this.late;
  }

  private utxoSets(): Utxos[] {
    return [this.fresh, this.soon, this.late, this.heavy, ...this.busyUtxos];
  }
}
