import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { equalBytes, fromHex, toHex } from '@glassblock/primitives';
import type { SealedSegment } from './fact-columns.ts';
import { factBytes } from './fact-segment.ts';

/** Full segments on the disk, a file each: they follow from the block rows, so a file that is missing, torn or of another
 *  chain costs reading those rows, no more; nothing is synced. */
export interface FactFiles {
  /** The segment of a number; undefined when there is none or it is not whole. */
  load(number: number): Promise<SealedSegment | undefined>;
  save(segment: SealedSegment): Promise<void>;
}

const magic = new TextEncoder().encode('GBFACTS1');
const headBytes = 64;
/** Hexadecimal digits of the name of rules. */
const rulesBytes = 8;

/**
 * Head: magic (8), blocks and number of the segment (4 each), hash of its last block (32), rules of its pools (8), CRC-32 of
 * these and of the columns (4); then the columns as they are in memory. Numbers are little-endian, which the columns are on
 * every machine that we ship for.
 * @param segmentBlocks  of every segment
 */
export function openFactFiles(directory: string, segmentBlocks: number): FactFiles {
  const pathOf = (number: number) => join(directory, `facts-${String(number).padStart(5, '0')}.bin`);
  return {
    async load(number) {
      const bytes = await readFile(pathOf(number)).catch(() => undefined);
      if (bytes === undefined || bytes.length !== headBytes + segmentBlocks * factBytes) return undefined;
      const head = headOf(segmentBlocks, number, bytes.subarray(16, 48), bytes.subarray(48, 56));
      head.setUint32(56, checksum(head, bytes.subarray(headBytes)), true);
      if (!equalBytes(new Uint8Array(head.buffer), bytes.subarray(0, headBytes))) return undefined;
      const buffer = new ArrayBuffer(segmentBlocks * factBytes);
      new Uint8Array(buffer).set(bytes.subarray(headBytes));
      // a copy: a view on the file's bytes would keep them all
      const lastHash = new Uint8Array(bytes.subarray(16, 48));
      return { number, buffer, lastHash, rules: toHex(bytes.subarray(48, 56)) };
    },
    async save({ number, buffer, lastHash, rules }) {
      // the columns go on being written while the disk is waited for
      const columns = new Uint8Array(buffer.slice(0));
      const head = headOf(segmentBlocks, number, lastHash, fromHex(rules));
      head.setUint32(56, checksum(head, columns), true);
      const path = pathOf(number);
      const unfinished = `${path}.new`;
      try {
        await mkdir(directory, { recursive: true });
        await writeFile(unfinished, Buffer.concat([new Uint8Array(head.buffer), columns]));
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined);
        throw error;
      }
    },
  };
}

function headOf(blocks: number, number: number, lastHash: Uint8Array, rules: Uint8Array): DataView<ArrayBuffer> {
  if (rules.length !== rulesBytes) throw new Error(`rules are named by ${2 * rulesBytes} hexadecimal digits`);
  const bytes = new Uint8Array(headBytes);
  const head = new DataView(bytes.buffer);
  bytes.set(magic);
  head.setUint32(8, blocks, true);
  head.setUint32(12, number, true);
  bytes.set(lastHash, 16);
  bytes.set(rules, 48);
  return head;
}

const checksum = (head: DataView<ArrayBuffer>, columns: Uint8Array) =>
  crc32(columns, crc32(new Uint8Array(head.buffer, 0, 56)));
