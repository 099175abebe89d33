import type { AddressRange } from '@glassblock/primitives';

/** Addresses of the whole chain by prefix, when enabled. */
export interface AddressSearch {
  /** Returns keys (see `addressKey`) in the ranges, of the chain or of stale blocks; at most `limit`. */
  keys(ranges: readonly AddressRange[], limit: number): Promise<Uint8Array[]>;
  progress(): AddressSearchProgress;
}

/** Progress of the address book. */
export interface AddressSearchProgress {
  /** Height of its last block. */
  height: number | null;
  /** Why it has stopped, in a sentence; undefined while it works. */
  failure: string | undefined;
}

/** Returns why the address book has stopped. */
export const standstillSentence = ({ code, message }: { code: string; message: string }): string =>
  code === 'node.no-data'
    ? 'The node has pruned blocks that the address book needs: only addresses of the mempool and of blocks read before are found.'
    : `The address book has stopped: ${message}.`;
