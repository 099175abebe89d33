import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isCoded } from '@glassblock/primitives';
import { fieldsOf, textField } from '../answers.ts';
import { createNodeClient, type NodeClient } from '../client.ts';

/** A real bitcoind on regtest, for tests: its flags, wallet and process. */
export interface RealNode {
  /** `http://user:password@127.0.0.1:port` */
  readonly url: string;
  readonly zmq: string;
  readonly client: NodeClient;
  /** Its data directory. */
  readonly directory: string;
  /**
   * Mines blocks to the wallet.
   * @returns their hashes
   */
  mine(blocks: number): Promise<string[]>;
  newAddress(type?: 'legacy' | 'p2sh-segwit' | 'bech32' | 'bech32m'): Promise<string>;
  /** Pays from the wallet; signals replacement. @returns the txid */
  pay(address: string, btc: number, options?: { feeRate?: number }): Promise<string>;
  /**
   * Stops the process and starts it again on the same data and ports.
   * @param whileDisconnected runs in between
   */
  restart(whileDisconnected?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

const user = 'glass';
const password = 'block';

/** Every policy flag explicit and as in Core, so that Core and Knots behave alike; flags of Knots come last. */
const profile = [
  '-regtest',
  '-server',
  '-rest',
  '-listen=0',
  '-dnsseed=0',
  '-txindex=0',
  '-fallbackfee=0.0001',
  '-minrelaytxfee=0.00001',
  '-mempoolfullrbf=1',
  '-datacarriersize=83',
  '-permitbaremultisig=1',
  '-blockmaxweight=3996000',
  '-maxmempool=300',
  '-persistmempool=1',
  '-rpcthreads=8',
  '-rpcworkqueue=256',
  '-dbcache=64',
];
const knotsOnly = [
  '-blockmaxsize=4000000',
  '-blockprioritysize=0',
  '-rejecttokens=0',
  '-rejectparasites=0',
  '-permitbarepubkey=1',
];

/** Path of bitcoind: GLASSBLOCK_BITCOIND, else the one that scripts/fetch-bitcoind installs. */
async function bitcoind(): Promise<string> {
  const script = new URL('../../../../scripts/fetch-bitcoind', import.meta.url).pathname;
  try {
    const { stdout } = await promisify(execFile)('bash', [script], { timeout: 300_000 });
    return stdout.trim();
  } catch (cause) {
    throw new Error('bitcoind is missing: set GLASSBLOCK_BITCOIND or run scripts/fetch-bitcoind', { cause });
  }
}

const portsEach = 20;
/**
 * Each process has its own ports, below the ephemeral range: no other process gets one between the check and the node's
 * start, or while the node is stopped.
 */
const firstPort = 11_000 + portsEach * (process.pid % 1_000);
let looks = 0;

async function freePort(): Promise<number> {
  const server = createServer();
  for (let left = portsEach; left > 0; left--) {
    const port = firstPort + (looks++ % portsEach);
    const isFree = await once(server.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw new Error(`the ports from ${firstPort} on are all in use`);
}

/**
 * Starts a separate node on free loopback ports.
 * @throws {Error} naming bitcoind when it is missing
 */
export async function startRealNode(options: { flags?: readonly string[]; zmq?: boolean } = {}): Promise<RealNode> {
  const program = await bitcoind();
  const { stdout: version } = await promisify(execFile)(program, ['-version']);
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-node-'));
  const [rpcPort, zmqPort] = [await freePort(), await freePort()];
  const zmq = `tcp://127.0.0.1:${zmqPort}`;
  const flags = [
    ...profile,
    ...(/knots/i.test(version) ? knotsOnly : []),
    `-datadir=${directory}`,
    `-rpcuser=${user}`,
    `-rpcpassword=${password}`,
    `-rpcport=${rpcPort}`,
    ...(options.zmq === false ? [] : [`-zmqpubsequence=${zmq}`]),
    ...(options.flags ?? []),
  ];
  const url = `http://${user}:${password}@127.0.0.1:${rpcPort}`;
  const client = createNodeClient({
    origin: `http://127.0.0.1:${rpcPort}`,
    user,
    password,
    connections: 4,
    // a thousand blocks are mined in one call
    timeoutMs: 300_000,
  });
  let child: ChildProcess = await launch();

  async function launch(): Promise<ChildProcess> {
    const started = spawn(program, flags, { stdio: 'ignore' });
    for (;;) {
      if (started.exitCode !== null) throw new Error(`bitcoind ended with ${started.exitCode}`);
      try {
        await client.rpc('getblockchaininfo');
        return started;
      } catch (error) {
        if (!isCoded(error, 'node.away') && !isCoded(error, 'node.warming-up')) throw error;
        await new Promise<void>((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  await client.rpc('createwallet', 'test');
  const newAddress = async (type: string = 'bech32') => String(await client.rpc('getnewaddress', '', type));
  return {
    url,
    zmq,
    client,
    directory,
    newAddress,
    async mine(blocks) {
      return (await client.rpc('generatetoaddress', blocks, await newAddress())) as string[];
    },
    async pay(address, btc, { feeRate = 2 } = {}) {
      const outputs = [{ [address]: btc.toFixed(8) }];
      const answer = await client.rpc('send', outputs, null, 'unset', feeRate, { replaceable: true });
      return textField(fieldsOf(answer, 'send'), 'txid');
    },
    async restart(whileDisconnected) {
      await end('SIGTERM');
      await whileDisconnected?.();
      child = await launch();
      await client.rpc('loadwallet', 'test').catch((error: unknown) => {
        if (!isCoded(error, 'node.rpc')) throw error;
      });
    },
    async stop() {
      await end('SIGKILL');
      await client.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
