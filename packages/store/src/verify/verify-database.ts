import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CodedError } from '@glassblock/primitives';
import { readLog } from './log-records.ts';
import { type LiveTable, type Manifest, readManifest } from './manifest.ts';
import { tableFault } from './table-blocks.ts';

/** A damaged or missing file of a database. */
export interface FileFault {
  /** Name inside the directory of the database. */
  file: string;
  /** The fault, as the end of a sentence. */
  fault: string;
}

/** Result of a verification. */
export interface Verification {
  faults: FileFault[];
  files: number;
  bytes: number;
}

/** Options of a verification. */
export interface VerifyOptions {
  /** Another part of the program has the database open: its logs are not verified, and files may disappear. */
  isOpen?: boolean;
  /** Verifies one table at a time and pauses this long after each, to leave the disk and the processor to others. */
  pauseMs?: number;
  signal?: AbortSignal;
  onProgress?(bytes: number, allBytes: number): void;
}

/** Tables read at once: reading one overlaps with verifying another. */
const concurrency = 4;
/** Sequence number and count before the changes of a batch. */
const batchHeaderBytes = 12;

/**
 * Verifies the checksums of all files of a LevelDB database without opening it. LevelDB itself verifies no table when
 * it reads one, and may end the process at a damaged one.
 * The last records of the newest log may be missing, as after a kill: the database then ends with the commit before.
 */
export async function verifyDatabase(directory: string, options: VerifyOptions = {}): Promise<Verification> {
  const result: Verification = { faults: [], files: 0, bytes: 0 };
  const names = await readdir(directory);
  const read = await manifestOf(directory, names);
  if (read === undefined) return result;
  result.files += 2;
  if ('fault' in read) return { ...result, faults: [read] };
  const { manifest } = read;
  result.bytes += read.bytes;
  await verifyTables(directory, manifest, names, options, result);
  if (options.isOpen !== true) await verifyLogs(directory, manifest, names, result);
  return result;
}

/** Returns the error that describes damaged files. */
export function damagedFiles(directory: string, { faults }: Verification): CodedError {
  const [first] = faults;
  const others = faults.length - 1;
  const more = others <= 0 ? '' : `, and ${others === 1 ? '1 other file' : `${others} other files`}`;
  return new CodedError('store.damaged', `${first?.file ?? 'the database'} is damaged (${first?.fault ?? ''})${more}`, {
    datum: directory,
  });
}

async function manifestOf(
  directory: string,
  names: readonly string[],
): Promise<{ manifest: Manifest; bytes: number } | FileFault | undefined> {
  if (!names.includes('CURRENT')) {
    const isNew = !names.some((name) => /^MANIFEST-|\.(ldb|sst)$/.test(name));
    return isNew ? undefined : { file: 'CURRENT', fault: 'it is missing' };
  }
  const current = await readFile(join(directory, 'CURRENT'), 'latin1');
  const [, name] = /^(MANIFEST-\d+)\n$/.exec(current) ?? [];
  if (name === undefined) return { file: 'CURRENT', fault: 'it does not name a manifest' };
  if (!names.includes(name)) return { file: name, fault: 'it is missing' };
  try {
    const bytes = await readFile(join(directory, name));
    return { manifest: readManifest(bytes), bytes: bytes.length };
  } catch (error) {
    return { file: name, fault: faultOf(error) };
  }
}

/** Describes a format error or an unreadable file. */
function faultOf(error: unknown): string {
  if (error instanceof RangeError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return code === 'ENOENT' ? 'it is missing' : `it cannot be read: ${code}`;
}

async function verifyTables(
  directory: string,
  { tables }: Manifest,
  names: readonly string[],
  options: VerifyOptions,
  result: Verification,
): Promise<void> {
  const allBytes = tables.reduce((sum, { size }) => sum + size, 0);
  const present = new Set(names);
  let next = 0;
  let done = 0;
  const work = async () => {
    for (let table = tables[next++]; table !== undefined; table = tables[next++]) {
      options.signal?.throwIfAborted();
      const file = fileOf(table, present);
      const fault = await faultOfTable(join(directory, file), table);
      if (fault !== undefined && !(options.isOpen === true && (await isObsolete(directory, table)))) {
        result.faults.push({ file, fault });
      }
      done += table.size;
      result.files++;
      result.bytes += table.size;
      options.onProgress?.(done, allBytes);
      if (options.pauseMs !== undefined) await pause(options.pauseMs, undefined, options);
    }
  };
  await Promise.all(Array.from({ length: options.pauseMs === undefined ? concurrency : 1 }, work));
  result.faults.sort((a, b) => (a.file < b.file ? -1 : 1));
}

const padded = (number: number) => String(number).padStart(6, '0');

/** Tables of old versions of LevelDB have another name. */
function fileOf({ number }: LiveTable, present: ReadonlySet<string>): string {
  const old = `${padded(number)}.sst`;
  return present.has(old) ? old : `${padded(number)}.ldb`;
}

async function faultOfTable(path: string, { size }: LiveTable): Promise<string | undefined> {
  try {
    const bytes = await readFile(path);
    if (bytes.length !== size) return `it has ${bytes.length} bytes instead of ${size}`;
    return tableFault(bytes);
  } catch (error) {
    return faultOf(error);
  }
}

/** Returns whether a compaction has removed a table since the manifest was read. */
async function isObsolete(directory: string, { number }: LiveTable): Promise<boolean> {
  const read = await manifestOf(directory, await readdir(directory));
  return read !== undefined && 'manifest' in read && !read.manifest.tables.some((table) => table.number === number);
}

async function verifyLogs(
  directory: string,
  { logNumber, previousLog }: Manifest,
  names: readonly string[],
  result: Verification,
): Promise<void> {
  const logs = names
    .filter((name) => /^\d+\.log$/.test(name))
    .map((file) => ({ file, number: Number.parseInt(file, 10) }))
    .filter(({ number }) => number >= logNumber || (number !== 0 && number === previousLog))
    .sort((a, b) => a.number - b.number);
  if (logNumber !== 0 && logs[0]?.number !== logNumber && logs[0]?.number !== previousLog) {
    result.faults.push({ file: `${padded(logNumber)}.log`, fault: 'it is missing' });
  }
  let sequence: number | undefined;
  for (const { file } of logs) {
    try {
      const bytes = await readFile(join(directory, file));
      result.files++;
      result.bytes += bytes.length;
      sequence = checkBatches(bytes, sequence);
    } catch (error) {
      result.faults.push({ file, fault: faultOf(error) });
    }
  }
}

/**
 * Checks that the batches which LevelDB reads from a log follow each other.
 * @param expected sequence number of the first one; undefined: any
 * @returns the next sequence number
 * @throws {RangeError} with the fault
 */
function checkBatches(log: Uint8Array, expected: number | undefined): number | undefined {
  let next = expected;
  let skipped: string | undefined;
  for (const part of readLog(log)) {
    if (part.type === 'skipped') {
      skipped ??= `${part.fault} at byte ${part.offset}`;
      continue;
    }
    const { bytes, offset } = part;
    if (skipped !== undefined) throw new RangeError(skipped);
    if (bytes.length < batchHeaderBytes) throw new RangeError(`the batch at byte ${offset} is too short`);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const sequence = Number(view.getBigUint64(0, true));
    if (next !== undefined && sequence !== next) throw new RangeError(`batches before byte ${offset} are missing`);
    next = sequence + view.getUint32(8, true);
  }
  return next;
}
