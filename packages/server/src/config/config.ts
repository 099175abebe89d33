import { availableParallelism } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { WebConfig } from '@glassblock/contract';
import { homeDirectory } from '@glassblock/node';
import { CodedError, type NetworkName, networks } from '@glassblock/primitives';
import type { CassandraAddress } from '@glassblock/store';
import type { SurrogateHeader } from '../http/answers/surrogate-keys.ts';
import { createClientAddress } from '../http/requests/client-address.ts';
import type { AboutSource } from '../sources/about/about-data.ts';
import type { MonitoredHost } from '../sources/health/host-health.ts';
import type { PriceSettings } from '../sources/prices/open-prices.ts';
import type { ProofSource } from '../sources/proofs/verified-proofs.ts';
import { type BoardsConfig, boardsOf } from './boards-config.ts';
import { type ConfigFile, maxReadThreads, quoted, readConfigFile, reasonOf } from './config-file.ts';
import { type EnterpriseConfig, enterpriseOf } from './enterprise-config.ts';
import { type Environment, type Flags, unknownWords, withoutEmpty } from './flags.ts';
import { monitoredHostsOf } from './monitored-hosts.ts';
import {
  givenLiquid,
  isElementsName,
  type LiquidNetworkConfig,
  liquidNetworksOf,
  type NetworkConfig,
  namesBitcoin,
  networksOf,
} from './network-config.ts';
import { accountsOf, demoAccountsOf, searchesAddresses, webConfig, withServices } from './page-config.ts';
import { type SharedRole, sharedRoleOf, storeOf } from './role-config.ts';
import { type ServicesConfig, servicesOf } from './services-config.ts';
import { type WatchedWalletConfig, watchedWalletsOf } from './wallets-config.ts';

/** Retention of each network. */
export interface Retention {
  journalBytes: number;
  /** Days of the journal and of mempool summaries. */
  days: number;
  contentBytes: number;
  /** Bytes of block audits. */
  auditBytes: number;
}

/** The complete configuration. */
export interface Config {
  host: string;
  port: number;
  basePath: string;
  /** Directory of the indexes, one subdirectory per network; undefined (demo only): a temporary one, or in memory with another node. */
  dataDir: string | undefined;
  /** Cluster that holds the indexes of all networks; undefined: they are in `dataDir`. */
  store: CassandraAddress | undefined;
  /** Role of a process that shares its work with others; undefined: it does everything itself. */
  shared: SharedRole | undefined;
  /** Of a process that only serves: seconds between the end of readiness and the end of new connections. */
  drainSeconds: number;
  /** Header of the keys by which a CDN removes answers; undefined: none. */
  surrogateHeader: SurrogateHeader | undefined;
  memoryBytes: number;
  logLevel: string;
  /** Threads that answer requests besides the main thread. */
  readThreads: number;
  requestsPerMinute: number;
  /** Proxies whose `X-Forwarded-*` headers are used. */
  trustedProxies: readonly string[];
  addressLimits: { sockets: number; eventStreams: number };
  /** Where internal routes are served; undefined: nowhere. */
  internal: { host: string; port: number } | undefined;
  limits: { blocksBulk: number; trackedAddresses: number };
  /** Addresses of the whole chain are found by prefix, not only those of the mempool. */
  addressSearch: boolean;
  /** Path of the operator's list of mining pools; undefined: the shipped one. */
  miningPools: string | undefined;
  retention: Retention;
  prices: PriceSettings;
  /** Without a trailing slash. */
  accelerationSource: string | undefined;
  /** Where the lists of the about page come from. */
  about: AboutSource;
  /** Wallets that are watched on the root network. */
  wallets: WatchedWalletConfig[];
  /** Services backend with further wallets, without a trailing slash. */
  walletsRelay: string | undefined;
  /** Where records of verified documents come from. */
  proofs: ProofSource;
  /** URL of a collector of stratum jobs. */
  stratumCollector: string | undefined;
  /** Explorers that are watched, without a trailing slash. */
  monitoredHosts: readonly MonitoredHost[];
  /** Sites with a title, logos and colors of their own. */
  enterprise: EnterpriseConfig;
  /** Files with the boards of the sites. */
  boards: BoardsConfig;
  /** Accounts and paid acceleration; undefined: off. */
  services: ServicesConfig | undefined;
  networks: NetworkConfig[];
  /** Liquid networks, each with an Elements node. */
  liquid: LiquidNetworkConfig[];
  /** The demo has a simulated Liquid network: the default, without another one. */
  liquidDemo: boolean;
  web: WebConfig;
}

