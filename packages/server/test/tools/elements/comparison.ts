/** Counts of a comparison; every difference is printed. */
export interface Comparison {
  /** Compares one field of the explorer with its expected value. */
  equal(what: string, ours: unknown, theirs: unknown): void;
  /** Notes a call that the node cannot answer, once. */
  leaveOut(what: string): void;
  readonly compared: number;
  readonly differences: number;
  readonly leftOut: ReadonlySet<string>;
}

/** Fields of answers that are read here. */
export type Json = Record<string, unknown>;

/** Returns an answer of the explorer: JSON, or text. @throws {Error} for a status other than 200 */
export type Get = (path: string) => Promise<unknown>;

/** Starts a comparison. */
export function createComparison(print: (line: string) => void): Comparison {
  const counts = { compared: 0, differences: 0 };
  const leftOut = new Set<string>();
  return {
    equal(what, ours, theirs) {
      counts.compared++;
      if (JSON.stringify(ours) === JSON.stringify(theirs)) return;
      counts.differences++;
      print(`${what}: explorer ${JSON.stringify(ours)}, node ${JSON.stringify(theirs)}`);
    },
    leaveOut: (what) => void leftOut.add(what),
    get compared() {
      return counts.compared;
    },
    get differences() {
      return counts.differences;
    },
    leftOut,
  };
}
