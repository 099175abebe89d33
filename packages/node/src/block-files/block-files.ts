import {
  CodedError,
  createReadMode,
  displayHash,
  equalBytes,
  headerSize,
  isCoded,
  type ReadMode,
  readCompactSize,
  readHeader,
  sha256d,
} from '@glassblock/primitives';
import type { BlockBytes } from './block-bytes.ts';
import { type BlockDirectory, type BlockFilesPlace, blockFilePath, findBlockDirectory } from './block-directory.ts';
import { BlockFileWalk } from './block-file-walk.ts';
import { type BlockPlace, BlockPlaces } from './block-places.ts';
import { ObfuscatedFile } from './obfuscated-file.ts';
import { spentFromUndo } from './undo-data.ts';
import { UndoSearch } from './undo-search.ts';

/** Maximum bytes of a part that is read in the calling thread. */
const maxSyncBytes = 65_536;

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
  /**
   * Returns bytes of the serialized block from an offset; undefined when the block was not found or ends before.
   * @throws {CodedError} node.bad-block-file, node.no-block-files
   */
  part(hash: Uint8Array, offset: number, size: number): Promise<Uint8Array | undefined>;
  /** Resolves when everything written so far was walked. */
  walked(): Promise<void>;
}

/**
 * Opens the node's block files.
 * @throws {CodedError} node.no-block-files: missing or not readable; node.other-block-files: of another chain
 */
export async function openBlockFiles(
  place: BlockFilesPlace,
  nowMs: () => number = () => performance.now(),
): Promise<BlockFiles> {
  const location = await findBlockDirectory(place);
  const places = new BlockPlaces();
  const walk = new BlockFileWalk(location, places, nowMs);
  const undo = new UndoSearch(location, places, walk);
  const mode = createReadMode(nowMs);

  /** Reads a block that was found; undefined for others. */
  async function readFound<T>(
    hash: Uint8Array,
    read: (blockPlace: BlockPlace) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    walk.request();
    const blockPlace = places.get(hash);
    if (blockPlace === undefined) return undefined;
    try {
      return await read(blockPlace);
    } catch (error) {
      // the file changed since it was walked
      if (isCoded(error)) {
        walk.forget(blockPlace.file);
        undo.forget(blockPlace.file);
      }
      throw error;
    }
  }

  return {
    get count() {
      return places.count;
    },
    blockWithSpent: (hash) => readFound(hash, (blockPlace) => readWithSpent(hash, blockPlace, location, undo)),
    part: (hash, offset, size) =>
      readFound(hash, (blockPlace) => readPartAt(hash, blockPlace, location, { offset, size }, mode)),
    walked: () => walk.finish(),
  };
}

async function readWithSpent(
  hash: Uint8Array,
  place: BlockPlace,
  location: BlockDirectory,
  undo: UndoSearch,
): Promise<BlockBytes | undefined> {
  const block = await readBlockAt(hash, place, location);
  const { prevHash } = readHeader(block);
  if (prevHash.every((byte) => byte === 0)) return { block, spent: Uint8Array.of(1, 0) };
  const txCount = readCompactSize(block, headerSize).value;
  const data = await undo.find({ hash, prevHash: prevHash.slice(), txCount, place });
  return data === undefined ? undefined : { block, spent: spentFromUndo(data) };
}

async function readBlockAt(
  hash: Uint8Array,
  { file, offset, size }: BlockPlace,
  { directory, key, magic }: BlockDirectory,
): Promise<Uint8Array> {
  const record = await ObfuscatedFile.with(blockFilePath(directory, 'blk', file), key, (blocks) =>
    blocks.exactly(offset - 8, size + 8),
  );
  checkRecord(record, hash, magic);
  return record.subarray(8);
}

/** Reads the header too, to recognize a file that changed. */
async function readPartAt(
  hash: Uint8Array,
  place: BlockPlace,
  { directory, key, magic }: BlockDirectory,
  part: { offset: number; size: number },
  mode: ReadMode,
): Promise<Uint8Array | undefined> {
  if (part.offset + part.size > place.size) return undefined;
  const path = blockFilePath(directory, 'blk', place.file);
  const head = { offset: place.offset - 8, size: 8 + headerSize };
  const wanted = { offset: place.offset + part.offset, size: part.size };
  if (part.size <= maxSyncBytes && mode.isSync()) {
    const [record, bytes] = mode.measure(() => ObfuscatedFile.readSync(path, key, [head, wanted]));
    checkRecord(record!, hash, magic);
    return bytes;
  }
  return ObfuscatedFile.with(path, key, async (blocks) => {
    checkRecord(await blocks.exactly(head.offset, head.size), hash, magic);
    return blocks.exactly(wanted.offset, wanted.size);
  });
}

/** @throws {CodedError} node.bad-block-file when a record does not begin with magic, size and header of the block */
function checkRecord(record: Uint8Array, hash: Uint8Array, magic: Uint8Array): void {
  const isBlock =
    record.length >= 8 + headerSize &&
    equalBytes(record.subarray(0, 4), magic) &&
    equalBytes(sha256d(record.subarray(8, 8 + headerSize)), hash);
  if (isBlock) return;
  throw new CodedError('node.bad-block-file', 'unexpected block at this position', { datum: displayHash(hash) });
}
