import { type BlockHash, ByteReader, ByteWriter, type Height } from '@glassblock/primitives';
import type { StateSnapshot } from './live-state.ts';
import { recordKinds, recordParts } from './record.ts';

/** The state before a segment's first event, as the parts of a record. The pool is in columns, which are written as they
 *  lie in memory: 48 bytes for each transaction, little-endian, so a directory does not move to a big-endian machine.
 *
 *      blocks 4, rows 4
 *      blocks    oldest first: height 4, hash 32
 *      txids     32 for each row
 *      fees      64-bit floats, exact below 2^53
 *      weights   4 for each row
 *      times     4 for each row */
export function keyframeParts({ blocks, mempool }: StateSnapshot): Uint8Array[] {
  const chain = new ByteWriter(8 + 36 * blocks.length).u32(blocks.length).u32(mempool.count);
  for (const { height, hash } of blocks) chain.u32(height).bytes(hash);
  const columns = [mempool.fees, mempool.weights, mempool.times].map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );
  return recordParts(recordKinds.keyframe, chain.finish(), mempool.txids, ...columns);
}

/** State of a keyframe record's body. */
export function readKeyframe(body: Uint8Array): StateSnapshot {
  const reader = new ByteReader(body);
  const blockCount = reader.u32();
  const count = reader.u32();
  const blocks = Array.from({ length: blockCount }, () => ({
    height: reader.u32() as Height,
    hash: reader.take(32).slice() as BlockHash,
  }));
  const column = (width: number) => reader.take(width * count).slice();
  return {
    blocks,
    mempool: {
      count,
      txids: column(32),
      fees: new Float64Array(column(8).buffer),
      weights: new Uint32Array(column(4).buffer),
      times: new Uint32Array(column(4).buffer),
    },
  };
}
