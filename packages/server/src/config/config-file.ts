import { readFileSync } from 'node:fs';
import { WebConfig } from '@glassblock/contract';
import { parse as parseToml, TomlError } from 'smol-toml';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { sourceNames } from '../sources/prices/feeds.ts';
import { EnterpriseFile, hostPattern } from './enterprise-config.ts';
import { MonitoredHostsFile } from './monitored-hosts.ts';
import { ServicesFile } from './services-config.ts';
import { WalletsFile } from './wallets-config.ts';

/** An entry of `networks`. */
export const NodeFile = Type.Object(
  {
    name: Type.String(),
    node: Type.Optional(Type.String()),
    user: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
    passwordFile: Type.Optional(Type.String({ minLength: 1 })),
    cookie: Type.Optional(Type.String({ minLength: 1 })),
    zmq: Type.Optional(Type.String()),
    /** The node's data directory, or its `blocks` directory, if readable from here. */
    blocksDir: Type.Optional(Type.String({ minLength: 1 })),
    /** Store the ids of all transactions (a third of the index), so that lists need no bodies. */
    txids: Type.Boolean({ default: true }),
    /** Source of transaction bodies: the node, or own compressed copies. */
    bodies: Type.Union([Type.Literal('node'), Type.Literal('own')], { default: 'node' }),
    /** Lightning nodes whose graphs are read: the REST API of lnd, sockets of Core Lightning. */
    lnd: Type.Array(
      Type.Object(
        {
          url: Type.String({ pattern: '^https?://[^/?#@]+/?$' }),
          macaroon: Type.Optional(Type.String({ minLength: 1 })),
          cert: Type.Optional(Type.String({ minLength: 1 })),
        },
        { additionalProperties: false },
      ),
      { default: [], maxItems: 4 },
    ),
    cln: Type.Array(Type.String({ minLength: 1 }), { default: [], maxItems: 4 }),
    /** Groups of Lightning nodes with a page of their own. */
    lightningGroups: Type.Array(
      Type.Object(
        {
          slug: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 80 }),
          name: Type.String({ minLength: 1, maxLength: 100 }),
          description: Type.String({ default: '', maxLength: 1_000 }),
          nodes: Type.Array(Type.String({ pattern: '^0[23][0-9a-f]{64}$' }), { minItems: 1, maxItems: 200 }),
        },
        { additionalProperties: false },
      ),
      { default: [], maxItems: 50 },
    ),
    /** Asset registry of a Liquid network, in the format of Blockstream's. */
    assetRegistry: Type.Optional(Type.String({ minLength: 1 })),
    /** Icons of its assets, in the format of Blockstream's registry. */
    assetIcons: Type.Optional(Type.String({ minLength: 1 })),
    /** Its featured assets and groups of assets. */
    featuredAssets: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
);

const sizePattern = '^\\d+(\\.\\d+)?\\s*(B|kB|KB|MB|GB)?$';

/** Returns a text in quotes; not one that may contain a password. */
export const quoted = (text: string) => (/[@:]/.test(text) ? 'this value' : `"${text}"`);

/** Each read thread takes some 80 MB. */
export const maxReadThreads = 16;

