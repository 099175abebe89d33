import { CodedError } from '@glassblock/primitives';
import { rowKey, type Store, type View } from '@glassblock/store';
import { type IndexIdentity, Prefixer } from './prefixer.ts';
import { indexFormat, tables } from './rows/tables.ts';

const identityKey = rowKey(tables.meta, new Uint8Array([0]));
const keyBytes = 16;
const flag = { ids: 1, bodies: 2 };

/** Format number, key, widths of the buckets, what is kept, network name. */
function encodeIdentity({ network, key, scriptBits, txidBits, keepIds, keepBodies }: IndexIdentity): Uint8Array {
  const kept = (keepIds ? flag.ids : 0) | (keepBodies ? flag.bodies : 0);
  return new Uint8Array([indexFormat, ...key, scriptBits, txidBits, kept, ...new TextEncoder().encode(network)]);
}

function decodeIdentity(bytes: Uint8Array): IndexIdentity {
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

/**
 * Checks that the store is an index of this network in this format, or makes it one.
 * @param fresh  identity of the index when the store is new; of an old one only the network must agree
 * @throws {CodedError} index.other-network, index.other-format
 */
export async function openIndex(store: Store, fresh: IndexIdentity): Promise<Prefixer> {
  const known = await readIdentity(store, fresh.network);
  if (known !== undefined) return new Prefixer(known);
  await store.commit([{ table: tables.meta, key: identityKey, value: encodeIdentity(fresh) }], new Uint8Array(0));
  return new Prefixer(fresh);
}

/** The prefixes of an index that is there already; undefined in an empty store. @throws as openIndex */
export async function prefixerOf(store: Store, network: string): Promise<Prefixer | undefined> {
  const known = await readIdentity(store, network);
  return known === undefined ? undefined : new Prefixer(known);
}

async function readIdentity(store: Store, network: string): Promise<IndexIdentity | undefined> {
  const view: View = await store.view();
  try {
    const row = await view.get(tables.meta, identityKey);
    if (row === undefined) return undefined;
    const format = row[0];
    if (format !== indexFormat) {
      throw new CodedError(
        'index.other-format',
        `this index was written in format ${format}, this version reads format ${indexFormat}: run "glassblock index rebuild" to make it anew`,
        { datum: format },
      );
    }
    const known = decodeIdentity(row);
    if (known.network === network) return known;
    throw new CodedError(
      'index.other-network',
      `this data directory holds the index of ${known.network}, not of ${network}; choose another directory`,
      { datum: known.network },
    );
  } finally {
    await view.close();
  }
}
