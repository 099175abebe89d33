import { CodedError } from '@glassblock/primitives';
import type { Logger } from 'pino';
import type { Lightning } from '../sources/lightning/open-lightning.ts';
import type { IndexThread } from '../threads/index-thread.ts';
import { type ControlSocket, openControlSocket } from './control-socket.ts';
import { exportIndex } from './export-index.ts';

/**
 * Opens the control socket of a running network, for exports of its index and imports of its Lightning history.
 * @param home directory of the network
 * @returns undefined when the socket cannot be opened: the index cannot be exported while it is served
 */
export async function openIndexControl(
  home: string,
  index: IndexThread,
  lightning: Pick<Lightning, 'importTopology'> | undefined,
  log: Logger,
): Promise<ControlSocket | undefined> {
  try {
    return await openControlSocket(home, {
      async export(target, how) {
        const current = index.readable();
        if (current === undefined) {
          throw new CodedError('store.closed', 'the index is being verified or rebuilt: there is nothing to copy');
        }
        return exportIndex(current.store, target, how);
      },
      async 'import-topology'(directory, how) {
        if (lightning === undefined) throw new CodedError('lightning.off', 'the server has no Lightning node');
        return lightning.importTopology(directory, how);
      },
    });
  } catch (error) {
    log.warn({ event: 'control-socket', error: String(error) }, 'the running index cannot be exported');
    return undefined;
  }
}
