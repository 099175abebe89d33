/**
 * Verifies the files of a database like the index: seconds and CPU seconds per GB, with the files in the page cache.
 *
 *     node bench/verify.ts [megabytes=1000]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@glassblock/primitives';
import { openLevelEngine, type RowChange, verifyDatabase } from '@glassblock/store';
import { calibrate, median } from './calibrate.ts';

const megabytes = Number(process.argv[2] ?? 1_000);
const rowsPerBatch = 2_000;
/** As in the index: short keys, values of which most cannot be compressed. */
const keyBytes = 14;
const valueBytes = 90;

const directory = await mkdtemp(join(tmpdir(), 'glassblock-verify-'));
const engine = await openLevelEngine({ directory, cacheBytes: 8e6, writeBufferBytes: 32e6 });
const random = seededRandom(1);
const pattern = Uint8Array.from({ length: 1 << 20 }, () => Math.floor(random() * 256));
for (let written = 0, number = 0; written < megabytes * 1e6; ) {
  const changes: RowChange[] = [];
  for (let i = 0; i < rowsPerBatch; i++, number++) {
    const key = new Uint8Array(keyBytes);
    new DataView(key.buffer).setUint32(0, number);
    const at = Math.floor(random() * (pattern.length - valueBytes));
    changes.push({ key, value: pattern.subarray(at, at + valueBytes) });
    written += keyBytes + valueBytes;
  }
  await engine.write(changes, { durable: false });
}
await engine.close();

const times: number[] = [];
const cpu: number[] = [];
let bytes = 0;
for (let run = 0; run < 5; run++) {
  const start = performance.now();
  const before = process.cpuUsage();
  const verified = await verifyDatabase(directory);
  if (verified.faults.length > 0) throw new Error(JSON.stringify(verified.faults));
  const { user, system } = process.cpuUsage(before);
  ({ bytes } = verified);
  times.push((performance.now() - start) / 1e3 / (bytes / 1e9));
  cpu.push((user + system) / 1e6 / (bytes / 1e9));
}
await rm(directory, { recursive: true });
process.stdout.write(
  `${(bytes / 1e6).toFixed(0)} MB: ${median(times).toFixed(2)} s per GB, ${median(cpu).toFixed(2)} CPU s per GB, calibration ${calibrate().toFixed(1)} ms\n`,
);
