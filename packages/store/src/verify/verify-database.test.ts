import { cpSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@glassblock/primitives';
import { ClassicLevel } from 'classic-level';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLevelEngine } from '../index.ts';
import { damagedFiles, verifyDatabase } from './verify-database.ts';

let home: string;
/** A closed database with several tables and a log with many batches. */
let made: string;
const batches = 120;
/** Fewer than the write buffer holds, more than a block of the log. */
const loggedBatches = 13;

const options = (directory: string) => ({ directory, cacheBytes: 1 << 20, writeBufferBytes: 1 << 16 });
const keyOf = (batch: number, row: number) => Uint8Array.of(7, batch, row);
const valueAt = (batch: number, row: number) => new Uint8Array(300).map((_, i) => (batch * 7 + row * 3 + i) & 0xff);

async function fill(directory: string, count: number): Promise<void> {
  const engine = await openLevelEngine(options(directory));
  for (let batch = 0; batch < count; batch++) {
    const changes = Array.from({ length: 12 }, (_, row) => ({ key: keyOf(batch, row), value: valueAt(batch, row) }));
    await engine.write(changes, { durable: false });
  }
  await engine.close();
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'glassblock-verify-'));
  made = join(home, 'made');
  await fill(made, batches);
  // a close does not wait for tables that are being written: one log and no obsolete table remain
  const db = new ClassicLevel<Uint8Array, Uint8Array>(made, { keyEncoding: 'view', valueEncoding: 'view' });
  await db.open();
  await db.compactRange(Uint8Array.of(0), Uint8Array.of(255), { keyEncoding: 'view' });
  await db.close();
  await fill(made, loggedBatches);
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Copies the database for a fault. */
function copy(name: string): string {
  const directory = join(home, name);
  cpSync(made, directory, { recursive: true });
  return directory;
}

const files = (directory: string, pattern: RegExp) => readdirSync(directory).filter((name) => pattern.test(name));

function flip(path: string, bit: number): void {
  const bytes = readFileSync(path);
  bytes[bit >> 3]! ^= 1 << (bit & 7);
  writeFileSync(path, bytes);
}

describe('verifyDatabase', () => {
  it('accepts a database, closed or open, and a directory without one', async () => {
    const { faults, files: count, bytes } = await verifyDatabase(made);
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(4);
    expect(bytes).toBeGreaterThan(100_000);
    const engine = await openLevelEngine(options(copy('open')));
    await engine.write([{ key: keyOf(0, 0), value: valueAt(9, 9) }], { durable: true });
    expect((await verifyDatabase(join(home, 'open'), { isOpen: true })).faults).toEqual([]);
    await engine.close();
    const empty = await mkdtemp(join(home, 'empty-'));
    expect(await verifyDatabase(empty)).toEqual({ faults: [], files: 0, bytes: 0 });
  });

  it('accepts every state of an open database that is written', async () => {
    const directory = join(home, 'written');
    const engine = await openLevelEngine(options(directory));
    for (let batch = 0; batch < 60; batch++) {
      const changes = Array.from({ length: 40 }, (_, row) => ({ key: keyOf(batch, row), value: valueAt(batch, row) }));
      await engine.write(changes, { durable: false });
      if (batch % 10 === 9) {
        expect((await verifyDatabase(directory, { isOpen: true })).faults).toEqual([]);
      }
    }
    await engine.close();
    expect((await verifyDatabase(directory)).faults).toEqual([]);
  });

  it('finds a flipped bit in any table and in the manifest, and names the file', async () => {
    const random = seededRandom(14);
    const directory = copy('bits');
    for (const file of files(directory, /\.ldb$|^MANIFEST/)) {
      const path = join(directory, file);
      for (let i = 0; i < 8; i++) {
        // not in the padding before the magic bytes of a table
        const bit = Math.floor(random() * 8 * (statSync(path).size - 48));
        flip(path, bit);
        const verified = await verifyDatabase(directory);
        expect([file, bit, verified.faults.map((fault) => fault.file)]).toEqual([file, bit, [file]]);
        expect(damagedFiles(directory, verified)).toMatchObject({ code: 'store.damaged' });
        flip(path, bit);
      }
    }
    expect((await verifyDatabase(directory)).faults).toEqual([]);
  });

  it('finds truncated and missing tables, manifests and logs', async () => {
    for (const [i, file] of files(made, /\.ldb$|^MANIFEST|^CURRENT$|\.log$/).entries()) {
      const directory = copy(`missing${i}`);
      await rm(join(directory, file));
      expect((await verifyDatabase(directory)).faults).toEqual([{ file, fault: 'it is missing' }]);
      if (file.endsWith('.log')) continue;
      const shorter = copy(`shorter${i}`);
      truncateSync(join(shorter, file), Math.floor(statSync(join(shorter, file)).size / 3));
      const [fault] = (await verifyDatabase(shorter)).faults;
      expect([file, fault?.fault]).toEqual([file, expect.any(String)]);
    }
  });

  it('accepts a log without its last records, but not one without records in between', async () => {
    const directory = copy('logs');
    const [file] = files(directory, /\.log$/);
    const path = join(directory, file!);
    const log = readFileSync(path);
    expect(log.length).toBeGreaterThan(40_000);
    for (const length of [log.length - 1, log.length - 3_000, 35_000, 7, 0]) {
      writeFileSync(path, log.subarray(0, length));
      expect((await verifyDatabase(directory)).faults).toEqual([]);
    }
    writeFileSync(path, log);
    // in the last block nothing is read after a fault
    flip(path, 8 * (log.length - 100));
    expect((await verifyDatabase(directory)).faults).toEqual([]);
    writeFileSync(path, log);
    flip(path, 8 * 1_000);
    expect((await verifyDatabase(directory)).faults).toEqual([
      { file, fault: expect.stringMatching(/^the checksum of a record is wrong at byte \d+$/) },
    ]);
  });

  it('finds a batch that is missing although all checksums hold', async () => {
    const directory = copy('gap');
    const [file] = files(directory, /\.log$/);
    const path = join(directory, file!);
    const log = readFileSync(path);
    // the first record: header, then as many bytes as its length field states
    const first = 7 + log.readUInt16LE(4);
    const block = log.subarray(0, 32_768);
    const second = 7 + log.readUInt16LE(first + 4);
    writeFileSync(path, Buffer.concat([block.subarray(0, first), block.subarray(first + second, 3 * first)]));
    expect((await verifyDatabase(directory)).faults).toEqual([
      { file, fault: expect.stringMatching(/^batches before byte \d+ are missing$/) },
    ]);
  });

  it('stops when aborted, and reports its progress', async () => {
    const seen: [number, number][] = [];
    await verifyDatabase(made, { onProgress: (bytes, allBytes) => seen.push([bytes, allBytes]) });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.at(-1)![0]).toBe(seen.at(-1)![1]);
    await expect(verifyDatabase(made, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});
