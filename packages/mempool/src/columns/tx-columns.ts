import {
  ByteReader,
  ByteWriter,
  readTransaction,
  type Sats,
  type Transaction,
  type TxOutput,
} from '@glassblock/primitives';
import type { MempoolTx } from '../memory/mempool-tx.ts';
import { ByteLog } from './byte-log.ts';

/** Data of mempool transactions apart from their order: bytes, prevouts, and figures. */
export class TxColumns {
  size = new Uint32Array(0);
  /** Sats, without fee deltas. */
  fee = new Float64Array(0);
  value = new Float64Array(0);
  firstSeen = new Float64Array(0);
  ownFlags = new Float64Array(0);
  /** The serialized transaction, then amount and script of each prevout. */
  private readonly bodies = new ByteLog();

  get bytes(): number {
    const columns = [this.size, this.fee, this.value, this.firstSeen, this.ownFlags];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, this.bodies.bytes);
  }

  put(slot: number, { tx, prevouts, size, fee, value, firstSeen, ownFlags }: MempoolTx): void {
    if (slot >= this.size.length) this.growTo(Math.ceil(1.1 * (slot + 1_000)));
    this.size[slot] = size;
    this.fee[slot] = fee;
    this.value[slot] = value;
    this.firstSeen[slot] = firstSeen;
    this.ownFlags[slot] = ownFlags;
    const spent = new ByteWriter();
    for (const prevout of prevouts) spent.u64(prevout.value as Sats).lengthPrefixed(prevout.script);
    this.bodies.put(slot, [tx.raw, spent.finish()]);
  }

  /** Frees the bytes; the figures stay readable until the slot is reused. */
  free(slot: number): void {
    this.bodies.free(slot);
  }

  /** Returns the transaction as a view that is valid until the next `put` or `free`. */
  peek(slot: number): Transaction {
    return readTransaction(this.bodies.view(slot));
  }

  /** Returns copies of the transaction and its prevouts. */
  read(slot: number): { tx: Transaction; prevouts: TxOutput[] } {
    const bytes = this.bodies.view(slot).slice();
    const tx = readTransaction(bytes);
    const prevouts: TxOutput[] = [];
    const reader = new ByteReader(bytes, tx.end);
    while (reader.remaining > 0) prevouts.push({ value: reader.u64() as Sats, script: reader.lengthPrefixed() });
    return { tx, prevouts };
  }

  /** Iterates the scripts of prevouts and outputs, as views that are valid until the next `put` or `free`. */
  *scripts(slot: number): Generator<Uint8Array> {
    const bytes = this.bodies.view(slot);
    const tx = readTransaction(bytes);
    for (let vout = 0; vout < tx.outputCount; vout++) yield tx.output(vout).script;
    const reader = new ByteReader(bytes, tx.end);
    while (reader.remaining > 0) {
      reader.u64();
      yield reader.lengthPrefixed();
    }
  }

  private growTo(capacity: number): void {
    const wider = <T extends Uint32Array | Float64Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.size = wider(this.size, new Uint32Array(capacity));
    this.fee = wider(this.fee, new Float64Array(capacity));
    this.value = wider(this.value, new Float64Array(capacity));
    this.firstSeen = wider(this.firstSeen, new Float64Array(capacity));
    this.ownFlags = wider(this.ownFlags, new Float64Array(capacity));
  }
}
