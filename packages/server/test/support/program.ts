import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { NetworkState } from '@glassblock/contract';

const launch = fileURLToPath(new URL('../../src/launch.cjs', import.meta.url));

/** Runs a command of the program to its end. */
export async function runCommand(words: readonly string[]): Promise<{ code: number; out: string; errors: string }> {
  const child = spawn(process.execPath, [launch, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { out: '', errors: '' };
  child.stdout.on('data', (part) => (texts.out += String(part)));
  child.stderr.on('data', (part) => (texts.errors += String(part)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...texts };
}

/** The server as a separate process. */
export interface Program {
  readonly child: ChildProcess;
  /** Its address without a slash at the end. */
  readonly url: string;
  /** Lines of its log so far. */
  readonly log: string[];
  /** Its error output so far, in parts. */
  readonly errors: readonly string[];
  status(path: string): Promise<{ status: number; text: string }>;
  /** Waits until the network's state satisfies the test. */
  until(test: (state: NetworkState) => boolean): Promise<NetworkState>;
  /** @returns the exit code */
  stop(): Promise<number | null>;
}

const timeoutMs = 90_000;

/**
 * @param wrapper a command that runs the program, such as one that limits it
 * @param environment variables besides those of this process
 * @throws {Error} with its output when it ends before it listens
 */
export async function startProgram(
  words: readonly string[],
  wrapper: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const [command = '', ...rest] = [...wrapper, process.execPath, launch, '--port', '0', ...words];
  const env = { ...process.env, ...environment };
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const log: string[] = [];
  const errors: string[] = [];
  child.stderr.on('data', (part) => errors.push(String(part)));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      log.push(line);
      const entry = JSON.parse(line) as { event?: string; url?: string };
      if (entry.event === 'listening') resolve(entry.url!.replace(/\/$/, ''));
    });
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${errors.join('')}`)));
  });
  const status = async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, text: await response.text() };
  };
  return {
    child,
    url,
    log,
    errors,
    status,
    async until(test) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const { text } = await status('/api/glass/v1/state');
        const state = JSON.parse(text) as NetworkState;
        if (test(state)) return state;
        if (Date.now() > deadline)
          throw new Error(`the state stays ${text}\n${log.slice(-20).join('\n')}${errors.join('')}`);
        await new Promise<void>((resolve) => setTimeout(resolve, 100));
      }
    },
    async stop() {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
  };
}
