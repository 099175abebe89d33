import { CodedError } from '@glassblock/primitives';
import { ClassicLevel } from 'classic-level';
import type { Engine, EngineReader, EngineSnapshot, KeyRange, Row, RowChange } from './engine.ts';

const views = { keyEncoding: 'view', valueEncoding: 'view' } as const;
type Db = ClassicLevel<Uint8Array, Uint8Array>;
type DbSnapshot = ReturnType<Db['snapshot']>;

export interface LevelOptions {
  directory: string;
  /** Bytes of LevelDB's block cache. */
  cacheBytes: number;
  /** Bytes of its write buffer: twice this can be held in memory. */
  writeBufferBytes: number;
}

/**
 * LevelDB on disk. Several threads of one process may open the same directory; only one of them should write.
 * @throws {CodedError} store.locked when another process has it; store.open-failed otherwise
 */
export async function openLevelEngine(options: LevelOptions): Promise<Engine> {
  const db: Db = new ClassicLevel(options.directory, {
    ...views,
    multithreading: true,
    cacheSize: options.cacheBytes,
    writeBufferSize: options.writeBufferBytes,
    compression: true,
  });
  try {
    await db.open();
  } catch (cause) {
    const inner = cause instanceof Error ? (cause.cause as { code?: string; message?: string } | undefined) : undefined;
    if (inner?.code === 'LEVEL_LOCKED') {
      throw new CodedError('store.locked', 'another process uses this data directory', {
        datum: options.directory,
        cause,
      });
    }
    throw new CodedError(
      'store.open-failed',
      `the data directory cannot be opened: ${inner?.message ?? String(cause)}`,
      {
        datum: options.directory,
        cause,
      },
    );
  }
  return {
    atomic: true,
    ...reader(db, undefined),
    snapshot(): EngineSnapshot {
      const snapshot = db.snapshot();
      return { ...reader(db, snapshot), close: () => snapshot.close() };
    },
    async write(changes, { durable }) {
      try {
        await db.batch(changes.map(toOperation), { sync: durable, ...views });
      } catch (cause) {
        throw new CodedError('store.write-failed', 'the store could not be written', { cause });
      }
    },
    close: () => db.close(),
  };
}

function toOperation({ key, value }: RowChange) {
  return value === undefined ? { type: 'del' as const, key } : { type: 'put' as const, key, value };
}

function reader(db: Db, snapshot: DbSnapshot | undefined): EngineReader {
  const at = snapshot === undefined ? {} : { snapshot };
  return {
    async getMany(keys) {
      const values = await db.getMany([...keys], { ...views, ...at });
      return values.map((value) => (value === undefined ? undefined : plain(value)));
    },
    async scan({ gte, lt, reverse = false, limit = -1 }: KeyRange): Promise<Row[]> {
      const rows = await db.iterator({ gte, lt, reverse, limit, ...views, ...at }).all();
      return rows.map(([key, value]) => [plain(key), plain(value)]);
    },
  };
}

/** The binding gives Buffers, whose `slice` does not copy; every engine gives plain arrays. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
