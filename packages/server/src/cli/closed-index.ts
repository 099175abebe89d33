import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Prefixer, prefixerOf } from '@glassblock/index';
import { CodedError, isCoded } from '@glassblock/primitives';
import { openLevelEngine, openStore, type Store } from '@glassblock/store';
import type { Config, NetworkConfig } from '../config/config.ts';

/** Location of one network's index. */
export interface IndexPlace {
  entry: NetworkConfig;
  /** Directory of this network. */
  home: string;
  /** Directory of LevelDB. */
  directory: string;
}

/**
 * Returns the location of the index.
 * @throws {CodedError} cli.no-index for the demo, which has its index in memory
 */
export function placeOf(config: Config): IndexPlace {
  const entry = config.networks.find(({ name }) => name === config.web.rootNetwork)!;
  if (config.dataDir === undefined) {
    throw new CodedError('cli.no-index', 'the demo has its index in memory: pass --node or --data-dir');
  }
  const home = join(config.dataDir, entry.name);
  return { entry, home, directory: join(home, 'index') };
}

/**
 * Opens an index that no server uses.
 * @throws {CodedError} cli.no-index, store.locked, store.damaged, index.other-format, index.other-network
 */
export async function openClosedIndex(
  directory: string,
  network: string,
  memoryBytes: number,
): Promise<{ store: Store; prefixer: Prefixer }> {
  const nothing = new CodedError('cli.no-index', `there is no index of ${network} in ${directory}`, {
    datum: directory,
  });
  if (!existsSync(join(directory, 'CURRENT'))) throw nothing;
  const engine = await openLevelEngine({
    directory,
    cacheBytes: Math.floor(memoryBytes / 4),
    writeBufferBytes: 4e6,
  }).catch((error: unknown) => {
    if (!isCoded(error, 'store.locked')) throw error;
    throw new CodedError('store.locked', `the index in ${directory} is in use: stop the server first`, {
      cause: error,
    });
  });
  const store = await openStore(engine);
  try {
    const prefixer = await prefixerOf(store, network);
    if (prefixer === undefined) throw nothing;
    return { store, prefixer };
  } catch (error) {
    await store.close();
    throw error;
  }
}
