import type { Journal } from '@glassblock/journal';
import { type LiveEvent, liveEventsOf } from './live-events.ts';

/** Goes through the journal from where it is when the reader is made. */
export interface JournalReader {
  /** Tells everything up to the newest event. */
  read(): Promise<void>;
}

export interface JournalReaderOptions {
  journal: Journal;
  report(happening: LiveEvent): Promise<void>;
  /** The journal has gone on without this reader. */
  onGap(): Promise<void>;
}

/** Facts that are told together. */
const factsPerBatch = 500;

export function createJournalReader({ journal, report, onGap }: JournalReaderOptions): JournalReader {
  let { position } = journal;
  return {
    async read() {
      for (;;) {
        const reading = journal.read(position, factsPerBatch);
        if (reading.gap) {
          position = journal.position;
          return onGap();
        }
        position = reading.position;
        for (const happening of liveEventsOf(reading.events.map(({ fact }) => fact))) await report(happening);
        if (!reading.more) return;
      }
    },
  };
}
