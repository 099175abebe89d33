import type { Journal } from '@glassblock/journal';
import { isAboutLightning } from '../api/lightning/lightning-events.ts';
import { type LiveEvent, liveEventsOf } from './live-events.ts';

/** Reads the journal from its position at creation. */
export interface JournalReader {
  /** Reports everything up to the newest event. */
  read(): Promise<void>;
}

/** Options of the journal reader. */
export interface JournalReaderOptions {
  journal: Journal;
  report(event: LiveEvent): Promise<void>;
  /** The reader fell behind the journal's retention. */
  onGap(): Promise<void>;
}

/** Facts reported together. */
const factsPerBatch = 500;

/** Creates a journal reader. */
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
        for (const event of liveEventsOf(reading.events.map(({ fact }) => fact))) await report(event);
        const lightning = reading.events.filter(({ fact }) => isAboutLightning(fact));
        if (lightning.length > 0) await report({ type: 'lightning', events: lightning });
        if (!reading.more) return;
      }
    },
  };
}
