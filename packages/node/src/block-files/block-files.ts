import { createHash } from 'node:crypto';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CodedError,
  displayHash,
  equalBytes,
  headerSize,
  isCoded,
  type NetworkRow,
  readCompactSize,
  readHeader,
  sha256d,
} from '@glassblock/primitives';
import type { NodeAddress } from '../client.ts';
import type { BlockBytes } from './block-bytes.ts';
import { type BlockPlace, BlockPlaces } from './block-places.ts';
import { walkRecords } from './file-records.ts';
import { ObfuscatedFile } from './obfuscated-file.ts';
import { spentFromUndo } from './undo-data.ts';

/** Location of the node's block files. */
export interface BlockFilesPlace {
  /** The node's `blocks` directory, or its data directory. */
  blocksDir: string;
  network: NetworkRow;
}

/** Returns the block files configured for a node; undefined when not configured. */
export function blockFilesPlace({ blocksDir }: NodeAddress, network: NetworkRow): BlockFilesPlace | undefined {
  return blocksDir === undefined ? undefined : { blocksDir, network };
}

/**
 * Reads the node's own block files. Block positions are found by walking all files once, in the background while blocks
 * are requested, and then only new data. The newest blocks may be missing or incomplete: undefined is the normal answer
 * for them, and for everything not walked yet.
 */
export interface BlockFiles {
  /** Blocks found so far. */
  readonly count: number;
  /**
   * Returns a block with its spent outputs; undefined when the files do not determine them.
   * @throws {CodedError} node.bad-block-file, node.no-block-files
   */
  blockWithSpent(hash: Uint8Array): Promise<BlockBytes | undefined>;
  /** Resolves when everything written so far was walked. */
  walked(): Promise<void>;
}

const checksumSize = 32;
const undoHead = 9;
/** The walk pauses when nothing was requested for this long, so that it does not keep a stopping thread alive. */
const interestMs = 3_000;
/** Number of last files that may still grow: the node writes to one, with a loaded snapshot to two. */
const growing = 3;
const rewalkMs = 5_000;
const maxTries = 4_000;
const maxTriedBytes = 48 * 1024 * 1024;
/** Number of blocks whose parents are cached, to find the undo records of their successors. */
const rememberedParents = 512;
const maxSteps = 32;

/** Subdirectories of the data directory for chains other than mainnet. */
const subdirectories: Partial<Record<string, string>> = {
  test: 'testnet3',
  testnet4: 'testnet4',
  signet: 'signet',
  regtest: 'regtest',
};

interface UndoRecords {
  readonly offsets: number[];
  readonly sizes: number[];
  /** Transactions of the block, the coinbase included. */
  readonly txCounts: number[];
  readonly taken: Set<number>;
  /** Offset of the next record. */
  end: number;
}

interface WalkedFile {
  /** Offset where the walk continues. */
  from: number;
  /** Walked after the node had moved to a later file. */
  isWhole: boolean;
  undo: UndoRecords | undefined;
  /** Undo records whose blocks are all known. */
  checkedUndo: number;
  /** The walk in progress. */
  walking: Promise<void> | undefined;
}

/**
 * Opens the node's block files.
 * @throws {CodedError} node.no-block-files: missing or not readable; node.other-block-files: of another chain
 */
