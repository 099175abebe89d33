import { useSyncExternalStore } from 'react';
import { type Labels, type LabelType, mergeLabels, readLabels, withLabel, writeLabels } from '../../wallet/labels.ts';

const storeName = 'wallet-labels';
const none: Labels = new Map();

let current: Labels | undefined;
/** False once the browser refused to store them. */
let isStored = true;
const listeners = new Set<() => void>();

function stored(): Labels {
  try {
    const text = localStorage.getItem(storeName);
    return text === null ? none : readLabels(text).labels;
  } catch {
    return none;
  }
}

function read(): Labels {
  current ??= stored();
  return current;
}

function set(next: Labels): void {
  current = next;
  try {
    if (next.size === 0) localStorage.removeItem(storeName);
    else localStorage.setItem(storeName, writeLabels(next));
    isStored = true;
  } catch {
    isStored = false;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const other = (event: StorageEvent) => {
    if (event.key !== storeName && event.key !== null) return;
    current = undefined;
    listener();
  };
  window.addEventListener('storage', other);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', other);
  };
}

/** The labels of this device. */
export interface LabelStore {
  labels: Labels;
  isStored: boolean;
  write(type: LabelType, ref: string, label: string): void;
  /** @returns the numbers of imported and of skipped lines */
  take(text: string): { count: number; skipped: number };
  forget(): void;
}

/** Returns the labels in browser storage, shared by all wallet pages of this browser. */
export function useLabels(): LabelStore {
  const labels = useSyncExternalStore(subscribe, read, () => none);
  return {
    labels,
    isStored,
    write: (type, ref, label) => set(withLabel(read(), type, ref, label)),
    take(text) {
      const { labels: given, skipped } = readLabels(text);
      set(mergeLabels(read(), given));
      return { count: given.size, skipped };
    },
    forget: () => set(none),
  };
}
