/**
 * The numbered log of facts about chain and pool: append, read from an id, keyframes, gaps. Live feeds, statistics and
 * every other reader use only this and `PoolView`; none has a private hook into an engine. It is no bus for commands.
 *
 *     const journal = await openJournal({ directory, nowMs: Date.now });
 *     journal.append([{ type: 'block-connected', height, hash, time, txCount }]);
 *     await journal.sync();
 *     const reading = await journal.readFrom(myPosition);
 *     if (reading.gap) startAgainFrom(journal.keyframe());
 *     const events = await journal.find(txid);
 *
 * `createMemoryJournal` is the same without a disk; `openContentStore` keeps the raw bytes of transactions beside it. `docs/schema.md`
 * lists every stored record.
 *
 * Errors: journal.bad-id (no id, or of an event that has not happened), journal.closed (append after close), journal.disk
 * (the file system refused at opening or reading), journal.newer-format (written by a later version).
 */

export { type ContentStore, type ContentStoreOptions, openContentStore } from './content-store.ts';
export { type DiskJournal, type DiskJournalOptions, type JournalStats, openJournal } from './disk-journal.ts';
export type { EventId, JournalEvent, Reading } from './events.ts';
export { parseEventId } from './events.ts';
export type { Fact, Keyframe, RemovalReason } from './facts.ts';
export { createMemoryJournal, type Journal, type JournalOptions } from './journal.ts';
