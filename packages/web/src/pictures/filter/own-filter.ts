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
    // Nothing readable is stored: there is no own filter yet.
  }
  return own;
}

/** Keeps the visitor's own filter, for all pictures and for the next visit. The usual one is no own one. */
export function storeOwnFilter(filter: PictureFilter): void {
  const isDefault = filter.keys.length === 0 && filter.mode === noFilter.mode && filter.tint === noFilter.tint;
  own = isDefault ? undefined : filter;
  read = true;
  try {
    if (own === undefined) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(own));
  } catch {
    // Storage may be forbidden; then the filter lives as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The visitor's own filter; undefined when there is none. */
export const useOwnFilter = (): PictureFilter | undefined => useSyncExternalStore(subscribe, current, () => undefined);
