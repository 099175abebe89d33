import { uncompress } from 'snappyjs';
import { maskedChecksum } from './checksum.ts';
import { VarintReader } from './varint.ts';

const footerBytes = 48;
const handlesBytes = 40;
/** Last eight bytes of every table, little-endian. */
const magic = 0xdb4775248b80fb57n;
/** Type and checksum after each block. */
const trailerBytes = 5;
const compression = { none: 0, snappy: 1 } as const;
/** Larger than any block that this program writes; bounds the memory that a wrong length may claim. */
const maxBlockBytes = 1 << 28;

/** Position of a block in its table. */
interface BlockHandle {
  offset: number;
  size: number;
}

/**
 * Verifies a table file: its footer, and the checksums of its index, filter and data blocks, which cover all other
 * bytes. Source: google/leveldb, doc/table_format.md.
 * @returns the first fault as the end of a sentence; undefined when there is none
 */
export function tableFault(table: Uint8Array): string | undefined {
  if (table.length < footerBytes) return `it has only ${table.length} bytes`;
  const footer = table.subarray(table.length - footerBytes);
  if (new DataView(footer.buffer, footer.byteOffset).getBigUint64(handlesBytes, true) !== magic) {
    return 'its footer is not that of a table';
  }
  try {
    const handles = new VarintReader(footer.subarray(0, handlesBytes));
    const metaIndex = handleOf(handles);
    const index = handleOf(handles);
    for (const handle of handlesIn(blockAt(table, metaIndex, 'directory of its filters'))) {
      checkedBlock(table, handle, 'filter');
    }
    for (const handle of handlesIn(blockAt(table, index, 'index'))) checkedBlock(table, handle, 'data block');
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

const handleOf = (reader: VarintReader): BlockHandle => ({ offset: reader.number(), size: reader.number() });

/** Returns content and type of a block. @throws {RangeError} if it is outside of the table or its checksum is wrong */
function checkedBlock(table: Uint8Array, { offset, size }: BlockHandle, name: string): Uint8Array {
  const end = offset + size + trailerBytes;
  if (end > table.length - footerBytes) throw new RangeError(`the ${name} at byte ${offset} is outside of the file`);
  const typed = table.subarray(offset, offset + size + 1);
  const stored = new DataView(table.buffer, table.byteOffset + offset + size + 1).getUint32(0, true);
  if (maskedChecksum(typed) !== stored) throw new RangeError(`the checksum of the ${name} at byte ${offset} is wrong`);
  return typed;
}

function blockAt(table: Uint8Array, handle: BlockHandle, name: string): Uint8Array {
  const typed = checkedBlock(table, handle, name);
  const content = typed.subarray(0, -1);
  switch (typed.at(-1)) {
    case compression.none:
      return content;
    case compression.snappy:
      return uncompressed(content, name);
    default:
      throw new RangeError(`the ${name} has an unknown compression`);
  }
}

function uncompressed(content: Uint8Array, name: string): Uint8Array {
  try {
    return uncompress(content, maxBlockBytes);
  } catch (cause) {
    throw new RangeError(`the ${name} cannot be decompressed`, { cause });
  }
}

/** Iterates the values of a block, which are handles of other blocks. */
function* handlesIn(block: Uint8Array): Generator<BlockHandle> {
  if (block.length < 4) throw new RangeError('a block has no restart points');
  const restarts = new DataView(block.buffer, block.byteOffset).getUint32(block.length - 4, true);
  const end = block.length - 4 * (restarts + 1);
  if (end < 0) throw new RangeError('a block has too many restart points');
  const entries = new VarintReader(block.subarray(0, end));
  while (!entries.isAtEnd) {
    entries.number();
    const keyBytes = entries.number();
    const valueBytes = entries.number();
    entries.take(keyBytes);
    yield handleOf(new VarintReader(entries.take(valueBytes)));
  }
}
