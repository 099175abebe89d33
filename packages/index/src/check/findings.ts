import { CodedError, equalBytes, toHex } from '@glassblock/primitives';
import { type RowKey, rowKey, type Table } from '@glassblock/store';
import { u32Bytes } from '../tx-number.ts';

/** Returns the key of a row found by number. */
export const numbered = (table: Table, number: number): RowKey => rowKey(table, u32Bytes(number));

/** A difference between the tables and the chain, or between two tables. */
export interface Finding {
  /** Name of the table; `store` for an unreadable file. */
  table: string;
  /** Row key, hex; empty if no single row is meant. */
  key: string;
  fault: string;
}

/** Collects findings, at most one per row, so that consequences of a fault are not reported. */
export class Findings {
  private readonly seen = new Set<string>();
  private readonly onFinding: (finding: Finding) => void;
  private readonly max: number;

  constructor(onFinding: (finding: Finding) => void, max: number) {
    this.onFinding = onFinding;
    this.max = max;
  }

  get count(): number {
    return this.seen.size;
  }

  /** @throws {CodedError} index.too-much after the maximum number of findings */
  add(table: Table | 'store', key: RowKey | undefined, fault: string): void {
    const finding = {
      table: table === 'store' ? table : table.name,
      key: key === undefined ? '' : toHex(key.partition) + toHex(key.sort),
      fault,
    };
    const name = `${finding.table} ${finding.key === '' ? fault : finding.key}`;
    if (this.seen.has(name)) return;
    this.seen.add(name);
    this.onFinding(finding);
    if (this.seen.size >= this.max) throw new CodedError('index.too-much', 'too many errors: the check was stopped');
  }

  /** @param expected bytes of the row; undefined: there must be none */
  compare(table: Table, key: RowKey, row: Uint8Array | undefined, expected: Uint8Array | undefined): void {
    if (row === undefined && expected !== undefined) this.add(table, key, 'the row is missing');
    else if (row !== undefined && expected === undefined) this.add(table, key, 'there should be no row');
    else if (row !== undefined && expected !== undefined && !equalBytes(row, expected)) {
      this.add(table, key, "the row differs from the node's block");
    }
  }

  /** Decodes a row; undefined, with a finding, if it cannot be decoded. */
  read<T>(table: Table, key: RowKey, decode: () => T): T | undefined {
    try {
      return decode();
    } catch (error) {
      // rows are our own data: any decoder error means that the row is damaged
      this.add(table, key, `the row cannot be read (${error instanceof Error ? error.message : String(error)})`);
      return undefined;
    }
  }
}
