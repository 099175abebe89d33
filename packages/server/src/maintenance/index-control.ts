import { CodedError } from '@glassblock/primitives';
import type { Logger } from 'pino';
import type { IndexThread } from '../threads/index-thread.ts';
import { type ControlSocket, openControlSocket } from './control-socket.ts';
import { exportIndex } from './export-index.ts';

/**
 * Opens the control socket of a running index, for exports.
 * @param home directory of the network
 * @returns undefined when the socket cannot be opened: the index cannot be exported while it is served
 */
export async function openIndexControl(
  home: string,
  index: IndexThread,
  log: Logger,
): Promise<ControlSocket | undefined> {
  try {
    return await openControlSocket(home, async (target, how) => {
      const current = index.readable();
      if (current === undefined) {
        throw new CodedError('store.closed', 'the index is being verified or rebuilt: there is nothing to copy');
      }
      return exportIndex(current.store, target, how);
    });
  } catch (error) {
    log.warn({ event: 'control-socket', error: String(error) }, 'the running index cannot be exported');
    return undefined;
  }
}
