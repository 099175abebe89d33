import { Buffer } from 'node:buffer';

/** Unspent outputs as rows of typed arrays, without order: taking one puts the last into its place. Grows by doubling. */
export class Utxos {
  count = 0;
  /** 32 bytes a row, internal order. */
  txids: Buffer;
  vouts: Uint32Array;
  /** Sats. */
  values: Float64Array;
  /** See owners.ts. */
  owners: Uint32Array;

  constructor(capacity = 16) {
    this.txids = Buffer.alloc(capacity * 32);
    this.vouts = new Uint32Array(capacity);
    this.values = new Float64Array(capacity);
    this.owners = new Uint32Array(capacity);
  }

  /** @param txid  read from `txids` at `at` */
  add(txids: Buffer, at: number, vout: number, value: number, owner: number): void {
    if (this.count === this.vouts.length) this.grow();
    const row = this.count++;
    txids.copy(this.txids, row * 32, at, at + 32);
    this.vouts[row] = vout;
    this.values[row] = value;
    this.owners[row] = owner;
  }

  /** Moves a row over to `to`. */
  move(row: number, to: Utxos): void {
    to.add(this.txids, row * 32, this.vouts[row]!, this.values[row]!, this.owners[row]!);
    const last = --this.count;
    if (row === last) return;
    this.txids.copy(this.txids, row * 32, last * 32, last * 32 + 32);
    this.vouts[row] = this.vouts[last]!;
    this.values[row] = this.values[last]!;
    this.owners[row] = this.owners[last]!;
  }

  /** Sum of all values in sats. */
  total(): number {
    let sum = 0;
    for (let row = 0; row < this.count; row++) sum += this.values[row]!;
    return sum;
  }

  private grow(): void {
    const larger = new Utxos(this.vouts.length * 2);
    larger.txids.set(this.txids);
    larger.vouts.set(this.vouts);
    larger.values.set(this.values);
    larger.owners.set(this.owners);
    this.txids = larger.txids;
    this.vouts = larger.vouts;
    this.values = larger.values;
    this.owners = larger.owners;
  }
}
