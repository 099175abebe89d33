import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnode } from '@glassblock/devnode';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import { elementsNetworks } from '@glassblock/primitives/elements';
import type { ElementsNode } from '../../packages/devnode/src/elements/elements-node.ts';
import { type Program, startProgram } from '../../packages/server/test/support/program.ts';
import { type CassandraNode, startCassandra } from '../../scripts/cassandra/start-cassandra.ts';
import { type NatsServer, startNats } from '../../scripts/nats/start-nats.ts';

/** A part that faults are injected into. */
export interface Part {
  readonly name: string;
  kill(): Promise<void>;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Disconnects or reconnects its network. */
  partition(isCut: boolean): void;
  /** Starts it again after a kill. */
  restart(): Promise<void>;
}

/** A process of the program, which is started again whenever it ends, as by a supervisor. */
export interface Supervised extends Part {
  readonly url: string;
  /** Number of starts so far. */
  readonly starts: number;
}

/** The site: every part has a network namespace of its own, joined by a bridge. */
export interface FaultSite {
  readonly node: RealNode;
  /** The simulated node of Liquid, whose claims in the past are of deposits on another chain than that of `node`. */
  readonly elements: ElementsNode;
  readonly single: Supervised;
  readonly serving: readonly Supervised[];
  /** The two of each network; one of them leads. */
  readonly followers: readonly (readonly Supervised[])[];
  /** All parts but the nodes and the single process. */
  readonly parts: readonly Part[];
  stop(): Promise<void>;
}

const hub = '10.77.0.1';
const zmqPort = 28_777;
const port = 8_999;
const ip = (words: string): void => {
  execFileSync('ip', words.split(' '), { stdio: ['ignore', 'ignore', 'inherit'] });
};

/** Creates the namespace of a part; returns the command that enters it, and functions that cut it off. */
function createNamespace(name: string, address: string) {
  const link = `gf-${name}`;
  ip(`netns add ${link}`);
  ip(`link add ${link} type veth peer name eth0 netns ${link}`);
  ip(`link set ${link} master gf-hub up`);
  for (const words of [`addr add ${address}/24 dev eth0`, 'link set eth0 up', 'link set lo up']) {
    ip(`-n ${link} ${words}`);
  }
  return {
    wrapper: ['ip', 'netns', 'exec', link],
    partition: (isCut: boolean) => ip(`link set ${link} ${isCut ? 'down' : 'up'}`),
    remove: () => ip(`netns del ${link}`),
  };
}

/**
 * Starts three nodes of Cassandra, three of NATS, two followers of Bitcoin, two of Liquid and three serving processes, and
 * a single process beside them. Needs root, and a network namespace of its own.
 * @param seed of the chain of Liquid
 * @param logs directory for the logs of the processes, one file for each
 */
