import { CodedError, isCoded } from '@glassblock/primitives';

/**
 * Returns the error for rows that cannot be decoded, or that contradict each other. Errors of the store, of the node and
 * of other causes with a code are returned as they are.
 * @returns index.bad-row
 */
export function asBadRow(error: unknown): unknown {
  // decoders of rows share the codes of decoders of blocks
  if (isCoded(error) && !error.code.startsWith('primitives.')) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new CodedError('index.bad-row', `a row of the index cannot be decoded (${reason})`, { cause: error });
}

/** Runs work that only reads rows and decodes them. @throws {CodedError} index.bad-row, and errors of the store */
export async function decodingRows<T>(work: () => Promise<T>, onBadRow?: (error: CodedError) => void): Promise<T> {
  try {
    return await work();
  } catch (raised) {
    const error = asBadRow(raised);
    if (isCoded(error, 'index.bad-row')) onBadRow?.(error);
    throw error;
  }
}
