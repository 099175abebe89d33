// Serves API and sockets without pages for `npm run dev`, which restarts it when a source file changes. Its argument is the
// JSON of the command line flags.

import { pino } from 'pino';
import { loadConfig } from './config/config.ts';
import type { Flags } from './config/flags.ts';
import { startExplorer } from './explorer.ts';

const config = loadConfig(JSON.parse(process.argv[2] ?? '{}') as Flags, process.env);
const log = pino({ level: config.logLevel, base: null });
const onFatal = (error: unknown) => {
  log.fatal({ event: 'fatal', error: error instanceof Error ? error.stack : String(error) });
  process.exit(1);
};
const explorer = await startExplorer({ config, web: undefined, log, onFatal });
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    explorer.stop().then(() => process.exit(0), onFatal);
  });
}
// the parent stops it; if that died, it stops itself
process.on('disconnect', () => process.emit('SIGTERM'));
process.send?.({ type: 'ready' });
