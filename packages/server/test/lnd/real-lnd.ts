import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { freePorts } from '@glassblock/node/testing';

/** Where lnd finds its bitcoind. */
export interface BitcoindAddress {
  rpcHost: string;
  user: string;
  password: string;
  zmqBlock: string;
  zmqTx: string;
}

/** Options of a node. */
export interface RealLndOptions {
  program: string;
  directory: string;
  alias: string;
  /** IPv4 address to listen on. */
  address: string;
  /** Announces the address: it must lead to nowhere else. */
  isAnnounced: boolean;
  bitcoind: BitcoindAddress;
}

/** A real lnd on regtest. */
export interface RealLnd {
  readonly alias: string;
  /** Directory of its channels and its wallet. */
  readonly directory: string;
  readonly url: string;
  readonly macaroonFile: string;
  readonly certificateFile: string;
  /** `host:port` for peers. */
  readonly peerAddress: string;
  /** Starts the process and waits until it follows the chain. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Calls its REST API as administrator. @throws {Error} with the answer of lnd */
  call<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T>;
  /** The same for a stream: returns the first message that satisfies a test. */
  first<T>(method: string, path: string, body: object | undefined, test: (message: T) => boolean): Promise<T>;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Repeats a request until an answer satisfies a test; a failing request counts as none. */
export async function until<T>(what: string, ask: () => Promise<T>, test: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + 180_000;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const answer = await ask();
      if (test(answer)) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    await pause(100);
  }
  throw new Error(`${what}: still ${last instanceof Error ? last.message : JSON.stringify(last)?.slice(0, 600)}`);
}

function lndFlags(
  { directory, alias, address, isAnnounced, bitcoind }: RealLndOptions,
  ports: { peer: number; rpc: number; rest: number },
): string[] {
  const peerAddress = `${address}:${ports.peer}`;
  return [
    `--lnddir=${directory}`,
    '--bitcoin.regtest',
    '--bitcoin.node=bitcoind',
    `--bitcoind.rpchost=${bitcoind.rpcHost}`,
    `--bitcoind.rpcuser=${bitcoind.user}`,
    `--bitcoind.rpcpass=${bitcoind.password}`,
    `--bitcoind.zmqpubrawblock=${bitcoind.zmqBlock}`,
    `--bitcoind.zmqpubrawtx=${bitcoind.zmqTx}`,
    `--listen=${peerAddress}`,
    ...(isAnnounced ? [`--externalip=${peerAddress}`] : []),
    `--rpclisten=127.0.0.1:${ports.rpc}`,
    `--restlisten=127.0.0.1:${ports.rest}`,
    `--alias=${alias}`,
    '--noseedbackup',
    '--trickledelay=50',
    '--nobootstrap',
    '--maxpendingchannels=10',
    '--debuglevel=error',
  ];
}

/** Prepares a node; it is started by `start`. */
export async function realLnd(options: RealLndOptions): Promise<RealLnd> {
  const { program, directory, alias, address } = options;
  await mkdir(directory, { recursive: true });
  const [peerPort] = await freePorts(1, address);
  const [rpcPort, restPort] = await freePorts(2);
  const chain = join(directory, 'data', 'chain', 'bitcoin', 'regtest');
  const peerAddress = `${address}:${peerPort}`;
  const flags = lndFlags(options, { peer: peerPort!, rpc: rpcPort!, rest: restPort! });
  let child: ChildProcess | undefined;
  const certificateFile = join(directory, 'tls.cert');
  const adminFile = join(chain, 'admin.macaroon');

  async function open(method: string, path: string, body: object | undefined) {
    const [ca, macaroon] = await Promise.all([readFile(certificateFile), readFile(adminFile)]);
    const agent = new Agent({ ca, keepAlive: false });
    const sent = request(`https://127.0.0.1:${restPort}${path}`, {
      method,
      agent,
      headers: { 'grpc-metadata-macaroon': macaroon.toString('hex') },
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
    response.setEncoding('utf8');
    return response;
  }
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await open(method, path, body);
    let text = '';
    for await (const chunk of response) text += chunk as string;
    if (response.statusCode !== 200) throw new Error(`${alias} ${path}: ${text}`);
    return JSON.parse(text) as T;
  }
  return {
    alias,
    directory,
    url: `https://127.0.0.1:${restPort}`,
    macaroonFile: join(chain, 'readonly.macaroon'),
    certificateFile,
    peerAddress,
    async start() {
      const started = spawn(program, flags, { stdio: ['ignore', 'ignore', 'inherit'] });
      child = started;
      await until(
        `start of ${alias}`,
        async () => {
          if (started.exitCode !== null) throw new Error(`lnd ended with ${started.exitCode}`);
          return call<{ synced_to_chain: boolean }>('GET', '/v1/getinfo');
        },
        ({ synced_to_chain }) => synced_to_chain,
      );
    },
    async stop() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
    call,
    async first(method, path, body, test) {
      const response = await open(method, path, body);
      let text = '';
      for await (const chunk of response) {
        text += chunk as string;
        const lines = text.split('\n');
        text = lines.pop() ?? '';
        for (const line of lines.filter((each) => each !== '')) {
          const message = JSON.parse(line) as { result?: unknown; error?: { message: string } };
          if (message.error !== undefined) throw new Error(`${alias} ${path}: ${message.error.message}`);
          if (!test(message.result as never)) continue;
          response.destroy();
          return message.result as never;
        }
      }
      throw new Error(`${alias} ${path}: the stream ended with ${text}`);
    },
  };
}
