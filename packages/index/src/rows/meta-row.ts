import { rowKey } from '@glassblock/store';
import type { IndexIdentity } from '../prefixer.ts';
import { indexFormat, tables } from './tables.ts';

/** Key of the only row. */
export const metaKey = rowKey(tables.meta, new Uint8Array([0]));
const keyBytes = 16;
const flag = { ids: 1, bodies: 2 };

/** Format number, key, widths of the buckets, what is kept, network name. */
export function encodeMetaRow({ network, key, scriptBits, txidBits, keepIds, keepBodies }: IndexIdentity): Uint8Array {
  const kept = (keepIds ? flag.ids : 0) | (keepBodies ? flag.bodies : 0);
  return new Uint8Array([indexFormat, ...key, scriptBits, txidBits, kept, ...new TextEncoder().encode(network)]);
}

export function decodeMetaRow(bytes: Uint8Array): IndexIdentity {
  const [scriptBits = 0, txidBits = 0, kept = 0] = bytes.subarray(1 + keyBytes);
  return {
    network: new TextDecoder().decode(bytes.subarray(4 + keyBytes)),
    key: bytes.slice(1, 1 + keyBytes),
    scriptBits,
    txidBits,
    keepIds: (kept & flag.ids) !== 0,
    keepBodies: (kept & flag.bodies) !== 0,
  };
}
