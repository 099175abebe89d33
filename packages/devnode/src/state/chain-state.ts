import {
  type Block,
  type NetworkRow,
  readBlock,
  sats,
  type Transaction,
  type TxOutput,
  targetOf,
} from '@glassblock/primitives';
import type { BlockBodies, StoredBytes } from './block-bodies.ts';
import { genesisBytes } from './genesis.ts';
import { idOf } from './ids.ts';
import { packUndo, type UndoData, unpackUndo } from './undo-data.ts';
import type { Utxo } from './utxo.ts';
import { UtxoSet } from './utxo-set.ts';

/** A block of the chain or of a stale branch. Hashes in display hex. */
export interface StoredBlock {
  readonly hash: string;
  readonly prevHash: string;
  readonly height: number;
  readonly header: Uint8Array;
  readonly time: number;
  readonly medianTime: number;
  readonly txCount: number;
  /** Transactions of the chain up to this block. */
  readonly chainTxs: number;
  /** Expected hashes of the chain up to this block. */
  readonly chainWork: bigint;
  /** The block, read where it is stored; undefined once pruned. */
  readonly bytes: Uint8Array | undefined;
  /** undefined once pruned. */
  readonly undo: UndoData | undefined;
}

/** The part of a block that pruning removes. */
interface Body {
  readonly block: StoredBytes;
  readonly undo: StoredBytes;
  readonly origins: UndoData['origins'];
}

/** Blocks and unspent outputs; all but the bodies of blocks in memory. Checks its own consistency (parents, prevouts), not consensus rules. */
export class ChainState {
  private readonly byHash = new Map<string, StoredBlock>();
  private readonly active: StoredBlock[] = [];
  private readonly bodies = new Map<StoredBlock, Body>();
  private readonly utxos = new UtxoSet();
  private bodyBytes = 0;
  private lowestBody = 0;
  private readonly maxBytes: number;
  private readonly minBodies: number;
  private readonly storage: BlockBodies;

  /**
   * @param maxBytes bodies of the oldest blocks are dropped above this many bytes, as a pruned node does
   * @param minBodies newest blocks whose bodies are retained regardless of their size
   */
  constructor(network: NetworkRow, maxBytes: number, minBodies: number, storage: BlockBodies) {
    this.maxBytes = maxBytes;
    this.minBodies = minBodies;
    this.storage = storage;
    const genesis = readBlock(genesisBytes);
    if (idOf(genesis.hash) !== network.genesisHash) throw new Error(`${network.name} has another first block`);
    this.push(genesis, genesisBytes, packUndo([[]]));
  }

  get tip(): StoredBlock {
    return this.active.at(-1)!;
  }

  get height(): number {
    return this.active.length - 1;
  }

  get sizeOnDisk(): number {
    return this.bodyBytes;
  }

  /** Lowest block with a body; 0 when nothing was pruned. */
  get pruneHeight(): number {
    return this.lowestBody;
  }

  /** Includes stale blocks. */
  block(hash: string): StoredBlock | undefined {
    return this.byHash.get(hash);
  }

  at(height: number): StoredBlock | undefined {
    return this.active[height];
  }

  isActive(block: StoredBlock): boolean {
    return this.active[block.height] === block;
  }

  /** Iterates all unspent outputs. */
  *everyUtxo(): Generator<{ txid: string; vout: number; utxo: Utxo }> {
    yield* this.utxos;
  }

  utxo(txid: string, vout: number): Utxo | undefined {
    return this.utxos.get(txid, vout);
  }

  /** Returns true when some output of the transaction is unspent. */
  hasOutputsOf(txid: string): boolean {
    return this.utxos.has(txid);
  }

  /** Tips of all branches. */
  tips(): StoredBlock[] {
    const parents = new Set(Array.from(this.byHash.values(), (block) => block.prevHash));
    return [...this.byHash.values()].filter((block) => !parents.has(block.hash));
  }

