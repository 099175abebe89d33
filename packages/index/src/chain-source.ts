import type { Height } from '@glassblock/primitives';

/** What the index asks of the outside. `@glassblock/node` fits it by shape. */
export interface ChainSource {
  /** The node's best block. */
  tip(): Promise<{ height: Height; hash: Uint8Array }>;
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
