import { CodedError } from '@glassblock/primitives';
import type { EngineReader, RowChange } from './engine.ts';

/** How commits become visible on an engine. */
export interface Commits {
  view(): Promise<{ reader: EngineReader; tip: Uint8Array | undefined; close(): Promise<void> }>;
  commit(changes: readonly RowChange[], tip: Uint8Array): Promise<void>;
}

/** Physical key of the tip marker. Table ids stay below 240. */
export const tipKey = new Uint8Array([240]);

/** Turns whatever an engine threw while writing into the store's error. */
export function writeFailed(cause: unknown): CodedError {
  return cause instanceof CodedError
    ? cause
    : new CodedError('store.write-failed', 'the store could not be written', { cause });
}
