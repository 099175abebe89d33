import { RowBytes } from '@glassblock/primitives/records';
import { type BytesRun, type RowKey, RowSlab, RowValues, type Table } from '@glassblock/store';
import { scriptKey, unspentSortKey } from '../rows/row-keys.ts';
import { unspentRow } from '../rows/script/unspent-row.ts';
import { tables } from '../rows/tables.ts';

/** Rows that a plan writes, and memory that it uses; the last change of a row counts. */
export class PlanRows {
  readonly slab = new RowSlab();
  /** For rows under construction. */
  readonly scratch = new RowBytes();
  /** Memory for the rows of scripts and spends that a plan reads: megabytes for each block. */
  readonly scripts = new RowValues();
  readonly spends = new RowValues();
  private readonly key = new RowBytes(32);
  private readonly value = new RowBytes(16);

  /** @param value undefined deletes the row */
  put(table: Table, key: RowKey, value: Uint8Array | undefined): void {
    this.key.clear().append(key.partition).append(key.sort);
    this.slab.set(table, this.key, runOf(value));
  }

  /**
   * Writes a row whose key is a number.
   * @param value undefined deletes the row
   */
  putNumbered(table: Table, number: number, value: BytesRun | undefined): void {
    this.slab.set(table, this.key.clear().big(number, 4), value);
  }

  /**
   * Writes an unspent output.
   * @param bucket bucket of its script
   * @param rest rest of its script's key
   * @param number of the transaction that created it
   * @param sats undefined deletes the row
   */
  putUnspent(bucket: number, rest: number, number: number, vout: number, sats: number | undefined): void {
    const { key, value } = this;
    scriptKey.write(key.clear(), { bucket, rest });
    unspentSortKey.write(key, { number, vout });
    if (sats !== undefined) unspentRow.write(value.clear(), { sats });
    this.slab.set(tables.unspent, key, sats === undefined ? undefined : value);
  }
}

/** Returns a whole array as a run. */
export function runOf(bytes: Uint8Array): BytesRun;
/** Returns a whole array as a run; undefined for undefined. */
export function runOf(bytes: Uint8Array | undefined): BytesRun | undefined;
export function runOf(bytes: Uint8Array | undefined): BytesRun | undefined {
  return bytes === undefined ? undefined : { bytes, length: bytes.length };
}
