import { cpSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BlockHash, type Height, type Sats, toHex, type UnixSeconds } from '@glassblock/primitives';
import { afterEach, describe, expect, it } from 'vitest';
import { createFaultyDisk } from '../../test/faulty-disk.ts';
import { inTemporaryDirectory, readSegments, replayFrom } from '../../test/journal-files.ts';
import { hashOf, seededFacts } from '../../test/seeded-facts.ts';
import {
  type DiskJournal,
  type DiskJournalOptions,
  type Fact,
  type FederationFact,
  federationChanges,
  type JournalEvent,
  openJournal,
  parseEventId,
} from '../index.ts';

const start = 1_700_000_000_000;
const small = { segmentBytes: 20_000, maxEvents: 50, nowMs: () => start };
const disk = createFaultyDisk();
const open = (directory: string, options: Partial<DiskJournalOptions> = {}) =>
  openJournal({ directory, disk, ...small, ...options });
afterEach(() => disk.release());

/** Appends in steps of varying size, syncs after each, and returns every event. */
async function fill(journal: DiskJournal, seed: number, count: number): Promise<JournalEvent[]> {
  const script = seededFacts(seed);
  const events: JournalEvent[] = [];
  for (let step = 1; events.length < count; step++) {
    const facts = script.take(Math.min(count - events.length, 1 + ((step * 37) % 90)));
    const { epoch, number } = parseEventId(journal.append(facts));
    for (const [i, fact] of facts.entries()) events.push({ id: `${epoch}-${number - facts.length + i + 1}`, fact });
    await journal.sync();
  }
  return events;
}

async function readAll(journal: DiskJournal, after: JournalEvent['id']): Promise<JournalEvent[]> {
  const events: JournalEvent[] = [];
  for (let from = after; ; ) {
    const reading = await journal.readFrom(from, 77);
    if (reading.gap) throw new Error(`a gap after ${from}`);
    events.push(...reading.events);
    if (!reading.more) return events;
    from = reading.position;
  }
}

const segmentNames = (directory: string) => readdirSync(directory).filter((name) => name.endsWith('.seg'));
const epochOf = (journal: DiskJournal) => parseEventId(journal.position).epoch;

