import { sats } from '@glassblock/primitives';
import type { Utxo } from './utxo.ts';

/** Initial size of the buffer, which doubles when it is full. */
const firstBytes = 1 << 16;
/** Length of a record, height and coinbase flag, number of outputs. */
const headBytes = 12;
/** Whether it is unspent, value, length of the script. */
const outputBytes = 13;

/**
 * Unspent outputs by outpoint, packed into one buffer: as objects they would take four times the memory. A record has
 * all outputs of a transaction; it is dropped when the last of them is spent.
 */
export class UtxoSet {
  private bytes = new Uint8Array(firstBytes);
  private view = new DataView(this.bytes.buffer);
  private end = 0;
  /** Bytes of dropped records. */
  private unused = 0;
  /** Offsets of records by txid. */
  private readonly places = new Map<string, number>();

  /** Returns true when some output of the transaction is unspent. */
  has(txid: string): boolean {
    return this.places.has(txid);
  }

  /** Returns an unspent output with a copy of its script. Walks the outputs of the transaction. */
  get(txid: string, vout: number): Utxo | undefined {
    const place = this.places.get(txid);
    const at = place === undefined ? undefined : this.outputAt(place, vout);
    return at === undefined ? undefined : this.read(place!, at);
  }

  /**
   * Adds the outputs of a transaction, which replace those that the set has of it. Outputs that are undefined count as
   * spent.
   * @throws {TypeError} if an amount is blinded
   */
  add(txid: string, outputs: readonly (Utxo | undefined)[]): void {
    this.delete(txid);
    const [first] = outputs.filter((output) => output !== undefined);
    if (first === undefined) return;
    const size = outputs.reduce((sum, output) => sum + outputBytes + (output?.script.length ?? 0), headBytes);
    this.reserve(size);
    const place = this.end;
    this.end += size;
    this.places.set(txid, place);
    this.view.setUint32(place, size);
    this.view.setUint32(place + 4, first.height * 2 + (first.coinbase ? 1 : 0));
    this.view.setUint32(place + 8, outputs.length);
    let at = place + headBytes;
    for (const output of outputs) at = this.write(at, output);
  }

  /** Removes and returns an unspent output; undefined if there is none. */
  spend(txid: string, vout: number): Utxo | undefined {
    const place = this.places.get(txid);
    const at = place === undefined ? undefined : this.outputAt(place, vout);
    if (at === undefined) return undefined;
    const utxo = this.read(place!, at);
    this.bytes[at] = 0;
    if (!this.hasUnspent(place!)) this.delete(txid);
    return utxo;
  }

  /** Adds an output that was spent. */
  restore(txid: string, vout: number, utxo: Utxo): void {
    const outputs = this.outputsOf(txid);
    while (outputs.length <= vout) outputs.push(undefined);
    outputs[vout] = utxo;
    this.add(txid, outputs);
  }

  /** Removes all outputs of a transaction. */
  delete(txid: string): void {
    const place = this.places.get(txid);
    if (place === undefined) return;
    this.places.delete(txid);
    this.unused += this.view.getUint32(place);
  }

  /** Iterates all unspent outputs, by transaction in the order of their addition. */
  *[Symbol.iterator](): Generator<{ txid: string; vout: number; utxo: Utxo }> {
    for (const txid of this.places.keys()) {
      for (const [vout, utxo] of this.outputsOf(txid).entries()) if (utxo !== undefined) yield { txid, vout, utxo };
    }
  }

  private write(at: number, output: Utxo | undefined): number {
    if (output !== undefined && typeof output.value !== 'number') throw new TypeError('a blinded amount');
    this.bytes[at] = output === undefined ? 0 : 1;
    this.view.setFloat64(at + 1, output === undefined ? 0 : Number(output.value));
    this.view.setUint32(at + 9, output?.script.length ?? 0);
    if (output !== undefined) this.bytes.set(output.script, at + outputBytes);
    return this.next(at, output?.script.length ?? 0);
  }

  private next(at: number, scriptLength: number = this.view.getUint32(at + 9)): number {
    return at + outputBytes + scriptLength;
  }

  /** Offset of an unspent output. */
  private outputAt(place: number, vout: number): number | undefined {
    if (vout >= this.view.getUint32(place + 8)) return undefined;
    let at = place + headBytes;
    for (let index = 0; index < vout; index++) at = this.next(at);
    return this.bytes[at] === 1 ? at : undefined;
  }

  private hasUnspent(place: number): boolean {
    const end = place + this.view.getUint32(place);
    for (let at = place + headBytes; at < end; at = this.next(at)) if (this.bytes[at] === 1) return true;
    return false;
  }

  private read(place: number, at: number): Utxo {
    const origin = this.view.getUint32(place + 4);
    const script = this.bytes.slice(at + outputBytes, this.next(at));
    return { value: sats(this.view.getFloat64(at + 1)), script, height: origin >>> 1, coinbase: origin % 2 === 1 };
  }

  private outputsOf(txid: string): (Utxo | undefined)[] {
    const place = this.places.get(txid);
    if (place === undefined) return [];
    const outputs: (Utxo | undefined)[] = [];
    const end = place + this.view.getUint32(place);
    for (let at = place + headBytes; at < end; at = this.next(at)) {
      outputs.push(this.bytes[at] === 1 ? this.read(place, at) : undefined);
    }
    return outputs;
  }

  /** Makes room for a record: drops unused bytes if they are a third, else doubles the buffer. */
  private reserve(size: number): void {
    if (this.end + size <= this.bytes.length) return;
    const used = this.end - this.unused;
    let { length } = this.bytes;
    while (used + size > length * (2 / 3)) length *= 2;
    const bytes = new Uint8Array(length);
    let end = 0;
    for (const [txid, place] of this.places) {
      const record = this.bytes.subarray(place, place + this.view.getUint32(place));
      bytes.set(record, end);
      this.places.set(txid, end);
      end += record.length;
    }
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
    this.end = end;
    this.unused = 0;
  }
}
