import type { BlockRow } from '../rows/block/block-row.ts';
import { type FactSegment, factBytes, factSegmentOn, putFacts } from './fact-segment.ts';

/** Default number of blocks per segment: a megabyte. */
const defaultSegmentBlocks = 8_192;
const hashBytes = 32;

/** Consecutive blocks in the columns. */
export interface FactRun {
  /** Height of its first block. */
  readonly first: number;
  /** Number of blocks; only the last run may be shorter than a segment. */
  readonly length: number;
  readonly facts: FactSegment;
  /** Latest time of its blocks, Unix seconds. */
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
  /** Version of the rules that attributed its blocks to mining pools. */
  rules: string;
}

/** A full segment as stored on disk. */
export interface SealedSegment {
  readonly number: number;
  readonly buffer: ArrayBuffer;
  readonly lastHash: Uint8Array;
  readonly rules: string;
}

/** Facts of every block of the active chain by height, in memory. Segments do not move when the chain grows. */
export class FactColumns {
  readonly segmentBlocks: number;
  private readonly parts: Part[] = [];
  private changes = 0;

  /** @param segmentBlocks even */
  constructor(segmentBlocks = defaultSegmentBlocks) {
    this.segmentBlocks = segmentBlocks;
  }

  /** Number of blocks, from height 0. */
  get count(): number {
    const last = this.parts.at(-1);
    return last === undefined ? 0 : (this.parts.length - 1) * this.segmentBlocks + last.length;
  }

  /** Hash of the newest block; undefined without blocks. */
  get lastHash(): Uint8Array | undefined {
    return this.parts.at(-1)?.lastHash;
  }

  /** Changes with everything except an appended block: disconnected blocks, or a new attribution to mining pools. */
  get revision(): number {
    return this.changes;
  }

  /** Returns all runs, from height 0. */
  runs(): FactRun[] {
    return this.parts.map(({ length, facts, latest }, i) => ({ first: i * this.segmentBlocks, length, facts, latest }));
  }

  /**
   * Returns the position of a block's facts.
   * @throws {Error} if it does not exist
   */
  at(height: number): { facts: FactSegment; i: number } {
    const part = this.parts[Math.floor(height / this.segmentBlocks)];
    const i = height % this.segmentBlocks;
    if (part === undefined || !(i >= 0 && i < part.length)) throw new RangeError(`no facts of block ${height}`);
    return { facts: part.facts, i };
  }

  /**
   * Appends a block.
   * @param rules that attributed it to a mining pool
   */
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

  /** Removes blocks at and above a height; more if the hash of the new last block is unknown. */
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

  /** Returns a full segment by number; undefined if it is not full. */
  sealed(number: number): SealedSegment | undefined {
    const part = this.parts[number];
    if (part === undefined || part.length < this.segmentBlocks) return undefined;
    const { buffer, lastHash, rules } = part;
    return { number, buffer, lastHash, rules };
  }

  /** Adds a full segment after full ones. */
  addSealed({ buffer, lastHash, rules }: SealedSegment): void {
    if (this.count % this.segmentBlocks !== 0) throw new Error('a full segment follows full ones only');
    const facts = factSegmentOn(buffer, this.segmentBlocks);
    let latest = 0;
    for (const time of facts.time) if (time > latest) latest = time;
    this.parts.push({ buffer, facts, length: this.segmentBlocks, latest, hashes: undefined, lastHash, rules });
  }

  /** Returns the number of a segment attributed by other rules; undefined if there is none. */
  otherRules(rules: string): number | undefined {
    const number = this.parts.findIndex((part) => part.rules !== rules);
    return number < 0 ? undefined : number;
  }

  /** Sets the rules that attributed a segment to mining pools. */
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