/**
 * Merges file, environment and flags; later ones take precedence.
 * @param unknown arguments that are not flags
 * @throws {CodedError} config.wrong with all errors in one text
 */
export function loadConfig(givenFlags: Flags, givenEnvironment: Environment, unknown: readonly string[] = []): Config {
  const faults = unknownWords(unknown);
  const [flags, environment] = withoutEmpty(givenFlags, givenEnvironment, faults);
  const file = readConfigFile(flags.config ?? environment['GLASSBLOCK_CONFIG'], faults);
  applyServerFlags(file, flags, environment, faults);
  if (!basePathPattern.test(file.basePath)) {
    const sentence =
      'must begin and end with a slash, and have letters, digits, and "-", ".", "_", "~" between slashes';
    faults.push(`basePath: ${quoted(file.basePath)} ${sentence}`);
  }
  const served = servedNetworks(file, flags, environment, faults);
  const { named, liquid, liquidDemo, isDemo, hasDemo } = served;
  const memoryBytes = parseSize('memory', String(file.memory), faults);
  const retention = retentionOf(file, faults);
  checkProxies(file.trustProxy, faults);
  const root = rootOf(file, flags, served, faults);
  if (givenLiquid(flags, environment) === 'demo' && !liquidDemo)
    faults.push('--liquid: demo needs the demo of Bitcoin');
  const dataDir = file.dataDir ?? (isDemo ? undefined : defaultDataDir(environment, faults));
  const store = storeOf(flags.store ?? environment['GLASSBLOCK_STORE'] ?? file.store, environment, hasDemo, faults);
  const shared = sharedRoleOf(
    {
      role: flags.role ?? environment['GLASSBLOCK_ROLE'] ?? file.role,
      bus: flags.bus ?? environment['GLASSBLOCK_BUS'] ?? file.bus,
      store,
      bitcoin: named.map(({ name }) => name),
      liquid: liquid.map(({ name }) => name),
      hasDemo,
      hasServices: file.services !== undefined,
    },
    environment,
    faults,
  );
  const networkNames = named.map(({ name }) => name);
  const services = servicesOf(
    file.services,
    { rootNetwork: root, networks: networkNames, dataDir, environment },
    faults,
  );
  const rootName = named.find(({ name }) => name === root)?.name;
  const { wallets, enterprise, boards } = sitesOf(file, rootName, faults);
  if (services?.network === 'mainnet' && file.accelerationSource !== undefined)
    faults.push('accelerationSource: the services of this server are the source of mainnet');
  const monitoredHosts = monitoredHostsOf(file.monitoredHosts, faults);
  if (faults.length > 0) throw new CodedError('config.wrong', faults.join('\n'), { datum: faults });
  return {
    host: listeningHost(file.host),
    port: file.port,
    basePath: file.basePath,
    dataDir: dataDir === undefined ? undefined : resolve(dataDir),
    store,
    shared,
    drainSeconds: file.drainSeconds,
    surrogateHeader: file.surrogateKeys === 'none' ? undefined : file.surrogateKeys,
    memoryBytes,
    logLevel: file.logLevel,
    readThreads: file.threads ?? (isDemo ? 0 : defaultReadThreads(availableParallelism())),
    requestsPerMinute: file.requestsPerMinute,
    trustedProxies: file.trustProxy,
    addressLimits: { sockets: file.maxSocketsPerAddress, eventStreams: file.maxStreamsPerAddress },
    internal:
      file.internalPort === undefined ? undefined : { host: listeningHost(file.internalHost), port: file.internalPort },
    limits: {
      blocksBulk: file.maxBlocksBulk,
      trackedAddresses: file.maxTrackedAddresses,
    },
    addressSearch: searchesAddresses(file, named),
    miningPools: file.miningPools === undefined ? undefined : resolve(file.miningPools),
    retention,
    prices: { ...file.prices, file: file.prices.file === undefined ? undefined : resolve(file.prices.file) },
    accelerationSource: file.accelerationSource?.replace(/\/+$/, ''),
    about: directoryOrRelay(file.about),
    wallets,
    walletsRelay: file.walletsRelay?.replace(/\/+$/, ''),
    proofs: directoryOrRelay(file.proofs),
    stratumCollector: file.stratumCollector,
    monitoredHosts,
    enterprise,
    boards,
    services,
    networks: named,
    liquid,
    liquidDemo,
    web: webOf(file, served, root, services, wallets),
  };
}

