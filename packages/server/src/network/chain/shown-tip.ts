/** Height of the newest tip that answers took from the node while the index had fewer blocks. */
export interface ShownTip {
  show(height: number): void;
  /** Returns undefined after ten seconds: a reorg may have left a chain with fewer blocks. */
  height(): number | undefined;
}

const validMs = 10_000;

/** Creates a shown tip. */
export function createShownTip(nowMs: () => number): ShownTip {
  let shown: { height: number; atMs: number } | undefined;
  return {
    show(height) {
      shown = { height, atMs: nowMs() };
    },
    height: () => (shown !== undefined && nowMs() - shown.atMs <= validMs ? shown.height : undefined),
  };
}