describe('journal on disk', () => {
  it('numbers facts from one in an epoch taken from the clock', () =>
    inTemporaryDirectory(async (directory) => {
      const journal = await open(directory);
      expect(journal.position).toBe(`${start}-0`);
      const [fact] = seededFacts(1).take(1);
      expect(journal.append([fact!])).toBe(`${start}-1`);
      expect(journal.read(`${start}-0`)).toMatchObject({ gap: false, position: `${start}-1`, more: false });
      await journal.close();
    }));

  it('has the valid facts about a federation, from a keyframe and the events after it', () =>
    inTemporaryDirectory(async (directory) => {
      const fact = (index: number): FederationFact => ({
        type: 'peg-in',
        withdrawn: false,
        txid: hashOf(`peg ${index}`),
        index,
        amount: 1_000 as Sats,
        time: (start / 1_000 + index) as UnixSeconds,
      });
      const facts = Array.from({ length: 100 }, (_, index) => fact(index));
      let journal = await open(directory);
      for (const count of [30, 60, 100]) {
        journal.append(await federationChanges(journal.keyframe().state.federation ?? [], facts.slice(0, count)));
        await fill(journal, count, 1_000);
      }
      expect(segmentNames(directory).length).toBeGreaterThan(1);
      await journal.close();

      journal = await open(directory);
      const known = journal.keyframe().state.federation!;
      expect(known).toEqual(facts);
      const moved = { ...fact(98), time: 1_800_000_000 as UnixSeconds };
      const changes = await federationChanges(known, [...facts.slice(0, 98), moved]);
      expect(changes).toEqual([{ ...fact(99), withdrawn: true }, { ...fact(98), withdrawn: true }, moved]);
      journal.append(changes);
      expect(await journal.find(hashOf('peg 98'))).toMatchObject([{ fact: fact(98) }, {}, { fact: moved }]);
      await journal.close();

      journal = await open(directory);
      expect(journal.keyframe().state.federation).toEqual([...facts.slice(0, 98), moved]);
      const stored = journal.keyframe().state.federation!;
      expect(await federationChanges(stored, [...facts.slice(0, 98), moved])).toEqual([]);
      await journal.close();
    }));

  it('serves every event from memory, segments and the open segment, across clean restarts in one epoch', () =>
    inTemporaryDirectory(async (directory) => {
      let journal = await open(directory);
      const events = await fill(journal, 1, 2_000);
      expect(segmentNames(directory).length).toBeGreaterThan(3);
      expect(await readAll(journal, `${start}-0`)).toEqual(events);
      expect(journal.read(`${start}-0`)).toEqual({ gap: true });
      await journal.close();

      journal = await open(directory);
      expect(journal.position).toBe(events.at(-1)!.id);
      const more = seededFacts(2).take(300);
      journal.append(more);
      const all = await readAll(journal, `${start}-0`);
      expect(all.length).toBe(2_300);
      expect(all.slice(0, 2_000)).toEqual(events);
      expect(all.slice(2_000).map(({ fact }) => fact)).toEqual(more);
      expect((await readAll(journal, `${start}-1234`))[0]!.id).toBe(`${start}-1235`);
      expect(journal.stats).toMatchObject({ oldest: `${start}-0` });
      await journal.close();
    }));

  it.each([11, 12, 13])('replays from any keyframe to the live state, including order, seed %i', (seed) =>
    inTemporaryDirectory(async (directory) => {
      let journal = await open(directory);
      await fill(journal, seed, 1_500);
      await journal.close();
      journal = await open(directory);
      await fill(journal, seed + 100, 1_500);
      const segments = await readSegments(directory);
      expect(segments.length).toBeGreaterThan(4);
      const live = journal.keyframe();
      for (const i of segments.keys()) expect(replayFrom(segments, i)).toEqual(live.state);
      await journal.close();
      journal = await open(directory);
      expect(journal.keyframe()).toEqual(live);
      await journal.close();
    }),
  );

  it('starts a new epoch after an unclean end, with the state of all stored facts', () =>
    inTemporaryDirectory(async (directory) => {
      const journal = await open(directory);
      const events = await fill(journal, 3, 700);
      const { state } = journal.keyframe();
      journal.append(seededFacts(4).take(20));
      // no sync, no close: the process was killed
      const again = await open(directory);
      expect(epochOf(again)).toBe(start + 1);
      expect(again.keyframe()).toEqual({ id: `${start + 1}-0`, state });
      expect(await again.readFrom(events[3]!.id)).toEqual({ gap: true });
      expect(await again.readFrom(events.at(-1)!.id)).toEqual({ gap: true });
      expect(await again.readFrom(`${start}-715`)).toEqual({ gap: true });
      const stored = await readSegments(directory);
      expect(stored.flatMap((segment) => segment.events)).toEqual(events);
      await again.close();
    }));

  it('returns a gap to readers of events before an added one, also after a restart, and finds them', () =>
    inTemporaryDirectory(async (directory) => {
      let journal = await open(directory, { maxEvents: 1_000 });
      const script = seededFacts(21);
      const append = (count: number) => {
        const facts = script.take(count);
        journal.append(facts);
        return facts;
      };
      const before = append(300);
      let notified = 0;
      journal.onAppend(() => notified++);
      const adding = journal.addGap();
      // these precede the gap: the disk works while they are appended
      before.push(...append(10));
      await adding;
      expect(notified).toBe(2);
      const { epoch, number } = parseEventId(journal.position);
      expect(epoch).toBeGreaterThan(start);
      expect(number).toBe(0);
      const after = append(20);
      await journal.sync();
      const live = journal.keyframe();
      const txids = [...before, ...after].flatMap((fact) => ('txid' in fact ? [fact.txid] : []));
      const check = async () => {
        for (const id of [`${start}-5`, `${start}-310`] as const) {
          expect(await journal.readFrom(id)).toEqual({ gap: true });
        }
        const reading = await journal.readFrom(`${epoch}-0`);
        expect(reading).toMatchObject({ position: `${epoch}-20`, events: after.map((fact) => ({ fact })) });
        for (const txid of new Set(txids.map(toHex))) {
          const events = await journal.find(txids.find((one) => toHex(one) === txid)!);
          expect(events).toHaveLength(txids.filter((one) => toHex(one) === txid).length);
        }
      };
      await check();
      await journal.close();
      journal = await open(directory);
      expect(journal.keyframe()).toEqual(live);
      await check();
      await journal.close();
    }));

  it('truncates an incomplete record at any byte and preserves everything before it', () =>
    inTemporaryDirectory(async (directory) => {
      const made = join(directory, 'made');
      const journal = await open(made);
      const first = await fill(journal, 5, 20);
      const { state } = journal.keyframe();
      const [name] = segmentNames(made);
      const before = readFileSync(join(made, name!)).length;
      journal.append(seededFacts(6).take(2));
      await journal.sync();
      const whole = readFileSync(join(made, name!)).length;
      const withLast = journal.keyframe().state;
      for (let length = before; length <= whole; length++) {
        const torn = join(directory, 'torn');
        cpSync(made, torn, { recursive: true });
        truncateSync(join(torn, name!), length);
        const opened = await open(torn);
        expect(epochOf(opened)).toBe(start + 1);
        expect(opened.keyframe().state).toEqual(length === whole ? withLast : state);
        if (length < whole) {
          expect(readFileSync(join(torn, name!)).length).toBe(before);
          expect((await readSegments(torn)).flatMap(({ events }) => events)).toEqual(first);
        }
        await opened.close();
        rmSync(torn, { recursive: true });
      }
    }));

  it('never reads a fact from damaged bits, anywhere in the newest segment', () =>
    inTemporaryDirectory(async (directory) => {
      const made = join(directory, 'made');
      const journal = await open(made);
      const events = await fill(journal, 7, 200);
      const [name] = segmentNames(made);
      const whole = readFileSync(join(made, name!));
      for (let step = 0; step < 60; step++) {
        const damaged = join(directory, 'damaged');
        cpSync(made, damaged, { recursive: true });
        const bytes = Buffer.from(whole);
        const bit = Math.floor(((step + 0.5) / 60) * 8 * whole.length);
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        writeFileSync(join(damaged, name!), bytes);
        const opened = await open(damaged);
        expect(epochOf(opened)).toBe(start + 1);
        const stored = (await readSegments(damaged)).flatMap((segment) => segment.events);
        expect(stored).toEqual(events.slice(0, stored.length));
        expect(stored.length).toBeLessThan(events.length);
        await opened.close();
        rmSync(damaged, { recursive: true });
      }
    }));

  it('reports the events that a damaged newest segment loses, and moves one with a damaged start aside', () =>
    inTemporaryDirectory(async (directory) => {
      const journal = await open(directory);
      await fill(journal, 8, 30);
      await journal.close();
      const [name] = segmentNames(directory);
      const path = join(directory, name!);
      const whole = readFileSync(path);
      const losses: string[] = [];
      for (const at of [whole.length - 3, 12]) {
        const bytes = Buffer.from(whole);
        bytes[at]! ^= 1;
        for (const newer of segmentNames(directory)) rmSync(join(directory, newer));
        writeFileSync(path, bytes);
        const opened = await open(directory, { onDamaged: (loss) => losses.push(loss) });
        await opened.close();
      }
      expect(losses).toEqual([
        expect.stringMatching(new RegExp(`^the events behind byte \\d+ of ${name} are lost$`)),
        `the events of ${name} are lost, which is moved to ${name}.damaged`,
      ]);
      expect(readFileSync(`${path}.damaged`).length).toBe(whole.length);
    }));

  it('reads and finds from the middle of long segments, open and sealed, by their marks', () =>
    inTemporaryDirectory(async (directory) => {
      let journal = await open(directory, { segmentBytes: 400_000 });
      const events = await fill(journal, 21, 12_000);
      expect(segmentNames(directory).length).toBe(2);
      const check = async () => {
        for (const from of [0, 1, 4_321, 7_000, 9_000, 11_900]) {
          const reading = await journal.readFrom(`${start}-${from}`, 30);
          expect(reading).toMatchObject({ gap: false, events: events.slice(from, from + 30) });
        }
        const { txid } = events.findLast(({ fact }) => fact.type === 'tx-added')!.fact as { txid: Uint8Array };
        const found = events.filter(({ fact }) => 'txid' in fact && toHex(fact.txid) === toHex(txid));
        expect(await journal.find(txid)).toEqual(found);
      };
      await check();
      await journal.close();
      journal = await open(directory);
      await check();
      // unclean: the newest is sealed at the next opening
      await disk.release();
      const { keyframe } = journal;
      journal = await open(directory);
      expect(journal.keyframe().state).toEqual(keyframe().state);
      const segments = await readSegments(directory);
      expect(segments.flatMap((segment) => segment.events)).toEqual(events);
      await journal.close();
    }));

  it('returns a gap where a sealed segment is damaged, and continues after it', () =>
    inTemporaryDirectory(async (directory) => {
      let journal = await open(directory);
      const events = await fill(journal, 8, 2_000);
      await journal.close();
      const segments = await readSegments(directory);
      const { path, events: inside } = segments[1]!;
      const bytes = readFileSync(path);
      bytes[Math.floor(bytes.length * 0.7)]! ^= 4;
      writeFileSync(path, bytes);
      journal = await open(directory);
      const got: JournalEvent[] = [];
      let position = events[0]!.id;
      for (;;) {
        const reading = await journal.readFrom(position, 50);
        if (reading.gap) break;
        got.push(...reading.events);
        position = reading.position;
      }
      expect(got).toEqual(events.slice(1, 1 + got.length));
      expect(got.length).toBeGreaterThanOrEqual(segments[0]!.events.length - 1);
      expect(got.length).toBeLessThan(segments[0]!.events.length + inside.length);
      const after = segments[2]!.events[0]!.id;
      expect((await readAll(journal, after)).at(-1)).toEqual(events.at(-1));
      await journal.close();
    }));

  it('starts a new epoch in a copied directory, since the original may have continued', () =>
    inTemporaryDirectory(async (directory) => {
      const [original, backup] = [join(directory, 'original'), join(directory, 'backup')];
      let journal = await open(original);
      await fill(journal, 9, 100);
      await journal.close();
      cpSync(original, backup, { recursive: true, preserveTimestamps: true });
      journal = await open(original);
      expect(epochOf(journal)).toBe(start);
      await journal.close();
      rmSync(original, { recursive: true });
      renameSync(backup, original);
      journal = await open(original);
      expect(epochOf(journal)).toBe(start + 1);
      await journal.close();
    }));

  it('starts an epoch above all earlier ones, independent of the clock', () =>
    inTemporaryDirectory(async (directory) => {
      const epochs: number[] = [];
      for (const nowMs of [5_000, 4_000, 9_000, 1, 9_500]) {
        const journal = await open(directory, { nowMs: () => nowMs });
        journal.append(seededFacts(1).take(1));
        epochs.push(epochOf(journal));
      }
      expect(epochs).toEqual([5_000, 5_001, 9_000, 9_001, 9_500]);
    }));

  it('preserves epochs when all segments are removed, and accumulates no empty ones', () =>
    inTemporaryDirectory(async (directory) => {
      for (let i = 0; i < 5; i++) await open(directory);
      expect(segmentNames(directory).length).toBe(1);
      for (const name of segmentNames(directory)) rmSync(join(directory, name));
      expect(epochOf(await open(directory))).toBe(start + 5);
    }));

  it('drops whole sealed segments by bytes, oldest first, and returns a gap before the oldest', () =>
    inTemporaryDirectory(async (directory) => {
      const journal = await open(directory, { maxBytes: 100_000 });
      const events = await fill(journal, 10, 6_000);
      expect(journal.stats.bytes).toBeLessThanOrEqual(130_000);
      const { oldest } = journal.stats;
      expect(await journal.readFrom(events[0]!.id)).toEqual({ gap: true });
      const before = parseEventId(oldest).number;
      expect(before).toBeGreaterThan(1_000);
      expect(await journal.readFrom(`${start}-${before - 1}`)).toEqual({ gap: true });
      expect(await readAll(journal, oldest)).toEqual(events.slice(before));
      await journal.close();
    }));

  const day = 86_400_000;
  const blockAt = (ms: number, height: number): Fact => ({
    type: 'block-connected',
    height: height as Height,
    hash: hashOf(`block ${height}`) as BlockHash,
    time: Math.floor(ms / 1_000) as UnixSeconds,
    txCount: 1,
  });

  /** Writes three transactions and a block each day, for sixty days. */
  async function fillDays(directory: string, options: Partial<DiskJournalOptions> = {}) {
    let now = start;
    const journal = await open(directory, { nowMs: () => now, retentionDays: 30, segmentBytes: 1 << 20, ...options });
    for (let i = 0; i < 60; i++) {
      journal.append([...seededFacts(i).take(3), blockAt(now, i)]);
      await journal.sync();
      now += day;
    }
    return { journal, now };
  }

  it('drops sealed segments by age, and seals an old open one', () =>
    inTemporaryDirectory(async (directory) => {
      const { journal } = await fillDays(directory);
      const { number } = parseEventId(journal.stats.oldest);
      expect(number).toBeGreaterThan(80);
      expect(number).toBeLessThan(140);
      expect(await journal.readFrom(`${start}-0`)).toEqual({ gap: true });
      await journal.close();
    }));

  it('drops nothing when the clock is 400 days ahead of the newest block', () =>
    inTemporaryDirectory(async (directory) => {
      const { journal, now } = await fillDays(directory);
      const { segments } = journal.stats;
      expect(segments).toBeGreaterThan(12);
      await journal.close();
      const later = await open(directory, { nowMs: () => now + 400 * day, retentionDays: 30 });
      later.append([blockAt(now, 60)]);
      await later.sync();
      expect(later.stats.segments).toBeGreaterThanOrEqual(segments);
      await later.close();
    }));

  it('drops few segments at a time, however old they are', () =>
    inTemporaryDirectory(async (directory) => {
      const { journal, now } = await fillDays(directory);
      const { segments } = journal.stats;
      await journal.close();
      // after a pause of 400 days that the chain confirms
      let later = now + 400 * day;
      const again = await open(directory, { nowMs: () => later, retentionDays: 30 });
      const counts: number[] = [];
      for (let height = 60; height < 90; height++, later += 2 * day) {
        again.append([blockAt(later, height)]);
        await again.sync();
        counts.push(again.stats.segments);
      }
      expect(counts[0]).toBeGreaterThanOrEqual(Math.floor((3 / 4) * segments));
      for (const [i, count] of counts.slice(1).entries())
        expect(counts[i]! - count).toBeLessThanOrEqual(segments / 4 + 2);
      // nothing from before the pause is left
      expect(parseEventId(again.stats.oldest).number).toBeGreaterThanOrEqual(4 * 60);
      await again.close();
    }));

  it('finds every event of a transaction, in sealed segments, the open one and memory', () =>
    inTemporaryDirectory(async (directory) => {
      let journal = await open(directory);
      const events = await fill(journal, 14, 2_500);
      const unsynced = seededFacts(15).take(30);
      journal.append(unsynced);
      const all = await readAll(journal, `${start}-0`);
      expect(all.slice(0, events.length)).toEqual(events);
      const of = new Map<string, JournalEvent[]>();
      for (const event of all) {
        if (!('txid' in event.fact)) continue;
        const key = toHex(event.fact.txid);
        of.set(key, [...(of.get(key) ?? []), event]);
      }
      const check = async () => {
        for (const [key, expected] of of) expect(await journal.find(Buffer.from(key, 'hex'))).toEqual(expected);
        expect(await journal.find(hashOf('unused'))).toEqual([]);
      };
      await check();
      await journal.close();
      // missing or damaged side files cost time only
      const indexes = readdirSync(directory).filter((name) => name.endsWith('.index'));
      expect(indexes.length).toBeGreaterThan(3);
      rmSync(join(directory, indexes[0]!));
      const bytes = readFileSync(join(directory, indexes[1]!));
      for (let at = 3_000; at < bytes.length; at += 50) bytes[at]! ^= 1;
      writeFileSync(join(directory, indexes[1]!), bytes);
      journal = await open(directory);
      await check();
      await journal.close();
    }));

  it('rejects malformed ids, future ids, and facts after close', () =>
    inTemporaryDirectory(async (directory) => {
      const journal = await open(directory);
      const badId = expect.objectContaining({ code: 'journal.bad-id' });
      expect(() => journal.read(`${start}-1`)).toThrow(badId);
      await expect(journal.readFrom('x-1' as never)).rejects.toEqual(badId);
      await expect(journal.readFrom(`${start}-1`)).rejects.toEqual(badId);
      await journal.close();
      expect(() => journal.append([])).toThrow(expect.objectContaining({ code: 'journal.closed' }));
      expect(await journal.sync()).toBe(false);
      await journal.close();
    }));

  it('numbers nothing if one of the facts cannot be stored', () =>
    inTemporaryDirectory(async (directory) => {
      const journal = await open(directory);
      const [fine] = seededFacts(1).take(1);
      const bad = { type: 'block-disconnected', height: -1, hash: hashOf('x') } as never;
      expect(() => journal.append([fine!, bad])).toThrow(RangeError);
      expect(journal.position).toBe(`${start}-0`);
      await journal.close();
    }));

  it('notifies readers once per append until they unsubscribe', () =>
    inTemporaryDirectory(async (directory) => {
      const journal = await open(directory);
      let calls = 0;
      const leave = journal.onAppend(() => calls++);
      journal.append(seededFacts(1).take(2));
      journal.append([]);
      leave();
      journal.append(seededFacts(2).take(1));
      expect(calls).toBe(1);
      await journal.close();
    }));

  it('accepts appends while it syncs, rotates and reads', () =>
    inTemporaryDirectory(async (directory) => {
      const journal = await open(directory, { segmentBytes: 5_000, maxEvents: 10 });
      const script = seededFacts(16);
      const facts = Array.from({ length: 400 }, () => script.take(7));
      const work: Promise<unknown>[] = [];
      for (const some of facts) {
        journal.append(some);
        work.push(journal.sync());
        work.push(readAll(journal, `${start}-0`));
        if (work.length % 5 === 0) await work[work.length - 3];
      }
      const results = await Promise.all(work);
      const reads = results.filter((result) => Array.isArray(result)) as JournalEvent[][];
      const all = facts.flat();
      for (const events of reads) expect(events.length).toBeGreaterThan(0);
      for (const events of [reads[100]!, reads[399]!]) {
        expect(events.map(({ fact }) => fact)).toEqual(all.slice(0, events.length));
      }
      const segments = await readSegments(directory);
      for (const i of segments.keys()) expect(replayFrom(segments, i)).toEqual(journal.keyframe().state);
      await journal.close();
    }));
});
