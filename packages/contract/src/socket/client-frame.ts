/** Feeds that a client may `want`. Unknown names are ignored. */
export const feeds = ['blocks', 'mempool-blocks', 'live-2h-chart', 'stats', 'tomahawk'] as const;
/** Name of a feed. */
export type Feed = (typeof feeds)[number];

/** One command of a client frame, after parsing. `undefined` values and empty lists mean "stop". */
export type ClientCommand =
  | { type: 'want'; feeds: Feed[] }
  | { type: 'refresh-blocks' }
  | { type: 'track-tx'; txid: string | undefined; watchMempool: boolean }
  /** Valid txids without duplicates; `undefined` when the value is not a list. */
  | { type: 'track-txs'; txids: string[] | undefined }
  | { type: 'track-address'; address: string | undefined }
  /** Strings that look like addresses, as sent, without duplicates. */
  | { type: 'track-addresses'; addresses: string[] }
  /** Scripts as lower-case hex; duplicates stay. */
  | { type: 'track-scriptpubkeys'; scripts: string[] }
  | { type: 'track-wallet'; name: string | undefined }
  | { type: 'track-asset'; asset: string | undefined }
  | { type: 'track-mempool-block'; index: number | undefined }
  /** Public keys of nodes, and ids or short ids of channels, without duplicates; `undefined` when the value is no list of them. */
  | { type: 'track-lightning'; followed: string[] | undefined }
  | { type: 'track-rbf'; mode: 'all' | 'fullRbf' | undefined }
  | { type: 'track-rbf-summary'; on: boolean }
  | { type: 'track-accelerations'; on: boolean }
  /** Of other servers, on the socket of the services API. */
  | { type: 'watch-accelerations'; on: boolean }
  | { type: 'init' }
  | { type: 'ping' }
  | { type: 'track-donation'; invoice: string | undefined }
  | { type: 'track-mempool-txids'; on: boolean }
  | { type: 'track-mempool'; on: boolean }
  /** `all` or the unique id of a mining pool. */
  | { type: 'track-stratum'; pool: 'all' | number | undefined }
  /** Unix seconds; `undefined` returns to live data. */
  | { type: 'historical-date'; time: number | undefined };

/** The keys of a frame, and a parser for one command; it returns undefined when the frame has no such command. */
type Keys = Readonly<Record<string, unknown>>;
type CommandReader = (keys: Keys) => ClientCommand | undefined;

/** Matches Base58, 80-character Base58, bech32-like strings, and compressed and uncompressed public keys. */
const addressLike =
  /^([a-km-zA-HJ-NP-Z1-9]{26,35}|[a-km-zA-HJ-NP-Z1-9]{80}|[a-z]{2,5}1[ac-hj-np-z02-9]{8,100}|[A-Z]{2,5}1[AC-HJ-NP-Z02-9]{8,100}|04[a-fA-F0-9]{128}|0[23][a-fA-F0-9]{64})$/;

const isAddress = (value: unknown): value is string => typeof value === 'string' && addressLike.test(value);
const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-fA-F]{64}$/.test(value);
const isScript = (value: unknown): value is string =>
  typeof value === 'string' && value.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(value);
/** Matches public keys, and ids and short ids of channels. */
const isLightning = (value: unknown): value is string =>
  typeof value === 'string' && /^(0[23][0-9a-f]{64}|\d{1,20}|\d{1,8}x\d{1,8}x\d{1,5})$/.test(value);