export async function openBlockFiles(
  place: BlockFilesPlace,
  nowMs: () => number = () => performance.now(),
): Promise<BlockFiles> {
  const { directory, key, magic } = await findFiles(place);
  const places = new BlockPlaces();
  const files = new Map<number, WalkedFile>();
  const parents = new Map<string, Uint8Array>();
  let askedAt = Number.NEGATIVE_INFINITY;
  let walkedAt = Number.NEGATIVE_INFINITY;
  let walking: Promise<void> | undefined;

  const pathOf = (kind: 'blk' | 'rev', file: number) => join(directory, fileName(kind, file));
  const stateOf = (file: number): WalkedFile => {
    let state = files.get(file);
    if (state === undefined)
      files.set(file, (state = { from: 0, isWhole: false, undo: undefined, checkedUndo: 0, walking: undefined }));
    return state;
  };

  // ---- block positions

  function walkFile(file: number): Promise<void> {
    const state = stateOf(file);
    state.walking ??= ObfuscatedFile.with(pathOf('blk', file), key, async (blocks) => {
      let last = state.from;
      await walkRecords(blocks, {
        magic,
        from: state.from,
        headBytes: headerSize,
        trailer: 0,
        onRecord({ offset, size, head }) {
          last = offset - 8;
          if (head.length < headerSize) return;
          places.set(sha256d(head), head.subarray(4, 36), { file, offset, size });
        },
      });
      // the last record again next time: it may have been incomplete, or be overwritten after a crash of the node
      state.from = last;
    }).finally(() => {
      state.walking = undefined;
    });
    return state.walking;
  }

  /** The newest files first, which are requested most; then upwards, as a chain is indexed. */
  async function walkAll(isWanted: () => boolean): Promise<void> {
    const numbers = await fileNumbers(directory);
    const newest = numbers.slice(-growing);
    const older = numbers.slice(0, -growing).filter((file) => !stateOf(file).isWhole);
    for (const file of [...newest.reverse(), ...older]) {
      if (!isWanted()) return;
      try {
        await walkFile(file);
        stateOf(file).isWhole = !newest.includes(file);
      } catch (error) {
        // pruned in the meantime
        if (!isCoded(error, 'node.no-block-files')) throw error;
      }
    }
    walkedAt = nowMs();
  }

  function walkInBackground(): void {
    askedAt = nowMs();
    if (walking !== undefined || nowMs() - walkedAt < rewalkMs) return;
    walking = walkAll(() => nowMs() - askedAt < interestMs)
      .catch(() => {
        // the next request for a block reports it
        walkedAt = nowMs();
      })
      .finally(() => {
        walking = undefined;
      });
  }

  // ---- reading

  async function blockAt(hash: Uint8Array, { file, offset, size }: BlockPlace): Promise<Uint8Array> {
    const record = await ObfuscatedFile.with(pathOf('blk', file), key, (blocks) =>
      blocks.exactly(offset - 8, size + 8),
    );
    const block = record.subarray(8);
    if (!equalBytes(record.subarray(0, 4), magic) || size < headerSize || !equalBytes(readHeader(block).hash, hash)) {
      throw new CodedError('node.bad-block-file', 'unexpected block at this position', { datum: displayHash(hash) });
    }
    return block;
  }

  async function undoRecords(file: number, rev: ObfuscatedFile): Promise<UndoRecords> {
    const state = stateOf(file);
    const known = state.undo ?? { offsets: [], sizes: [], txCounts: [], taken: new Set(), end: 0 };
    const end = known.end;
    const found: { offset: number; size: number; txCount: number }[] = [];
    const next = await walkRecords(rev, {
      magic,
      from: end,
      headBytes: undoHead,
      trailer: checksumSize,
      onRecord: ({ offset, size, head }) =>
        found.push({ offset, size, txCount: head.length === 0 ? 0 : readCompactSize(head, 0).value + 1 }),
    });
    // another request may have walked the same range
    if (known.end === end) {
      for (const { offset, size, txCount } of found) {
        known.offsets.push(offset);
        known.sizes.push(size);
        known.txCounts.push(txCount);
      }
      known.end = next;
    }
    return (state.undo = known);
  }

  /** The data of an undo record, when it belongs to the block after this parent. */
  async function undoAt(
    rev: ObfuscatedFile,
    records: UndoRecords,
    record: number,
    prevHash: Uint8Array,
  ): Promise<Uint8Array | undefined> {
    const size = records.sizes[record]!;
    const bytes = await rev.exactly(records.offsets[record]!, size + checksumSize);
    const data = bytes.subarray(0, size);
    const once = createHash('sha256').update(prevHash).update(data).digest();
    const checksum = createHash('sha256').update(once).digest();
    return equalBytes(checksum, bytes.subarray(size)) ? data : undefined;
  }

  /**
   * Undo records are in the order in which blocks were connected, so the record of a near ancestor shows where to
   * search.
   */
  function guessedRecord(file: number, prevHash: Uint8Array, { offset }: BlockPlace, count: number): number {
    let hash: Uint8Array | undefined = prevHash;
    for (let steps = 1; steps <= maxSteps && hash !== undefined; steps++) {
      const record = places.undoOf(hash);
      if (record !== undefined && places.get(hash)?.file === file) return Math.min(count - 1, record + steps);
      hash = parents.get(displayHash(hash));
    }
    const share = offset / Math.max(offset, stateOf(file).from, 1);
    return Math.floor(share * (count - 1));
  }

  async function undoOf(
    hash: Uint8Array,
    prevHash: Uint8Array,
    txCount: number,
    place: BlockPlace,
  ): Promise<Uint8Array | undefined> {
    const { file } = place;
    return ObfuscatedFile.with(pathOf('rev', file), key, async (rev) => {
      const known = places.undoOf(hash);
      const remembered = stateOf(file).undo;
      if (known !== undefined && remembered !== undefined) return undoAt(rev, remembered, known, prevHash);
      const records = await undoRecords(file, rev);
      const state = stateOf(file);
      const { length } = records.offsets;
      if (length > state.checkedUndo) {
        // blocks are written before their undo records: a walk that starts now finds all that have a record
        await state.walking;
        await walkFile(file);
        state.checkedUndo = Math.max(state.checkedUndo, length);
      }
      // the checksum covers the parent hash only: it does not distinguish two blocks with the same parent
      if (places.childCount(prevHash) !== 1) return undefined;
      const count = records.offsets.length;
      let tries = 0;
      let tried = 0;
      for (const record of outwards(guessedRecord(file, prevHash, place, count), count)) {
        if (records.txCounts[record] !== txCount || records.taken.has(record)) continue;
        const data = await undoAt(rev, records, record, prevHash);
        if (data !== undefined) {
          places.setUndo(hash, record);
          records.taken.add(record);
          return data;
        }
        tried += records.sizes[record]!;
        if (++tries > maxTries || tried > maxTriedBytes) return undefined;
      }
      return undefined;
    });
  }

  function rememberParent(hash: Uint8Array, prevHash: Uint8Array): void {
    parents.set(displayHash(hash), prevHash);
    if (parents.size > rememberedParents) parents.delete(parents.keys().next().value!);
  }

  return {
    get count() {
      return places.count;
    },
    async blockWithSpent(hash) {
      walkInBackground();
      const place = places.get(hash);
      if (place === undefined) return undefined;
      try {
        const block = await blockAt(hash, place);
        const { prevHash } = readHeader(block);
        if (prevHash.every((byte) => byte === 0)) return { block, spent: Uint8Array.of(1, 0) };
        rememberParent(hash, prevHash.slice());
        const undo = await undoOf(hash, prevHash, readCompactSize(block, headerSize).value, place);
        return undo === undefined ? undefined : { block, spent: spentFromUndo(undo) };
      } catch (error) {
        // the file changed since it was walked
        if (isCoded(error)) files.delete(place.file);
        throw error;
      }
    },
    async walked() {
      await walking;
      await walkAll(() => true);
    },
  };
}

