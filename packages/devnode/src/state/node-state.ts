import { type Block, type NetworkRow, subsidyAt, type Transaction } from '@glassblock/primitives';
import type { Profile } from '../profiles.ts';
import type { Keyring } from '../traffic/keyring.ts';
import type { RandomSource } from '../traffic/random-source.ts';
import type { OutPoint } from '../traffic/tx-maker.ts';
import type { BlockBodies } from './block-bodies.ts';
import { easyBits, makeBlock } from './block-maker.ts';
import { ChainState, type StoredBlock } from './chain-state.ts';
import { idOf } from './ids.ts';
import { type MempoolEvent, MempoolState } from './mempool-state.ts';
import { miners, payoutScript } from './mining-pools.ts';

/** All events of the node, in order: the source of the ZMQ topics. */
export type NodeEvent =
  | ({ readonly kind: 'mempool' } & MempoolEvent)
  | { readonly kind: 'connected' | 'disconnected'; readonly stored: StoredBlock; readonly block: Block };

/** Transactions of a block with their fees. */
export interface BlockContent {
  readonly txs: readonly Transaction[];
  readonly fees: number;
}

/**
 * Chain and mempool together, and the order of their events: a block connects: conflicts `R`, then `C`; it disconnects:
 * `D`, then an `A` for each returned transaction.
 */
export class NodeState {
  readonly network: NetworkRow;
  readonly chain: ChainState;
  readonly mempool: MempoolState;
  private readonly listeners: ((event: NodeEvent) => void)[] = [];
  private readonly freeListeners: ((outpoints: readonly OutPoint[]) => void)[] = [];
  private readonly bitsAt: (height: number) => number;

  /** @param bitsAt compact target of the block to make at a height; default: regtest's */
  constructor(
    network: NetworkRow,
    profile: Profile,
    { maxBytes, minBodies, bodies }: { maxBytes: number; minBodies: number; bodies: BlockBodies },
    bitsAt: (height: number) => number = () => easyBits,
  ) {
    this.network = network;
    this.bitsAt = bitsAt;
    this.chain = new ChainState(network, maxBytes, minBodies, bodies);
    this.mempool = new MempoolState(
      this.chain,
      profile,
      (event) => this.report({ kind: 'mempool', ...event }),
      (outpoints) => {
        for (const listener of this.freeListeners) listener(outpoints);
      },
    );
  }

  /** Compact target of the next block. */
  get nextBits(): number {
    return this.bitsAt(this.chain.height + 1);
  }

  listen(listener: (event: NodeEvent) => void): void {
    this.listeners.push(listener);
  }

  /** Subscribes to outpoints that became unspent because their spender left the mempool. */
  onFreed(listener: (outpoints: readonly OutPoint[]) => void): void {
    this.freeListeners.push(listener);
  }

  /** Builds a block on the tip without connecting it. */
  makeBlock(content: BlockContent, time: number, random: RandomSource, keyring: Keyring): Uint8Array {
    const { tip } = this.chain;
    const height = tip.height + 1;
    const shares = Object.fromEntries(miners.map((miner, index) => [String(index), miner.share]));
    const index = Number(random.weighted(shares));
    const miner = miners[index]!;
    const own = keyring.lock(index % 2 === 0 ? 'p2wpkh' : 'p2pkh', index).script;
    // The first blocks pay to keys of the simulation, which would otherwise have nothing to spend.
    const payout = height <= 12 ? own : (payoutScript(miner, this.network) ?? own);
    return makeBlock({
      prevHash: tip.hash,
      height,
      time: Math.max(time, tip.medianTime + 1),
      bits: this.bitsAt(height),
      txs: content.txs,
      reward: subsidyAt(height, this.network) + content.fees,
      payout,
      tag: miner.tag,
      extraNonce: Math.floor(random.unit() * 2 ** 48),
    });
  }

  /**
   * Connects a block to the tip.
   * @param known its transactions after the coinbase, if they were read before
   */
  connect(bytes: Uint8Array, known?: readonly Transaction[]): StoredBlock {
    const { stored, block } = this.chain.connect(bytes, known);
    this.mempool.removeForBlock(block.txs);
    this.report({ kind: 'connected', stored, block });
    return stored;
  }

  /**
   * Disconnects the tip.
   * @param giveBack false: the caller returns the transactions later
   */
  disconnect(time: number, giveBack = true): Block {
    const { stored, block } = this.chain.disconnect();
    this.report({ kind: 'disconnected', stored, block });
    if (giveBack) this.giveBack(block, time);
    return block;
  }

  /** Returns the transactions of a disconnected block to the mempool, in block order. */
  giveBack(block: Block, time: number): void {
    for (const tx of block.txs) if (!tx.isCoinbase) this.mempool.accept(tx.raw.slice(), time, false);
  }

  /** Returns the fee of a transaction with known prevouts. */
  feeOf(tx: Transaction): number | undefined {
    let fee = 0;
    for (const { prevTxid, prevVout } of tx.inputs()) {
      const utxo = this.mempool.utxo({ txid: idOf(prevTxid), vout: prevVout });
      if (utxo === undefined || typeof utxo.value !== 'number') return undefined;
      fee += utxo.value;
    }
    for (const { value } of tx.outputs()) fee -= Number(value);
    return fee;
  }

  private report(event: NodeEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}
