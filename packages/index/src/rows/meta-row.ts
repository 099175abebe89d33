import { bytes, record, restText, u8 } from '@glassblock/primitives/records';
import { rowKey } from '@glassblock/store';
import type { IndexIdentity } from '../prefixer.ts';
import { tables } from './tables.ts';

/** Key of the meta row. */
export const metaKey = rowKey(tables.meta, new Uint8Array([0]));

const flag = { ids: 1, bodies: 2 };

/** The meta row. The format is the first field in every format, so that a store of another format is recognized. */
export const metaRow = record({
  format: u8,
  /** Secret key of the prefixes. */
  key: bytes(16),
  scriptBits: u8,
  txidBits: u8,
  /** 1: txids are stored; 2: bodies are stored. */
  flags: u8,
  network: restText,
});

/** Encodes the identity of an index. @param format version of its rows */
export function encodeMetaRow({ keepIds, keepBodies, ...identity }: IndexIdentity, format: number): Uint8Array {
  const flags = (keepIds ? flag.ids : 0) | (keepBodies ? flag.bodies : 0);
  return metaRow.encode({ ...identity, format, flags });
}

/** Decodes the identity of an index of this format. */
export function decodeMetaRow(row: Uint8Array): IndexIdentity {
  const { format: _, flags, ...identity } = metaRow.decode(row);
  return { ...identity, keepIds: (flags & flag.ids) !== 0, keepBodies: (flags & flag.bodies) !== 0 };
}
