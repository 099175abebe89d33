import { openStore, type Store } from '@glassblock/store';
import { openTestEngine } from '@glassblock/store/testing';
import { tables, updatedTables } from '../../src/index.ts';

/** Opens an empty store for the index: in memory with a small cache, or on the cluster of `npm run test:cassandra`. */
export async function openTestStore(): Promise<Store> {
  const engine = await openTestEngine(Object.values(tables));
  return openStore(engine, engine.atomic ? { rowCache: { tables: updatedTables, maxBytes: 20_000 } } : {});
}
