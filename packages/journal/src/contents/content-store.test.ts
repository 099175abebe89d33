import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCoded, seededRandom } from '@glassblock/primitives';
import { afterEach, describe, expect, it } from 'vitest';
import { createFaultyDisk } from '../../test/faulty-disk.ts';
import { inTemporaryDirectory } from '../../test/journal-files.ts';
import { hashOf } from '../../test/seeded-facts.ts';
import { type ContentStore, type ContentStoreOptions, openContentStore } from '../index.ts';
import { ContentTable } from './content-table.ts';

const disk = createFaultyDisk();
afterEach(async () => {
  disk.refusal = () => undefined;
  await disk.release();
});
const open = (directory: string, options: Partial<ContentStoreOptions> = {}) =>
  openContentStore({ directory, disk, fileBytes: 20_000, ...options });

const txid = (n: number) => hashOf(`transaction ${n}`);
/** Returns bytes derived from a number; some are longer than one read. */
function bytesOf(n: number): Uint8Array {
  const random = seededRandom(n);
  const length = n % 7 === 0 ? 3_000 : 100 + Math.floor(random() * 200);
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
}
async function fill(store: ContentStore, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) {
    store.put(txid(n), bytesOf(n));
    if (n % 20 === 0) await store.sync();
  }
  await store.sync();
}
async function expectStored(store: ContentStore, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) expect(await store.get(txid(n))).toEqual(bytesOf(n));
}

