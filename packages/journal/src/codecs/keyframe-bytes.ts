import type { Height } from '@glassblock/primitives';
import {
  bytes,
  type Field,
  type FieldLine,
  listOf,
  RowBytes,
  RowReader,
  record,
  u32,
} from '@glassblock/primitives/records';
import type { FederationFact } from '../facts.ts';
import type { StateSnapshot } from '../live-state.ts';
import { readFact, writeFact } from './fact-bytes.ts';
import { recordKinds, recordParts } from './record.ts';

/** Body of a keyframe: the state before a segment's first event. The columns follow, in the order of `keyframeColumns`. */
export const keyframeHead = record({
  blockCount: u32,
  /** Transactions in the mempool. */
  count: u32,
  /** Oldest first. */
  blocks: listOf(
    ({ blockCount }: { blockCount: number }) => blockCount,
    record({ height: u32 as Field<Height>, hash: bytes(32) }),
  ),
});

interface Column<T extends ArrayBufferView> {
  readonly type: string;
  /** Bytes per transaction. */
  readonly bytes: number;
  readonly on: (buffer: ArrayBuffer) => T;
}
const column = <T extends ArrayBufferView>(type: string, width: number, on: Column<T>['on']): Column<T> => ({
  type,
  bytes: width,
  on,
});

/** Columns of the mempool, each over all transactions, little-endian as in memory. */
const keyframeColumns = {
  txids: column('32 bytes', 32, (buffer) => new Uint8Array(buffer)),
  /** Sats, exact below 2^53. */
  fees: column('f64 LE', 8, (buffer) => new Float64Array(buffer)),
  weights: column('u32 LE', 4, (buffer) => new Uint32Array(buffer)),
  times: column('u32 LE', 4, (buffer) => new Uint32Array(buffer)),
} satisfies Partial<Record<keyof StateSnapshot['mempool'], Column<ArrayBufferView>>>;
const columnNames = Object.keys(keyframeColumns) as (keyof typeof keyframeColumns)[];

/** Fields of a keyframe for the documentation. */
export const keyframeLines: readonly FieldLine[] = [
  ...keyframeHead.lines,
  ...columnNames.map((name) => ({ name: `${name}[]`, type: keyframeColumns[name].type })),
  { name: 'federation', type: 'u32 LE and so many facts; absent: 0' },
];

/** Encodes a keyframe as the parts of a record. */
export function keyframeParts({ blocks, mempool, federation }: StateSnapshot): Uint8Array[] {
  const head = keyframeHead.encode({ blockCount: blocks.length, count: mempool.count, blocks: [...blocks] });
  const columns = columnNames.map((name) => {
    const { buffer, byteOffset, byteLength } = mempool[name];
    return new Uint8Array(buffer, byteOffset, byteLength);
  });
  const facts = federation === undefined ? [] : [federationBytes(federation)];
  return recordParts(recordKinds.keyframe, head, ...columns, ...facts);
}

function federationBytes(facts: readonly FederationFact[]): Uint8Array {
  const row = new RowBytes(64 + 64 * facts.length);
  u32.write(row, facts.length);
  for (const fact of facts) writeFact(row, fact);
  return row.copy();
}

function readFederation(reader: RowReader): FederationFact[] {
  return Array.from({ length: u32.read(reader) }, () => readFact(reader) as FederationFact);
}

/** Decodes the body of a keyframe. */
export function readKeyframe(body: Uint8Array): StateSnapshot {
  const reader = new RowReader(body);
  const { count, blocks } = keyframeHead.read(reader);
  const columns = Object.fromEntries(
    columnNames.map((name) => {
      const { bytes: width, on } = keyframeColumns[name];
      return [name, on(new Uint8Array(reader.take(width * count)).buffer)];
    }),
  ) as { [Name in keyof typeof keyframeColumns]: ReturnType<(typeof keyframeColumns)[Name]['on']> };
  const federation = reader.isDone ? {} : { federation: readFederation(reader) };
  return { blocks, mempool: { count, ...columns }, ...federation };
}
