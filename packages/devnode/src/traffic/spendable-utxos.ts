import type { Block } from '@glassblock/primitives';
import { satsOf } from '../state/chain-state.ts';
import { idOf } from '../state/ids.ts';
import type { NodeState } from '../state/node-state.ts';
import type { Keyring, Lock } from './keyring.ts';
import type { RandomSource } from './random-source.ts';
import type { OutPoint } from './tx-maker.ts';

/** A spendable UTXO with its lock. */
export interface SpendableUtxo {
  readonly outpoint: OutPoint;
  readonly value: number;
  readonly lock: Lock;
}

const largeFrom = 50_000_000;

/**
 * The confirmed UTXOs that the simulation can spend, small and large ones apart. It may contain spent ones or
 * duplicates: each is checked when taken.
 */
export class SpendableUtxos {
  private readonly bags: Record<'small' | 'large', OutPoint[]> = { small: [], large: [] };
  private readonly node: NodeState;
  private readonly keyring: Keyring;

  constructor(node: NodeState, keyring: Keyring) {
    this.node = node;
    this.keyring = keyring;
    node.onFreed((outpoints) => {
      for (const outpoint of outpoints) this.offer(outpoint);
    });
    node.listen((event) => {
      if (event.kind === 'connected') this.offerBlock(event.block);
    });
  }

  get count(): number {
    return this.bags.small.length + this.bags.large.length;
  }

  /** Removes and returns up to `count` different UTXOs, of the requested size if available. */
  take(random: RandomSource, size: 'small' | 'large', count: number): SpendableUtxo[] {
    const taken: SpendableUtxo[] = [];
    const other = size === 'small' ? 'large' : 'small';
    while (taken.length < count) {
      const utxo = this.takeFrom(random, size) ?? this.takeFrom(random, other);
      if (utxo === undefined) break;
      const { txid, vout } = utxo.outpoint;
      if (!taken.some(({ outpoint }) => outpoint.vout === vout && outpoint.txid === txid)) taken.push(utxo);
    }
    return taken;
  }

  /** Adds a UTXO when it is confirmed, unspent and ours. */
  offer(outpoint: OutPoint): void {
    const utxo = this.available(outpoint);
    if (utxo === undefined) return;
    this.bags[utxo.value >= largeFrom ? 'large' : 'small'].push(outpoint);
  }

  /** Adds without checks: spent ones are found when taken. */
  private offerBlock(block: Block): void {
    for (const tx of block.txs) {
      const txid = idOf(tx.txid);
      for (let vout = 0; vout < tx.outputCount; vout++) {
        const large = Number(tx.output(vout).value) >= largeFrom;
        this.bags[large ? 'large' : 'small'].push({ txid, vout });
      }
    }
  }

  private takeFrom(random: RandomSource, size: 'small' | 'large'): SpendableUtxo | undefined {
    const candidates = this.bags[size];
    while (candidates.length > 0) {
      const at = random.between(0, candidates.length - 1);
      const outpoint = candidates[at]!;
      candidates[at] = candidates.at(-1)!;
      candidates.pop();
      const utxo = this.available(outpoint);
      if (utxo !== undefined) return utxo;
    }
    return undefined;
  }

  private available(outpoint: OutPoint): SpendableUtxo | undefined {
    const utxo = this.node.chain.utxo(outpoint.txid, outpoint.vout);
    if (utxo === undefined || satsOf(utxo) < 2_000 || this.node.mempool.spender(outpoint) !== undefined)
      return undefined;
    const lock = this.keyring.lockOf(utxo.script);
    return lock === undefined ? undefined : { outpoint, value: satsOf(utxo), lock };
  }
}
