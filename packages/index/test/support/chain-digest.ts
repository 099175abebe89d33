import { createHash } from 'node:crypto';
import { toHex } from '@glassblock/primitives';
import type { Store } from '@glassblock/store';
import { chainTables } from '../../src/index.ts';

/** Returns the hex SHA-256 of every row of the tables that depend on the chain alone. */
export async function chainDigest(store: Store): Promise<string> {
  const hash = createHash('sha256');
  for (const table of chainTables) {
    for await (const { key, value } of store.everyRow(table)) {
      hash.update(`${table.id} ${toHex(key.partition)} ${toHex(key.sort)} ${toHex(value)}\n`);
    }
  }
  return hash.digest('hex');
}
