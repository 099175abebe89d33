import type { ChainSource } from '../chain-source.ts';
import type { FetchedBlock } from './connect-block.ts';

/** Options of fetching. */
export interface FetchBlocksOptions {
  /** First height. */
  start: number;
  /** Last height. */
  last: number;
  /** Blocks fetched ahead of the one being processed. */
  ahead: number;
  signal: AbortSignal | undefined;
}

/**
 * Fetches blocks of the active chain, lowest first; ends early where the chain has none any more, and when aborted.
 * @throws {CodedError} of the source
 */
export async function* fetchBlocks(
  source: ChainSource,
  { start, last, ahead, signal }: FetchBlocksOptions,
): AsyncGenerator<FetchedBlock> {
  const queue: Promise<FetchedBlock | undefined>[] = [];
  let next = start;
  try {
    while (!signal?.aborted) {
      while (queue.length < ahead && next <= last) {
        const fetching = fetchBlock(source, next++);
        fetching.catch(() => undefined);
        queue.push(fetching);
      }
      const fetched = await queue.shift();
      if (fetched === undefined) return;
      yield fetched;
    }
  } finally {
    await Promise.allSettled(queue);
  }
}

async function fetchBlock(source: ChainSource, height: number): Promise<FetchedBlock | undefined> {
  const hash = await source.hashAt(height);
  return hash === undefined ? undefined : { hash, bytes: await source.blockWithSpent(hash) };
}
