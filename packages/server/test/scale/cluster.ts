import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NetworkState } from '@glassblock/contract';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import { newKeyspace, testCluster } from '@glassblock/store/testing';
import { type NatsServer, startNats } from '../../../../scripts/nats/start-nats.ts';
import {
  type RecordedElementsNode,
  startRecordedElementsNode,
} from '../../../node/test/support/recorded-elements-node.ts';
import type { Flags } from '../../src/index.ts';
import { demoLnd } from '../support/demo/demo-lnd.ts';
import { type Program, startProgram } from '../support/program.ts';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';
import { busCertificate, secureSettings } from './bus-credentials.ts';

/**
 * A node, a cluster, a bus, and the processes of a site on them; the single process beside them has the expected
 * answers.
 */
export interface Site {
  readonly node: RealNode;
  /** Node of the Liquid network, whose parent chain is that of `node`; undefined: none is served. */
  readonly elements: RecordedElementsNode | undefined;
  readonly bus: NatsServer;
  readonly single: TestExplorer;
  /** Address of the cluster, for commands. */
  readonly store: string;
  /** Removed with the site. */
  readonly directory: string;
  follower(): Promise<Program>;
  /** Of the Liquid network. */
  liquidFollower(): Promise<Program>;
  serving(): Promise<Program>;
  /** @param name of its directory; several have one database in PostgreSQL */
  services(name?: string): Promise<Program>;
  /** Settings of the services, for commands. */
  readonly servicesFlags: Flags;
  stop(): Promise<void>;
}

/** Options of a site. */
export interface SiteOptions {
  /** URL of the database of services; default: SQLite. */
  postgres?: string;
  /** Serves a Liquid network too. */
  hasLiquid?: boolean;
}

/** Blocks of the recorded chain of Liquid that its node does not have at first. */
export const laterLiquidBlocks = 4;

/** Starts everything but the processes. */
export async function startSite({ postgres, hasLiquid = false }: SiteOptions = {}): Promise<Site> {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-site-'));
  const secure = secureSettings();
  const credentials = join(directory, 'bus.creds');
  await writeFile(credentials, secure.credentials);
  const environment = {
    GLASSBLOCK_BUS_CREDENTIALS_FILE: credentials,
    GLASSBLOCK_BUS_CA_FILE: busCertificate,
    ...(postgres === undefined ? {} : { GLASSBLOCK_SERVICES_POSTGRES: postgres }),
  };
  const macaroon = join(directory, 'readonly.macaroon');
  const [node, bus, lnd, elements] = await Promise.all([
    startRealNode(),
    startNats({ settings: secure.settings }),
    demoLnd(3, macaroon, 'regtest'),
    hasLiquid ? startRecordedElementsNode({ txindex: true }) : undefined,
  ]);
  await node.mine(110);
  elements?.setTip(elements.hashes.length - 1 - laterLiquidBlocks);
  const settings = join(directory, 'settings.toml');
  const services = `[services]\nbaseFee = 500\n[[services.miners]]\nname = "own"\nnode = "${node.url}"\n`;
  const boards = join(directory, 'boards.toml');
  await writeFile(boards, boardNamed('first'));
  const general = `drainSeconds = 1\nrequestsPerMinute = 0\naddressSearch = true\nboards = "${boards}"\n`;
  await writeFile(settings, general + services);
  const liquid: Flags = elements === undefined ? {} : { liquid: elements.origin, liquidNetwork: 'liquidregtest' };
  const liquidWords = elements === undefined ? [] : ['--liquid', elements.origin, '--liquid-network', 'liquidregtest'];
  const single = await startSingle({
    ...{ node: node.url, dataDir: join(directory, 'single'), config: settings },
    ...{ lnd: lnd.url, lndMacaroon: macaroon, ...liquid },
  });
  const store = `cassandra://${testCluster}/${newKeyspace()}`;
  const programs: Program[] = [];
  let followers = 0;
  const start = async (role: string, dataDir: string, more: readonly string[] = []) => {
    const words = ['--node', node.url, '--network', 'regtest', '--store', store, '--bus', `tls://${bus.address}`];
    const settingWords = ['--config', settings, '--lnd', lnd.url, '--lnd-macaroon', macaroon];
    const own = ['--role', role, '--data-dir', join(directory, dataDir)];
    const program = await startProgram([...words, ...settingWords, ...own, ...more], [], environment);
    programs.push(program);
    return program;
  };
  return {
    node,
    elements,
    bus,
    single,
    store,
    directory,
    follower: () => start('follow', `follower-${followers++}`),
    liquidFollower: () => start('follow', `liquid-follower-${followers++}`, liquidWords),
    serving: () => start('serve', 'serve', liquidWords),
    services: (name = 'services') => start('services', name),
    servicesFlags: {
      ...{ node: node.url, network: 'regtest', store, bus: `nats://${bus.address}`, role: 'services' },
      ...{ config: settings, dataDir: join(directory, 'services') },
    },
    async stop() {
      for (const { child } of programs) child.kill('SIGKILL');
      await single.stop();
      await Promise.all([node.stop(), bus.stop(), lnd.stop(), elements?.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Returns the file of a board, which is `boards.toml` in the directory of the site. */
export const boardNamed = (name: string): string =>
  `[[boards]]\nname = "${name}"\ntitle = "Board"\n[[boards.widgets]]\ntype = "fees"\n`;

/** The index of the single process is on LevelDB: a test explorer would use the cluster by default in this run. */
async function startSingle(flags: Flags): Promise<TestExplorer> {
  const single: Flags = { ...flags, network: 'regtest' };
  Object.assign(single, { store: undefined });
  return startTestExplorer(single);
}

/** Waits until a program is ready. */
export async function ready(program: Program): Promise<void> {
  await until(
    async () => (await program.status('/readyz')).status === 200,
    () => program.log.slice(-10).join('\n'),
  );
}

/** Waits until a serving process has the node's tip and mempool. */
export async function settled(node: RealNode, program: Program): Promise<void> {
  const height = Number(await node.client.rpc('getblockcount'));
  const { size } = (await node.client.rpc('getmempoolinfo')) as { size: number };
  await program.until(
    ({ index, mempool }: NetworkState) =>
      index.height === height && index.synced && mempool.synced && mempool.count === size,
  );
}

const timeoutMs = 90_000;

/** Polls for a condition that has no event in this process. */
export async function until(test: () => Promise<boolean> | boolean, explain: () => string = () => ''): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await test())) {
    if (Date.now() > deadline) throw new Error(`does not happen: ${test.toString()} ${explain()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
