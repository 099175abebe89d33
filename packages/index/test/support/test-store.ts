import { openStore, type Store } from '@glassblock/store';
import { openTestEngine } from '@glassblock/store/testing';
import { tables } from '../../src/index.ts';

/** Opens an empty store for the index: in memory, or on the cluster of `npm run test:cassandra`. */
export const openTestStore = async (): Promise<Store> => openStore(await openTestEngine(Object.values(tables)));
