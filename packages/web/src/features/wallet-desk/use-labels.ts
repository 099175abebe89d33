import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useDeviceStorage } from '../../context/device-storage.ts';
import type { StoredFormat } from '../../data/device-storage.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { type Labels, type LabelType, mergeLabels, readLabels, withLabel, writeLabels } from '../../wallet/labels.ts';

const storeName = 'wallet-labels';
const none: Labels = new Map();

const labelLines: StoredFormat<Labels> = {
  initial: none,
  parse: (text) => readLabels(text).labels,
  encode: (labels) => (labels.size === 0 ? undefined : writeLabels(labels)),
};

/** The labels of this device. */
export interface LabelStore {
  labels: Labels;
  /** False if the browser refused to store them. */
  isStored: boolean;
  write(type: LabelType, ref: string, label: string): void;
  /** @returns the numbers of imported and of skipped lines */
  take(text: string): { count: number; skipped: number };
  forget(): void;
}

/** Returns the labels in browser storage, shared by all wallet pages of this browser, also of other tabs. */
export function useLabels(): LabelStore {
  const storage = useDeviceStorage();
  const [labels, set] = useStored(storeName, labelLines);
  const isStored = useStore(storage.store, ({ unsaved }) => !unsaved.has(storeName));
  useEffect(() => {
    const other = (event: StorageEvent) => {
      if (event.key === storeName || event.key === null) storage.reload(storeName);
    };
    window.addEventListener('storage', other);
    return () => window.removeEventListener('storage', other);
  }, [storage]);
  const latest = () => {
    const text = storage.store.getState().texts.get(storeName);
    return text === undefined ? none : readLabels(text).labels;
  };
  return {
    labels,
    isStored,
    write: (type, ref, label) => set(withLabel(latest(), type, ref, label)),
    take(text) {
      const { labels: given, skipped } = readLabels(text);
      set(mergeLabels(latest(), given));
      return { count: given.size, skipped };
    },
    forget: () => set(none),
  };
}
