import { hash } from 'node:crypto';
import { once } from 'node:events';
import type { ServerFrame } from '@glassblock/contract';
import { newKeyspace, testCluster } from '@glassblock/store/testing';
import type { WebApp } from '@glassblock/web';
import { pino } from 'pino';
import WebSocket from 'ws';
import { type Explorer, type Flags, loadConfig, startExplorer } from '../../src/index.ts';
import type { NetworkContext } from '../../src/network/network-context.ts';

/** An explorer without pages on a free loopback port, and its clients. */
export interface TestExplorer {
  readonly url: string;
  /** Address of the internal routes. */
  readonly internalUrl: string;
  readonly faults: unknown[];
  /** Lines of the log. */
  readonly logged: readonly string[];
  readonly contexts: Explorer['contexts'];
  /** Body of a GET: JSON or text. */
  get<T = unknown>(path: string): Promise<T>;
  status(path: string, init?: RequestInit): Promise<{ status: number; text: string; headers: Headers }>;
  post(path: string, body: string): Promise<{ status: number; text: string }>;
  socket(prefix?: string): Promise<TestSocket>;
  /** Waits until the answer to a GET satisfies the test. */
  until<T>(path: string, test: (answer: T) => boolean): Promise<T>;
  stop(): Promise<void>;
}

/** A client socket of a test. */
export interface TestSocket {
  readonly frames: ServerFrame[];
  send(message: unknown): void;
  /** Removes and returns the next frame that satisfies the test, including received ones, and drops those before it. */
  next(test: (frame: ServerFrame) => boolean): Promise<ServerFrame>;
  closed(): Promise<number>;
  close(): void;
}

/** After a node error a thread may wait for a quarter of a minute, and an audit of a federation rests for up to a minute. */
const timeoutMs = 90_000;

/** In `npm run test:cassandra`, a keyspace for the data directory: an explorer that starts again finds its index. */
function clusterFlags({ node, dataDir }: Flags): Flags {
  if (testCluster === undefined || node === undefined) return {};
  const keyspace = dataDir === undefined ? newKeyspace() : `test_${hash('sha256', dataDir).slice(0, 16)}`;
  return { store: `cassandra://${testCluster}/${keyspace}` };
}

/** @param stored optional contents of the index */
export async function startTestExplorer(
  flags: Flags,
  web?: WebApp,
  stored?: { ids: boolean; bodies: boolean },
): Promise<TestExplorer> {
  const faults: unknown[] = [];
  const logged: string[] = [];
  const write = (line: string) => {
    logged.push(line);
    const { level } = JSON.parse(line) as { level: number };
    if (level >= pino.levels.values['error']!) faults.push(line);
  };
  const log = pino({ level: 'debug' }, { write });
  const loaded = loadConfig({ port: '0', threads: '0', ...clusterFlags(flags), ...flags }, {});
  const networks = loaded.networks.map((network) => (stored === undefined ? network : { ...network, stored }));
  const config = {
    ...loaded,
    networks,
    requestsPerMinute: 0,
    addressLimits: { sockets: 0, eventStreams: 0 },
    internal: { host: '127.0.0.1', port: 0 },
  };
  const explorer: Explorer = await startExplorer({
    config,
    web,
    log,
    onFatal: (error) => faults.push(error),
  });
  const base = explorer.url.replace(/\/$/, '');
  const internalBase = explorer.internalUrl!.replace(/\/$/, '');
  const request = async (path: string, init?: RequestInit) => {
    const server = /^(\/\w+)?\/(api\/v1\/)?internal\//.test(path) ? internalBase : base;
    const response = await fetch(server + path, init);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const read = ({ text, headers }: { text: string; headers: Headers }): unknown =>
    headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
  return {
    url: base,
    internalUrl: internalBase,
    faults,
    logged,
    contexts: explorer.contexts,
    get: async <T>(path: string) => read(await request(path)) as T,
    status: request,
    post: (path, body) => request(path, { method: 'POST', body }),
    socket: (prefix = '') => openSocket(`${base.replace('http', 'ws')}${prefix}/api/v1/ws`),
    async until<T>(path: string, test: (answer: T) => boolean) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const changed = changeOf(explorer.contexts.values());
        const response = await request(path);
        const answer = read(response) as T;
        if (test(answer)) return answer;
        if (Date.now() > deadline) throw new Error(`${path} still says ${response.text.slice(0, 500)}`);
        await changed;
      }
    },
    stop: () => explorer.stop(),
  };
}

/** State without an event of its own, such as an audit, is checked again after this time. */
const maxRestMs = 200;

/** Resolves when a network's state or mempool has changed, at the latest after `maxRestMs`. */
function changeOf(contexts: Iterable<NetworkContext>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, maxRestMs);
    const leave = [...contexts].flatMap((context) => [context.onState(done), context.onFrame(done)]);
    function done(): void {
      clearTimeout(timer);
      for (const each of leave) each();
      resolve();
    }
  });
}

async function openSocket(url: string): Promise<TestSocket> {
  const socket = new WebSocket(url);
  const frames: ServerFrame[] = [];
  let wake: () => void = () => undefined;
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)) as ServerFrame);
    wake();
  });
  const closing = once(socket, 'close');
  await once(socket, 'open');
  return {
    frames,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async next(test) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const at = frames.findIndex(test);
        if (at >= 0) return frames.splice(0, at + 1).at(-1)!;
        if (Date.now() > deadline) {
          throw new Error(`no such frame among ${JSON.stringify(frames.map((frame) => Object.keys(frame)))}`);
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, deadline - Date.now());
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    async closed() {
      const [code] = (await closing) as [number];
      return code;
    },
    close: () => socket.terminate(),
  };
}
