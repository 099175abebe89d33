import { headerSize, isCoded, sha256d } from '@glassblock/primitives';
import { type BlockDirectory, blockFileNumbers, blockFilePath } from './block-directory.ts';
import type { BlockPlaces } from './block-places.ts';
import { walkRecords } from './file-records.ts';
import { ObfuscatedFile } from './obfuscated-file.ts';

/** The walk pauses when nothing was requested for this long, so that it does not keep a stopping thread alive. */
const interestMs = 3_000;
/** Number of last files that may still grow: the node writes to one, with a loaded snapshot to two. */
const growing = 3;
const rewalkMs = 5_000;

interface WalkedFile {
  /** Offset where the walk continues. */
  from: number;
  /** Walked after the node had moved to a later file. */
  isWhole: boolean;
  /** The walk in progress. */
  walking: Promise<void> | undefined;
}

/** Finds the blocks of the blk files: walks all files once, and then only new data. */
export class BlockFileWalk {
  private readonly location: BlockDirectory;
  private readonly places: BlockPlaces;
  private readonly nowMs: () => number;
  private readonly files = new Map<number, WalkedFile>();
  private requestedAt = Number.NEGATIVE_INFINITY;
  private walkedAt = Number.NEGATIVE_INFINITY;
  /** The walk over all files in progress. */
  private walking: Promise<void> | undefined;

  /** @param places receives the positions of the blocks */
  constructor(location: BlockDirectory, places: BlockPlaces, nowMs: () => number) {
    this.location = location;
    this.places = places;
    this.nowMs = nowMs;
  }

  /** Records a request for a block, and walks in the background while there are requests. */
  request(): void {
    const { nowMs } = this;
    this.requestedAt = nowMs();
    if (this.walking !== undefined || nowMs() - this.walkedAt < rewalkMs) return;
    this.walking = this.walkAll(() => nowMs() - this.requestedAt < interestMs)
      .catch(() => {
        // the next request for a block reports it
        this.walkedAt = nowMs();
      })
      .finally(() => {
        this.walking = undefined;
      });
  }

  /** Resolves when everything written so far was walked. */
  async finish(): Promise<void> {
    await this.walking;
    await this.walkAll(() => true);
  }

  /** Resolves when everything that a file has now was walked. */
  async finishFile(file: number): Promise<void> {
    // a walk in progress may have passed the newest blocks before they were written
    await this.files.get(file)?.walking;
    await this.walkFile(file);
  }

  /** Returns the offset up to which a file was walked. */
  scannedUpTo(file: number): number {
    return this.files.get(file)?.from ?? 0;
  }

  /** Walks a file from its start again: it changed since it was walked. */
  forget(file: number): void {
    this.files.delete(file);
  }

  private walkFile(file: number): Promise<void> {
    const { places } = this;
    const { directory, key, magic } = this.location;
    const state = this.stateOf(file);
    state.walking ??= ObfuscatedFile.with(blockFilePath(directory, 'blk', file), key, async (blocks) => {
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
  private async walkAll(isWanted: () => boolean): Promise<void> {
    const numbers = await blockFileNumbers(this.location.directory);
    const newest = numbers.slice(-growing);
    const older = numbers.slice(0, -growing).filter((file) => !this.stateOf(file).isWhole);
    for (const file of [...newest.reverse(), ...older]) {
      if (!isWanted()) return;
      try {
        await this.walkFile(file);
        this.stateOf(file).isWhole = !newest.includes(file);
      } catch (error) {
        // pruned in the meantime
        if (!isCoded(error, 'node.no-block-files')) throw error;
      }
    }
    this.walkedAt = this.nowMs();
  }

  private stateOf(file: number): WalkedFile {
    let state = this.files.get(file);
    if (state === undefined) this.files.set(file, (state = { from: 0, isWhole: false, walking: undefined }));
    return state;
  }
}
