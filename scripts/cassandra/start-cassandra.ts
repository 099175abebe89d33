/**
 * Starts a single node of Apache Cassandra on loopback for tests: `scripts/fetch-cassandra` fetches its jars. Its data are
 * in a temporary directory that is removed when it stops.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePorts } from '@glassblock/node/testing';

/** A running node. */
export interface CassandraNode {
  /** `host:port` of the native protocol. */
  readonly contactPoint: string;
  /** Of its process, or of the wrapper. */
  readonly pid: number;
  /** Sends a signal that pauses it or lets it continue. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends it without warning. */
  kill(): Promise<void>;
  /** Starts it again with its data. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Packages of the JDK that Cassandra 5 uses, as its own start script opens them for Java 17. */
const exported = [
  'java.base/jdk.internal.misc',
  'java.base/jdk.internal.ref',
  'java.base/sun.nio.ch',
  'java.management.rmi/com.sun.jmx.remote.internal.rmi',
  'java.rmi/sun.rmi.registry',
  'java.rmi/sun.rmi.server',
  'java.rmi/sun.rmi.transport',
  'java.rmi/sun.rmi.transport.tcp',
  'java.sql/java.sql',
  'jdk.unsupported/sun.misc',
];
const opened = [
  'java.base/java.io',
  'java.base/java.lang',
  'java.base/java.lang.module',
  'java.base/java.lang.reflect',
  'java.base/java.net',
  'java.base/java.nio',
  'java.base/java.util',
  'java.base/java.util.concurrent',
  'java.base/java.util.concurrent.atomic',
  'java.base/jdk.internal.loader',
  'java.base/jdk.internal.math',
  'java.base/jdk.internal.module',
  'java.base/jdk.internal.ref',
  'java.base/jdk.internal.reflect',
  'java.base/jdk.internal.util.jar',
  'java.base/sun.nio.ch',
  'jdk.management/com.sun.management.internal',
];

/** Where a node runs; defaults are those of a single node on loopback. */
export interface CassandraOptions {
  address?: string;
  /** Addresses of the seed nodes; they have the same ports. */
  seeds?: readonly string[];
  heapMegabytes?: number;
  /** Of its storage, of its encrypted storage, of clients, and of its management; default: free ones. */
  ports?: readonly number[];
  /** A command that runs the node, such as one that enters a network namespace. */
  wrapper?: readonly string[];
}

function configuration(
  directory: string,
  address: string,
  seeds: readonly string[],
  [storage, ssl, native]: readonly number[],
): string {
  return `cluster_name: glassblock-test
num_tokens: 4
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
endpoint_snitch: SimpleSnitch
listen_address: ${address}
rpc_address: ${address}
auto_bootstrap: false
storage_port: ${storage}
ssl_storage_port: ${ssl}
native_transport_port: ${native}
start_native_transport: true
seed_provider:
  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
    parameters: [{ seeds: "${seeds.map((seed) => `${seed}:${storage}`).join(',')}" }]
commitlog_sync: periodic
commitlog_sync_period: 10000ms
commitlog_directory: ${directory}/commitlog
data_file_directories: [${directory}/data]
saved_caches_directory: ${directory}/saved_caches
hints_directory: ${directory}/hints
cdc_raw_directory: ${directory}/cdc
memtable_heap_space: 128MiB
memtable_offheap_space: 64MiB
key_cache_size: 16MiB
concurrent_reads: 8
concurrent_writes: 8
compaction_throughput: 0MiB/s
auto_snapshot: false
`;
}

/** A starting node waits up to this time for answers of other nodes. */
const ringDelayMs = 10_000;

const logback = `<configuration>
  <appender name="out" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%level %msg%n</pattern></encoder></appender>
  <root level="INFO"><appender-ref ref="out"/></root>
</configuration>
`;

/** @throws {Error} when Java or the jars are missing, or the node ends while it starts */
export async function startCassandra(options: CassandraOptions = {}): Promise<CassandraNode> {
  const { address = '127.0.0.1', seeds = [address], heapMegabytes: heap = 512, wrapper = [] } = options;
  const isAlone = options.seeds === undefined;
  const script = fileURLToPath(new URL('../fetch-cassandra', import.meta.url));
  const fetched = spawnSync('bash', [script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (fetched.status !== 0) throw new Error('scripts/fetch-cassandra failed');
  const jars = fetched.stdout.trim();
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-cassandra-'));
  const ports = options.ports ?? (await freePorts(4));
  const [yaml, log] = [join(directory, 'cassandra.yaml'), join(directory, 'logback.xml')];
  await mkdir(join(directory, 'data'));
  await writeFile(yaml, configuration(directory, address, seeds, ports));
  await writeFile(log, logback);
  const flags = [
    ...[`-Xms${heap}m`, `-Xmx${heap}m`, '-XX:+UseSerialGC', '-Xss256k', '-Djdk.attach.allowAttachSelf=true'],
    `-javaagent:${join(jars, 'jamm-0.4.0.jar')}`,
    ...exported.flatMap((name) => ['--add-exports', `${name}=ALL-UNNAMED`]),
    ...opened.flatMap((name) => ['--add-opens', `${name}=ALL-UNNAMED`]),
    `-Dcassandra.config=${pathToFileURL(yaml)}`,
    `-Dlogback.configurationFile=${pathToFileURL(log)}`,
    `-Dcassandra.storagedir=${directory}`,
    '-Dcassandra-foreground=yes',
    `-Dcassandra.jmx.local.port=${ports[3]}`,
    '-Dcassandra.skip_wait_for_gossip_to_settle=0',
    `-Dcassandra.ring_delay_ms=${isAlone ? 1 : ringDelayMs}`,
    ...['-cp', `${directory}:${jars}/*`, 'org.apache.cassandra.service.CassandraDaemon'],
  ];
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const [command = '', ...rest] = [...wrapper, 'java', ...flags];
    const node = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
    child = node;
    const last: string[] = [];
    const remember = (line: string) => {
      last.push(line);
      if (last.length > 30) last.shift();
    };
    createInterface({ input: node.stderr }).on('line', remember);
    const ready = new Promise<void>((resolve) => {
      createInterface({ input: node.stdout }).on('line', (line) => {
        remember(line);
        if (line.includes('Starting listening for CQL clients')) resolve();
      });
    });
    const failed = once(node, 'exit').then(() => {
      throw new Error(`Cassandra ended while it started:\n${last.join('\n')}`);
    });
    failed.catch(() => undefined);
    await Promise.race([ready, failed]);
  }

  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  const stop = async () => {
    await kill();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    contactPoint: `${address}:${ports[2]}`,
    get pid() {
      return child!.pid!;
    },
    signal: (name) => void child?.kill(name),
    kill,
    restart: start,
    stop,
  };
}

/** Runs work on the node that GLASSBLOCK_TEST_CASSANDRA names (`host:port`), or on one that runs meanwhile. */
export async function onCassandra<T>(work: (contactPoint: string) => Promise<T>): Promise<T> {
  const given = process.env['GLASSBLOCK_TEST_CASSANDRA'];
  if (given !== undefined) return work(given);
  const node = await startCassandra();
  try {
    return await work(node.contactPoint);
  } finally {
    await node.stop();
  }
}