export async function startFaultSite(seed: number, logs: string | undefined): Promise<FaultSite> {
  const endings: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    if (logs !== undefined) mkdirSync(logs, { recursive: true });
    return { ...(await startParts(endings, seed, logs)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  endings: (() => Promise<void> | void)[],
  seed: number,
  logs: string | undefined,
): Promise<Omit<FaultSite, 'stop'>> {
  const directory = mkdtempSync(join(tmpdir(), 'glassblock-fault-site-'));
  ip('link add gf-hub type bridge');
  ip(`addr add ${hub}/24 dev gf-hub`);
  ip('link set gf-hub up');
  ip('link set lo up');
  endings.push(() => rmSync(directory, { recursive: true, force: true }));
  const namespace = (name: string, address: string) => {
    const made = createNamespace(name, address);
    endings.push(made.remove);
    return made;
  };
  const node = await startRealNode({
    flags: [
      ...[`-rpcbind=127.0.0.1`, `-rpcbind=${hub}`, '-rpcallowip=127.0.0.1', '-rpcallowip=10.77.0.0/24'],
      `-zmqpubsequence=tcp://${hub}:${zmqPort}`,
    ],
  });
  endings.push(() => node.stop());
  await node.mine(110);
  const elements = await startElements(seed);
  endings.push(elements.stop);

  const stores: (Part & { server: CassandraNode })[] = [];
  const storeAddresses = [11, 12, 13].map((last) => `10.77.0.${last}`);
  for (const [i, address] of storeAddresses.entries()) {
    const { wrapper, partition } = namespace(`c${i + 1}`, address);
    const options = { seeds: storeAddresses.slice(0, 1), heapMegabytes: 384, ports: [7_000, 7_001, 9_042, 7_199] };
    const server = await startCassandra({ address, wrapper, ...options });
    endings.push(() => server.stop());
    stores.push({ name: `Cassandra ${i + 1}`, ...server, partition, server });
  }

  const busAddresses = [21, 22, 23].map((last) => `10.77.0.${last}`);
  const buses = await Promise.all(
    busAddresses.map(async (host, i): Promise<Part & { server: NatsServer }> => {
      const { wrapper, partition } = namespace(`n${i + 1}`, host);
      const routes = busAddresses.map((address) => `nats://${address}:6222`).join(', ');
      const settings = `server_name: n${i + 1}\ncluster { name: site, listen: "${host}:6222", routes: [${routes}] }\n`;
      const server = await startNats({
        ...{ host, port: 4_222, wrapper, settings },
        onLog: (line) => logs !== undefined && appendFileSync(join(logs, `NATS ${i + 1}.log`), `${line}\n`),
      });
      endings.push(() => server.stop());
      return { name: `NATS ${i + 1}`, ...server, partition, server };
    }),
  );

  const settings = join(directory, 'settings.toml');
  writeFileSync(
    settings,
    'drainSeconds = 1\nrequestsPerMinute = 0\nmaxSocketsPerAddress = 0\nmaxStreamsPerAddress = 0\n',
  );
  const own = new URL(node.url);
  own.hostname = hub;
  const common = [
    ...['--config', settings, '--node', own.href, '--network', 'regtest', '--zmq', `tcp://${hub}:${zmqPort}`],
    ...['--memory', '64MB', '--threads', '0'],
  ];
  const shared = [
    ...['--store', `cassandra://${storeAddresses.join(',')}/faults`],
    ...['--bus', `nats://${busAddresses.join(',')}`],
  ];
  const supervise = async (name: string, last: number, words: readonly string[]): Promise<Supervised> => {
    const address = `10.77.0.${last}`;
    const { wrapper, partition } = namespace(name.replace(/[^a-z0-9]/g, ''), address);
    const own = join(directory, name);
    mkdirSync(own);
    const all = [...common, ...words, '--data-dir', own, '--host', address, '--port', String(port)];
    return supervised({ name, url: `http://${address}:${port}`, words: all, wrapper, partition, logs }, endings);
  };
  const liquid = ['--liquid', elements.node.rpcUrl, '--liquid-network', 'liquidregtest'];
  const single = await supervise('single', 50, liquid);
  const follow = ['--role', 'follow', ...shared];
  const pairs = [
    { names: ['follow 1', 'follow 2'], last: 31, words: follow },
    { names: ['liquid 1', 'liquid 2'], last: 33, words: [...follow, ...liquid] },
  ];
  const [followers = [], liquidFollowers = []] = await Promise.all(
    pairs.map(({ names, last, words }) => Promise.all(names.map((name, i) => supervise(name, last + i, words)))),
  );
  const serving = await Promise.all(
    [1, 2, 3].map((i) => supervise(`serve ${i}`, 40 + i, ['--role', 'serve', ...shared, ...liquid])),
  );
  return {
    node,
    elements: elements.node,
    single,
    serving,
    followers: [followers, liquidFollowers],
    // the parts of a kind are far apart: one that had a fault is back before the next one has
    parts: [0, 1, 2].flatMap((i) =>
      [stores, buses, followers, liquidFollowers, serving].flatMap((kind) => kind[i] ?? []),
    ),
  };
}

/** Blocks of the simulated parent chain: about one in nine has a block of Liquid. */
const pastBlocks = 240;

/** Starts the simulated node of Liquid at the hub. */
async function startElements(seed: number): Promise<{ node: ElementsNode; stop(): Promise<void> }> {
  const devnode = await createDevnode({
    ...{ profile: 'core31', seed, live: false, blocks: pastBlocks, mempoolSize: 4, host: hub },
    elements: { network: elementsNetworks.liquidregtest },
  });
  return { node: devnode.elements!, stop: devnode.stop };
}

/** A process that is down is started again after this time. */
const restartMs = 1_000;

async function supervised(
  {
    name,
    url,
    words,
    wrapper,
    partition,
    logs,
  }: {
    name: string;
    url: string;
    words: readonly string[];
    wrapper: readonly string[];
    partition(isCut: boolean): void;
    logs: string | undefined;
  },
  endings: (() => Promise<void> | void)[],
): Promise<Supervised> {
  let program: Program | undefined;
  let starts = 0;
  let isStopped = false;
  const writeLog = ({ log, errors }: Program) => {
    if (logs === undefined) return;
    appendFileSync(join(logs, `${name}.log`), log.map((line) => `${line}\n`).join('') + errors.join(''));
  };
  const start = async (): Promise<void> => {
    while (!isStopped) {
      starts++;
      try {
        const started = await startProgram(words, wrapper);
        program = started;
        started.child.once('exit', () => {
          writeLog(started);
          setTimeout(() => void start(), restartMs);
        });
        return;
      } catch (error) {
        // it exits while the cluster or the bus is unavailable
        process.stderr.write(`${name}: ${String(error).split('\n')[0]}\n`);
        await new Promise((resolve) => setTimeout(resolve, restartMs));
      }
    }
  };
  await start();
  endings.push(() => {
    isStopped = true;
    program?.child.kill('SIGKILL');
  });
  return {
    name,
    url,
    get starts() {
      return starts;
    },
    kill: async () => void program?.child.kill('SIGKILL'),
    signal: (signal) => void program?.child.kill(signal),
    partition,
    restart: async () => undefined,
  };
}
