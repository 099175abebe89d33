import { createHash } from 'node:crypto';
import { displayHash, equalBytes, readCompactSize } from '@glassblock/primitives';
import { type BlockDirectory, blockFilePath } from './block-directory.ts';
import type { BlockFileWalk } from './block-file-walk.ts';
import type { BlockPlace, BlockPlaces } from './block-places.ts';
import { walkRecords } from './file-records.ts';
import { ObfuscatedFile } from './obfuscated-file.ts';

const checksumSize = 32;
const undoHead = 9;
const maxTries = 4_000;
const maxTriedBytes = 48 * 1024 * 1024;
/** Number of blocks whose parents are cached, to find the undo records of their successors. */
const rememberedParents = 512;
const maxSteps = 32;

/** The undo records of a rev file found so far, in order. */
interface UndoRecords {
  readonly offsets: number[];
  readonly sizes: number[];
  /** Transactions of the block, the coinbase included. */
  readonly txCounts: number[];
  /** Records whose blocks are known. */
  readonly taken: Set<number>;
  /** Offset of the next record. */
  end: number;
}

interface UndoFile {
  records: UndoRecords | undefined;
  /** Undo records whose blocks are all known. */
  checked: number;
}

/** A block whose undo record is searched. */
export interface SearchedBlock {
  hash: Uint8Array;
  prevHash: Uint8Array;
  /** Transactions, the coinbase included. */
  txCount: number;
  place: BlockPlace;
}

/**
 * Finds the undo records of blocks in the rev files. A record names no block: its checksum covers the hash of the
 * parent.
 */
export class UndoSearch {
  private readonly location: BlockDirectory;
  private readonly places: BlockPlaces;
  private readonly walk: BlockFileWalk;
  private readonly files = new Map<number, UndoFile>();
  /** Parents of the blocks requested last, by hash. */
  private readonly parents = new Map<string, Uint8Array>();

  constructor(location: BlockDirectory, places: BlockPlaces, walk: BlockFileWalk) {
    this.location = location;
    this.places = places;
    this.walk = walk;
  }

  /** Returns the data of a block's undo record; undefined when the files do not determine it. */
  async find(block: SearchedBlock): Promise<Uint8Array | undefined> {
    const { file } = block.place;
    const { directory, key } = this.location;
    this.rememberParent(block.hash, block.prevHash);
    return ObfuscatedFile.with(blockFilePath(directory, 'rev', file), key, async (rev) => {
      const known = this.places.undoOf(block.hash);
      const { records } = this.stateOf(file);
      if (known !== undefined && records !== undefined) return undoAt(rev, records, known, block.prevHash);
      return this.search(rev, block, await this.readRecords(file, rev));
    });
  }

  /** Reads a file from its start again: it changed since it was read. */
  forget(file: number): void {
    this.files.delete(file);
  }

  private async search(
    rev: ObfuscatedFile,
    { hash, prevHash, txCount, place }: SearchedBlock,
    records: UndoRecords,
  ): Promise<Uint8Array | undefined> {
    const { places } = this;
    await this.checkBlocks(place.file, records);
    // the checksum covers the parent hash only: it does not distinguish two blocks with the same parent
    if (places.childCount(prevHash) !== 1) return undefined;
    const count = records.offsets.length;
    let tries = 0;
    let tried = 0;
    for (const record of outwards(this.guessRecord(prevHash, place, count), count)) {
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
  }

  /** Makes sure that all blocks with an undo record are known. */
  private async checkBlocks(file: number, { offsets: { length } }: UndoRecords): Promise<void> {
    const state = this.stateOf(file);
    if (length <= state.checked) return;
    // blocks are written before their undo records: a walk that starts now finds all that have a record
    await this.walk.finishFile(file);
    state.checked = Math.max(state.checked, length);
  }

  /** Reads the records that were written since the last call. */
  private async readRecords(file: number, rev: ObfuscatedFile): Promise<UndoRecords> {
    const state = this.stateOf(file);
    const records = state.records ?? { offsets: [], sizes: [], txCounts: [], taken: new Set(), end: 0 };
    const { end } = records;
    const found: { offset: number; size: number; txCount: number }[] = [];
    const next = await walkRecords(rev, {
      magic: this.location.magic,
      from: end,
      headBytes: undoHead,
      trailer: checksumSize,
      onRecord: ({ offset, size, head }) =>
        found.push({ offset, size, txCount: head.length === 0 ? 0 : readCompactSize(head, 0).value + 1 }),
    });
    // another request may have walked the same range
    if (records.end === end) {
      for (const { offset, size, txCount } of found) {
        records.offsets.push(offset);
        records.sizes.push(size);
        records.txCounts.push(txCount);
      }
      records.end = next;
    }
    return (state.records = records);
  }

  /**
   * Undo records are in the order in which blocks were connected, so the record of a near ancestor shows where to
   * search.
   */
  private guessRecord(prevHash: Uint8Array, { file, offset }: BlockPlace, count: number): number {
    const { places } = this;
    let hash: Uint8Array | undefined = prevHash;
    for (let steps = 1; steps <= maxSteps && hash !== undefined; steps++) {
      const record = places.undoOf(hash);
      if (record !== undefined && places.get(hash)?.file === file) return Math.min(count - 1, record + steps);
      hash = this.parents.get(displayHash(hash));
    }
    const share = offset / Math.max(offset, this.walk.scannedUpTo(file), 1);
    return Math.floor(share * (count - 1));
  }

  private rememberParent(hash: Uint8Array, prevHash: Uint8Array): void {
    const { parents } = this;
    parents.set(displayHash(hash), prevHash);
    if (parents.size > rememberedParents) parents.delete(parents.keys().next().value!);
  }

  private stateOf(file: number): UndoFile {
    let state = this.files.get(file);
    if (state === undefined) this.files.set(file, (state = { records: undefined, checked: 0 }));
    return state;
  }
}

/** Returns the data of an undo record, when it belongs to the block after this parent. */
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

/** `guess`, then its neighbours on both sides with growing distance, below `count`. */
function* outwards(guess: number, count: number): Generator<number> {
  for (let distance = 0; distance < count; distance++) {
    if (guess + distance < count) yield guess + distance;
    if (distance > 0 && guess - distance >= 0) yield guess - distance;
  }
}
