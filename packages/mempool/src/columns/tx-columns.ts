import {
  ByteReader,
  ByteWriter,
  readTransaction,
  type Sats,
  type Transaction,
  type TxOutput,
} from '@glassblock/primitives';
import type { MempoolTx } from '../mempool-tx.ts';
import { ByteLog } from './byte-log.ts';

/** What the order of the pool does not know of a transaction: its bytes, what it spends, and figures of its own. */
export class TxColumns {
  size = new Uint32Array(0);
  /** Sats, without what an accelerator adds. */
  fee = new Float64Array(0);
  value = new Float64Array(0);
  firstSeen = new Float64Array(0);
  ownFlags = new Float64Array(0);
  /** The serialised transaction, then amount and script of each output that it spends. */
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

  /** Lets go of the bytes; the figures stay readable until the slot is used again. */
  free(slot: number): void {
    this.bodies.free(slot);
  }

  /** The transaction as a view that holds until the next `put` or `free`. */
  peek(slot: number): Transaction {
    return readTransaction(this.bodies.view(slot));
  }

  /** Copies of the transaction and of what it spends. */
  read(slot: number): { tx: Transaction; prevouts: TxOutput[] } {
    const bytes = this.bodies.view(slot).slice();
    const tx = readTransaction(bytes);
    const prevouts: TxOutput[] = [];
    const reader = new ByteReader(bytes, tx.end);
    while (reader.remaining > 0) prevouts.push({ value: reader.u64() as Sats, script: reader.lengthPrefixed() });
    return { tx, prevouts };
  }

  /** Scripts of the outputs that a transaction spends and makes, as views that hold until the next `put` or `free`. */
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
