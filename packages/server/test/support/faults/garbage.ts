import type { BlockExt, Tx } from '@glassblock/contract';
import { type Endpoint, errorCatalog } from '@glassblock/contract';
import { seededRandom } from '@glassblock/primitives';

/** A request with random, mostly malformed input to a route of the contract. */
export interface GarbageRequest {
  endpoint: Endpoint;
  /** Path and query, percent-encoded. */
  url: string;
  method: string;
  body: string | undefined;
  headers: Record<string, string>;
}

/** Valid values of the running chain, by name of the parameter. */
export type Samples = Readonly<Record<string, readonly string[]>>;

/** Node refuses longer ones by itself. */
const maxUrlLength = 14_000;
const zeros = '0'.repeat(64);
const texts = [
  ...[
    '',
    ' ',
    '%',
    '%00',
    '%zz',
    '..',
    '../..',
    '.',
    '*',
    '-',
    '0',
    '-1',
    '-0',
    '+1',
    '1e9',
    '0x10',
    '007',
    '1.5',
    'NaN',
  ],
  ...[
    'Infinity',
    '4294967295',
    '4294967296',
    '2147483648',
    '9007199254740993',
    '99999999999999999999999',
    'null',
    'true',
  ],
  ...[
    'undefined',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '[object Object]',
    '{}',
    '[]',
    '\u0000',
    '\n',
  ],
  ...[
    '\u{1f600}',
    '\u202e',
    '\ud800',
    'ä'.repeat(40),
    "'",
    '"',
    '<script>',
    ';',
    '|',
    '\\',
    '/',
    '//',
    '?',
    '#',
    '&',
    '=',
    ',',
  ],
  ...[zeros, 'f'.repeat(64), 'F'.repeat(64), 'f'.repeat(63), 'f'.repeat(65), `0x${zeros}`, `${zeros}:0`, `${zeros}i0`],
  ...['all', '24h', '3y', '1w', 'csv', '1970-01-01', '2026-02-30', '99999-01-01', 'x'.repeat(300), '0'.repeat(3_000)],
];
const bodies = [
  ...[
    '',
    ' ',
    'null',
    'true',
    '0',
    '-1',
    '1e400',
    '"',
    '""',
    '[]',
    '{}',
    '[null]',
    '[[]]',
    '[{}]',
    '{"a":',
    '\u0000',
    '\ufeff[]',
  ],
  ...['['.repeat(20_000), `${'[['.repeat(500)}${']]'.repeat(500)}`, '{"a":'.repeat(2_000), `"${'a'.repeat(100_000)}"`],
  ...['txHash=', 'txHash=zz', 'tx=00', '00', '0'.repeat(1_001), 'zz'.repeat(60), '00'.repeat(60), '{"txHash":"00"}'],
  ...['{"__proto__":{"x":1}}', '{"constructor":1}', '[{"txid":1,"vout":{}}]', `[{"txid":"${zeros}","vout":1e99}]`],
  ...[
    '[{"txid":"a","weight":-1,"sigops":null,"fee":"x","vin":[null]}]',
    '[{"txid":"a","weight":400,"sigops":1e308,"fee":1,"vin":[]}]',
  ],
  ...[`["${zeros}"]`, JSON.stringify(Array(400).fill(zeros)), '[""]', '["\\u0000"]', '[1,2,3]', '["00","zz"]', '["ä"]'],
  ...['cHNidP8=', 'cHNidP8BAA==', 'cHNidP8B/////w==', '70736274ff', '70736274ff01', `70736274ff${'ff'.repeat(100)}`],
];
const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x', ''];
const accepts = ['*/*', 'application/json', 'text/csv', 'text/html', 'x', ''];

/**
 * Returns a function that makes random requests to an endpoint.
 * @param samples values that exist, which are mixed in and mutated
 */
