import { CodedError } from '@glassblock/primitives';
import { removeDirectory } from '@glassblock/store';
import type { Config } from '../config/config.ts';
import { checkFileAccess, lockPlace, placeOf, statsOf } from './closed-index.ts';
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
  const place = placeOf(config);
  const { entry, directory } = place;
  const parts = [directory, `${directory}.build`].filter((path) => statsOf(path) !== undefined);
  if (parts.length === 0) {
    say(`There is no index of ${entry.name} in ${directory}: the next start builds it.`);
    return;
  }
  for (const path of parts) checkFileAccess(path, entry.name);
  if (flags.yes !== true) {
    const answer = await ask(
      `This removes the index of ${entry.name} in ${directory}. Type ${entry.name} to continue:`,
    );
    if (answer !== entry.name) {
      throw new CodedError('cli.not-confirmed', 'nothing was removed: confirm with --yes, or by typing the network');
    }
  }
  // without opening the index: LevelDB may end the process at a damaged file
  const lock = await lockPlace(place);
  try {
    for (const path of parts) await removeDirectory(path);
  } finally {
    await lock.release();
  }
  say(`Removed the index of ${entry.name} in ${directory}. The next start rebuilds it from the node.`);
}