/** The configuration file, TOML or JSON. Everything has a default. */
export const ConfigFile = Type.Object(
  {
    host: Type.String({ default: '127.0.0.1', minLength: 1 }),
    port: Type.Integer({ default: 8999, minimum: 0, maximum: 65535 }),
    basePath: Type.String({ default: '/' }),
    dataDir: Type.Optional(Type.String({ minLength: 1 })),
    /** Cluster for the indexes of all networks: `cassandra://HOST[:PORT][,HOST..]/KEYSPACE`. */
    store: Type.Optional(Type.String()),
    /** Role of this process: `all`, `follow` or `serve`. */
    role: Type.String({ default: 'all' }),
    /** Bus between processes with other roles than `all`: `nats://HOST[:PORT][,HOST..]`. */
    bus: Type.Optional(Type.String()),
    /** With `--role serve`: seconds between the end of readiness and the end of new connections when it is stopped. */
    surrogateKeys: Type.Union([Type.Literal('none'), Type.Literal('surrogate-key'), Type.Literal('cache-tag')], {
      default: 'none',
    }),
    drainSeconds: Type.Integer({ default: 5, minimum: 0, maximum: 300 }),
    /** Bytes for the caches of all networks together: `512MB`, `1GB`, or a number. */
    memory: Type.Union([Type.String({ pattern: sizePattern }), Type.Integer()], { default: '512MB' }),
    /** Threads that answer requests besides the main thread; absent: by the number of processors. */
    threads: Type.Optional(Type.Integer({ minimum: 0, maximum: maxReadThreads })),
    logLevel: Type.String({ default: 'info', pattern: '^(fatal|error|warn|info|debug|trace|silent)$' }),
    /** Requests per address and minute; 0: no limit. */
    requestsPerMinute: Type.Integer({ default: 6_000, minimum: 0 }),
    /** Proxies whose `X-Forwarded-*` headers are used: addresses, subnets, or `loopback`, `linklocal`, `uniquelocal`. */
    trustProxy: Type.Array(Type.String({ minLength: 1 }), { default: [] }),
    /** Sockets and event streams that one client address may have open; 0: no limit. */
    maxSocketsPerAddress: Type.Integer({ default: 100, minimum: 0 }),
    maxStreamsPerAddress: Type.Integer({ default: 20, minimum: 0 }),
    /** Maximum blocks of a `blocks-bulk` answer; 0 disables the route. */
    maxBlocksBulk: Type.Integer({ default: 10, minimum: 0, maximum: 1_000 }),
    /** Maximum addresses or scripts that one socket may subscribe to. */
    maxTrackedAddresses: Type.Integer({ default: 100, minimum: 1, maximum: 1_000 }),
    /** Bytes and days of the journal, and bytes of raw transactions that left the mempool, per network. */
    journalSize: Type.String({ pattern: sizePattern, default: '2GB' }),
    journalDays: Type.Integer({ default: 30, minimum: 1, maximum: 3_650 }),
    contentSize: Type.String({ pattern: sizePattern, default: '1GB' }),
    auditSize: Type.String({ pattern: sizePattern, default: '500MB' }),
    /** Keep an address book of each network, to find addresses by prefix. */
    addressSearch: Type.Optional(Type.Boolean()),
    /** Port and host of the internal routes, which are not served without a port. */
    internalPort: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535 })),
    internalHost: Type.String({ default: '127.0.0.1', minLength: 1 }),
    /** A list of mining pools instead of the shipped one. */
    miningPools: Type.Optional(Type.String({ minLength: 1 })),
    /** Price sources; nothing is fetched unless configured. */
    prices: Type.Object(
      {
        file: Type.Optional(Type.String({ minLength: 1 })),
        feeds: Type.Array(Type.Enum(sourceNames), { default: [], maxItems: sourceNames.length, uniqueItems: true }),
        perHour: Type.Integer({ default: 1, minimum: 1, maximum: 12 }),
        extended: Type.Boolean({ default: false }),
      },
      { additionalProperties: false, default: {} },
    ),
    /** MaxMind DB files with the places and the providers of Lightning nodes. */
    geoip: Type.Partial(
      Type.Object({
        city: Type.String({ minLength: 1 }),
        asn: Type.String({ minLength: 1 }),
        isp: Type.String({ minLength: 1 }),
      }),
      // the options of the inner object are not passed on
      { additionalProperties: false, default: {} },
    ),
    /** URL of a services backend that sells accelerations, such as `https://host/api/v1/services`. */
    accelerationSource: Type.Optional(Type.String({ pattern: '^https?://[^?#]+$' })),
    /** Lists and images of the about page: a directory, or the URL of a server that has them. Empty without either. */
    about: Type.Object(
      {
        directory: Type.Optional(Type.String({ minLength: 1 })),
        relay: Type.Optional(Type.String({ pattern: '^https?://[^?#]+$' })),
      },
      { additionalProperties: false, default: {} },
    ),
    /** Wallets that are watched on the root network. */
    wallets: WalletsFile,
    /** URL of a services backend with further wallets and treasuries, such as `https://host/api/v1/services`. */
    walletsRelay: Type.Optional(Type.String({ pattern: '^https?://[^?#]+$' })),
    /** Records of documents that SimpleProof has verified: a directory, or the URL of a services backend that has them. */
    proofs: Type.Object(
      {
        directory: Type.Optional(Type.String({ minLength: 1 })),
        relay: Type.Optional(Type.String({ pattern: '^https?://[^?#]+$' })),
        /** Collections that pages link. */
        links: Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{1,60}$' }), {
          default: [],
          maxItems: 10,
          uniqueItems: true,
        }),
      },
      { additionalProperties: false, default: {} },
    ),
    /** Socket of a collector of stratum jobs, such as `wss://host/path`. */
    stratumCollector: Type.Optional(Type.String({ pattern: '^wss?://[^?#@]+$' })),
    /** Hosts of explorers that are watched, such as `https://host`, or with the country of each. */
    monitoredHosts: MonitoredHostsFile,
    /** Host name of this server, with its port if it has one; names below it are those of enterprises. */
    enterpriseDomain: Type.Optional(Type.String({ pattern: `^${hostPattern}(:\\d{1,5})?$`, maxLength: 260 })),
    /** Sites with a title, logos and colors of their own. */
    enterprise: EnterpriseFile,
    /** A TOML file with the boards of the main site. */
    boards: Type.Optional(Type.String({ minLength: 1 })),
    /** Accounts and paid acceleration; off without this section. */
    services: Type.Optional(ServicesFile),
    rootNetwork: Type.Optional(Type.String()),
    baseModule: Type.Union([Type.Literal('mempool'), Type.Literal('liquid')], { default: 'mempool' }),
    networks: Type.Array(NodeFile, { default: [] }),
    web: Type.Partial(
      Type.Omit(WebConfig, [
        'basePath',
        'rootNetwork',
        'baseModule',
        'networks',
        'accounts',
        'enterprise',
        'boards',
        'treasuries',
      ]),
      { additionalProperties: false, default: {} },
    ),
  },
  { additionalProperties: false },
);
/** The parsed configuration file. */
export type ConfigFile = Static<typeof ConfigFile>;

