import type { Logger } from 'pino';

/** Losses by damaged files of a network's stores, for the log and for pages. */
export interface StorageLosses {
  /**
   * Reports a loss; known ones are ignored.
   * @param store name of the store
   * @param loss description of the lost data, as the end of a sentence
   */
  report(store: string, loss: string): void;
  /** Returns a sentence about the newest loss; undefined if there was none in the last hour. */
  current(): string | undefined;
}

/** Pages show a loss for an hour: nothing remains to be done about it. */
const shownMs = 3_600_000;

/** @param nowMs milliseconds of any clock */
export function createStorageLosses(log: Logger, nowMs: () => number): StorageLosses {
  const known = new Set<string>();
  let newest: { sentence: string; time: number } | undefined;
  return {
    report(store, loss) {
      const sentence = `A file of the ${store} is damaged: ${loss}.`;
      if (known.has(sentence)) return;
      known.add(sentence);
      newest = { sentence, time: nowMs() };
      log.warn({ event: 'storage-damaged', store }, sentence);
    },
    current: () => (newest !== undefined && nowMs() - newest.time < shownMs ? newest.sentence : undefined),
  };
}
