import { setImmediate } from 'node:timers/promises';
import { type EventId, type Fact, parseEventId } from '@glassblock/journal';
import type { Height, UnixSeconds } from '@glassblock/primitives';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { notOpened } from '../../network/chain/index/index-progress.ts';
import { createBlockAppender } from './block-appender.ts';
import { openNetworkJournal } from './network-journal.ts';

const block = (height: number): Fact => ({
  type: 'block-connected',
  height: height as Height,
  hash: new Uint8Array(32).fill(height % 256),
  time: height as UnixSeconds,
  txCount: 1,
});
const blocks = (first: number, last: number) => Array.from({ length: last + 1 - first }, (_, i) => block(first + i));

/** Creates an appender to a journal that has some blocks, or none. */
async function createCase(known: Fact[]) {
  const errors: unknown[] = [];
  const report = (error: unknown) => void errors.push(error);
  const journal = await openNetworkJournal({
    directory: undefined,
    maxEvents: 10_000,
    maxBytes: 0,
    retentionDays: 0,
    onError: report,
    onDamaged: report,
    onUnexpectedError: report,
  });
  journal.append(known);
  const { position } = journal;
  const behindGap: EventId = `${parseEventId(position).epoch + 1}-0`;
  const appender = createBlockAppender({
    index: () => undefined,
    log: pino({ enabled: false }),
    onBlocks: () => undefined,
    onUnexpectedError: report,
  });
  await appender.begin(journal);
  /** Appends facts of the index, whose tip is the last one. */
  const append = (facts: readonly Fact[], nodeHeight: number) => {
    const last = facts.at(-1) as Extract<Fact, { type: 'block-connected' }>;
    appender.append(journal, facts, { ...notOpened, height: last.height, nodeHeight });
  };
  /** Returns the heights of the blocks after a position; undefined where a gap precedes them. */
  const heightsAfter = async (after: EventId) => {
    await setImmediate();
    await setImmediate();
    expect(errors).toEqual([]);
    const reading = journal.read(after, 10_000);
    return reading.gap ? undefined : reading.events.map(({ fact }) => 'height' in fact && fact.height);
  };
  return { position, behindGap, append, heightsAfter };
}

const range = (first: number, last: number) => Array.from({ length: last + 1 - first }, (_, i) => first + i);

describe('createBlockAppender', () => {
  it('omits the blocks of a first sync, without a gap', async () => {
    const { position, append, heightsAfter } = await createCase([]);
    append(blocks(0, 500), 1_000);
    append(blocks(501, 990), 1_000);
    append(blocks(991, 1_000), 1_000);
    expect(await heightsAfter(position)).toEqual(range(990, 1_000));
  });

  it('appends all blocks of a journal that is 288 blocks behind', async () => {
    const { position, append, heightsAfter } = await createCase(blocks(100, 100));
    append(blocks(101, 101), 389);
    append(blocks(102, 389), 389);
    expect(await heightsAfter(position)).toEqual(range(101, 389));
  });

  it('adds a gap where blocks are omitted, and then all later facts in order', async () => {
    const { position, behindGap, append, heightsAfter } = await createCase(blocks(100, 100));
    append(blocks(101, 110), 1_000);
    append(blocks(111, 700), 1_000);
    append(blocks(701, 725), 1_000);
    append(blocks(726, 1_000), 1_000);
    append(blocks(1_001, 1_001), 1_001);
    expect(await heightsAfter(position)).toBeUndefined();
    expect(await heightsAfter(behindGap)).toEqual(range(700, 1_001));
    append(blocks(1_002, 1_002), 1_002);
    expect(await heightsAfter(behindGap)).toEqual(range(700, 1_002));
  });

  it('omits no blocks of a chain that advances by more than six after a first sync', async () => {
    const { position, append, heightsAfter } = await createCase([]);
    append(blocks(0, 10), 10);
    append(blocks(11, 20), 30);
    append(blocks(21, 30), 30);
    expect(await heightsAfter(position)).toEqual(range(0, 30));
  });
});
