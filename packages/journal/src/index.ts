/**
 * The numbered log of facts about chain and pool: append, read from an id, keyframes, gaps. Live feeds, statistics and
 * every other reader use only this and `PoolView`; none has a private hook into an engine. It is no bus for commands.
 *
 *     const journal = createMemoryJournal({ epoch: Date.now(), keptEvents: 100_000 });
 *     journal.append([{ type: 'block-connected', height, hash, time, txCount }]);
 *     const reading = journal.read(myPosition);
 *     if (reading.gap) startAgainFrom(journal.keyframe());
 */
export type { Fact, Keyframe, RemovalReason } from './facts.ts';
export {
  createMemoryJournal,
  type EventId,
  type Journal,
  type JournalEvent,
  type JournalOptions,
  parseEventId,
  type Reading,
} from './journal.ts';
