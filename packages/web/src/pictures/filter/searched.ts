import { useSyncExternalStore } from 'react';

let searched: string | undefined;
const listeners = new Set<() => void>();

/** Outlines a transaction in every picture on the page. @param txid  64 hex digits; undefined: none any more */
export function setSearched(txid: string | undefined): void {
  if (txid === searched) return;
  searched = txid;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The transaction that somebody looks for. */
export const useSearched = (): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => searched,
    () => undefined,
  );