/** `guess`, then its neighbours on both sides with growing distance, below `count`. */
function* outwards(guess: number, count: number): Generator<number> {
  for (let distance = 0; distance < count; distance++) {
    if (guess + distance < count) yield guess + distance;
    if (distance > 0 && guess - distance >= 0) yield guess - distance;
  }
}

// ---- locating the files

const fileName = (kind: 'blk' | 'rev', file: number) => `${kind}${String(file).padStart(5, '0')}.dat`;

async function fileNumbers(directory: string): Promise<number[]> {
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (cause) {
    throw new CodedError('node.no-block-files', 'the directory of block files cannot be read', {
      datum: directory,
      cause,
    });
  }
  return names
    .map((name) => /^blk(\d{5,})\.dat$/.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
}

interface FoundFiles {
  directory: string;
  key: Uint8Array | undefined;
  magic: Uint8Array;
}

async function findFiles({ blocksDir, network }: BlockFilesPlace): Promise<FoundFiles> {
  const below = subdirectories[network.chain];
  const candidates = [
    ...(below === undefined ? [] : [join(blocksDir, below, 'blocks')]),
    join(blocksDir, 'blocks'),
    blocksDir,
  ];
  for (const directory of candidates) {
    const numbers = await fileNumbers(directory).catch(() => []);
    if (numbers.length === 0) continue;
    const key = await readKey(directory);
    const magic = await magicOf(join(directory, fileName('blk', numbers[0]!)), key);
    const isFirst = numbers[0] === 0;
    if (isFirst ? magic.genesis === network.genesisHash : equalBytes(magic.bytes, network.magic)) {
      return { directory, key, magic: magic.bytes };
    }
    throw new CodedError('node.other-block-files', `the block files are not of ${network.label}`, { datum: directory });
  }
  throw new CodedError('node.no-block-files', 'there are no block files that can be read', { datum: blocksDir });
}

/** The key of `xor.dat`; undefined without one or with a key of zeros. */
async function readKey(directory: string): Promise<Uint8Array | undefined> {
  const path = join(directory, 'xor.dat');
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const key = await readFile(path).catch((cause: unknown) => {
    throw new CodedError('node.no-block-files', 'the key of the block files cannot be read', { datum: path, cause });
  });
  if (key.length !== 8)
    throw new CodedError('node.no-block-files', 'xor.dat does not hold eight bytes', { datum: path });
  return key.every((byte) => byte === 0) ? undefined : new Uint8Array(key);
}

/** The magic of a file, and the hash of its first block in display order. */
async function magicOf(path: string, key: Uint8Array | undefined): Promise<{ bytes: Uint8Array; genesis: string }> {
  const head = await ObfuscatedFile.with(path, key, (file) => file.exactly(0, 8 + headerSize)).catch(
    (cause: unknown) => {
      throw new CodedError('node.no-block-files', 'the first block file cannot be read', { datum: path, cause });
    },
  );
  return { bytes: head.slice(0, 4), genesis: displayHash(sha256d(head.subarray(8))) };
}
