import {
  type ElementsBlock,
  type ElementsOutput,
  type ElementsTransaction,
  readElementsBlock,
  readWholeElementsTransaction,
  spendsElementsOutput,
} from '@glassblock/primitives/elements';
import { RpcError, rpcCode } from '../rpc/rpc-error.ts';
import type { PublishedEvent } from '../rpc/zmq-publisher.ts';
import { idOf } from '../state/ids.ts';

/** A block of the chain. */
export interface ElementsStoredBlock {
  /** Display order. */
  readonly hash: string;
  readonly height: number;
  readonly block: ElementsBlock;
}

const keyOf = (txid: string, vout: number) => `${txid}:${vout}`;
const outpointsOf = (tx: ElementsTransaction): string[] =>
  tx.inputs().map(({ prevTxid, prevVout }) => keyOf(idOf(prevTxid), prevVout));

/** Claims of parent chain outputs have keys of their own, because each is spent only once too. */
const claimOf = (outpoint: string) => `claim ${outpoint}`;

/**
 * Blocks, unspent outputs and mempool of a simulated Elements node, and their events. It checks that inputs exist, are
 * not spent, and that explicit fees are paid; neither signatures nor proofs nor amounts.
 */
export class ElementsChain {
  private readonly active: ElementsStoredBlock[] = [];
  private readonly byHash = new Map<string, ElementsStoredBlock>();
  private readonly places = new Map<string, { tx: ElementsTransaction; hash: string }>();
  private readonly unspent = new Map<string, ElementsOutput>();
  private readonly claims = new Set<string>();
  private readonly spenders = new Map<string, string>();
  private readonly listeners: ((event: PublishedEvent) => void)[] = [];
  /** Unconfirmed transactions, parents first. */
  readonly mempool = new Map<string, ElementsTransaction>();
  /** Of the mempool, as in the topic `sequence`. */
  sequence = 1;

  get tip(): ElementsStoredBlock {
    return this.active.at(-1)!;
  }

  get height(): number {
    return this.active.length - 1;
  }

  at(height: number): ElementsStoredBlock | undefined {
    return this.active[height];
  }

  /** Returns a block of any branch. */
  block(hash: string): ElementsStoredBlock | undefined {
    return this.byHash.get(hash);
  }

  isActive({ height, hash }: ElementsStoredBlock): boolean {
    return this.active[height]?.hash === hash;
  }

  /** Returns a confirmed transaction of the active chain with the hash of its block. */
  confirmed(txid: string): { tx: ElementsTransaction; hash: string } | undefined {
    return this.places.get(txid);
  }

  listen(listener: (event: PublishedEvent) => void): void {
    this.listeners.push(listener);
  }

  /**
   * Adds a transaction to the mempool.
   * @throws {RpcError} as sendrawtransaction
   */
  accept(raw: Uint8Array): string {
    let tx: ElementsTransaction;
    try {
      tx = readWholeElementsTransaction(raw);
      tx.outputs();
    } catch {
      throw new RpcError(rpcCode.deserialization, 'TX decode failed. Make sure the tx has at least one input.');
    }
    const txid = idOf(tx.txid);
    if (this.mempool.has(txid)) return txid;
    if (this.places.has(txid) || tx.isCoinbase || !this.hasInputs(tx)) {
      throw new RpcError(rpcCode.verifyError, 'bad-txns-inputs-missingorspent');
    }
    if (!tx.outputs().some(({ isFee }) => isFee)) throw new RpcError(rpcCode.verifyRejected, 'bad-txns-fee-outofrange');
    this.add(txid, tx);
    return txid;
  }

  private hasInputs(tx: ElementsTransaction): boolean {
    return tx.inputs().every((input, i) => {
      const key = outpointsOf(tx)[i]!;
      if (input.isPegIn) return !this.claims.has(key) && !this.spenders.has(claimOf(key));
      return !this.spenders.has(key) && (this.unspent.has(key) || this.unconfirmed(key) !== undefined);
    });
  }

