import { equalBytes, isCoded } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { createFaultyDisk } from '../../test/faulty-disk.ts';
import { inTemporaryDirectory, readSegments } from '../../test/journal-files.ts';
import { seededFacts } from '../../test/seeded-facts.ts';
import { type DiskJournal, type EventId, type Fact, openJournal, parseEventId } from '../index.ts';
import { comparePlaces } from '../segments/segment-reading.ts';

const start = 1_700_000_000_000;

/** Opens a journal on a faulty disk and records every id that it assigns. */
async function openNoted(directory: string, given: Map<EventId, Fact>) {
  const disk = createFaultyDisk();
  const open = () =>
    openJournal({ directory, disk, segmentBytes: 4_000, maxBytes: 40_000, maxEvents: 40, nowMs: () => start });
  const append = (journal: DiskJournal, facts: Fact[]) => {
    const { epoch, number } = parseEventId(journal.append(facts));
    for (const [i, fact] of facts.entries()) {
      const id: EventId = `${epoch}-${number - facts.length + 1 + i}`;
      expect(given.has(id)).toBe(false);
      given.set(id, fact);
    }
  };
  return { disk, open, append };
}

describe('a journal whose disk refuses', () => {
  it('cannot be opened, and does not promise to write later', () =>
    inTemporaryDirectory(async (directory) => {
      const disk = createFaultyDisk();
      disk.refusal = () => 'EACCES';
      await expect(openJournal({ directory, disk, nowMs: () => start })).rejects.toMatchObject({
        code: 'journal.disk',
        message: expect.stringMatching(/^the journal cannot be opened \(EACCES[^)]*\)$/),
      });
    }));

  it('continues in memory with a reason, and writes again in a new epoch after recovery', () =>
    inTemporaryDirectory(async (directory) => {
      const given = new Map<EventId, Fact>();
      const { disk, open, append } = await openNoted(directory, given);
      const script = seededFacts(1);
      const journal = await open();
      const errors: (string | undefined)[] = [];
      journal.onError((failure) => errors.push(failure));
      append(journal, script.take(30));
      expect(await journal.sync()).toBe(true);

      disk.refusal = (change) => (change === 'write' ? 'ENOSPC' : undefined);
      append(journal, script.take(5));
      expect(await journal.sync()).toBe(false);
      expect(journal.failure).toBe('the disk of the journal is full: nothing is stored until space is free');
      append(journal, script.take(3));
      expect(journal.position).toBe(`${start}-38`);
      expect(journal.read(`${start}-29`)).toMatchObject({ gap: false, position: `${start}-38` });
      expect(await journal.recover()).toBe(false);

      disk.refusal = () => undefined;
      expect(await journal.recover()).toBe(true);
      expect(journal.failure).toBeUndefined();
      expect(errors).toEqual([expect.stringContaining('is full'), undefined]);
      const { epoch, number } = parseEventId(journal.position);
      expect(epoch).toBeGreaterThan(start);
      expect(number).toBe(0);
      // a reader in memory loses nothing: the end of its epoch is known
      expect(journal.read(`${start}-36`)).toMatchObject({ gap: false, position: `${start}-38`, more: false });
      append(journal, script.take(60));
      expect(await journal.sync()).toBe(true);
      // on disk, events after 30 are missing
      expect(await journal.readFrom(`${start}-10`)).toEqual({ gap: true });
      expect(await journal.readFrom(`${epoch}-0`)).toMatchObject({ gap: false, position: `${epoch}-60` });
      const live = journal.keyframe();
      await journal.close();
      const again = await open();
      expect(again.keyframe()).toEqual(live);
      expect(await again.readFrom(`${start}-30`)).toEqual({ gap: true });
      await again.close();
    }));

  it('lets readers of the old epoch continue if the failure lost nothing', () =>
    inTemporaryDirectory(async (directory) => {
      const { disk, open, append } = await openNoted(directory, new Map());
      const journal = await open();
      append(journal, seededFacts(1).take(20));
      await journal.sync();
      // the facts fit, the next segment does not
      disk.refusal = (change, path) => (change === 'open' && path.endsWith('.seg') ? 'EIO' : undefined);
      append(journal, seededFacts(2).take(100));
      expect(await journal.sync()).toBe(true);
      expect(journal.failure).toContain('EIO');
      disk.refusal = () => undefined;
      expect(await journal.recover()).toBe(true);
      append(journal, seededFacts(3).take(100));
      await journal.sync();
      const { epoch } = parseEventId(journal.position);
      const reading = await journal.readFrom(`${start}-100`);
      expect(reading).toMatchObject({ gap: false, position: `${epoch}-100` });
      if (!reading.gap)
        expect(reading.events.slice(19, 21).map(({ id }) => id)).toEqual([`${start}-120`, `${epoch}-1`]);
      await journal.close();
      const again = await open();
      expect(await again.readFrom(`${start}-100`)).toEqual(reading);
      await again.close();
    }));

  it.each([
    ['creates no segment', 'EIO', (change: string, path: string) => change === 'open' && path.endsWith('.seg')],
    ['is full', 'ENOSPC', () => true],
  ] as const)('adds a gap that was due while the disk %s', (_words, code, isRefused) =>
    inTemporaryDirectory(async (directory) => {
      const { disk, open, append } = await openNoted(directory, new Map());
      const journal = await open();
      append(journal, seededFacts(1).take(20));
      await journal.sync();
      disk.refusal = (change, path) => (isRefused(change, path) ? code : undefined);
      append(journal, seededFacts(2).take(3));
      await journal.addGap();
      expect(journal.failure).toContain(code === 'EIO' ? code : 'is full');
      append(journal, seededFacts(4).take(3));
      disk.refusal = () => undefined;
      expect(await journal.recover()).toBe(true);
      expect(await journal.readFrom(journal.position)).toMatchObject({ gap: false, events: [] });
      append(journal, seededFacts(3).take(5));
      await journal.sync();
      const expectGaps = async (opened: DiskJournal) => {
        expect(await opened.readFrom(`${start}-20`)).toEqual({ gap: true });
        expect(await opened.readFrom(`${start}-23`)).toEqual({ gap: true });
      };
      await expectGaps(journal);
      const live = journal.keyframe();
      await journal.close();
      const again = await open();
      await expectGaps(again);
      expect(again.keyframe()).toEqual(live);
      await again.close();
    }),
  );

  it('finds transactions in memory too', () =>
    inTemporaryDirectory(async (directory) => {
      const given = new Map<EventId, Fact>();
      const { disk, open, append } = await openNoted(directory, given);
      const script = seededFacts(5);
      const journal = await open();
      const expectFound = async () => {
        for (const fact of given.values()) {
          if (!('txid' in fact)) continue;
          const same = [...given].filter(([, other]) => 'txid' in other && equalBytes(other.txid, fact.txid));
          expect(await journal.find(fact.txid)).toEqual(same.map(([id, other]) => ({ id, fact: other })));
        }
      };
      append(journal, script.take(25));
      await expectFound();
      await journal.sync();
      await expectFound();
      for (let i = 0; i < 2; i++) {
        disk.refusal = () => 'EIO';
        append(journal, script.take(5));
        await journal.sync();
        append(journal, script.take(3));
        await expectFound();
        disk.refusal = () => undefined;
        await journal.recover();
        await expectFound();
        append(journal, script.take(4));
        await journal.sync();
        await expectFound();
      }
      await journal.close();
    }));

  it('opens in memory while the disk is full, with a durable epoch', () =>
    inTemporaryDirectory(async (directory) => {
      const { disk, open, append } = await openNoted(directory, new Map());
      const first = await open();
      append(first, seededFacts(1).take(20));
      await first.sync();
      await disk.release();
      // a file can be overwritten, but none can grow
      disk.refusal = (change, path) => (change === 'write' && !path.endsWith('epoch') ? 'ENOSPC' : undefined);
      const journal = await open();
      expect(journal.failure).toContain('is full');
      expect(journal.position).toBe(`${start + 1}-0`);
      expect(journal.keyframe().state).toEqual(first.keyframe().state);
      append(journal, seededFacts(2).take(5));
      expect(await journal.sync()).toBe(false);
      await journal.close();
      disk.refusal = () => undefined;
      const again = await open();
      expect(again.position).toBe(`${start + 2}-0`);
      expect(again.failure).toBeUndefined();
      await again.close();
    }));

  it('does not open without an epoch', () =>
    inTemporaryDirectory(async (directory) => {
      const { disk, open } = await openNoted(directory, new Map());
      disk.refusal = () => 'EROFS';
      await expect(open()).rejects.toEqual(expect.objectContaining({ code: 'journal.disk' }));
    }));

  // one scenario, refused at the nth change for every n, with and without recovery within the run
  it.each(['ENOSPC', 'EIO'])(
    'never stores a record that reads wrongly, whichever change is refused with %s',
    async (code) => {
      for (let n = code.length, refused = true; refused; n += 2) {
        refused = await inTemporaryDirectory((directory) => refuseAt(directory, n, code));
        expect(n).toBeLessThan(2_000);
      }
    },
  );

  async function refuseAt(directory: string, n: number, code: string): Promise<boolean> {
    const given = new Map<EventId, Fact>();
    const { disk, open, append } = await openNoted(directory, given);
    const script = seededFacts(n);
    let refusedAt = 0;
    disk.refusal = (change) => {
      // a full disk refuses growth only
      if (disk.changes < n || (code === 'ENOSPC' && change !== 'write' && change !== 'rename')) return undefined;
      refusedAt = n;
      return code;
    };
    let journal: DiskJournal | undefined;
    const durable: EventId[] = [];
    let noted = 0;
    for (let step = 0; step < 8; step++) {
      try {
        journal ??= await open();
      } catch (cause) {
        if (!isCoded(cause, 'journal.disk')) throw cause;
        disk.refusal = () => undefined;
        continue;
      }
      append(journal, script.take(20));
      const synced = await journal.sync();
      if (synced) durable.push(...[...given.keys()].slice(noted));
      else expect(journal.failure).toBeDefined();
      noted = given.size;
      if (step % 4 === 1) {
        if (n % 3 === 0) await journal.close();
        await disk.release();
        journal = undefined;
      } else if (journal.failure !== undefined) {
        expect(await journal.recover()).toBe(false);
        disk.refusal = () => undefined;
        expect(await journal.recover()).toBe(true);
      }
      expect(journal?.failure).toBeUndefined();
    }
    const live = journal!.keyframe().state;
    await journal!.close();
    disk.refusal = () => undefined;
    const again = await open();
    expect(again.keyframe().state).toEqual(live);
    const stored = (await readSegments(directory)).flatMap(({ events }) => events);
    expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
    for (const { id, fact } of stored) expect(fact).toEqual(given.get(id));
    const oldest = parseEventId(stored[0]!.id);
    const storedIds = new Set(stored.map(({ id }) => id));
    for (const id of durable) {
      if (comparePlaces(parseEventId(id), oldest) >= 0) expect(storedIds).toContain(id);
    }
    await again.close();
    return refusedAt > 0;
  }
});