/** Segments as browsers send them: they escape other characters, and remove `.` and `..`. */
const basePathPattern = /^\/((?!\.{1,2}\/)[A-Za-z0-9._~-]+\/)*$/;

/** The configured networks. */
interface ServedNetworks {
  named: NetworkConfig[];
  liquid: LiquidNetworkConfig[];
  liquidDemo: boolean;
  /** The demo is the only Bitcoin network. */
  isDemo: boolean;
  /** A Bitcoin network has no node: its chain is simulated. */
  hasDemo: boolean;
}

/** Reads the networks, and removes those of Liquid from the list of the file. */
function servedNetworks(file: ConfigFile, flags: Flags, environment: Environment, faults: string[]): ServedNetworks {
  // each has one directory
  const names = file.networks.map(({ name }) => name);
  for (const name of new Set(names.filter((one, i) => names.indexOf(one) !== i)))
    faults.push(`networks: ${quoted(name)} occurs twice`);
  const liquid = liquidNetworksOf(file, flags, environment, faults);
  file.networks = file.networks.filter(({ name }) => !isElementsName(name));
  const isLiquidAlone = liquid.length > 0 && !namesBitcoin(file, flags, environment);
  const named = isLiquidAlone ? [] : networksOf(file, flags, environment, faults);
  const hasDemo = named.some(({ node }) => node === undefined);
  return {
    named,
    liquid,
    liquidDemo: hasDemo && givenLiquid(flags, environment) !== 'off' && liquid.length === 0,
    isDemo: named.length === 1 && named[0]!.name === 'demo',
    hasDemo,
  };
}

/** Returns the name of the root network: the configured one, else the first one of the module, else the first one. */
function rootOf(file: ConfigFile, flags: Flags, networks: ServedNetworks, faults: string[]): string {
  const { named, liquid, liquidDemo } = networks;
  const liquidNames = liquidDemo ? ['liquiddemo'] : liquid.map(({ name }) => name);
  const served = [...named.map(({ name }) => name), ...liquidNames];
  const ofModule = file.baseModule === 'liquid' ? liquidNames[0] : undefined;
  const root = flags.network ?? file.rootNetwork ?? ofModule ?? served[0]!;
  const setting = flags.network === undefined ? 'rootNetwork' : '--network';
  // a flag without its node is reported
  const isReported = faults.some((fault) => fault.startsWith(`${setting}:`));
  if (!served.includes(root) && !isReported) faults.push(`${setting}: ${quoted(root)} is not among the networks`);
  return root;
}

/** Returns the settings of pages. */
function webOf(
  file: ConfigFile,
  { named, liquid, liquidDemo }: ServedNetworks,
  root: string,
  services: ServicesConfig | undefined,
  wallets: readonly WatchedWalletConfig[],
): WebConfig {
  const sellsSimulated = named.some(({ name, node }) => name === 'demo' && node === undefined);
  const hasTreasuries = file.walletsRelay !== undefined || wallets.some(({ treasury }) => treasury !== undefined);
  return {
    ...webConfig(file, named, liquid, root, liquidDemo),
    ...(services === undefined && sellsSimulated ? demoAccountsOf(root) : accountsOf(services, root)),
    ...(hasTreasuries && { treasuries: true }),
    ...feedPagesOf(file),
    ...withServices(services?.network ?? (sellsSimulated ? 'demo' : undefined)),
  };
}

const hasProofs = ({ proofs }: ConfigFile): boolean => proofs.directory !== undefined || proofs.relay !== undefined;

/** Pages of optional sources of the root network. */
const feedPagesOf = (file: ConfigFile): Partial<WebConfig> => ({
  ...(file.stratumCollector !== undefined && { stratum: true }),
  ...(file.monitoredHosts.length > 0 && { monitoring: true }),
  ...(hasProofs(file) && { proofs: file.proofs.links }),
});

function retentionOf(file: ConfigFile, faults: string[]): Retention {
  return {
    journalBytes: parseSize('journalSize', file.journalSize, faults),
    days: file.journalDays,
    contentBytes: parseSize('contentSize', file.contentSize, faults),
    auditBytes: parseSize('auditSize', file.auditSize, faults),
  };
}

