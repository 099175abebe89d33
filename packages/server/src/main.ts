import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { createCommand } from './cli/command.ts';
import { loadConfig } from './config/config.ts';
import type { Flags } from './config/flags.ts';
import { explainError } from './start/explain-error.ts';
import { createLogOutput } from './start/log-output.ts';
import { createProcessEnd } from './start/process-end.ts';
import { createReloadSignal } from './start/reload-signal.ts';

const complain = (line: string) => process.stderr.write(`${line}\n`);
// there is no other place to report it, and as an uncaught error it would be reported here, without end
process.stderr.on('error', () => undefined);

function explain(error: unknown): void {
  for (const line of explainError(error)) complain(line);
}

/** Between two trims of the main thread's heap. */
const trimIntervalMs = 60_000;
/** A demo may pause more often to stay small. */
const maxDemoUtilization = 0.3;

const ending = createProcessEnd({
  complain,
  explain,
  exit: (code) => process.exit(code),
  // not by `exit`, which aborts while a thread still has ZMQ sockets
  kill: () => process.kill(process.pid, 'SIGKILL'),
  later: (call, ms) => setTimeout(call, ms).unref(),
});

function onFatal(error: unknown): void {
  // a start that is interrupted fails
  if (!isInterrupted(error)) explain(error);
  void ending.end(1);
}

const isInterrupted = (error: unknown) =>
  ending.isEnding && (error as { name?: unknown } | null)?.name === 'AbortError';

async function serve(flags: Flags, words: readonly string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void ending.end(0));
  const files = createReloadSignal();
  const hasTerminal = isatty(0);
  // also sent when the terminal is closed, which ends a program in it
  process.on('SIGHUP', () => (hasTerminal && !isatty(0) ? void ending.end(0) : files.request()));
  if (process.env['npm_lifecycle_event'] !== undefined) {
    // a signal to `npm start` ends the shell in between and does not reach this process: the end of the shell is our
    // signal
    const shell = process.ppid;
    setInterval(() => process.ppid !== shell && void ending.end(0), 500).unref();
  }
  const config = loadConfig(flags, process.env, words);
  // loaded here: without the server, the index commands start in three quarters of the CPU time
  const [{ pino }, { buildWeb, openWeb }, { startExplorer }, { trimHeapWhenIdle }] = await Promise.all([
    import('pino'),
    import('@glassblock/web'),
    import('./explorer.ts'),
    import('./threads/workers/heap-trim.ts'),
  ]);
  let url: string;
  let reload: (() => void) | undefined;
  const output = createLogOutput({ write: (bytes) => writeSync(1, bytes), complain });
  const log = pino({ level: config.logLevel, base: null }, output);
  if (config.shared?.role === 'follow') {
    const { startFollower } = await import('./follower.ts');
    const follower = await startFollower({ config, log, onFatal });
    ending.add(() => follower.stop());
    url = follower.url;
  } else if (config.shared?.role === 'services') {
    const { startServicesProcess } = await import('./services-process.ts');
    const services = await startServicesProcess({ config, log, onFatal });
    ending.add(() => services.stop());
    url = services.url;
  } else {
    await buildWeb({ log: (line) => log.info({ event: 'web-build' }, line) });
    const web = await openWeb({ basePath: config.basePath });
    ending.add(() => web.close());
    const stopping = new AbortController();
    const starting = startExplorer({ config, web, log, onFatal, signal: stopping.signal });
    // clients have time to go elsewhere before
    const drainMs = config.shared === undefined ? 0 : config.drainSeconds * 1_000;
    ending.add(async () => {
      stopping.abort();
      await (await starting.catch(() => undefined))?.stop();
    }, drainMs);
    const started = await starting;
    url = started.url;
    reload = started.reload;
  }
  // a follower and a process with services have no files that change
  files.onRequest(reload ?? (() => log.info({ event: 'boards' }, 'there are no files to read again')));
  log.info({ event: 'listening', url }, `Glassblock is listening at ${url}`);
  const isDemo = config.networks.length > 0 && config.networks.every(({ node }) => node === undefined);
  trimHeapWhenIdle({ minIntervalMs: trimIntervalMs, maxUtilization: isDemo ? maxDemoUtilization : undefined });
}

process.on('unhandledRejection', onFatal);
process.on('uncaughtException', onFatal);
createCommand(serve).parseAsync().catch(onFatal);
