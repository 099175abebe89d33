import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isCoded } from '@glassblock/primitives';
import { openRecordFile } from '../forecast/record-file.ts';
import type { BlockAudit } from './audit-block.ts';
import { decodeAudit, encodeAudit } from './audit-bytes.ts';
import { type AuditScore, decodeScore, encodeScore, scoreBytes } from './audit-score.ts';

/** Block audits by hash: complete audits up to a number of bytes, their scores for years. */
export interface AuditStore {
  /**
   * Stores an audit and evicts the oldest ones when there is no room; until it is stored, it is in memory. A known block
   * is not changed.
   * @throws errors of the file system: the audit is missing then, or its score is in memory only
   */
  add(audit: BlockAudit, score: AuditScore): Promise<void>;
  /** Returns the complete audit; undefined when there is none, or when its file is damaged. */
  audit(hash: string): Promise<BlockAudit | undefined>;
  score(hash: string): AuditScore | undefined;
  /** Returns all scores of a height, including stale blocks. */
  scoresAt(height: number): AuditScore[];
  /**
   * Returns scores in order of arrival.
   * @param first number of scores to skip
   */
  scoresFrom(first: number): AuditScore[];
}

/** Options of the audit store. */
export interface AuditStoreOptions {
  /** Created when missing; undefined: in memory. */
  directory: string | undefined;
  /** Maximum bytes of complete audits. */
  maxBytes: number;
  /** Maximum number of complete audits. Default 20,000. */
  maxAudits?: number;
  /**
   * Called with a description of the lost data when a read finds damaged rows or files, as the end of a sentence; may
   * repeat itself.
   */
  onDamaged?(loss: string): void;
}

/** Four years of blocks. */
const maxScores = 210_000;
const defaultAuditBytes = 20_000;
const bytesInMemory = 16e6;
const fileName = /^(\d{8})-([0-9a-f]{64})\.audit$/;

/** Opens the audit store. */
export async function openAuditStore(options: AuditStoreOptions): Promise<AuditStore> {
  const { directory, maxAudits = defaultAuditBytes, onDamaged } = options;
  const maxBytes = directory === undefined ? Math.min(options.maxBytes, bytesInMemory) : options.maxBytes;
  const files = directory === undefined ? filesInMemory() : await filesOnDisk(directory);
  const rows = await openRecordFile(directory === undefined ? undefined : join(directory, 'scores.rows'), {
    width: scoreBytes,
    max: maxScores,
    ...(onDamaged === undefined ? {} : { onDamaged }),
  });
  const scores = createScores();
  for await (const piece of rows.pieces()) for (const row of piece) scores.add(row);
  /** Oldest first. */
  const whole = new Map((await files.list()).map((file) => [file.hash, file]));
  let bytes = [...whole.values()].reduce((sum, { size }) => sum + size, 0);
  /** Encoded audits that are being written, by hash. */
  const unwritten = new Map<string, Uint8Array>();

  async function makeRoom(): Promise<void> {
    for (const file of whole.values()) {
      if ((bytes <= maxBytes && whole.size <= maxAudits) || whole.size <= 1) break;
      await files.remove(file);
      whole.delete(file.hash);
      bytes -= file.size;
    }
  }

  return {
    async add(audit, score) {
      if (scores.find(score.hash) !== undefined) return;
      const row = encodeScore(score);
      scores.add(row);
      const encoded = encodeAudit(audit);
      const file = { hash: score.hash, height: score.height, size: encoded.length };
      unwritten.set(file.hash, encoded);
      try {
        await files.write(file, encoded);
        whole.set(file.hash, file);
      } finally {
        unwritten.delete(file.hash);
      }
      bytes += file.size;
      // the score comes last: a reader of the score finds the audit
      await rows.append(row);
      await makeRoom();
    },
    async audit(hash) {
      const file = whole.get(hash);
      const encoded = unwritten.get(hash) ?? (file === undefined ? undefined : await files.read(file));
      if (encoded === undefined) return undefined;
      try {
        return decodeAudit(encoded);
      } catch (error) {
        if (!isCoded(error, 'mempool.bad-audit')) throw error;
        onDamaged?.(`the audit of block ${hash} is lost`);
        return undefined;
      }
    },
    score: (hash) => scores.find(hash),
    scoresAt: (height) => scores.at(height),
    scoresFrom: (first) => scores.from(first),
  };
}

