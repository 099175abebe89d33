import { wordAt } from '@glassblock/primitives';

/** Part of the mark of a script: four bytes after its opcodes, in every standard script bytes of its hash or key. */
const markedAt = 4;
const wordBytes = 4;

/**
 * Returns a number that equal scripts share, and few others: it excludes nearly all scripts of a block without a hash of
 * each.
 * @param from first byte of the script in `bytes`
 * @param to offset after its last byte
 */
export function scriptMark(bytes: Uint8Array, from = 0, to = bytes.length): number {
  return to - from < markedAt + wordBytes ? to - from : wordAt(bytes, from + markedAt);
}

/** Marks of a set of scripts. */
export interface MarkedScripts {
  /** Returns true when a script with this mark is in the set. */
  has(mark: number): boolean;
}

/** The marks of scripts that may be removed again. */
export class ScriptMarks implements MarkedScripts {
  /** By hash of the script, hex. */
  private readonly marks = new Map<string, number>();
  /** Number of scripts with each mark. */
  private readonly counts = new Map<number, number>();

  /** Adds a script; ignored when it is known. @param hash hex */
  add(hash: string, mark: number): void {
    if (this.marks.has(hash)) return;
    this.marks.set(hash, mark);
    this.counts.set(mark, (this.counts.get(mark) ?? 0) + 1);
  }

  /** Removes a script; ignored when it is unknown. */
  remove(hash: string): void {
    const mark = this.marks.get(hash);
    if (mark === undefined) return;
    this.marks.delete(hash);
    const count = this.counts.get(mark)!;
    if (count === 1) this.counts.delete(mark);
    else this.counts.set(mark, count - 1);
  }

  has(mark: number): boolean {
    return this.counts.has(mark);
  }
}
