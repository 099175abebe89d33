import pLimit from 'p-limit';

/** Maps items asynchronously with bounded concurrency; results in item order. Rejects with the first error. */
export async function mapBounded<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  return pLimit(concurrency).map(items, work);
}

/** Splits items into lists of at most `size`. */
export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let i = 0; i < items.length; i += size) chunks.push(items.slice(i, i + size));
  return chunks;
}