/**
 * Reads and checks the configuration file, and adds defaults.
 * @param faults gets a sentence for each fault; defaults are returned then
 */
export function readConfigFile(path: string | undefined, faults: string[]): ConfigFile {
  let raw: unknown = {};
  if (path !== undefined) {
    try {
      // editors on Windows write a byte order mark
      const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
      raw = /^\s*\{/.test(text) ? JSON.parse(text) : parseToml(text);
    } catch (error) {
      faults.push(`--config: ${quoted(path)}: ${reasonOf(error)}`);
    }
  }
  const complete = Value.Default(ConfigFile, structuredClone(raw));
  for (const { instancePath, keyword, message } of Value.Errors(ConfigFile, complete)) {
    // its properties are reported one by one
    if (keyword === 'additionalProperties') continue;
    const name = instancePath === '' ? 'configuration' : instancePath.slice(1).replaceAll('/', '.');
    faults.push(`${name}: ${keyword === 'boolean' ? 'unknown setting' : message}`);
  }
  if (!Value.Check(ConfigFile, complete)) return Value.Default(ConfigFile, {}) as ConfigFile;
  return { ...complete, web: givenOnly(complete.web, raw) };
}

/** Returns why a file cannot be used, without its content or its path, which may be a password in the wrong place. */
export function reasonOf(error: unknown): string {
  if (error instanceof TomlError) return `line ${error.line}, column ${error.column}: ${error.message.split('\n')[0]}`;
  // V8 repeats the text around an unexpected token
  if (error instanceof SyntaxError) return error.message.replace(/, (\.\.\.)?".*$/s, ' in JSON');
  const { code } = error as NodeJS.ErrnoException;
  return `cannot be read${code === undefined ? '' : ` (${code})`}`;
}

/** Web settings of the file itself: the rest follows from the networks. */
function givenOnly(web: ConfigFile['web'], raw: unknown): ConfigFile['web'] {
  const given = (raw as { web?: object }).web ?? {};
  return Object.fromEntries(Object.entries(web).filter(([name]) => name in given));
}
