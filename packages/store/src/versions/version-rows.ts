import { compactSize, list, record, sized } from '@glassblock/primitives/records';
import type { EngineReader, RowChange } from '../engine.ts';

/** First byte of the keys of intent rows. */
const intentTable = 241;

const put = 1;
const removed = 0;

/** Returns the key followed by the complement of the version: the newest version sorts first. */
export function versionKey(key: Uint8Array, version: number): Uint8Array {
  const bytes = new Uint8Array(key.length + 4);
  bytes.set(key);
  new DataView(bytes.buffer).setUint32(key.length, 0xffffffff - version);
  return bytes;
}

/** Returns the version of a physical key. */
export function versionOf(physical: Uint8Array): number {
  const at = physical.length - 4;
  return 0xffffffff - new DataView(physical.buffer, physical.byteOffset + at, 4).getUint32(0);
}

/** Returns the stored value of a version. @param value undefined when the commit removed the row */
export function encodeValue(value: Uint8Array | undefined): Uint8Array {
  if (value === undefined) return new Uint8Array([removed]);
  const bytes = new Uint8Array(value.length + 1);
  bytes[0] = put;
  bytes.set(value, 1);
  return bytes;
}

/** Returns whether a stored value marks the row as removed. */
export const isRemoved = (stored: Uint8Array): boolean => stored[0] === removed;

/** Returns the key of the intent row of a commit: the keys of the rows that it writes. */
export function keyOfIntent(version: number): Uint8Array {
  const key = new Uint8Array(5);
  key[0] = intentTable;
  new DataView(key.buffer).setUint32(1, version);
  return key;
}

/** The fields of an intent row. */
export const intentRow = record({ keys: list(compactSize, sized(compactSize)) });

/** Returns the value of an intent row. */
export const encodeIntent = (rows: readonly Pick<RowChange, 'key'>[]): Uint8Array =>
  intentRow.encode({ keys: rows.map(({ key }) => key) });

/** Returns the keys of an intent row. */
export const decodeIntent = (value: Uint8Array): Uint8Array[] => intentRow.decode(value).keys;

/** An intent row. */
export interface Intent {
  readonly intent: Uint8Array;
  readonly version: number;
  readonly value: Uint8Array;
}

/** Reads the intent rows of some commits. @param to last version, included */
export async function intentsFrom(engine: EngineReader, from: number, to?: number): Promise<Intent[]> {
  const lt = to === undefined ? new Uint8Array([intentTable + 1]) : keyOfIntent(to + 1);
  const rows = await engine.scan({ gte: keyOfIntent(from), lt });
  return rows.map(([intent, value]) => ({
    intent,
    version: new DataView(intent.buffer, intent.byteOffset).getUint32(1),
    value,
  }));
}
