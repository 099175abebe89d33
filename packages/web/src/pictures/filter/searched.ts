import { useSyncExternalStore } from 'react';

let searched: string | undefined;
const listeners = new Set<() => void>();

/**
 * Outlines a transaction in every picture of the page.
 * @param txid 64 hex digits; undefined: none
 */
export function setSearched(txid: string | undefined): void {
  if (txid === searched) return;
  searched = txid;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the searched transaction. */
export const useSearched = (): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => searched,
    () => undefined,
  );
