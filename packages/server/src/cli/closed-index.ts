import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { bitcoinFormat, type ChainFormat, type Prefixer, prefixerOf } from '@glassblock/index';
import { elementsFormat } from '@glassblock/index/elements';
import type { NodeAddress } from '@glassblock/node';
import { CodedError, isCoded, type NetworkName } from '@glassblock/primitives';
import { type ElementsNetworkName, elementsNetworks } from '@glassblock/primitives/elements';
import {
  beginUse,
  type CassandraAddress,
  type DirectoryLock,
  damagedFiles,
  hasEndedCleanly,
  lockDirectory,
  markCleanEnd,
  newLogMemory,
  openStore,
  type Store,
  verifyDatabase,
} from '@glassblock/store';
import type { Config } from '../config/config.ts';
import { lockPart } from '../network/network-directory.ts';
import { keyspaceOf, openIndexEngine } from '../threads/index-engine.ts';

/** Location of one network's index. */
export interface IndexPlace {
  /** The root network: of Bitcoin, or a Liquid network. */
  entry: { name: NetworkName | ElementsNetworkName; node: NodeAddress | undefined };
  /** Directory of this network. */
  home: string;
  /** Directory of LevelDB. */
  directory: string;
}

/** Returns the root network. */
export function rootEntryOf(config: Config): IndexPlace['entry'] {
  const isRoot = ({ name }: { name: string }) => name === config.web.rootNetwork;
  const { name, node } = config.networks.find(isRoot) ?? config.liquid.find(isRoot)!;
  return { name, node };
}

/**
 * Returns the location of the index.
 * @throws {CodedError} cli.no-index for the demo, which has its index in memory
 */
export function placeOf(config: Config): IndexPlace {
  const entry = rootEntryOf(config);
  if (config.store !== undefined) {
    throw new CodedError('cli.no-index', 'an index in a cluster has no files: this command works on LevelDB only');
  }
  if (config.dataDir === undefined) {
    throw new CodedError('cli.no-index', 'the demo has its index in memory: pass --node or --data-dir');
  }
  const home = join(config.dataDir, entry.name);
  return { entry, home, directory: join(home, 'index') };
}

/** An index that only this command uses. */
export interface ClosedIndex {
  store: Store;
  prefixer: Prefixer;
  /** @param isIntact false if it is damaged: the next start verifies its files */
  close(isIntact: boolean): Promise<void>;
}

/**
 * Locks the directory of a network against servers and other commands.
 * @throws {CodedError} store.locked
 */
export function lockPlace({ home, directory }: IndexPlace): Promise<DirectoryLock> {
  return lockDirectory(join(home, lockPart), inUse(directory));
}

const inUse = (directory: string) => `the index in ${directory} is in use: stop the server first`;

const formatOf = (network: string): ChainFormat =>
  isElements(network) ? elementsFormat(elementsNetworks[network]) : bitcoinFormat;

/** Returns whether a network is a Liquid network. */
export const isElements = (name: string): name is ElementsNetworkName => Object.hasOwn(elementsNetworks, name);

/** Returns the error for a directory without an index. */
export const noIndex = (directory: string, network: string): CodedError =>
  new CodedError('cli.no-index', `there is no index of ${network} in ${directory}`, { datum: directory });

/** Returns the stats of a file; undefined when it is missing. @throws {Error} of the system when it cannot be accessed */
export const statsOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

/**
 * Checks that a command may open the files of a LevelDB directory. Opened by root they would belong to root, and the server
 * could not open them any more.
 * @param userId effective id of the user
 * @throws {CodedError} cli.no-index, cli.other-user
 * @throws {Error} of the system when this user cannot access it
 */
export function checkFileAccess(directory: string, network: string, userId = process.geteuid?.()): void {
  const found = statsOf(directory);
  if (found === undefined) throw noIndex(directory, network);
  const { uid } = statsOf(join(directory, 'CURRENT')) ?? found;
  if (userId !== 0 || uid === 0) return;
  const text = `the index in ${directory} belongs to the user with the id ${uid}: run this command as that user, not as root`;
  throw new CodedError('cli.other-user', text, { datum: uid });
}

/**
 * Opens the index of a network in a cluster for reading; its writer may go on.
 * @throws {CodedError} cli.no-index, store.read-failed, index.other-format, index.other-network
 */
export async function openClusterIndex(cluster: CassandraAddress, network: string): Promise<ClosedIndex> {
  const address = keyspaceOf(cluster, network)!;
  const place = `keyspace ${address.keyspace}`;
  const storage = { directory: undefined, cluster: address, isReader: true, cacheBytes: 0, writeBufferBytes: 0 };
  const engine = await openIndexEngine(storage).catch((error: unknown) => {
    throw isCoded(error, 'store.missing') ? noIndex(place, network) : error;
  });
  const store = await openStore(engine, { isReadOnly: true });
  const close = () => store.close();
  try {
    const prefixer = await prefixerOf(store, network, formatOf(network));
    if (prefixer === undefined) throw noIndex(place, network);
    return { store, prefixer, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Opens an index that no server uses. After an end that was not clean its files are verified first.
 * @param isVerified its files were verified just now
 * @throws {CodedError} cli.no-index, store.locked, store.damaged, index.other-format, index.other-network
 */
export async function openClosedIndex(
  directory: string,
  network: string,
  memoryBytes: number,
  isVerified = false,
): Promise<ClosedIndex> {
  if (statsOf(join(directory, 'CURRENT')) === undefined) throw noIndex(directory, network);
  if (!isVerified && !(await hasEndedCleanly(directory))) {
    const verification = await verifyDatabase(directory);
    if (verification.faults.length > 0) throw damagedFiles(directory, verification);
  }
  await beginUse(directory);
  const engine = await openIndexEngine({
    directory,
    cacheBytes: Math.floor(memoryBytes / 4),
    writeBufferBytes: 4e6,
    logMemory: newLogMemory(),
  }).catch((error: unknown) => {
    if (!isCoded(error, 'store.locked')) throw error;
    throw new CodedError('store.locked', inUse(directory), { cause: error });
  });
  const store = await openStore(engine);
  const close = async (isSound: boolean) => {
    await store.close();
    if (isSound) await markCleanEnd(directory);
  };
  try {
    const prefixer = await prefixerOf(store, network, formatOf(network));
    if (prefixer === undefined) throw noIndex(directory, network);
    return { store, prefixer, close };
  } catch (error) {
    await close(false);
    throw error;
  }
}
