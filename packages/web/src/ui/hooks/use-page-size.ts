import { useSyncExternalStore } from 'react';

/** Rows per page before the window is measured. */
const defaultValue = 10;

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

const measured = () => Math.max(1, Math.floor((window.innerHeight - 150) / 30));

/** Returns the number of rows that fit into the window: 30 px each, below 150 px. */
export function usePageSize(): number {
  return useSyncExternalStore(subscribe, measured, () => defaultValue);
}
