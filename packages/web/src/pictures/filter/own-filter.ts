import { useSyncExternalStore } from 'react';
import { noFilter, type PictureFilter, parseFilter } from './filter.ts';

const storageKey = 'picture-filter';
let own: PictureFilter | undefined;
let read = false;
const listeners = new Set<() => void>();

function current(): PictureFilter | undefined {
  if (read) return own;
  read = true;
  try {
    const stored = localStorage.getItem(storageKey);
    if (stored !== null && stored.length < 2000) own = parseFilter(JSON.parse(stored));
  } catch {
    // invalid data: there is no stored filter
  }
  return own;
}

/** Stores the visitor's filter for all pictures and later visits. The default filter is not stored. */
export function storeOwnFilter(filter: PictureFilter): void {
  const isDefault = filter.keys.length === 0 && filter.mode === noFilter.mode && filter.tint === noFilter.tint;
  own = isDefault ? undefined : filter;
  read = true;
  try {
    if (own === undefined) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(own));
  } catch {
    // storage may be disabled: the filter is lost with the page
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the visitor's filter; undefined when there is none. */
export const useOwnFilter = (): PictureFilter | undefined => useSyncExternalStore(subscribe, current, () => undefined);
