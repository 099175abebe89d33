import { endOfPrefix, type Table } from '../table.ts';

/** Bytes of a store partition that decide its bucket: neighbours share one, and every bucket stays small. */
const partitionBytes = 3;

/** Cuts keys into buckets: the table's id and the first bytes of the partition. */
export class Buckets {
  private readonly lengths = new Map<number, number>();

  /** @param tables of the store; the keys of other ids, which the store uses itself, have one bucket for each id */
  constructor(tables: readonly Table[]) {
    for (const { id, partitionBytes: width } of tables) this.lengths.set(id, 1 + Math.min(partitionBytes, width));
  }

  /** Returns the bucket of a key. */
  of(key: Uint8Array): Uint8Array {
    return key.subarray(0, this.lengths.get(key[0]!) ?? 1);
  }

  /** Returns the bucket that has all keys of a range; undefined when the range may cover several. */
  only(gte: Uint8Array, lt: Uint8Array): Uint8Array | undefined {
    const length = this.lengths.get(gte[0]!) ?? 1;
    if (gte.length < length) return undefined;
    const bucket = gte.subarray(0, length);
    return Buffer.compare(lt, endOfPrefix(bucket)) <= 0 ? bucket : undefined;
  }
}