const isIntegerIn = (value: unknown, min: number, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max;

const lower = (text: string) => text.toLowerCase();
const hashOrStop = (value: unknown) => (isHash(value) ? lower(value) : undefined);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const distinct = (texts: readonly string[]) => [...new Set(texts)];

/** Returns a parser for a command that is present whenever its key is. */
function ifPresent(key: string, read: (value: unknown, keys: Keys) => ClientCommand): CommandReader {
  return (keys) => (Object.hasOwn(keys, key) ? read(keys[key], keys) : undefined);
}

/** Returns a parser for a switch: `true` turns it on, `null` leaves it unchanged, any other value turns it off. */
function ifSwitched(type: 'track-rbf-summary' | 'track-accelerations' | 'watch-accelerations'): CommandReader {
  return (keys) => (Object.hasOwn(keys, type) && keys[type] !== null ? { type, on: keys[type] === true } : undefined);
}

/** Returns a parser for a switch that ignores values other than `true` and `false`. */
function ifBoolean(type: 'track-mempool-txids' | 'track-mempool'): CommandReader {
  return (keys) => (keys[type] === true || keys[type] === false ? { type, on: keys[type] } : undefined);
}

/** Maximum time (end of the year 9999): larger values are milliseconds sent as seconds. */
const latestTime = 253_402_300_799;

/** One parser per command, in handling order. */
const readers: readonly CommandReader[] = [
  (keys) =>
    keys['action'] === 'want'
      ? { type: 'want', feeds: feeds.filter((feed) => listOf(keys['data']).includes(feed)) }
      : undefined,
  (keys) => (keys['refresh-blocks'] === true ? { type: 'refresh-blocks' } : undefined),
  ifPresent('track-tx', (value, keys) => ({
    type: 'track-tx',
    txid: hashOrStop(value),
    watchMempool: keys['watch-mempool'] === true,
  })),
  ifPresent('track-txs', (value) => ({
    type: 'track-txs',
    txids: Array.isArray(value) ? distinct(value.filter(isHash).map(lower)) : undefined,
  })),
  ifPresent('track-address', (value) => ({ type: 'track-address', address: isAddress(value) ? value : undefined })),
  ifPresent('track-addresses', (value) => ({
    type: 'track-addresses',
    addresses: distinct(listOf(value).filter(isAddress)),
  })),
  ifPresent('track-scriptpubkeys', (value) => ({
    type: 'track-scriptpubkeys',
    scripts: listOf(value).filter(isScript).map(lower),
  })),
  ifPresent('track-wallet', (value) => ({
    type: 'track-wallet',
    name: typeof value === 'string' && value !== 'stop' ? value : undefined,
  })),
  ifPresent('track-asset', (value) => ({ type: 'track-asset', asset: hashOrStop(value) })),
  ifPresent('track-mempool-block', (value) => ({
    type: 'track-mempool-block',
    index: isIntegerIn(value, 0, 7) ? value : undefined,
  })),
  ifPresent('track-rbf', (value) => ({
    type: 'track-rbf',
    mode: value === 'all' || value === 'fullRbf' ? value : undefined,
  })),
  ifPresent('track-lightning', (value) => ({
    type: 'track-lightning',
    followed: Array.isArray(value) && value.every(isLightning) ? distinct(value) : undefined,
  })),
  ifSwitched('track-rbf-summary'),
  ifSwitched('track-accelerations'),
  ifSwitched('watch-accelerations'),
  (keys) => (keys['action'] === 'init' ? { type: 'init' } : undefined),
  (keys) => (keys['action'] === 'ping' ? { type: 'ping' } : undefined),
  ifPresent('track-donation', (value) => ({
    type: 'track-donation',
    invoice: typeof value === 'string' && value.length === 22 ? value : undefined,
  })),
  ifBoolean('track-mempool-txids'),
  ifBoolean('track-mempool'),
  ifPresent('track-stratum', (value) => ({
    type: 'track-stratum',
    pool: value === 'all' || isIntegerIn(value, 0, Number.MAX_SAFE_INTEGER) ? value : undefined,
  })),
  ifPresent('historicalDate', (value) => ({
    type: 'historical-date',
    time: typeof value === 'number' && value >= 0 && value <= latestTime ? Math.floor(value) : undefined,
  })),
];

/**
 * Parses one text frame into its commands, in handling order. Malformed single values mean "stop"; unknown keys are
 * ignored.
 * @returns undefined when the frame is not a JSON object: the connection must be closed.
 */
export function parseClientFrame(text: string): ClientCommand[] | undefined {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) return undefined;
  const keys = frame as Keys;
  return readers.map((read) => read(keys)).filter((command) => command !== undefined);
}
