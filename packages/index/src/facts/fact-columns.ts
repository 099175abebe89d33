import type { BlockRow } from '../rows/block-row.ts';
import { type FactSegment, factBytes, factSegmentOn, putFacts } from './fact-segment.ts';

/** Blocks of one segment unless a test says otherwise: a megabyte. */
const defaultSegmentBlocks = 8_192;
const hashBytes = 32;

/** A stretch of consecutive blocks in the columns. */
export interface FactRun {
  /** Height of its first block. */
  readonly first: number;
  /** Blocks that it has; only the last run may have fewer than a segment holds. */
  readonly length: number;
  readonly facts: FactSegment;
  /** No block of it has a later time, s. */
  readonly latest: number;
}

interface Part {
  readonly buffer: ArrayBuffer;
  readonly facts: FactSegment;
  length: number;
  latest: number;
  /** Hash of each block; only of the newest two segments. */
  hashes: Uint8Array | undefined;
  lastHash: Uint8Array;
  /** Rules by which its pools were found. */
  rules: string;
}

/** A segment that is full, as it is kept on the disk. */
export interface SealedSegment {
  readonly number: number;
  readonly buffer: ArrayBuffer;
  readonly lastHash: Uint8Array;
  readonly rules: string;
}

/** Facts of every block of the active chain by height, in memory. Segments never move when the chain grows. */
export class FactColumns {
  readonly segmentBlocks: number;
  private readonly parts: Part[] = [];
  private changes = 0;

  /** @param segmentBlocks  even */
  constructor(segmentBlocks = defaultSegmentBlocks) {
    this.segmentBlocks = segmentBlocks;
  }

  /** Blocks that it has, from height 0 on. */
  get count(): number {
    const last = this.parts.at(-1);
    return last === undefined ? 0 : (this.parts.length - 1) * this.segmentBlocks + last.length;
  }

  /** Hash of the newest block; undefined when there is none. */
  get lastHash(): Uint8Array | undefined {
    return this.parts.at(-1)?.lastHash;
  }

  /** Another number when anything but an addition has happened: blocks were taken away, or pools found by other rules. */
  get revision(): number {
    return this.changes;
  }

  /** Every stretch, from height 0 on. */
  runs(): FactRun[] {
    return this.parts.map(({ length, facts, latest }, i) => ({ first: i * this.segmentBlocks, length, facts, latest }));
  }

  /** Where the facts of a block are. @throws when it is not there, which is our own bug */
  at(height: number): { facts: FactSegment; i: number } {
    const part = this.parts[Math.floor(height / this.segmentBlocks)];
    const i = height % this.segmentBlocks;
    if (part === undefined || !(i >= 0 && i < part.length)) throw new RangeError(`no facts of block ${height}`);
    return { facts: part.facts, i };
  }

  /** Adds the block above the newest one.  @param rules  by which its pool was found */
  append(row: BlockRow, miningPool: number, rules: string): void {
    if (row.height !== this.count) throw new Error(`block ${row.height} after ${this.count} blocks`);
    const last = this.parts.at(-1);
    const part = last === undefined || last.length === this.segmentBlocks ? this.newPart(rules) : last;
    const i = part.length;
    putFacts(part.facts, i, row, miningPool);
    part.lastHash = new Uint8Array(row.header.hash);
    part.hashes?.set(part.lastHash, hashBytes * i);
    part.latest = Math.max(part.latest, row.header.time);
    part.length++;
  }

  /** Leaves only blocks below a height; fewer where it no longer knows which block it would end with. */
  cutTo(height: number): void {
    if (height >= this.count) return;
    this.changes++;
    this.parts.length = Math.ceil(height / this.segmentBlocks);
    const length = height % this.segmentBlocks;
    const last = this.parts.at(-1);
    if (last === undefined || length === 0) return;
    if (last.hashes === undefined) {
      this.parts.pop();
      return;
    }
    last.length = length;
    last.lastHash = last.hashes.slice(hashBytes * (length - 1), hashBytes * length);
  }

  /** The full segment of a number; undefined when it is not full. */
  sealed(number: number): SealedSegment | undefined {
    const part = this.parts[number];
    if (part === undefined || part.length < this.segmentBlocks) return undefined;
    const { buffer, lastHash, rules } = part;
    return { number, buffer, lastHash, rules };
  }

  /** Adds a full segment above full ones. */
  addSealed({ buffer, lastHash, rules }: SealedSegment): void {
    if (this.count % this.segmentBlocks !== 0) throw new Error('a full segment follows full ones only');
    const facts = factSegmentOn(buffer, this.segmentBlocks);
    let latest = 0;
    for (const time of facts.time) if (time > latest) latest = time;
    this.parts.push({ buffer, facts, length: this.segmentBlocks, latest, hashes: undefined, lastHash, rules });
  }

  /** Number of a segment whose pools were found by other rules; undefined when there is none. */
  otherRules(rules: string): number | undefined {
    const number = this.parts.findIndex((part) => part.rules !== rules);
    return number < 0 ? undefined : number;
  }

  /** Says that all pools of a segment are by these rules now. */
  setRules(number: number, rules: string): void {
    const part = this.parts[number];
    if (part === undefined) return;
    part.rules = rules;
    this.changes++;
  }

  private newPart(rules: string): Part {
    const buffer = new ArrayBuffer(this.segmentBlocks * factBytes);
    const before = this.parts.at(-2);
    if (before !== undefined) before.hashes = undefined;
    const part: Part = {
      buffer,
      facts: factSegmentOn(buffer, this.segmentBlocks),
      length: 0,
      latest: 0,
      hashes: new Uint8Array(hashBytes * this.segmentBlocks),
      lastHash: new Uint8Array(hashBytes),
      rules,
    };
    this.parts.push(part);
    return part;
  }
}
