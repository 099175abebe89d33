import type { AddressRange } from '@glassblock/primitives';

/** Addresses of the whole chain by their beginning, where the operator wants that. */
export interface AddressSearch {
  /** Keys (see `addressKey`) in the ranges, of the chain or of blocks that left it; at most `limit`. */
  keys(ranges: readonly AddressRange[], limit: number): Promise<Uint8Array[]>;
  progress(): AddressSearchProgress;
}

/** How far the book of addresses is. */
export interface AddressSearchProgress {
  /** Of the last block in it. */
  height: number | null;
  /** Why it stands still, in a sentence; undefined while it works. */
  failure: string | undefined;
}

/** Why the book of addresses stands still. */
export const standstillSentence = ({ code, message }: { code: string; message: string }): string =>
  code === 'node.no-data'
    ? 'The node has pruned blocks that the book of addresses needs: only addresses of the pool and of blocks read before are found.'
    : `The book of addresses stands still: ${message}.`;
