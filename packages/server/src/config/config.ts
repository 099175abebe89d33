import { readFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { WebConfig } from '@glassblock/contract';
import { type NodeAddress, parseNodeUrl } from '@glassblock/node';
import { CodedError, displayHash, isCoded, type NetworkName, networks } from '@glassblock/primitives';
import { type ElementsNetworkName, elementsNetworks } from '@glassblock/primitives/elements';
import type { CassandraAddress } from '@glassblock/store';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { SurrogateHeader } from '../http/answers/surrogate-keys.ts';
import { createClientAddress } from '../http/requests/client-address.ts';
import { type AssetPaths, isAssetUrl } from '../network/liquid/asset-files.ts';
import type { AboutSource } from '../sources/about/about-data.ts';
import type { LightningSettings } from '../sources/lightning/open-lightning.ts';
import type { PriceSettings } from '../sources/prices/open-prices.ts';
import type { ProofSource } from '../sources/proofs/verified-proofs.ts';
import { type BoardsConfig, boardsOf } from './boards-config.ts';
import { type ConfigFile, maxReadThreads, type NodeFile, quoted, readConfigFile, reasonOf } from './config-file.ts';
import { type EnterpriseConfig, enterpriseOf } from './enterprise-config.ts';
import { type SharedRole, sharedRoleOf, storeOf } from './role-config.ts';
import { type ServicesConfig, servicesOf } from './services-config.ts';
import { hasPasskeys } from './sign-in-config.ts';
import { type WatchedWalletConfig, watchedWalletsOf } from './wallets-config.ts';

/** Returns the faults of words that are no option. A value is not repeated: it may be a node address with its password. */
function unknownWords(words: readonly string[]): string[] {
  const options = words.filter((word) => word.startsWith('-')).map((word) => word.replace(/=.*$/s, ''));
  const isValueLeft = words.length > options.length;
  if (isValueLeft && options.length === 0) return ['a value without an option; see --help'];
  return options.map((option) => `${option}: unknown option; see --help`);
}

/** One network to follow and to serve. */
export interface NetworkConfig {
  name: NetworkName;
  /** Absent for the demo, whose node is simulated in this process. */
  node: NodeAddress | undefined;
  /** Optional contents of the index; fixed when it is created. */
  stored: { ids: boolean; bodies: boolean };
  /** Lightning nodes; undefined: none. */
  lightning: LightningSettings | undefined;
}

/** A Liquid network to follow and to serve. */
export interface LiquidNetworkConfig extends AssetPaths {
  name: ElementsNetworkName;
  node: NodeAddress;
}

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
  monitoredHosts: readonly string[];
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

/** Command line flags; names as in the help. */
export interface Flags {
  node?: string;
  network?: string;
  liquid?: string;
  liquidNetwork?: string;
  assetRegistry?: string;
  zmq?: string;
  cookie?: string;
  blocksDir?: string;
  lnd?: string;
  lndMacaroon?: string;
  lndCert?: string;
  cln?: string;
  geoipCity?: string;
  geoipAsn?: string;
  geoipIsp?: string;
  dataDir?: string;
  store?: string;
  role?: string;
  bus?: string;
  host?: string;
  port?: string;
  memory?: string;
  threads?: string;
  basePath?: string;
  config?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Merges file, environment and flags; later ones take precedence.
 * @param unknown arguments that are not flags
 * @throws {CodedError} config.wrong with all errors in one text
 */
export function loadConfig(flags: Flags, environment: Environment, unknown: readonly string[] = []): Config {
  const faults = unknownWords(unknown);
  const file = readConfigFile(flags.config ?? environment['GLASSBLOCK_CONFIG'], faults);
  applyServerFlags(file, flags, environment, faults);
  if (!/^\/([^/]+\/)*$/.test(file.basePath))
    faults.push(`basePath: ${quoted(file.basePath)} must begin and end with a slash`);
  const liquid = liquidNetworksOf(file, flags, environment, faults);
  const wantsLiquidDemo = givenLiquid(flags, environment) === 'demo';
  const isLiquidOff = givenLiquid(flags, environment) === 'off';
  file.networks = file.networks.filter(({ name }) => !isElementsName(name));
  const isLiquidAlone = liquid.length > 0 && !namesBitcoin(file, flags, environment);
  const named = isLiquidAlone ? [] : networksOf(file, flags, environment, faults);
  const root = flags.network ?? file.rootNetwork ?? named[0]?.name ?? liquid[0]!.name;
  if (![...named, ...liquid].some(({ name }) => name === root))
    faults.push(`rootNetwork: ${quoted(root)} is not among the networks`);
  const memoryBytes = parseSize('memory', String(file.memory), faults);
  const retention = {
    journalBytes: parseSize('journalSize', file.journalSize, faults),
    days: file.journalDays,
    contentBytes: parseSize('contentSize', file.contentSize, faults),
    auditBytes: parseSize('auditSize', file.auditSize, faults),
  };
  checkProxies(file.trustProxy, faults);
  const isDemo = named.length === 1 && named[0]!.name === 'demo';
  const hasDemo = named.some(({ node }) => node === undefined);
  const liquidDemo = hasDemo && !isLiquidOff && liquid.length === 0;
  if (wantsLiquidDemo && !liquidDemo) faults.push('--liquid: demo needs the demo of Bitcoin');
  const dataDir = flags.dataDir ?? file.dataDir ?? (isDemo ? undefined : defaultDataDir(environment));
  const store = storeOf(flags.store ?? environment['GLASSBLOCK_STORE'] ?? file.store, environment, hasDemo, faults);
  const shared = sharedRoleOf(
    {
      role: flags.role ?? environment['GLASSBLOCK_ROLE'] ?? file.role,
      bus: flags.bus ?? environment['GLASSBLOCK_BUS'] ?? file.bus,
      store,
      networkCount: named.length,
      hasDemo,
      hasLiquid: liquid.length > 0,
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
  const wallets = watchedWalletsOf(file.wallets, rootName && networks[rootName], faults);
  const enterprise = enterpriseOf(file.enterprise, file.enterpriseDomain, faults, reasonOf);
  if (file.walletsRelay !== undefined && rootName === undefined)
    faults.push('walletsRelay: the root network is not a Bitcoin network');
  const boardSubjects = {
    network: rootName && networks[rootName],
    wallets,
    hasMoreWallets: file.walletsRelay !== undefined,
  };
  const mainBoards = file.boards === undefined ? undefined : resolve(file.boards);
  const boards = boardsOf(mainBoards, enterprise.sites, boardSubjects, faults);
  if (services?.network === 'mainnet' && file.accelerationSource !== undefined)
    faults.push('accelerationSource: the services of this server are the source of mainnet');
  if (faults.length > 0) throw new CodedError('config.wrong', faults.join('\n'), { datum: faults });
  return {
    host: file.host,
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
    internal: file.internalPort === undefined ? undefined : { host: file.internalHost, port: file.internalPort },
    limits: {
      blocksBulk: file.maxBlocksBulk,
      trackedAddresses: file.maxTrackedAddresses,
    },
    addressSearch: searchesAddresses(file, named),
    miningPools: file.miningPools === undefined ? undefined : resolve(file.miningPools),
    retention,
    prices: { ...file.prices, file: file.prices.file === undefined ? undefined : resolve(file.prices.file) },
    accelerationSource: file.accelerationSource?.replace(/\/+$/, ''),
    about: {
      directory: file.about.directory === undefined ? undefined : resolve(file.about.directory),
      relay: file.about.relay?.replace(/\/+$/, ''),
    },
    wallets,
    walletsRelay: file.walletsRelay?.replace(/\/+$/, ''),
    proofs: {
      directory: file.proofs.directory === undefined ? undefined : resolve(file.proofs.directory),
      relay: file.proofs.relay?.replace(/\/+$/, ''),
    },
    stratumCollector: file.stratumCollector,
    monitoredHosts: file.monitoredHosts.map((host) => host.replace(/\/$/, '')),
    enterprise,
    boards,
    services,
    networks: named,
    liquid,
    liquidDemo,
    web: {
      ...webConfig(file, named, liquid, root, liquidDemo),
      ...accountsOf(services, root),
      ...((file.walletsRelay !== undefined || wallets.some(({ treasury }) => treasury !== undefined)) && {
        treasuries: true,
      }),
      ...withServices(
        services?.network ??
          (named.some(({ name, node }) => name === 'demo' && node === undefined) ? 'demo' : undefined),
      ),
    },
  };
}

/** Replaces settings of the server by those of flags and environment. */
function applyServerFlags(file: ConfigFile, flags: Flags, environment: Environment, faults: string[]): void {
  if (flags.port !== undefined) {
    if (/^\d{1,5}$/.test(flags.port) && Number(flags.port) <= 65535) file.port = Number(flags.port);
    else faults.push(`--port: ${quoted(flags.port)} is not a port number`);
  }
  const threads = flags.threads ?? environment['GLASSBLOCK_THREADS'];
  if (threads !== undefined) {
    if (/^\d{1,2}$/.test(threads) && Number(threads) <= maxReadThreads) file.threads = Number(threads);
    else faults.push(`--threads: ${quoted(threads)} is not a number from 0 to ${maxReadThreads}`);
  }
  if (flags.host !== undefined) file.host = flags.host;
  if (flags.memory !== undefined) file.memory = flags.memory;
  if (flags.basePath !== undefined) file.basePath = flags.basePath;
}

/** More would answer requests faster than index and mempool threads are left time to follow the node. */
const maxDefaultReadThreads = 4;

/** Returns how many read threads a machine gets: two processors are left for the main, index and mempool threads. */
export const defaultReadThreads = (processors: number): number =>
  Math.min(maxDefaultReadThreads, Math.max(0, processors - 2));

/** The demo's network is started with the demo. */
const servableNames = Object.keys(elementsNetworks).filter((name) => name !== 'liquiddemo');

const isElementsName = (name: string): name is ElementsNetworkName => Object.hasOwn(elementsNetworks, name);

/** Whether a Bitcoin network is configured; without any, the demo is started. */
const namesBitcoin = (file: ConfigFile, { node, network }: Flags, environment: Environment): boolean =>
  node !== undefined || network === 'demo' || environment['GLASSBLOCK_NODE'] !== undefined || file.networks.length > 0;

/** The URL of an Elements node; `demo`: a simulated one, the default of the demo; `off`: not even that. */
const givenLiquid = ({ liquid }: Flags, environment: Environment) => liquid ?? environment['GLASSBLOCK_LIQUID'];

/** Liquid networks of the file; the flag replaces or adds one. */
function liquidNetworksOf(
  file: ConfigFile,
  flags: Flags,
  environment: Environment,
  faults: string[],
): LiquidNetworkConfig[] {
  const given = file.networks.filter(({ name }) => isElementsName(name));
  const url = givenLiquid(flags, environment);
  const name = flags.liquidNetwork ?? environment['GLASSBLOCK_LIQUID_NETWORK'] ?? 'liquid';
  if (!isElementsName(name)) {
    faults.push(`--liquid-network: ${quoted(name)} is not one of ${servableNames.join(', ')}`);
  } else if (url !== undefined && url !== 'demo' && url !== 'off') {
    const { assetRegistry, assetIcons, featuredAssets } = given.find((network) => network.name === name) ?? {};
    const registry = flags.assetRegistry ?? assetRegistry;
    const files = {
      ...(registry === undefined ? {} : { assetRegistry: registry }),
      ...(assetIcons === undefined ? {} : { assetIcons }),
      ...(featuredAssets === undefined ? {} : { featuredAssets }),
    };
    const own = {
      name,
      node: url,
      txids: true,
      bodies: 'node' as const,
      lnd: [],
      cln: [],
      lightningGroups: [],
      ...files,
    };
    const others = given.filter((network) => network.name !== name);
    given.splice(0, given.length, own, ...others);
  } else {
    const needing = { 'liquid-network': flags.liquidNetwork, 'asset-registry': flags.assetRegistry };
    for (const [flag, text] of Object.entries(needing))
      if (text !== undefined) faults.push(`--${flag}: needs --liquid`);
  }
  return given.flatMap((network) => {
    const node = nodeAddress(network, faults);
    const pathOf = (path: string | undefined) => (path === undefined || isAssetUrl(path) ? path : resolve(path));
    const files: AssetPaths = {
      assetRegistry: pathOf(network.assetRegistry),
      assetIcons: pathOf(network.assetIcons),
      featuredAssets: pathOf(network.featuredAssets),
    };
    for (const [setting, source] of Object.entries(files)) {
      if (source !== undefined && isAssetUrl(source) && !isPlainUrl(source))
        faults.push(`networks: ${setting} of ${network.name} is no URL, or has a user name`);
    }
    return node === undefined ? [] : [{ name: network.name as ElementsNetworkName, node, ...files }];
  });
}

/** Requests refuse URLs with a user name; messages show only the host. */
const isPlainUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && url.username === '' && url.password === '';
};

function networksOf(file: ConfigFile, flags: Flags, environment: Environment, faults: string[]): NetworkConfig[] {
  const url = flags.node ?? environment['GLASSBLOCK_NODE'];
  const given: Static<typeof NodeFile>[] = [...file.networks];
  if (url !== undefined) {
    const name = flags.network ?? environment['GLASSBLOCK_NETWORK'] ?? file.rootNetwork ?? 'mainnet';
    const {
      GLASSBLOCK_NODE_USER: user,
      GLASSBLOCK_NODE_PASSWORD: password,
      GLASSBLOCK_NODE_PASSWORD_FILE: passwordFile,
    } = environment;
    const own: Static<typeof NodeFile> = {
      name,
      node: url,
      txids: true,
      bodies: 'node',
      lnd: [],
      cln: [],
      lightningGroups: [],
      ...retentionOf(given.find((network) => network.name === name)),
    };
    if (user !== undefined) own.user = user;
    if (password !== undefined) own.password = password;
    if (passwordFile !== undefined) own.passwordFile = passwordFile;
    const cookie = flags.cookie ?? environment['GLASSBLOCK_NODE_COOKIE'];
    if (cookie !== undefined) own.cookie = cookie;
    const zmq = flags.zmq ?? environment['GLASSBLOCK_ZMQ'];
    if (zmq !== undefined) own.zmq = zmq;
    const blocksDir = flags.blocksDir ?? environment['GLASSBLOCK_BLOCKS_DIR'];
    if (blocksDir !== undefined) own.blocksDir = blocksDir;
    Object.assign(own, lightningFlags(flags, environment, faults));
    const others = given.filter((network) => network.name !== name);
    given.splice(0, given.length, own, ...others);
  } else {
    const needing = {
      zmq: flags.zmq,
      cookie: flags.cookie,
      'blocks-dir': flags.blocksDir,
      lnd: flags.lnd,
      cln: flags.cln,
      'geoip-city': flags.geoipCity,
      'geoip-asn': flags.geoipAsn,
      'geoip-isp': flags.geoipIsp,
    };
    for (const [name, value] of Object.entries(needing)) {
      if (value !== undefined) faults.push(`--${name}: needs --node`);
    }
  }
  if (given.length === 0) {
    if (flags.network !== undefined && flags.network !== 'demo') faults.push('--network: needs --node');
    return [{ name: 'demo', node: undefined, stored: { ids: true, bodies: true }, lightning: undefined }];
  }
  const geography = geographyOf(file, flags, environment);
  return given.map((network) => ({
    name: networkName(network.name, faults),
    node: nodeAddress(network, faults),
    stored: { ids: network.txids, bodies: network.bodies === 'own' },
    lightning: lightningOf(network, geography),
  }));
}

/** Index settings of the file when the node comes from elsewhere. */
function retentionOf(network: Static<typeof NodeFile> | undefined): Partial<Static<typeof NodeFile>> {
  if (network === undefined) return {};
  const { txids, bodies, lnd, cln, lightningGroups } = network;
  return { txids, bodies, lnd, cln, lightningGroups };
}

/** Lightning nodes of the flags; they replace those of the file. */
function lightningFlags(
  { lnd, lndMacaroon, lndCert, cln }: Flags,
  environment: Environment,
  faults: string[],
): Partial<Static<typeof NodeFile>> {
  const url = lnd ?? environment['GLASSBLOCK_LND'];
  const macaroon = lndMacaroon ?? environment['GLASSBLOCK_LND_MACAROON'];
  const cert = lndCert ?? environment['GLASSBLOCK_LND_CERT'];
  const socket = cln ?? environment['GLASSBLOCK_CLN'];
  if (url === undefined && (macaroon !== undefined || cert !== undefined)) {
    faults.push('--lnd-macaroon, --lnd-cert: need --lnd');
  }
  if (url !== undefined && !/^https?:\/\/[^/?#@]+\/?$/.test(url)) {
    faults.push(`--lnd: ${quoted(url)} does not look like https://host:port`);
  }
  const files = { ...(macaroon === undefined ? {} : { macaroon }), ...(cert === undefined ? {} : { cert }) };
  return {
    ...(url === undefined ? {} : { lnd: [{ url, ...files }] }),
    ...(socket === undefined ? {} : { cln: [socket] }),
  };
}

const fileOf = (file: string | undefined) => (file === undefined ? undefined : resolve(file));

/** Geographic files of the flags, of the environment and of the configuration file. */
function geographyOf({ geoip }: ConfigFile, flags: Flags, environment: Environment): LightningSettings['geography'] {
  return {
    city: fileOf(flags.geoipCity ?? environment['GLASSBLOCK_GEOIP_CITY'] ?? geoip.city),
    asn: fileOf(flags.geoipAsn ?? environment['GLASSBLOCK_GEOIP_ASN'] ?? geoip.asn),
    isp: fileOf(flags.geoipIsp ?? environment['GLASSBLOCK_GEOIP_ISP'] ?? geoip.isp),
  };
}

function lightningOf(
  { lnd, cln, lightningGroups }: Static<typeof NodeFile>,
  geography: LightningSettings['geography'],
): LightningSettings | undefined {
  if (lnd.length + cln.length === 0) return undefined;
  return {
    lnd: lnd.map(({ url, macaroon, cert }) => ({
      url: url.replace(/\/$/, ''),
      macaroonFile: fileOf(macaroon),
      certificateFile: fileOf(cert),
    })),
    cln: cln.map((socket) => resolve(socket)),
    geography,
    groups: lightningGroups,
  };
}

function networkName(text: string, faults: string[]): NetworkName {
  if (Object.hasOwn(networks, text)) return text as NetworkName;
  faults.push(`network: ${quoted(text)} is not one of ${Object.keys(networks).join(', ')}`);
  return 'mainnet';
}

function nodeAddress(network: Static<typeof NodeFile>, faults: string[]): NodeAddress | undefined {
  if (network.node === undefined) {
    if (network.name !== 'demo') faults.push(`networks.${network.name}: "node" is missing`);
    return undefined;
  }
  try {
    const address = parseNodeUrl(network.node);
    if (network.user !== undefined) address.user = network.user;
    if (network.password !== undefined) address.password = network.password;
    if (network.passwordFile !== undefined) address.password = readPassword(network.passwordFile);
    if (network.cookie !== undefined) address.cookieFile = network.cookie;
    if (network.blocksDir !== undefined) address.blocksDir = network.blocksDir;
    if (network.zmq !== undefined) {
      if (/^(tcp|ipc):\/\/.+/.test(network.zmq)) address.zmq = network.zmq;
      else faults.push(`--zmq: ${quoted(network.zmq)} does not look like tcp://host:port`);
    }
    return address;
  } catch (error) {
    faults.push(
      `networks.${network.name}: ${isCoded(error) || error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}

/** @throws {CodedError} config.wrong, without the path */
function readPassword(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new CodedError('config.wrong', `the password file ${reasonOf(cause)}`, { cause });
  }
}

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

function defaultDataDir(environment: Environment): string {
  return join(environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'glassblock');
}

/** Enabled in the demo by default. */
const searchesAddresses = (file: ConfigFile, named: readonly NetworkConfig[]): boolean =>
  file.addressSearch ?? named.some(({ name }) => name === 'demo');

/** Enabled in the demo. */
const hasLightning = ({ node, lightning }: NetworkConfig): boolean => node === undefined || lightning !== undefined;

/** What pages know of accounts. */
function accountsOf(services: ServicesConfig | undefined, root: string): Pick<WebConfig, 'accounts'> {
  if (services === undefined) return {};
  const { network, signIn } = services;
  return {
    accounts: {
      prefix: network === root ? '' : `/${network}`,
      emailLinks: signIn.mail !== undefined,
      signUp: signIn.mail !== undefined && signIn.signUp,
      passkeys: hasPasskeys(signIn),
      faucets: services.faucets.map((faucet) => faucet.network),
    },
  };
}

function webConfig(
  file: ConfigFile,
  named: readonly NetworkConfig[],
  liquid: readonly LiquidNetworkConfig[],
  root: string,
  liquidDemo: boolean,
): WebConfig {
  const served = (name: string) => [...named, ...liquid].some((network) => network.name === name);
  const defaults = Value.Default(WebConfig, {}) as WebConfig;
  return {
    ...defaults,
    mainnetEnabled: served('mainnet'),
    testnetEnabled: served('testnet'),
    testnet4Enabled: served('testnet4'),
    signetEnabled: served('signet'),
    regtestEnabled: served('regtest'),
    liquidEnabled: served('liquid'),
    liquidTestnetEnabled: served('liquidtestnet'),
    // enabled in the demo
    audit: served('demo'),
    addressSearch: searchesAddresses(file, named),
    lightning: named.some(hasLightning),
    ...file.web,
    basePath: file.basePath,
    rootNetwork: root,
    baseModule: file.baseModule,
    networks: [
      ...named.map((network) => ({
        name: network.name,
        label: networks[network.name].label,
        path: network.name === root ? '' : networks[network.name].path || network.name,
        demo: network.name === 'demo',
        lightning: hasLightning(network),
      })),
      ...liquid.map(({ name }) => liquidRow(name, root)),
      ...(liquidDemo ? [liquidRow('liquiddemo', root)] : []),
    ],
  };
}

/** The demo sells simulated accelerations. */
const withServices = (servicesNetwork: string | undefined) =>
  servicesNetwork === undefined ? {} : { servicesNetwork };

function liquidRow(name: ElementsNetworkName, root: string): WebConfig['networks'][number] {
  const { label, path, nativeAsset, nativeTicker, parent } = elementsNetworks[name];
  const asset = displayHash(nativeAsset);
  return {
    name,
    label,
    path: name === root ? '' : path,
    demo: name === 'liquiddemo',
    lightning: false,
    liquid: { asset, ticker: nativeTicker, ...(parent && { parent: parent.name }) },
  };
}
