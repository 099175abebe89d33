/**
 * The numbered log of chain and mempool events: append, read from an id, keyframes, gaps. Live feeds, statistics and other
 * readers use only this and `MempoolView`. It does not transport commands.
 *
 *     const journal = await openJournal({ directory, nowMs: Date.now });
 *     journal.append([{ type: 'block-connected', height, hash, time, txCount }]);
 *     await journal.sync();
 *     const reading = await journal.readFrom(myPosition);
 *     if (reading.gap) startAgainFrom(journal.keyframe());
 *     const events = await journal.find(txid);
 *
 * `createMemoryJournal` is the same without a disk; `openContentStore` stores the raw bytes of transactions. `docs/schema.md`
 * lists every stored record.
 *
 * Errors: journal.bad-id (malformed or in the future), journal.closed (append after close), journal.disk
 * (the file system refused at opening or reading), journal.newer-format (written by a later version),
 * journal.damaged-state and journal.damaged-batch (bytes from elsewhere that cannot be decoded).
 */

export { decodeBatch, type EncodedBatch, encodeBatches } from './codecs/event-batches.ts';
export { type ContentStore, type ContentStoreOptions, openContentStore } from './contents/content-store.ts';
export { type DiskJournal, type DiskJournalOptions, type JournalStats, openJournal } from './disk/disk-journal.ts';
export type { EventId, JournalEvent, Place, Reading } from './events.ts';
export { eventId, parseEventId } from './events.ts';
export type {
  ChannelClosing,
  Fact,
  FederationFact,
  FederationFactType,
  Keyframe,
  LightningFact,
  RemovalReason,
} from './facts.ts';
export { type EachItem, federationChanges } from './federation-facts.ts';
export { createMemoryJournal, type Journal, type JournalOptions, type MemoryJournal } from './journal.ts';
