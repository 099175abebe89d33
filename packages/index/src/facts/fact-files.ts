import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { equalBytes, fromHex, toHex } from '@glassblock/primitives';
import { bytes, record, u32, type ValueOf } from '@glassblock/primitives/records';
import type { FactColumns, SealedSegment } from './fact-columns.ts';
import { factBytes } from './fact-segment.ts';

/**
 * Full segments on disk, one file each. They can be rebuilt from block rows: a file that is missing, damaged or of
 * another
 * chain only costs reading those rows. Nothing is synced.
 */
export interface FactFiles {
  /** Loads a segment by number; undefined if it is missing or incomplete. */
  load(number: number): Promise<SealedSegment | undefined>;
  save(segment: SealedSegment): Promise<void>;
}

/** Stores a full segment; does not reject. */
export async function saveSealed(
  columns: FactColumns,
  files: FactFiles | undefined,
  number: number,
  onError: (error: unknown) => void,
): Promise<void> {
  const segment = columns.sealed(number);
  if (files === undefined || segment === undefined) return;
  await files.save(segment).catch(onError);
}

const magic = new TextEncoder().encode('GBFACTS1');

/** Head of a file; the columns follow as they are in memory, little-endian like the head. */
export const factFileHead = record({
  /** `GBFACTS1` */
  magic: bytes(8),
  /** Blocks of a segment. */
  blocks: u32,
  /** Of the segment. */
  number: u32,
  /** Of its last block, internal order. */
  lastHash: bytes(32),
  /** Name of the rules by which mining pools were found. */
  rules: bytes(8),
  /** CRC-32 of the fields above and of the columns. */
  checksum: u32,
  /** Zeros, so that the columns are aligned. */
  reserved: bytes(4),
});
const headBytes = factFileHead.minBytes;
/** Bytes of the head that the checksum covers. */
const checkedBytes = 56;

/**
 * Opens the files of a directory, which may be empty.
 * @param segmentBlocks of every segment
 */
export function openFactFiles(directory: string, segmentBlocks: number): FactFiles {
  const pathOf = (number: number) => join(directory, `facts-${String(number).padStart(5, '0')}.bin`);
  return {
    async load(number) {
      const file = await readFile(pathOf(number)).catch(() => undefined);
      if (file === undefined || file.length !== headBytes + segmentBlocks * factBytes) return undefined;
      const head = factFileHead.decode(file);
      const columns = file.subarray(headBytes);
      // the head must match exactly, including its zeros
      if (!equalBytes(headOf({ ...head, blocks: segmentBlocks, number }, columns), file.subarray(0, headBytes))) {
        return undefined;
      }
      const buffer = new ArrayBuffer(columns.length);
      new Uint8Array(buffer).set(columns);
      return { number, buffer, lastHash: head.lastHash, rules: toHex(head.rules) };
    },
    async save({ number, buffer, lastHash, rules }) {
      // copied: the columns may change during the write
      const columns = new Uint8Array(buffer.slice(0));
      const head = headOf({ blocks: segmentBlocks, number, lastHash, rules: fromHex(rules) }, columns);
      const path = pathOf(number);
      const unfinished = `${path}.new`;
      try {
        await mkdir(directory, { recursive: true });
        await writeFile(unfinished, Buffer.concat([head, columns]));
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined);
        throw error;
      }
    },
  };
}

type HeadValues = Pick<ValueOf<typeof factFileHead>, 'blocks' | 'number' | 'lastHash' | 'rules'>;

function headOf({ blocks, number, lastHash, rules }: HeadValues, columns: Uint8Array): Uint8Array {
  const head = { magic, blocks, number, lastHash, rules, checksum: 0, reserved: new Uint8Array(4) };
  const checksum = crc32(columns, crc32(factFileHead.encode(head).subarray(0, checkedBytes)));
  return factFileHead.encode({ ...head, checksum });
}