interface AuditFile {
  hash: string;
  height: number;
  size: number;
}

interface AuditFiles {
  /** Lowest height first. */
  list(): Promise<AuditFile[]>;
  /** Writes atomically. */
  write(file: AuditFile, bytes: Uint8Array): Promise<void>;
  read(file: AuditFile): Promise<Uint8Array | undefined>;
  remove(file: AuditFile): Promise<void>;
}

function filesInMemory(): AuditFiles {
  const stored = new Map<string, Uint8Array>();
  return {
    list: async () => [],
    write: async ({ hash }, bytes) => void stored.set(hash, bytes),
    read: async ({ hash }) => stored.get(hash),
    remove: async ({ hash }) => void stored.delete(hash),
  };
}

async function filesOnDisk(directory: string): Promise<AuditFiles> {
  await mkdir(directory, { recursive: true });
  const pathOf = ({ height, hash }: AuditFile) => join(directory, `${String(height).padStart(8, '0')}-${hash}.audit`);
  return {
    async list() {
      const found: AuditFile[] = [];
      for (const name of (await readdir(directory)).sort()) {
        const [, height, hash] = fileName.exec(name) ?? [];
        if (hash !== undefined)
          found.push({ hash, height: Number(height), size: (await stat(join(directory, name))).size });
        // left by a kill
        else if (name.endsWith('.new')) await rm(join(directory, name), { force: true });
      }
      return found;
    },
    async write(file, bytes) {
      const path = pathOf(file);
      const output = await open(`${path}.new`, 'w');
      try {
        await output.writeFile(bytes);
        await output.sync();
      } finally {
        await output.close();
      }
      await rename(`${path}.new`, path);
    },
    async read(file) {
      try {
        return await readFile(pathOf(file));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: (file) => rm(pathOf(file), { force: true }),
  };
}

const noRow = -1;

/** Scores in encoded form: about 150 bytes each, found by hash and by height. */
function createScores() {
  let bytes = new Uint8Array(64 * scoreBytes);
  let count = 0;
  const byHash = createRowChains();
  const byHeight = createRowChains();
  const rowAt = (at: number) => decodeScore(bytes.subarray(at * scoreBytes, (at + 1) * scoreBytes));
  const keyOf = (hash: string) => Number.parseInt(hash.slice(-8), 16);
  return {
    add(row: Uint8Array): void {
      if ((count + 1) * scoreBytes > bytes.length) {
        const wider = new Uint8Array(2 * bytes.length);
        wider.set(bytes);
        bytes = wider;
      }
      bytes.set(row, count * scoreBytes);
      const { hash, height } = decodeScore(row);
      byHash.add(keyOf(hash));
      byHeight.add(height);
      count++;
    },
    find: (hash: string) =>
      byHash
        .rows(keyOf(hash))
        .map(rowAt)
        .find((score) => score.hash === hash),
    at: (height: number) => byHeight.rows(height).map(rowAt),
    from: (first: number) => Array.from({ length: Math.max(0, count - first) }, (_, i) => rowAt(first + i)),
  };
}

/** Row numbers by a key that is nearly always unique. */
function createRowChains() {
  const newest = new Map<number, number>();
  /** For rows that are not the first of their key: the previous one. */
  const before = new Map<number, number>();
  let count = 0;
  return {
    add(key: number): void {
      const known = newest.get(key);
      if (known !== undefined) before.set(count, known);
      newest.set(key, count++);
    },
    rows(key: number): number[] {
      const rows: number[] = [];
      for (let at = newest.get(key) ?? noRow; at !== noRow; at = before.get(at) ?? noRow) rows.push(at);
      return rows;
    },
  };
}
