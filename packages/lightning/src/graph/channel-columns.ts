import type { ChannelId } from './channel-id.ts';
import type { ChannelPolicy } from './gossip.ts';
import { equalsAt, hashBytes, RowTable, randomSeed, roomFor, widened } from './row-table.ts';

const txidBytes = 32;
const none = -1;

/** Status of a channel. */
export const channelStatus = { inactive: 0, active: 1, closed: 2 } as const;

/** Channels by row number, in typed columns. Rows are never removed. Policies are at twice the row plus the side, 0 or 1. */
export class ChannelColumns {
  count = 0;
  id = new BigUint64Array(0);
  /** Rows of both nodes: `node[2 * row + side]`. */
  node = new Int32Array(0);
  /** The next channel of the same node: twice its row plus the side; -1: none. */
  nextLink = new Int32Array(0);
  /** Sats of the funding output; 0: not found in the chain yet. */
  capacity = new Float64Array(0);
  /** Unix seconds of the funding block; 0: not found. */
  created = new Uint32Array(0);
  status = new Uint8Array(0);
  /** Row of the closure plus one; 0: not closed. */
  closure = new Uint32Array(0);
  /** Bit n: source n has the channel in its graph. */
  sources = new Uint8Array(0);
  /** Unix seconds of the policy; 0: no policy. */
  policyTime = new Uint32Array(0);
  policySource = new Uint8Array(0);
  baseFee = new Float64Array(0);
  feeRate = new Uint32Array(0);
  cltvDelta = new Uint16Array(0);
  minHtlc = new Float64Array(0);
  maxHtlc = new Float64Array(0);
  disabled = new Uint8Array(0);
  private fundingTxids = new Uint8Array(0);
  private readonly seed = randomSeed();
  private readonly idBytes = new Uint8Array(8);
  private readonly idView = new DataView(this.idBytes.buffer);
  private readonly rows = new RowTable((row) => this.hashOfId(this.id[row]!));
  private fundings = this.createFundings();

  /** Bytes of the typed columns. */
  get bytes(): number {
    const columns = [
      this.id,
      this.node,
      this.nextLink,
      this.capacity,
      this.created,
      this.status,
      this.closure,
      this.sources,
      this.policyTime,
      this.policySource,
      this.baseFee,
      this.feeRate,
      this.cltvDelta,
      this.minHtlc,
      this.maxHtlc,
      this.disabled,
      this.fundingTxids,
    ];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, this.rows.bytes + this.fundings.bytes);
  }

  /** Returns the row of a channel; -1 if there is none. */
  find(id: ChannelId): number {
    return this.rows.find(this.hashOfId(id), (row) => this.id[row] === id);
  }

  /** Adds a channel between two nodes. */
  add(id: ChannelId, first: number, second: number): number {
    const row = this.count++;
    if (row >= this.id.length) this.growTo(roomFor(row));
    this.id[row] = id;
    this.node[2 * row] = first;
    this.node[2 * row + 1] = second;
    this.rows.insert(row);
    return row;
  }

  /** Sets the funding output, once. */
  setFunding(row: number, txid: Uint8Array, capacitySats: number, created: number): void {
    this.fundingTxids.set(txid, txidBytes * row);
    this.capacity[row] = capacitySats;
    this.created[row] = created;
    this.fundings.insert(row);
  }

  /** Removes the funding outputs of channels: their blocks were disconnected. */
  removeFundings(rows: readonly number[]): void {
    for (const row of rows) {
      this.fundingTxids.fill(0, txidBytes * row, txidBytes * (row + 1));
      this.capacity[row] = 0;
      this.created[row] = 0;
    }
    // reorgs that undo openings are rare: rebuilding the table is simpler than deleting from it
    this.fundings = this.createFundings();
    for (let row = 0; row < this.count; row++) if (this.isFunded(row)) this.fundings.insert(row);
  }

  /** Returns whether the funding output was found. */
  isFunded(row: number): boolean {
    return this.capacity[row] !== 0;
  }

  /** Returns the txid of the funding output in internal order, as a view; all zero while it is not found. */
  fundingTxid(row: number): Uint8Array {
    return this.fundingTxids.subarray(txidBytes * row, txidBytes * (row + 1));
  }

  /** Returns the row of the channel with a funding output; -1 if there is none. */
  findFunding(txid: Uint8Array, vout: number): number {
    return this.fundings.find(
      hashBytes(txid, 0, this.seed),
      (row) =>
        Number(this.id[row]! & 0xffffn) === vout && equalsAt(this.fundingTxids, txidBytes * row, txid, txidBytes),
    );
  }

  /** Returns the rows of the channels that a transaction funds. */
  fundedBy(txid: Uint8Array): number[] {
    const found: number[] = [];
    this.fundings.find(hashBytes(txid, 0, this.seed), (row) => {
      if (equalsAt(this.fundingTxids, txidBytes * row, txid, txidBytes)) found.push(row);
      return false;
    });
    return found;
  }

  /** Returns a policy; undefined if there is none. @param at twice the row plus the side */
  policy(at: number): ChannelPolicy | undefined {
    const updatedAt = this.policyTime[at]!;
    if (updatedAt === 0) return undefined;
    return {
      updatedAt,
      baseFeeMsat: this.baseFee[at]!,
      feeRatePpm: this.feeRate[at]!,
      cltvDelta: this.cltvDelta[at]!,
      minHtlcMsat: this.minHtlc[at]!,
      maxHtlcMsat: this.maxHtlc[at]!,
      isDisabled: this.disabled[at] === 1,
    };
  }

  /** @param at twice the row plus the side */
  setPolicy(at: number, policy: ChannelPolicy, source: number): void {
    this.policyTime[at] = policy.updatedAt;
    this.policySource[at] = source;
    this.baseFee[at] = policy.baseFeeMsat;
    this.feeRate[at] = policy.feeRatePpm;
    this.cltvDelta[at] = policy.cltvDelta;
    this.minHtlc[at] = policy.minHtlcMsat;
    this.maxHtlc[at] = policy.maxHtlcMsat;
    this.disabled[at] = policy.isDisabled ? 1 : 0;
  }

  private createFundings(): RowTable {
    return new RowTable((row) => hashBytes(this.fundingTxids, txidBytes * row, this.seed));
  }

  private hashOfId(id: ChannelId): number {
    this.idView.setBigUint64(0, id);
    return hashBytes(this.idBytes, 0, this.seed);
  }

  private growTo(rows: number): void {
    this.id = widened(this.id, rows);
    this.node = widened(this.node, 2 * rows);
    this.nextLink = widened(this.nextLink, 2 * rows).fill(none, this.nextLink.length);
    this.capacity = widened(this.capacity, rows);
    this.created = widened(this.created, rows);
    this.status = widened(this.status, rows);
    this.closure = widened(this.closure, rows);
    this.sources = widened(this.sources, rows);
    this.policyTime = widened(this.policyTime, 2 * rows);
    this.policySource = widened(this.policySource, 2 * rows);
    this.baseFee = widened(this.baseFee, 2 * rows);
    this.feeRate = widened(this.feeRate, 2 * rows);
    this.cltvDelta = widened(this.cltvDelta, 2 * rows);
    this.minHtlc = widened(this.minHtlc, 2 * rows);
    this.maxHtlc = widened(this.maxHtlc, 2 * rows);
    this.disabled = widened(this.disabled, 2 * rows);
    this.fundingTxids = widened(this.fundingTxids, txidBytes * rows);
  }
}
