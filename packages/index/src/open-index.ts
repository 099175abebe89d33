import { CodedError } from '@glassblock/primitives';
import type { Store, View } from '@glassblock/store';
import { bitcoinFormat } from './formats/bitcoin-format.ts';
import type { ChainFormat } from './formats/chain-format.ts';
import { type IndexIdentity, Prefixer } from './prefixer.ts';
import { decodeMetaRow, encodeMetaRow, metaKey } from './rows/meta-row.ts';
import { tables } from './rows/tables.ts';

/**
 * Opens the index in a store, or creates it in an empty one; checks network and format.
 * @param fresh identity of the index when the store is new; for an existing store only the network must agree
 * @param format how its blocks are read; absent: as Bitcoin's
 * @throws {CodedError} index.other-network, index.other-format
 */
export async function openIndex(
  store: Store,
  fresh: IndexIdentity,
  format: ChainFormat = bitcoinFormat,
): Promise<Prefixer> {
  const known = await readIdentity(store, fresh.network, format);
  if (known !== undefined) return new Prefixer(known, format);
  const value = encodeMetaRow(fresh, format.version);
  await store.commit([{ table: tables.meta, key: metaKey, value }], new Uint8Array(0));
  return new Prefixer(fresh, format);
}

/** Returns the prefixer of an existing index; undefined in an empty store. @throws as openIndex */
export async function prefixerOf(
  store: Store,
  network: string,
  format: ChainFormat = bitcoinFormat,
): Promise<Prefixer | undefined> {
  const known = await readIdentity(store, network, format);
  return known === undefined ? undefined : new Prefixer(known, format);
}

async function readIdentity(
  store: Store,
  network: string,
  { version, rebuildHint }: ChainFormat,
): Promise<IndexIdentity | undefined> {
  const view: View = await store.view();
  try {
    const row = await view.get(tables.meta, metaKey);
    if (row === undefined) return undefined;
    const format = row[0];
    if (format !== version) {
      throw new CodedError(
        'index.other-format',
        `this index was written in format ${format}, this version reads format ${version}: ${rebuildHint} to build it again`,
        { datum: format },
      );
    }
    const known = decodeMetaRow(row);
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
