import type { Height } from '@glassblock/primitives';

/** Header fields of a block of the active chain. */
export interface ChainHeader {
  hash: Uint8Array;
  time: number;
  txCount: number;
}

/** The interface to a node that the index requires. `@glassblock/node` implements it structurally. */
export interface ChainSource {
  /**
   * Returns the node's tip. `catchingUp`: the node is downloading or replaying its chain, so a lower tip is not a
   * reorg.
   */
  tip(): Promise<{ height: Height; hash: Uint8Array; catchingUp: boolean }>;
  /** Hash of the active block at a height; undefined above the tip. */
  hashAt(height: number): Promise<Uint8Array | undefined>;
  /** Returns headers of the active chain from a height, at most `count`; fewer only at the tip. */
  headersFrom(height: number, count: number): Promise<ChainHeader[]>;
  /**
   * Returns a serialized block and the outputs it spends in the format of REST `spenttxouts`. Also for stale blocks.
   */
  blockWithSpent(hash: Uint8Array): Promise<{ block: Uint8Array; spent: Uint8Array }>;
}

/** The tip of a chain. */
export interface ChainTip {
  height: Height;
  hash: Uint8Array;
}
