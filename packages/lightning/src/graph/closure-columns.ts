import { equalsAt, hashBytes, RowTable, randomSeed, roomFor, widened } from './row-table.ts';

const txidBytes = 32;

/** Why a channel was closed; the numbers are those of stored rows. */
export const closingReasons = { unknown: 0, mutual: 1, force: 2, penalty: 3, splice: 4 } as const;
/** Why a channel was closed. */
export type ClosingReason = keyof typeof closingReasons;

const reasonNames = Object.keys(closingReasons) as ClosingReason[];

/** Returns the name of a reason's number. */
export const closingReasonOf = (number: number): ClosingReason => reasonNames[number] ?? 'unknown';

/** The confirmed transaction that spent a funding output. */
export interface Closure {
  /** Internal order. */
  txid: Uint8Array;
  height: number;
  /** Unix seconds of the block. */
  time: number;
  /** Sats; 0: unknown. */
  feeSats: number;
  reason: ClosingReason;
  /** Whether later spends of its outputs cannot change the reason. */
  isResolved: boolean;
  /** Height of the newest block that the reason follows from. */
  evidenceHeight: number;
}

/** Closures by row number. A disconnected closure leaves a free row. */
export class ClosureColumns {
  private count = 0;
  private readonly freeRows: number[] = [];
  /** Row of the channel; -1: a free row. */
  channel = new Int32Array(0);
  height = new Uint32Array(0);
  time = new Uint32Array(0);
  fee = new Float64Array(0);
  reason = new Uint8Array(0);
  resolved = new Uint8Array(0);
  evidenceHeight = new Uint32Array(0);
  private txids = new Uint8Array(0);
  private readonly seed = randomSeed();
  private rows = this.createTable();

  /** Bytes of the typed columns. */
  get bytes(): number {
    const { channel, height, time, fee, reason, resolved, evidenceHeight, txids } = this;
    return [channel, height, time, fee, reason, resolved, evidenceHeight, txids].reduce(
      (sum, { byteLength }) => sum + byteLength,
      this.rows.bytes,
    );
  }

  /** Number of rows, with free ones. */
  get length(): number {
    return this.count;
  }

  /** Adds a closure and returns its row. */
  add(channel: number, closure: Closure): number {
    const row = this.freeRows.pop() ?? this.count++;
    if (row >= this.channel.length) this.growTo(roomFor(row));
    this.channel[row] = channel;
    this.txids.set(closure.txid, txidBytes * row);
    this.rows.insert(row);
    this.update(row, closure);
    return row;
  }

  /** Replaces everything but the txid. */
  update(row: number, closure: Omit<Closure, 'txid'>): void {
    const { height, time, feeSats, reason, isResolved, evidenceHeight } = closure;
    this.height[row] = height;
    this.time[row] = time;
    this.fee[row] = feeSats;
    this.reason[row] = closingReasons[reason];
    this.resolved[row] = isResolved ? 1 : 0;
    this.evidenceHeight[row] = evidenceHeight;
  }

  /** Removes a closure whose block was disconnected. */
  remove(row: number): void {
    this.channel[row] = -1;
    this.freeRows.push(row);
    // reorgs are rare: rebuilding the table is simpler than deleting from it
    this.rows = this.createTable();
    for (let each = 0; each < this.count; each++) if (this.channel[each] !== -1) this.rows.insert(each);
  }

  /** Returns a closure. */
  at(row: number): Closure {
    return {
      txid: this.txids.slice(txidBytes * row, txidBytes * (row + 1)),
      height: this.height[row]!,
      time: this.time[row]!,
      feeSats: this.fee[row]!,
      reason: closingReasonOf(this.reason[row]!),
      isResolved: this.resolved[row] === 1,
      evidenceHeight: this.evidenceHeight[row]!,
    };
  }

  /** Returns the rows of channels that a transaction closed: one may spend several funding outputs. */
  channelsOf(txid: Uint8Array): number[] {
    const found: number[] = [];
    this.rows.find(hashBytes(txid, 0, this.seed), (row) => {
      if (equalsAt(this.txids, txidBytes * row, txid, txidBytes)) found.push(this.channel[row]!);
      return false;
    });
    return found;
  }

  private createTable(): RowTable {
    return new RowTable((row) => hashBytes(this.txids, txidBytes * row, this.seed));
  }

  private growTo(rows: number): void {
    this.channel = widened(this.channel, rows);
    this.height = widened(this.height, rows);
    this.time = widened(this.time, rows);
    this.fee = widened(this.fee, rows);
    this.reason = widened(this.reason, rows);
    this.resolved = widened(this.resolved, rows);
    this.evidenceHeight = widened(this.evidenceHeight, rows);
    this.txids = widened(this.txids, txidBytes * rows);
  }
}
