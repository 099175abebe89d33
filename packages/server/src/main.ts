import { isCoded } from '@glassblock/primitives';
import type { WebApp } from '@glassblock/web';
import { createCommand } from './cli/command.ts';
import { loadConfig } from './config/config.ts';
import type { Flags } from './config/flags.ts';
import type { Explorer } from './explorer.ts';

const complain = (line: string) => process.stderr.write(`${line}\n`);

/** Expected failures are printed as sentences, others with their stack. */
function explain(error: unknown): void {
  if (isCoded(error)) for (const line of error.message.split('\n')) complain(`glassblock: ${line}`);
  else complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** A stop that takes longer is ended. */
const maxStopMs = 15_000;
/** Time for clients to go elsewhere before the stop. */
let drainMs = 0;

/** Between two trims of the main thread's heap. */
const trimIntervalMs = 60_000;

let explorer: Pick<Explorer, 'url' | 'stop'> | undefined;
let web: WebApp | undefined;
let isEnding = false;

/** Ends a stop that hangs. Not by `exit`, which aborts while a thread still has ZMQ sockets. */
function endByForce(): void {
  complain('glassblock: the stop took too long and is cut short');
  process.kill(process.pid, 'SIGKILL');
}

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  setTimeout(endByForce, maxStopMs + drainMs).unref();
  await explorer?.stop();
  await web?.close();
  process.exit(code);
}

function onFatal(error: unknown): void {
  explain(error);
  void end(1);
}

async function serve(flags: Flags, words: readonly string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0));
  if (process.env['npm_lifecycle_event'] !== undefined) {
    // a signal to `npm start` ends the shell in between and does not reach this process: the end of the shell is our
    // signal
    const shell = process.ppid;
    setInterval(() => process.ppid !== shell && void end(0), 500).unref();
  }
  const config = loadConfig(flags, process.env, words);
  // loaded here: without the server, the index commands start in three quarters of the CPU time
  const [{ pino }, { buildWeb, openWeb }, { startExplorer }, { trimHeapWhenIdle }] = await Promise.all([
    import('pino'),
    import('@glassblock/web'),
    import('./explorer.ts'),
    import('./threads/workers/heap-trim.ts'),
  ]);
  const log = pino({ level: config.logLevel, base: null });
  if (config.shared?.role === 'follow') {
    const { startFollower } = await import('./follower.ts');
    explorer = await startFollower({ config, log, onFatal });
  } else if (config.shared?.role === 'services') {
    const { startServicesProcess } = await import('./services-process.ts');
    explorer = await startServicesProcess({ config, log, onFatal });
  } else {
    if (config.shared !== undefined) drainMs = config.drainSeconds * 1_000;
    await buildWeb({ log: (line) => log.info({ event: 'web-build' }, line) });
    web = await openWeb({ basePath: config.basePath });
    const started = await startExplorer({ config, web, log, onFatal });
    explorer = started;
    // without boards a hang-up ends the process, as usual
    if (config.boards.files.length > 0) process.on('SIGHUP', started.reload);
  }
  log.info({ event: 'listening', url: explorer.url }, `Glassblock is listening at ${explorer.url}`);
  trimHeapWhenIdle(trimIntervalMs);
}

process.on('unhandledRejection', onFatal);
process.on('uncaughtException', onFatal);
createCommand(serve).parseAsync().catch(onFatal);
