import type { ObfuscatedFile } from './obfuscated-file.ts';

/** A record of a blk or rev file: magic, size, then the data. */
export interface FileRecord {
  /** Offset of the data. */
  offset: number;
  size: number;
  /** The first bytes of the data; fewer than requested when it is shorter. */
  head: Uint8Array;
}

/** Options of a walk over records. */
export interface WalkOptions {
  magic: Uint8Array;
  /** Offset of the first record. */
  from: number;
  headBytes: number;
  /** Bytes after the data that belong to the record. */
  trailer: number;
  onRecord(record: FileRecord): void;
}

const prefix = 8;
/** Small records are read in batches, large ones by their heads. */
const wideWindow = 65_536;
const narrowWindow = 4_096;
const largeRecord = 16_384;
/** Bytes of garbage after a crash that are searched for the next magic. */
const maxGarbageBytes = 4 * 1024 * 1024;

/**
 * Iterates the records of a file by their heads, up to the reserved zeros at its end.
 * @returns offset of the next record
 */
export async function walkRecords(file: ObfuscatedFile, options: WalkOptions): Promise<number> {
  const { magic, headBytes, trailer, onRecord } = options;
  const end = await file.size();
  let at = options.from;
  let lastSize = 0;
  let window: { start: number; bytes: Uint8Array; raw: (at: number) => number } = {
    start: 0,
    bytes: new Uint8Array(0),
    raw: () => 0,
  };
  for (;;) {
    if (at + prefix > end) return at;
    const wanted = Math.min(prefix + headBytes, end - at);
    if (at < window.start || at + wanted > window.start + window.bytes.length) {
      const count = Math.max(wanted, lastSize > largeRecord ? narrowWindow : wideWindow);
      window = { start: at, ...(await file.read(at, count)) };
      if (window.bytes.length < prefix) return at;
    }
    const base = at - window.start;
    if (isUnwritten(window.raw, base)) return at;
    if (!isMagic(window.bytes, base, magic)) {
      const next = await findMagic(file, at + 1, magic);
      if (next === undefined) return at;
      at = next;
      continue;
    }
    const view = new DataView(window.bytes.buffer, window.bytes.byteOffset);
    const size = view.getUint32(base + 4, true);
    if (at + prefix + size + trailer > end) return at;
    const headAt = base + prefix;
    onRecord({ offset: at + prefix, size, head: window.bytes.subarray(headAt, headAt + Math.min(size, headBytes)) });
    lastSize = size;
    at += prefix + size + trailer;
  }
}

function isUnwritten(raw: (at: number) => number, base: number): boolean {
  for (let i = 0; i < prefix; i++) if (raw(base + i) !== 0) return false;
  return true;
}

const isMagic = (bytes: Uint8Array, at: number, magic: Uint8Array) => magic.every((byte, i) => bytes[at + i] === byte);

async function findMagic(file: ObfuscatedFile, from: number, magic: Uint8Array): Promise<number | undefined> {
  const { bytes } = await file.read(from, maxGarbageBytes);
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(magic);
  return at < 0 ? undefined : from + at;
}