  private unconfirmed(key: string): ElementsOutput | undefined {
    const [txid, vout] = key.split(':');
    const tx = this.mempool.get(txid!);
    return tx === undefined || Number(vout) >= tx.outputCount ? undefined : tx.output(Number(vout));
  }

  private add(txid: string, tx: ElementsTransaction): void {
    this.mempool.set(txid, tx);
    tx.inputs().forEach((input, i) => {
      const key = outpointsOf(tx)[i]!;
      this.spenders.set(input.isPegIn ? claimOf(key) : key, txid);
    });
    this.report({ kind: 'mempool', type: 'added', txid, sequence: this.sequence++, tx });
  }

  /** Removes a transaction without its descendants. */
  private remove(txid: string): void {
    const tx = this.mempool.get(txid);
    if (tx === undefined) return;
    this.mempool.delete(txid);
    tx.inputs().forEach((input, i) => {
      const key = outpointsOf(tx)[i]!;
      this.spenders.delete(input.isPegIn ? claimOf(key) : key);
    });
    this.sequence++;
  }

  /** Connects a block that follows the tip; its transactions and those that conflict leave the mempool. */
  connect(bytes: Uint8Array): ElementsStoredBlock {
    const block = readElementsBlock(bytes);
    const stored = { hash: idOf(block.hash), height: this.active.length, block };
    this.active.push(stored);
    this.byHash.set(stored.hash, stored);
    for (const tx of block.txs) {
      const txid = idOf(tx.txid);
      this.places.set(txid, { tx, hash: stored.hash });
      const keys = outpointsOf(tx);
      tx.inputs().forEach((input, i) => {
        const key = keys[i]!;
        if (input.isPegIn) this.claims.add(key);
        else this.unspent.delete(key);
        const other = this.spenders.get(input.isPegIn ? claimOf(key) : key);
        if (other !== undefined && other !== txid) this.remove(other);
      });
      this.remove(txid);
      tx.outputs().forEach((output, vout) => {
        if (!output.isFee && output.script[0] !== 0x6a) this.unspent.set(keyOf(txid, vout), output);
      });
    }
    this.report({ kind: 'connected', stored, block });
    return stored;
  }

  /** Disconnects the tip; its transactions return to the mempool. */
  disconnect(): void {
    const stored = this.active.pop()!;
    const { block, height } = stored;
    for (const tx of block.txs.toReversed()) {
      const txid = idOf(tx.txid);
      this.places.delete(txid);
      for (let vout = 0; vout < tx.outputCount; vout++) this.unspent.delete(keyOf(txid, vout));
      const keys = outpointsOf(tx);
      tx.inputs().forEach((input, i) => {
        const key = keys[i]!;
        if (input.isPegIn) this.claims.delete(key);
        else if (spendsElementsOutput(input, tx, height))
          this.unspent.set(key, this.outputOf(input.prevTxid, input.prevVout));
      });
    }
    this.report({ kind: 'disconnected', stored, block });
    // transactions of the mempool may spend them
    const later = [...this.mempool];
    this.mempool.clear();
    for (const tx of block.txs) if (!tx.isCoinbase) this.add(idOf(tx.txid), tx);
    for (const [txid, tx] of later) this.mempool.set(txid, tx);
  }

  private outputOf(txid: Uint8Array, vout: number): ElementsOutput {
    const found = this.places.get(idOf(txid))?.tx ?? this.mempool.get(idOf(txid));
    return found!.output(vout);
  }

  /** Drops unconfirmed transactions whose inputs no longer exist. */
  prune(): void {
    for (const [txid, tx] of this.mempool) {
      const gone = tx.inputs().some((input, i) => {
        const key = outpointsOf(tx)[i]!;
        return !input.isPegIn && !this.unspent.has(key) && this.unconfirmed(key) === undefined;
      });
      if (gone) this.remove(txid);
    }
  }

  private report(event: PublishedEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}
