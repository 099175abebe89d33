import { type CodedError, isCoded } from '@glassblock/primitives';

/** True for errors that make the index closed and opened again, rebuilt if necessary. */
export const isPossibleDamage = (error: unknown): error is CodedError =>
  isCoded(error, 'store.damaged') || isCoded(error, 'index.bad-row');

/** True for errors that may be transient. */
export const isPassing = (error: unknown): error is CodedError =>
  isCoded(error) && error.code !== 'store.write-failed' && error.code !== 'store.damaged';
