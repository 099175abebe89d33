// `npm run dev`: the web app from its sources with module replacement, and a server that restarts when its sources
// change. The demo chain persists across restarts. `npm run dev -- --config FILE` follows your own nodes instead;
// `--port N` is the port of the pages (8999).
import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createDevnode } from '@glassblock/devnode';
import { type Flags, loadConfig } from '@glassblock/server';
import { openDevWeb } from '@glassblock/web/dev';

const { values } = parseArgs({ options: { config: { type: 'string' }, port: { type: 'string' } } });
const pagePort = Number(values.port ?? 8999);
const apiPort = pagePort + 1;
const apiUrl = `http://127.0.0.1:${apiPort}`;

const devnode =
  values.config === undefined
    ? await createDevnode({ profile: 'core31', seed: 2026, live: true, meanBlockSeconds: 30, txPerSecond: 4 })
    : undefined;
const flags: Flags = {
  port: String(apiPort),
  ...(values.config === undefined ? {} : { config: values.config }),
  ...(devnode === undefined ? {} : { node: devnode.rpcUrl, network: 'demo', zmq: devnode.zmqUrl }),
};

let api: ChildProcess | undefined;
let isRestarting = false;

/** Starts the server and resolves when it listens, or when it ended. */
function startApi(): Promise<void> {
  const started = fork(
    fileURLToPath(new URL('../packages/server/src/dev-api.ts', import.meta.url)),
    [JSON.stringify(flags)],
    {
      env: { ...process.env, UV_THREADPOOL_SIZE: '12' },
    },
  );
  api = started;
  return new Promise((resolve) => {
    started.once('message', () => resolve());
    started.once('exit', () => resolve());
  });
}

async function stopApi(): Promise<void> {
  const running = api;
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGTERM');
  await ended;
}

/** Restarts the server; changes during a restart cause one more. */
let isChanged = false;
async function restart(file: string): Promise<void> {
  isChanged = true;
  if (isRestarting) return;
  isRestarting = true;
  while (isChanged) {
    isChanged = false;
    process.stdout.write(`${file} changed: restarting the server\n`);
    await stopApi();
    await startApi();
  }
  isRestarting = false;
}

await startApi();
const packages = ['primitives', 'store', 'journal', 'node', 'contract', 'index', 'mempool', 'server'];
const server = createServer();
const web = await openDevWeb({
  server,
  apiUrl,
  context: {
    config: loadConfig(flags, process.env).web,
    secure: false,
    async api(path) {
      const response = await fetch(apiUrl + path);
      const contentType = response.headers.get('content-type') ?? 'text/plain';
      const total = response.headers.get('x-total-count');
      const body = await response.text();
      return { status: response.status, contentType, body, ...(total === null ? {} : { total: Number(total) }) };
    },
  },
  watched: packages.map((name) => fileURLToPath(new URL(`../packages/${name}/src`, import.meta.url))),
  onChange: (file) => void restart(file),
});
server.on('request', web.handle);
server.listen(pagePort, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${pagePort}/\n`));

let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    server.closeAllConnections();
    server.close();
    void Promise.all([web.close(), stopApi(), devnode?.stop()]).then(() => process.exit(0));
  });
}
