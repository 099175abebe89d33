import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError, isCoded } from '@glassblock/primitives';
import { type Engine, openLevelEngine } from '@glassblock/store';
import type { Config } from '../config/config.ts';
import { placeOf } from './closed-index.ts';
import type { Terminal } from './terminal.ts';

/** Flags of `index rebuild`. */
export interface RebuildFlags {
  yes?: true;
}

/**
 * `index rebuild`: removes the index of a network, damaged or not; the next start rebuilds it.
 * @throws {CodedError} store.locked while a server uses it; cli.not-confirmed
 */
export async function rebuild(config: Config, flags: RebuildFlags, { say, ask }: Terminal): Promise<void> {
  const { entry, directory } = placeOf(config);
  const parts = [directory, `${directory}.build`].filter((path) => existsSync(path));
  if (parts.length === 0) {
    say(`There is no index of ${entry.name} in ${directory}: the next start builds it.`);
    return;
  }
  if (flags.yes !== true) {
    const answer = await ask(
      `This removes the index of ${entry.name} in ${directory}. Type ${entry.name} to continue:`,
    );
    if (answer !== entry.name) {
      throw new CodedError('cli.not-confirmed', 'nothing was removed: confirm with --yes, or by typing the network');
    }
  }
  const engine = await heldOpen(directory);
  const removed = parts.map((path) => [path, `${path}.removed`] as const);
  for (const [path, away] of removed) {
    await rm(away, { recursive: true, force: true });
    await rename(path, away);
  }
  await engine?.close();
  for (const [, away] of removed) await rm(away, { recursive: true, force: true });
  say(`Removed the index of ${entry.name} in ${directory}. The next start rebuilds it from the node.`);
}

/** Locks an index against other processes, if it can be opened at all. */
async function heldOpen(directory: string): Promise<Engine | undefined> {
  if (!existsSync(join(directory, 'LOCK'))) return undefined;
  try {
    return await openLevelEngine({ directory, cacheBytes: 1e6, writeBufferBytes: 1e6 });
  } catch (error) {
    // an index that cannot be opened is the reason to rebuild
    if (!isCoded(error, 'store.locked')) return undefined;
    throw new CodedError('store.locked', `the index in ${directory} is in use: stop the server first`, {
      cause: error,
    });
  }
}