export function createGarbage(seed: number, samples: Samples): (endpoint: Endpoint) => GarbageRequest {
  const random = seededRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;

  function mutated(text: string): string {
    const at = below(text.length + 1);
    const kinds = [
      () => text.slice(0, at),
      () => text.slice(0, at) + pick(texts) + text.slice(at),
      () => text.slice(0, at) + String.fromCharCode(below(0x3000)) + text.slice(at + 1),
      () => text.toUpperCase(),
      () => text + text,
      () => [...text].reverse().join(''),
      () => String(Number(text) + pick([-1, 1, 1e6, 0.5, -1e6])),
    ];
    return pick(kinds)();
  }

  function chooseValue(name: string): string {
    const known = Object.hasOwn(samples, name) ? samples[name]! : [];
    if (known.length > 0 && random() < 0.5) return random() < 0.5 ? pick(known) : mutated(pick(known));
    return pick(texts);
  }

  function queryOf(endpoint: Endpoint): string {
    const names = [...Object.keys(endpoint.query.properties), ...(random() < 0.1 ? [encoded(pick(texts))] : [])];
    const pairs = names.flatMap((name) => {
      const base = name.replace('[]', '');
      const repeats = random() < 0.2 ? below(200) : below(3);
      return Array.from({ length: repeats }, () => {
        const listed = random() < 0.5 ? base : `${base}[${pick(['', '0', '1e9', '-1', 'a', '__proto__'])}]`;
        return `${listed}=${encoded(chooseValue(base))}`;
      });
    });
    return pairs.length === 0 ? pick(['', '', '?', '?&&', '?%', '?=']) : `?${pairs.join('&')}`;
  }

  const bodyOf = (): string => {
    const text = pick(bodies);
    return random() < 0.3 ? mutated(text.slice(0, 5_000)) : text;
  };

  return (endpoint) => {
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encoded(chooseValue(name)));
    const url = (path + queryOf(endpoint)).slice(0, maxUrlLength);
    const method =
      random() < 0.95 ? endpoint.method : pick(['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'] as const);
    // Node's client frames no body of other methods
    const hasBody = method === 'POST' || method === 'PUT';
    return {
      endpoint,
      url,
      method,
      body: hasBody ? bodyOf() : undefined,
      headers: { accept: pick(accepts), ...(hasBody ? { 'content-type': pick(types) } : {}) },
    };
  };
}

/** Percent-encodes a text; some malformed escapes stay as they are, lone surrogates become U+FFFD. */
function encoded(text: string): string {
  return /^(%\w{0,2}|\.\.?|\/\/?)$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

/** Requests values that exist. */
export async function sampleValues(get: <T>(path: string) => Promise<T>): Promise<Samples> {
  const hash = await get<string>('/api/block-height/30');
  const txs = await get<Tx[]>(`/api/block/${hash}/txs`);
  const pending = await get<string[]>('/api/mempool/txids');
  const [block] = await get<BlockExt[]>('/api/v1/blocks/30');
  const addresses = txs.flatMap(({ vout }) => vout.flatMap((output) => output.scriptpubkey_address ?? []));
  const numbers = ['0', '25', '30', '144', String(block!.timestamp)];
  const txids = [...txs.map(({ txid }) => txid), ...pending.slice(0, 5)];
  return {
    hash: [hash],
    txid: txids,
    txids,
    txId: txids,
    after: txids,
    after_txid: txids,
    last: txids,
    id: addresses,
    address: addresses,
    prefix: addresses,
    interval: ['24h', 'all'],
    window: ['2h'],
    slug: [block!.extras.pool.slug],
    ...Object.fromEntries(
      ['height', 'index', 'start', 'vout', 'from', 'to', 'time', 'timestamp', 'blockCount'].map((name) => [
        name,
        numbers,
      ]),
    ),
  };
}

/** Returns the statuses that a client may get from an endpoint for any input. */
export function documentedStatuses({ status, emptyWhen, errors }: Endpoint): Set<number> {
  const own = errors.map((code) => errorCatalog[code].status);
  return new Set([status, ...(emptyWhen === undefined ? [] : [204]), ...own]);
}
