import { CodedError } from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';
import type { Engine, KeyRange, Row, RowChange } from '../engine.ts';
import type { Table } from '../table.ts';
import { Buckets } from './buckets.ts';
import { openSession, type Session } from './cassandra-session.ts';
import type { CassandraAddress } from './cassandra-url.ts';

/** Rows and bytes of one batch. Its rows have one bucket, so it is one mutation, which a node limits to 16 MiB. */
const batch = { rows: 100, bytes: 512 * 1024 };
/** Keys of one read. */
const keysAtOnce = 50;
/** Rows of one page of an answer. */
const pageRows = 500;
/** Buckets that are known to be listed. */
const knownBuckets = 200_000;

const select = 'SELECT key, value FROM rows WHERE bucket = ? AND key >= ? AND key < ?';

interface Part {
  readonly bucket: Uint8Array;
  readonly query: string;
  readonly params: readonly unknown[];
  readonly bytes: number;
}

/**
 * Connects to the rows of a store (`openCassandraEngine`). Not atomic: rows are written in any order. Reads and writes need a
 * quorum of the replicas.
 */
export async function connectCassandraEngine(
  address: CassandraAddress,
  tables: readonly Table[],
  isReader: boolean,
): Promise<Engine> {
  const session = await openSession(address, isReader);
  const buckets = new Buckets(tables);
  const listed = new LRUCache<string, true>({ max: knownBuckets });
  let isClosed = false;
  const read = async <T>(request: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new CodedError('store.closed', 'the connection to the Cassandra cluster was closed');
    try {
      return await request();
    } catch (cause) {
      throw new CodedError('store.read-failed', `the Cassandra cluster cannot be read: ${String(cause)}`, { cause });
    }
  };

  /** Lists the buckets of changes before their rows are written: rows of others are not found by scans of a whole table. */
  async function list(changes: readonly RowChange[]): Promise<void> {
    const missing = new Map<string, Uint8Array>();
    for (const { key } of changes) {
      const bucket = buckets.of(key);
      const text = textOf(bucket);
      if (!listed.has(text)) missing.set(text, bucket);
    }
    const query = 'INSERT INTO buckets (id, bucket) VALUES (?, ?)';
    await Promise.all(
      Array.from(missing, async ([text, bucket]) => {
        await session.write([{ query, params: [bucket[0], toBuffer(bucket)] }]);
        listed.set(text, true);
      }),
    );
  }

  return {
    atomic: false,
    snapshot() {
      throw new Error('this engine has no snapshots');
    },
    getMany: (keys) => read(() => valuesOf(session, buckets, keys)),
    scan: (range) => read(() => scan(session, buckets, range)),
    async write(rows) {
      try {
        const changes = [...rows];
        await list(changes);
        await Promise.all(
          batchesOf(changes.map((change) => partOf(buckets, change))).map((parts) => session.write(parts)),
        );
      } catch (cause) {
        throw refused(cause);
      }
    },
    async replace(key, expected, value) {
      try {
        await list([{ key, value }]);
        return await replace(session, toBuffer(buckets.of(key)), toBuffer(key), expected, value);
      } catch (cause) {
        throw refused(cause);
      }
    },
    async close() {
      isClosed = true;
      await session.close();
    },
  };
}

const refused = (cause: unknown) =>
  new CodedError(
    'store.write-failed',
    `the Cassandra cluster refuses writes (${String(cause)}): writing resumes when it accepts them`,
    { datum: { isFull: false }, cause },
  );

const toBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const textOf = (bytes: Uint8Array): string => toBuffer(bytes).toString('latin1');
const fromBuffer = (value: Buffer): Uint8Array => new Uint8Array(value.buffer, value.byteOffset, value.length);

async function valuesOf(
  session: Session,
  buckets: Buckets,
  keys: readonly Uint8Array[],
): Promise<(Uint8Array | undefined)[]> {
  const byBucket = new Map<string, Uint8Array[]>();
  for (const key of keys) {
    const text = textOf(buckets.of(key));
    const list = byBucket.get(text);
    if (list === undefined) byBucket.set(text, [key]);
    else list.push(key);
  }
  const values = new Map<string, Uint8Array>();
  const reads: Promise<void>[] = [];
  const readSome = async (wanted: readonly Uint8Array[]) => {
    const query = 'SELECT key, value FROM rows WHERE bucket = ? AND key IN ?';
    const { rows } = await session.read(query, [toBuffer(buckets.of(wanted[0]!)), wanted.map(toBuffer)]);
    for (const row of rows) {
      values.set((row.get('key') as Buffer).toString('latin1'), fromBuffer(row.get('value') as Buffer));
    }
  };
  for (const list of byBucket.values()) {
    for (let at = 0; at < list.length; at += keysAtOnce) reads.push(readSome(list.slice(at, at + keysAtOnce)));
  }
  await Promise.all(reads);
  return keys.map((key) => values.get(textOf(key)));
}