  /**
   * Connects a block to the tip and updates the UTXO set.
   * @param known its transactions after the coinbase, if they were read before: their ids are not hashed again
   * @throws {Error} when it does not fit: an internal error
   */
  connect(bytes: Uint8Array, known: readonly Transaction[] = []): { stored: StoredBlock; block: Block } {
    const block = readBlock(bytes);
    for (const [index, tx] of known.entries()) block.txs[index + 1] = tx;
    if (idOf(block.header.prevHash) !== this.tip.hash) throw new Error('the block does not connect to the tip');
    const height = this.height + 1;
    const undo = block.txs.map((tx, index) => {
      const spent: Utxo[] = [];
      if (index > 0) {
        for (const { prevTxid, prevVout } of tx.inputs()) spent.push(this.spend(idOf(prevTxid), prevVout));
      }
      this.addOutputs(tx, height, index === 0);
      return spent;
    });
    const stored = this.push(block, bytes, packUndo(undo));
    this.prune();
    return { stored, block };
  }

  /**
   * Disconnects the tip and restores its prevouts.
   * @throws {Error} at the first block, and when the tip was pruned
   */
  disconnect(): { stored: StoredBlock; block: Block } {
    const stored = this.tip;
    const { bytes, undo: packed } = stored;
    if (stored.height === 0 || bytes === undefined || packed === undefined) {
      throw new Error('this block cannot be disconnected');
    }
    const block = readBlock(bytes);
    const undo = unpackUndo(packed);
    for (let index = block.txs.length - 1; index >= 0; index--) {
      const tx = block.txs[index]!;
      this.utxos.delete(idOf(tx.txid));
      if (index === 0) continue;
      tx.inputs().forEach(({ prevTxid, prevVout }, input) => {
        this.utxos.restore(idOf(prevTxid), prevVout, undo[index]![input]!);
      });
    }
    this.active.pop();
    return { stored, block };
  }

  /** Whether the body of a block was dropped. */
  isPruned(block: StoredBlock): boolean {
    return !this.bodies.has(block);
  }

  private addOutputs(tx: Transaction, height: number, coinbase: boolean): void {
    const utxos = tx
      .outputs()
      .map(({ value, script }) => (script[0] === 0x6a ? undefined : { value, script, height, coinbase }));
    this.utxos.add(idOf(tx.txid), utxos);
  }

  private spend(txid: string, vout: number): Utxo {
    const utxo = this.utxos.spend(txid, vout);
    if (utxo === undefined) throw new Error(`no UTXO ${txid}:${vout}`);
    return utxo;
  }

  private push(block: Block, bytes: Uint8Array, undo: UndoData): StoredBlock {
    const hash = idOf(block.hash);
    const height = this.active.length;
    const times = this.active.slice(-10).map((before) => before.time);
    times.push(block.header.time);
    const known = this.byHash.get(hash);
    if (known !== undefined) this.release(known);
    const { bodies } = this;
    const stored: StoredBlock = {
      hash,
      prevHash: idOf(block.header.prevHash),
      height,
      header: bytes.slice(0, 80),
      time: block.header.time,
      medianTime: times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!,
      txCount: block.txCount,
      chainTxs: (this.active.at(-1)?.chainTxs ?? 0) + block.txCount,
      chainWork: (this.active.at(-1)?.chainWork ?? 0n) + (1n << 256n) / (targetOf(block.header.bits) + 1n),
      get bytes() {
        return bodies.get(stored)?.block.read();
      },
      get undo() {
        const body = bodies.get(stored);
        return body && { bytes: body.undo.read(), origins: body.origins };
      },
    };
    const { bytes: undoBytes, origins } = undo;
    bodies.set(stored, { block: this.storage.put(bytes), undo: this.storage.put(undoBytes), origins });
    this.bodyBytes += bytes.length;
    this.byHash.set(hash, stored);
    this.active.push(stored);
    return stored;
  }

  private prune(): void {
    while (this.bodyBytes > this.maxBytes && this.lowestBody < this.height - this.minBodies) {
      this.release(this.active[this.lowestBody]!);
      this.lowestBody++;
    }
  }

  /** Drops the body of a block, if it has one. */
  private release(block: StoredBlock): void {
    const body = this.bodies.get(block);
    if (body === undefined) return;
    this.bodies.delete(block);
    this.bodyBytes -= body.block.length;
    body.block.release();
    body.undo.release();
  }
}

/** Converts an output of an unconfirmed transaction to a UTXO of the mempool. */
export function unconfirmedUtxo(output: TxOutput): Utxo {
  return { value: output.value, script: output.script, height: 0x7fffffff, coinbase: false };
}

/** Returns the value of an output; the simulation has explicit amounts only. */
export function satsOf(utxo: TxOutput): number {
  if (typeof utxo.value !== 'number') throw new TypeError('a blinded amount');
  return sats(utxo.value);
}
