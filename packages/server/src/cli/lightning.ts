import type { TopologyProgress } from '@glassblock/lightning';
import { CodedError } from '@glassblock/primitives';
import type { Config } from '../config/config.ts';
import { askServer } from '../maintenance/control-socket.ts';
import { placeOf } from './closed-index.ts';
import type { Terminal } from './terminal.ts';

/**
 * `lightning import`: lets the running server import topology files, since it looks up their channels in its index.
 * @param directory absolute
 * @throws {CodedError} cli.no-server, lightning.off, lightning.bad-answer
 */
export async function importHistory(config: Config, directory: string, { say, progress }: Terminal): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const options = {
    signal: stop.signal,
    onProgress: ({ files, of, days }: TopologyProgress) => progress(`${files} of ${of} files, ${days} days`),
  };
  const question = { do: 'import-topology', directory } as const;
  const done = await askServer<TopologyProgress>(placeOf(config).home, question, options);
  if (done === undefined) {
    throw new CodedError('cli.no-server', 'start the server with a Lightning node first: it looks up the channels');
  }
  say(`Read ${done.files} of ${done.of} topology files; ${done.days} days have new statistics.`);
}