async function scan(session: Session, buckets: Buckets, range: KeyRange): Promise<Row[]> {
  const { gte, lt, limit = Number.POSITIVE_INFINITY, enoughBytes = Number.POSITIVE_INFINITY } = range;
  const found: Row[] = [];
  if (Buffer.compare(gte, lt) >= 0 || limit <= 0) return found;
  let bytes = 0;
  const isEnough = () => found.length >= limit || bytes >= enoughBytes;
  const only = buckets.only(gte, lt);
  for await (const bucket of only === undefined ? listedBuckets(session, range) : [only]) {
    for (let pageState: string | undefined; ; ) {
      const order = range.reverse === true ? ' ORDER BY key DESC' : '';
      const rest = Math.min(pageRows, limit - found.length);
      const answer = await session.read(`${select}${order}`, [toBuffer(bucket), toBuffer(gte), toBuffer(lt)], {
        fetchSize: rest,
        ...(pageState !== undefined && { pageState }),
      });
      for (const row of answer.rows) {
        const [key, value] = [fromBuffer(row.get('key') as Buffer), fromBuffer(row.get('value') as Buffer)];
        found.push([key, value]);
        bytes += key.length + value.length;
        if (found.length >= limit) break;
      }
      pageState = answer.pageState ?? undefined;
      if (pageState === undefined || isEnough()) break;
    }
    if (isEnough()) break;
  }
  return found;
}

/** Iterates the buckets that may have keys of a range, in its direction. */
async function* listedBuckets(session: Session, { gte, lt, reverse = false }: KeyRange): AsyncGenerator<Uint8Array> {
  const ids: number[] = [];
  for (let id = gte[0]!; id < lt[0]! || (id === lt[0] && lt.length > 1); id++) ids.push(id);
  if (reverse) ids.reverse();
  for (const id of ids) {
    // a bucket is shorter than its keys: the one of the first key sorts before that key
    const query = `SELECT bucket FROM buckets WHERE id = ? AND bucket < ? ORDER BY bucket ${reverse ? 'DESC' : 'ASC'}`;
    for (let pageState: string | undefined; ; ) {
      const answer = await session.read(query, [id, toBuffer(lt)], {
        fetchSize: pageRows,
        ...(pageState !== undefined && { pageState }),
      });
      for (const row of answer.rows) {
        const bucket = fromBuffer(row.get('bucket') as Buffer);
        if (Buffer.compare(bucket, gte.subarray(0, bucket.length)) >= 0) yield bucket;
        else if (reverse) break;
      }
      pageState = answer.pageState ?? undefined;
      if (pageState === undefined) break;
    }
  }
}

function partOf(buckets: Buckets, { key, value }: RowChange): Part {
  const bucket = buckets.of(key);
  return value === undefined
    ? { bucket, query: 'DELETE FROM rows WHERE bucket = ? AND key = ?', params: [bucket, key].map(toBuffer), bytes: 50 }
    : {
        bucket,
        query: 'INSERT INTO rows (bucket, key, value) VALUES (?, ?, ?)',
        params: [bucket, key, value].map(toBuffer),
        bytes: key.length + value.length,
      };
}

/** Groups statements by bucket into batches of bounded size. */
function batchesOf(parts: readonly Part[]): Part[][] {
  const open = new Map<string, { parts: Part[]; bytes: number }>();
  const batches: Part[][] = [];
  for (const part of parts) {
    const text = textOf(part.bucket);
    let current = open.get(text);
    if (current === undefined || current.parts.length >= batch.rows || current.bytes + part.bytes > batch.bytes) {
      current = { parts: [], bytes: 0 };
      open.set(text, current);
      batches.push(current.parts);
    }
    current.parts.push(part);
    current.bytes += part.bytes;
  }
  return batches;
}

/** Compares and sets. A transaction whose outcome is not known is looked up: reading at serial consistency decides it. */
async function replace(
  session: Session,
  bucket: Buffer,
  key: Buffer,
  expected: Uint8Array | undefined,
  value: Uint8Array,
): Promise<boolean> {
  try {
    const answer =
      expected === undefined
        ? await session.once('INSERT INTO rows (bucket, key, value) VALUES (?, ?, ?) IF NOT EXISTS', [
            bucket,
            key,
            toBuffer(value),
          ])
        : await session.once('UPDATE rows SET value = ? WHERE bucket = ? AND key = ? IF value = ?', [
            toBuffer(value),
            bucket,
            key,
            toBuffer(expected),
          ]);
    return answer.rows[0]?.get('[applied]') === true;
  } catch (error) {
    const { rows } = await session.readDecided('SELECT value FROM rows WHERE bucket = ? AND key = ?', [bucket, key]);
    const stored = rows[0]?.get('value') as Buffer | undefined;
    if (stored?.equals(value) === true) return true;
    if (expected === undefined ? stored === undefined : stored?.equals(expected) === true) throw error;
    return false;
  }
}
