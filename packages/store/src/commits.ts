import type { EngineReader, RowChange, SortedChanges } from './engine.ts';

/** How commits become visible on an engine. */
export interface Commits {
  view(): Promise<{ reader: EngineReader; tip: Uint8Array | undefined; close(): Promise<void> }>;
  commit(changes: Iterable<RowChange>, tip: Uint8Array): Promise<void>;
  commitSorted(changes: SortedChanges, tip: Uint8Array): Promise<void>;
  /** Writes rows outside of any commit. */
  load(rows: Iterable<RowChange>, durable: boolean): Promise<void>;
}

/** Physical key of the tip marker. Table ids stay below 240. */
export const tipKey = new Uint8Array([240]);
