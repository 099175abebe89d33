import type { BlockColumns } from '@glassblock/primitives/columns';
import { RowBytes } from '@glassblock/primitives/records';
import { rowKey } from '@glassblock/store';
import type { IndexIdentity } from '../prefixer.ts';
import { bodyGroup, joinPacked, packBodies } from '../rows/block/body-row.ts';
import { appendIds, idGroup } from '../rows/block/ids-row.ts';
import { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';
import type { RowLoader } from './row-loader.ts';

/** Transactions whose numbered rows are written together: every group size divides it. */
export const windowSize = 32;

/**
 * Builds rows by transaction number (ids, bodies) from blocks in order. Only windows of 32 numbers that are completely
 * between `from` and `to` are built; border tasks build those at unit boundaries.
 */
export class NumberedRows {
  private readonly identity: IndexIdentity;
  private readonly from: number;
  private readonly to: number;
  private readonly loader: RowLoader;
  private readonly ids = new RowBytes(32 * idGroup);
  private bodies: Uint8Array[] = [];

  constructor(identity: IndexIdentity, from: number, to: number, loader: RowLoader) {
    this.identity = identity;
    this.from = Math.ceil(from / windowSize) * windowSize;
    this.to = Math.floor(to / windowSize) * windowSize;
    this.loader = loader;
  }

  /** @param first number of the block's first transaction */
  add(columns: BlockColumns, first: number): void {
    const begin = Math.max(first, this.from);
    const end = Math.min(first + columns.txCount, this.to);
    for (let number = begin; number < end; ) {
      const next = Math.min(end, (Math.floor(number / bodyGroup) + 1) * bodyGroup);
      this.addSome(columns, number - first, next - first, number);
      number = next;
    }
  }

  /** Adds transactions `a` to `b` of a block, which belong to one group of bodies. */
  private addSome(columns: BlockColumns, a: number, b: number, number: number): void {
    if (this.identity.keepIds) appendIds(this.ids, columns.txids, a, b);
    if (this.identity.keepBodies) this.bodies.push(packBodies(columns, a, b, undefined));
    const end = number + b - a;
    if (end % bodyGroup === 0 && this.identity.keepBodies) {
      this.put(tables.bodies, end / bodyGroup - 1, joinPacked(this.bodies));
      this.bodies = [];
    }
    if (end % idGroup === 0 && this.identity.keepIds) {
      this.put(tables.ids, end / idGroup - 1, this.ids.copy());
      this.ids.clear();
    }
  }

  /**
   * Writes the rows of an incomplete last window.
   * @param next number of the next transaction
   */
  finish(next: number): void {
    if (this.bodies.length > 0) this.put(tables.bodies, Math.floor(next / bodyGroup), joinPacked(this.bodies));
    if (this.ids.length > 0) this.put(tables.ids, Math.floor(next / idGroup), this.ids.copy());
  }

  private put(table: typeof tables.bodies | typeof tables.ids, group: number, value: Uint8Array) {
    this.loader.add(table, rowKey(table, u32Bytes(group)), value);
  }
}