/**
 * Watched wallets, sites of subdomains, and boards, which show both.
 * @param root undefined: not a Bitcoin network
 */
function sitesOf(
  file: ConfigFile,
  root: NetworkName | undefined,
  faults: string[],
): Pick<Config, 'wallets' | 'enterprise' | 'boards'> {
  const network = root && networks[root];
  const wallets = watchedWalletsOf(file.wallets, network, faults);
  const enterprise = enterpriseOf(file.enterprise, file.enterpriseDomain, faults, reasonOf);
  if (file.walletsRelay !== undefined && network === undefined)
    faults.push('walletsRelay: the root network is not a Bitcoin network');
  const boardSubjects = {
    network,
    wallets,
    hasMoreWallets: file.walletsRelay !== undefined,
    hasProofs: hasProofs(file),
  };
  const mainBoards = file.boards === undefined ? undefined : resolve(file.boards);
  const boards = boardsOf(mainBoards, enterprise.sites, boardSubjects, faults);
  return { wallets, enterprise, boards };
}

/** A source of files: a directory, or a relay without the slash at the end of its URL. */
const directoryOrRelay = ({ directory, relay }: ConfigFile['about']) => ({
  directory: directory === undefined ? undefined : resolve(directory),
  relay: relay?.replace(/\/+$/, ''),
});

/** Replaces settings of the server by those of flags and environment. */
function applyServerFlags(file: ConfigFile, flags: Flags, environment: Environment, faults: string[]): void {
  const port = flags.port ?? environment['GLASSBLOCK_PORT'];
  if (port !== undefined) {
    if (/^\d{1,5}$/.test(port) && Number(port) <= 65535) file.port = Number(port);
    else faults.push(`--port: ${quoted(port)} is not a port number`);
  }
  const threads = flags.threads ?? environment['GLASSBLOCK_THREADS'];
  if (threads !== undefined) {
    if (/^\d{1,2}$/.test(threads) && Number(threads) <= maxReadThreads) file.threads = Number(threads);
    else faults.push(`--threads: ${quoted(threads)} is not a number from 0 to ${maxReadThreads}`);
  }
  file.host = flags.host ?? environment['GLASSBLOCK_HOST'] ?? file.host;
  file.memory = flags.memory ?? environment['GLASSBLOCK_MEMORY'] ?? file.memory;
  file.basePath = flags.basePath ?? environment['GLASSBLOCK_BASE_PATH'] ?? file.basePath;
  const dataDir = flags.dataDir ?? environment['GLASSBLOCK_DATA_DIR'];
  if (dataDir !== undefined) file.dataDir = dataDir;
}

/** More would answer requests faster than index and mempool threads are left time to follow the node. */
const maxDefaultReadThreads = 4;

/** Returns how many read threads a machine gets: two processors are left for the main, index and mempool threads. */
export const defaultReadThreads = (processors: number): number =>
  Math.min(maxDefaultReadThreads, Math.max(0, processors - 2));

function checkProxies(proxies: readonly string[], faults: string[]): void {
  try {
    createClientAddress(proxies);
  } catch (error) {
    faults.push(`trustProxy: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parseSize(name: string, text: string, faults: string[]): number {
  const match = /^(\d+(?:\.\d+)?)\s*(B|kB|KB|MB|GB)?$/.exec(text);
  const units: Record<string, number> = { B: 1, kB: 1e3, KB: 1e3, MB: 1e6, GB: 1e9 };
  const bytes = match === null ? Number.NaN : Number(match[1]) * units[match[2] ?? 'B']!;
  if (!(bytes >= 64e6)) {
    faults.push(`${name}: ${quoted(text)} is not a size of at least 64MB, such as 512MB or 1GB`);
    return 512e6;
  }
  return Math.floor(bytes);
}

/** The specification of `XDG_DATA_HOME` has other than absolute paths ignored. */
function defaultDataDir(environment: Environment, faults: string[]): string | undefined {
  const given = environment['XDG_DATA_HOME'];
  if (given !== undefined && isAbsolute(given)) return join(given, 'glassblock');
  const home = homeDirectory();
  if (home === undefined) faults.push('dataDir: this user has no home directory; set --data-dir');
  return home === undefined ? undefined : join(home, '.local', 'share', 'glassblock');
}

/** Returns the address of `localhost`: Fastify would open a second server on ::1, without sockets and limits. */
const listeningHost = (host: string): string => (host.toLowerCase() === 'localhost' ? '127.0.0.1' : host);
