import type { Height } from '@glassblock/primitives';

/** A block of the active chain as its header tells it. */
export interface ChainHeader {
  hash: Uint8Array;
  time: number;
  txCount: number;
}

/** What the index asks of the outside. `@glassblock/node` fits it by shape. */
export interface ChainSource {
  /** The node's best block. `catchingUp`: the node is still downloading or replaying its chain, so a tip below ours is no
   *  reorganisation. */
  tip(): Promise<{ height: Height; hash: Uint8Array; catchingUp: boolean }>;
  /** Hash of the active block at a height; undefined above the tip. */
  hashAt(height: number): Promise<Uint8Array | undefined>;
  /** Headers of the active chain from a height on, at most `count`; fewer only at the tip. */
  headersFrom(height: number, count: number): Promise<ChainHeader[]>;
  /** Bytes of the block, and the outputs it spends as REST `spenttxouts` gives them. Stale blocks too. */
  blockWithSpent(hash: Uint8Array): Promise<{ block: Uint8Array; spent: Uint8Array }>;
}

/** The end of a chain. */
export interface ChainTip {
  height: Height;
  hash: Uint8Array;
}
