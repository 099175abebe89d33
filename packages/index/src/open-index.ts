import { CodedError } from '@glassblock/primitives';
import { rowKey, type Store, type View } from '@glassblock/store';
import { createPrefixer, type Prefixer } from './prefixer.ts';
import { indexFormat, tables } from './tables.ts';

const identityKey = rowKey(tables.meta, new Uint8Array([0]));
const keyBytes = 16;

interface Identity {
  format: number;
  network: string;
  key: Uint8Array;
}

/** Format number, key of the prefixes, network name. */
function encodeIdentity({ format, network, key }: Identity): Uint8Array {
  return new Uint8Array([format, ...key, ...new TextEncoder().encode(network)]);
}

function decodeIdentity(bytes: Uint8Array): Identity {
  return {
    format: bytes[0]!,
    key: bytes.slice(1, 1 + keyBytes),
    network: new TextDecoder().decode(bytes.subarray(1 + keyBytes)),
  };
}

/**
 * Checks that the store is an index of this network in this format, or makes it one.
 * @param freshKey  16 random bytes, used when the store is new
 * @throws {CodedError} index.other-network, index.other-format
 */
export async function openIndex(store: Store, network: string, freshKey: Uint8Array): Promise<Prefixer> {
  const known = await readIdentity(store);
  if (known !== undefined) return checked(known, network);
  const value = encodeIdentity({ format: indexFormat, network, key: freshKey });
  await store.commit([{ table: tables.meta, key: identityKey, value }], new Uint8Array(0));
  return createPrefixer(freshKey);
}

/** The prefixes of an index that another thread has opened already; undefined while it has not. */
export async function prefixerOf(store: Store, network: string): Promise<Prefixer | undefined> {
  const known = await readIdentity(store);
  return known === undefined ? undefined : checked(known, network);
}

async function readIdentity(store: Store): Promise<Identity | undefined> {
  const view: View = await store.view();
  try {
    const row = await view.get(tables.meta, identityKey);
    return row === undefined ? undefined : decodeIdentity(row);
  } finally {
    await view.close();
  }
}

function checked(known: Identity, network: string): Prefixer {
  if (known.network !== network) {
    throw new CodedError(
      'index.other-network',
      `this data directory holds the index of ${known.network}, not of ${network}; choose another directory`,
      { datum: known.network },
    );
  }
  if (known.format !== indexFormat) {
    throw new CodedError(
      'index.other-format',
      `this index was written in format ${known.format}, this version reads format ${indexFormat}; remove it to index again`,
      { datum: known.format },
    );
  }
  return createPrefixer(known.key);
}
