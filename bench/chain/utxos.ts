import { Buffer } from 'node:buffer';

/** An unordered set of UTXOs in typed arrays: removal moves the last row into the gap. Grows by doubling. */
export class Utxos {
  count = 0;
  /** 32 bytes per row, internal byte order. */
  txids: Buffer;
  vouts: Uint32Array;
  /** In sats. */
  values: Float64Array;
  /** As encoded by owners.ts. */
  owners: Uint32Array;

  constructor(capacity = 16) {
    this.txids = Buffer.alloc(capacity * 32);
    this.vouts = new Uint32Array(capacity);
    this.values = new Float64Array(capacity);
    this.owners = new Uint32Array(capacity);
  }

  /** @param txids the txid is read from offset `at` */
  add(txids: Buffer, at: number, vout: number, value: number, owner: number): void {
    if (this.count === this.vouts.length) this.grow();
    const row = this.count++;
    txids.copy(this.txids, row * 32, at, at + 32);
    this.vouts[row] = vout;
    this.values[row] = value;
    this.owners[row] = owner;
  }

  /** Moves a row to `to`. */
  move(row: number, to: Utxos): void {
    to.add(this.txids, row * 32, this.vouts[row]!, this.values[row]!, this.owners[row]!);
    const last = --this.count;
    if (row === last) return;
    this.txids.copy(this.txids, row * 32, last * 32, last * 32 + 32);
    this.vouts[row] = this.vouts[last]!;
    this.values[row] = this.values[last]!;
    this.owners[row] = this.owners[last]!;
  }

  /** Returns the sum of all values in sats. */
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
