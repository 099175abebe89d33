import type { Height } from '@glassblock/primitives';

/** What the index asks of the outside. `@glassblock/node` fits it by shape. */
export interface ChainSource {
  /** The node's best block. `catchingUp`: the node is still downloading or replaying its chain, so a tip below ours is no
   *  reorganisation. */
  tip(): Promise<{ height: Height; hash: Uint8Array; catchingUp: boolean }>;
  /** Hash of the active block at a height; undefined above the tip. */
  hashAt(height: number): Promise<Uint8Array | undefined>;
  /** Bytes of the block, and the outputs it spends as REST `spenttxouts` gives them. Stale blocks too. */
  blockWithSpent(hash: Uint8Array): Promise<{ block: Uint8Array; spent: Uint8Array }>;
}

/** The end of a chain. */
export interface ChainTip {
  height: Height;
  hash: Uint8Array;
}
