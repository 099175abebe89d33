import { type Transaction, toHex } from '@glassblock/primitives';
import type { ChannelPosition } from '../../src/graph/channel-id.ts';
import type { ChainBlock, LightningChain, Spender } from '../../src/life-cycle/chain.ts';
import { madeTx, p2wpkh } from './made-tx.ts';

/** A best chain of made blocks, which answers as the explorer's index does. */
export class MadeChain implements LightningChain {
  blocks: { block: ChainBlock; txs: Transaction[] }[] = [];
  /** Heights whose transactions were read. */
  readonly read: number[] = [];
  private salt = 0;

  /** Connects a block; its first transaction is a coinbase. */
  connect(txs: Transaction[] = []): number {
    const height = this.blocks.length;
    this.salt++;
    const coinbase = madeTx(
      [{ txid: new Uint8Array(32), vout: 0xffffffff, witness: ['00'.repeat(32)] }],
      [{ value: 50e8 + this.salt, script: p2wpkh(0) }],
    );
    const hash = coinbase.txid.slice();
    this.blocks.push({ block: { height, hash, time: 1_700_000_000 + 600 * height }, txs: [coinbase, ...txs] });
    return height;
  }

  /** Disconnects the newest blocks. */
  disconnect(count: number): void {
    this.blocks.splice(this.blocks.length - count, count);
  }

  async tip(): Promise<ChainBlock | undefined> {
    return this.blocks.at(-1)?.block;
  }

  async blockAt(height: number): Promise<ChainBlock | undefined> {
    return this.blocks[height]?.block;
  }

  async transactions({ height }: ChainBlock): Promise<Iterable<Transaction> | undefined> {
    this.read.push(height);
    return this.blocks[height]?.txs;
  }

  async outputs(positions: readonly ChannelPosition[]) {
    return positions.map(({ height, position, vout }) => {
      const found = this.blocks[height];
      const tx = found?.txs[position];
      if (found === undefined || tx === undefined || vout >= tx.outputCount) return undefined;
      return { txid: tx.txid, valueSats: tx.output(vout).value as number, time: found.block.time };
    });
  }

  async fundingTx({ height, position }: { height: number; position: number }) {
    const tx = this.blocks[height]?.txs[position];
    if (tx === undefined) return undefined;
    const all = this.blocks.flatMap(({ txs }) => txs);
    const values = tx.inputs().map(({ prevTxid, prevVout }) => {
      const parent = all.find(({ txid }) => toHex(txid) === toHex(prevTxid));
      return parent === undefined ? 0 : (parent.output(prevVout).value as number);
    });
    return { tx, spentSats: values.reduce((sum, value) => sum + value, 0) };
  }

  async spenders(of: readonly { height: number; position: number }[]): Promise<Map<number, Spender>[]> {
    return of.map(({ height, position }) => {
      const tx = this.blocks[height]?.txs[position];
      return tx === undefined ? new Map() : this.spendersOf(toHex(tx.txid));
    });
  }

  private spendersOf(txid: string): Map<number, Spender> {
    const found = new Map<number, Spender>();
    for (const { block, txs } of this.blocks) {
      for (const [position, tx] of txs.entries()) {
        for (const [input, { prevTxid, prevVout }] of tx.inputs().entries()) {
          if (toHex(prevTxid) !== txid) continue;
          found.set(prevVout, { tx, input, height: block.height, position, time: block.time });
        }
      }
    }
    return found;
  }
}
