import { isCoded } from '@glassblock/primitives';
import { buildWeb, openWeb } from '@glassblock/web';
import { Command } from 'commander';
import { pino } from 'pino';
import { type Flags, loadConfig } from './config/config.ts';
import { type Explorer, startExplorer } from './explorer.ts';

const command = new Command('glassblock')
  .description('The Bitcoin and mempool explorer you can own. Without --node it shows a living demo chain.')
  .option('--node <url>', 'your node: http://user:password@host:port')
  .option('--network <name>', 'mainnet, testnet, testnet4, signet or regtest; becomes the root network')
  .option('--zmq <url>', "address of the node's ZMQ sequence topic, when it is not the one it announces")
  .option('--cookie <file>', 'cookie file of the node, instead of user and password')
  .option('--data-dir <dir>', 'where the indexes lie, one directory for each network')
  .option('--host <host>', 'address to listen on (127.0.0.1)')
  .option('--port <number>', 'port to listen on (8999)')
  .option('--memory <size>', 'memory for caches, such as 512MB')
  .option('--base-path <path>', 'path under which everything is served, such as /explorer/')
  .option('--config <file>', 'configuration file, TOML or JSON')
  .allowExcessArguments()
  .allowUnknownOption()
  .parse();

const complain = (line: string) => process.stderr.write(`${line}\n`);

/** Expected failures get their sentences, others their stack. */
function explain(error: unknown): void {
  if (isCoded(error)) for (const line of error.message.split('\n')) complain(`glassblock: ${line}`);
  else complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

let explorer: Explorer | undefined;
let isEnding = false;

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(code || 1), 15_000).unref();
  await explorer?.stop();
  process.exit(code);
}

function onFatal(error: unknown): void {
  explain(error);
  void end(1);
}

async function main(): Promise<void> {
  const config = loadConfig(command.opts<Flags>(), process.env, command.args);
  const log = pino({ level: config.logLevel, base: null });
  await buildWeb({ log: (line) => log.info({ event: 'web-build' }, line) });
  const web = await openWeb({ basePath: config.basePath });
  explorer = await startExplorer({ config, web, log, onFatal });
  log.info({ event: 'listening', url: explorer.url }, `Glassblock is at ${explorer.url}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0));
if (process.env['npm_lifecycle_event'] !== undefined) {
  // a signal to `npm start` ends the shell in between and never reaches us: its end is our signal
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && void end(0), 500).unref();
}
process.on('unhandledRejection', onFatal);
process.on('uncaughtException', onFatal);
main().catch((error: unknown) => {
  explain(error);
  void end(1);
});