describe('content store', () => {
  it('returns stored bytes, before and after writing, and across restarts', () =>
    inTemporaryDirectory(async (directory) => {
      let store = await open(directory);
      store.put(txid(1), bytesOf(1));
      expect(await store.get(txid(1))).toEqual(bytesOf(1));
      await fill(store, 1, 300);
      await expectStored(store, 1, 300);
      expect(await store.get(txid(300))).toBeUndefined();
      expect(store.stats.files).toBeGreaterThan(5);
      await store.close();
      store = await open(directory);
      await expectStored(store, 1, 300);
      await fill(store, 300, 330);
      await store.close();
      store = await open(directory);
      await expectStored(store, 1, 330);
      expect(store.stats.count).toBe(329);
      await store.close();
    }));

  it('ignores a second put of the same id', () =>
    inTemporaryDirectory(async (directory) => {
      const store = await open(directory);
      await fill(store, 1, 50);
      const { bytes } = store.stats;
      await fill(store, 1, 50);
      expect(store.stats.bytes).toBe(bytes);
      await store.close();
    }));

  it('drops the oldest file above the maximum bytes and count', () =>
    inTemporaryDirectory(async (directory) => {
      let store = await open(directory, { maxBytes: 64_000 });
      await fill(store, 1, 400);
      expect(store.stats.bytes).toBeLessThan(64_000);
      expect(await store.get(txid(1))).toBeUndefined();
      await expectStored(store, 380, 400);
      await store.close();
      store = await open(directory, { maxCount: 30 });
      expect(store.stats.count).toBeLessThanOrEqual(30);
      await expectStored(store, 395, 400);
      await store.close();
    }));

  it('returns undefined for transactions behind the end of a truncated full file', () =>
    inTemporaryDirectory(async (directory) => {
      let store = await open(directory);
      await fill(store, 1, 300);
      await store.close();
      const [name] = readdirSync(directory).filter((one) => one.endsWith('.content'));
      truncateSync(join(directory, name!), 500);
      store = await open(directory);
      for (let n = 1; n < 30; n++) expect([undefined, bytesOf(n)]).toContainEqual(await store.get(txid(n)));
      expect(await store.get(txid(29))).toBeUndefined();
      await expectStored(store, 250, 300);
      await store.close();
    }));

  it('reports a record that is damaged or incomplete', () =>
    inTemporaryDirectory(async (directory) => {
      let store = await open(directory);
      await fill(store, 1, 5);
      await store.close();
      const [name] = readdirSync(directory);
      const bytes = readFileSync(join(directory, name!));
      bytes[bytes.length - 1]! ^= 1;
      writeFileSync(join(directory, name!), bytes);
      const losses: string[] = [];
      store = await open(directory, { onDamaged: (loss) => losses.push(loss) });
      expect(losses).toEqual([
        expect.stringMatching(/^the transactions behind byte \d+ of 0000000001.content are lost$/),
      ]);
      await store.close();
    }));

  it('truncates an incomplete record at any byte', () =>
    inTemporaryDirectory(async (directory) => {
      let store = await open(directory);
      await fill(store, 1, 5);
      const [name] = readdirSync(directory);
      const path = join(directory, name!);
      const before = readFileSync(path).length;
      store.put(txid(5), bytesOf(5));
      await store.close();
      const whole = readFileSync(path);
      for (let length = before; length < whole.length; length++) {
        writeFileSync(path, whole);
        truncateSync(path, length);
        store = await open(directory);
        expect(await store.get(txid(5))).toBeUndefined();
        expect(store.stats.bytes).toBe(before);
        await store.close();
      }
      store = await open(directory);
      await fill(store, 5, 9);
      await expectStored(store, 1, 9);
      await store.close();
    }));

  it('treats damaged records as absent, and accepts them again', () =>
    inTemporaryDirectory(async (directory) => {
      let store = await open(directory);
      await fill(store, 1, 200);
      await store.close();
      const names = readdirSync(directory).filter((name) => name.endsWith('.content'));
      for (const name of names) {
        const bytes = readFileSync(join(directory, name));
        for (let at = 700; at < bytes.length; at += 1_000) bytes[at]! ^= 0x10;
        writeFileSync(join(directory, name), bytes);
      }
      store = await open(directory);
      let absent = 0;
      for (let n = 1; n < 200; n++) {
        const bytes = await store.get(txid(n));
        if (bytes === undefined) absent++;
        else expect(bytes).toEqual(bytesOf(n));
      }
      expect(absent).toBeGreaterThan(10);
      expect(absent).toBeLessThan(190);
      await fill(store, 1, 200);
      await expectStored(store, 1, 200);
      await store.close();
    }));

  it('distinguishes ids with a common prefix', () =>
    inTemporaryDirectory(async (directory) => {
      const store = await open(directory);
      const [a, b] = [txid(1), txid(1)];
      b[20]! ^= 1;
      store.put(a, bytesOf(1));
      await store.sync();
      expect(await store.get(b)).toBeUndefined();
      await store.close();
    }));

  it('returns no wrong bytes, and everything that it confirmed, whichever change the disk refuses', async () => {
    for (let n = 1, refused = true; refused; n++) {
      refused = await inTemporaryDirectory((directory) => refuseAt(directory, n));
      expect(n).toBeLessThan(1_000);
    }
  });

  async function refuseAt(directory: string, n: number): Promise<boolean> {
    const first = disk.changes;
    let refused = false;
    disk.refusal = () => {
      refused ||= disk.changes - first === n;
      return refused ? 'EIO' : undefined;
    };
    let store: ContentStore | undefined;
    const durable: number[] = [];
    for (let step = 0; step < 4; step++) {
      try {
        store ??= await open(directory);
      } catch (cause) {
        if (!isCoded(cause, 'journal.disk')) throw cause;
        disk.refusal = () => undefined;
        continue;
      }
      const numbers = Array.from({ length: 20 }, (_, i) => 20 * step + i);
      for (const i of numbers) store.put(txid(i), bytesOf(i));
      if (await store.sync()) durable.push(...numbers);
      if (store.failure !== undefined) {
        expect(await store.recover()).toBe(false);
        disk.refusal = () => undefined;
        expect(await store.recover()).toBe(true);
      } else if (step === 1) {
        await disk.release();
        store = undefined;
      }
    }
    disk.refusal = () => undefined;
    await disk.release();
    store = await open(directory);
    for (const i of durable) expect(await store.get(txid(i))).toEqual(bytesOf(i));
    for (let i = 0; i < 80; i++) expect([undefined, bytesOf(i)]).toContainEqual(await store.get(txid(i)));
    await store.close();
    return refused;
  }

  it('stores nothing while the disk refuses, and resumes after recovery', () =>
    inTemporaryDirectory(async (directory) => {
      let store = await open(directory);
      await fill(store, 1, 30);
      disk.refusal = (change) => (change === 'rename' ? undefined : 'ENOSPC');
      store.put(txid(30), bytesOf(30));
      expect(await store.sync()).toBe(false);
      expect(store.failure).toContain('is full');
      store.put(txid(31), bytesOf(31));
      expect(await store.get(txid(31))).toBeUndefined();
      await expectStored(store, 1, 30);
      expect(await store.recover()).toBe(false);
      disk.refusal = () => undefined;
      expect(await store.recover()).toBe(true);
      await fill(store, 30, 60);
      await expectStored(store, 1, 60);
      await disk.release();
      store = await open(directory);
      await expectStored(store, 1, 60);
      await store.close();
    }));
});

describe('content table', () => {
  it('finds entries with twelve bytes each', () => {
    let table = new ContentTable();
    for (let n = 0; n < 20_000; n++) table.add(txid(n), n);
    table.remove(txid(7), 7);
    table.fit();
    expect(table.memoryBytes).toBeLessThan(20_000 * 17);
    for (const again of [table, (table = ContentTable.of(table.entries()))]) {
      for (let n = 0; n < 20_000; n += 3) expect(again.offsetsOf(txid(n))).toEqual([n]);
      expect(again.offsetsOf(txid(7))).toEqual([]);
      expect(again.offsetsOf(txid(20_001))).toEqual([]);
      expect(again.length).toBe(19_999);
    }
  });

  it('stores two ids with the same eight-byte prefix', () => {
    const table = new ContentTable();
    table.add(txid(1), 10);
    table.add(txid(1), 20);
    expect(table.offsetsOf(txid(1)).sort()).toEqual([10, 20]);
    table.remove(txid(1), 10);
    expect(table.offsetsOf(txid(1))).toEqual([20]);
  });
});
