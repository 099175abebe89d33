/**
 * Starts a nats-server with JetStream on loopback for tests: `scripts/build-nats` builds it. Its data are in a temporary
 * directory that is removed when it is disposed of.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@glassblock/node/testing';

/** A server that can be killed and started again with its data. */
export interface NatsServer {
  /** `host:port` */
  readonly address: string;
  /** Sends a signal that pauses it or lets it continue. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends it without warning. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
  /** Removes its data while it is not running. */
  wipe(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Where a server runs. */
export interface NatsOptions {
  /** Further settings, in the form of its configuration file. */
  settings?: string;
  host?: string;
  /** Default: a free one. */
  port?: number;
  /** A command that runs the server, such as one that enters a network namespace. */
  wrapper?: readonly string[];
  /** Called with each line of its log. */
  onLog?(line: string): void;
}

/** @throws {Error} when it cannot be built, or ends while it starts */
export async function startNats(options: NatsOptions = {}): Promise<NatsServer> {
  const { settings = '', host = '127.0.0.1', wrapper = [] } = options;
  const script = fileURLToPath(new URL('../build-nats', import.meta.url));
  const built = spawnSync('bash', [script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (built.status !== 0) throw new Error('scripts/build-nats failed');
  const program = built.stdout.trim();
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-nats-'));
  const port = options.port ?? (await freePorts(1))[0];
  const file = join(directory, 'nats.conf');
  await writeFile(file, settings);
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const words = ['-c', file, '-js', '-sd', join(directory, 'data'), '-a', host, '-p', String(port)];
    const [command = '', ...rest] = [...wrapper, program, ...words];
    const server = spawn(command, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
    child = server;
    const ready = new Promise<void>((resolve) => {
      createInterface({ input: server.stderr }).on('line', (line) => {
        options.onLog?.(line);
        if (line.includes('Server is ready')) resolve();
      });
    });
    const ended = once(server, 'exit').then(() => {
      throw new Error('nats-server ended while it started');
    });
    ended.catch(() => undefined);
    await Promise.race([ready, ended]);
  }

  async function kill(): Promise<void> {
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    child = undefined;
    await ended;
  }

  await start();
  return {
    address: `${host}:${port}`,
    signal: (name) => void child?.kill(name),
    kill,
    restart: start,
    wipe: () => rm(join(directory, 'data'), { recursive: true, force: true }),
    async stop() {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
