import { type Endpoint, endpoints, errorCatalog } from '@glassblock/contract';

/** What a path or query parameter means. */
export interface ReferenceParameter {
  name: string;
  meaning: string;
  where: 'path' | 'query';
}

/** One REST route as the documentation shows it. */
export interface ReferenceRoute {
  id: string;
  method: 'GET' | 'POST';
  /** With the network's prefix, `:name` for parameters. */
  path: string;
  /** The same route elsewhere. */
  also: string | undefined;
  summary: string;
  parameters: ReferenceParameter[];
  body: string | undefined;
  /** Media type of the answer, and the fields of what it holds. */
  answer: { type: 'JSON' | 'text' | 'bytes'; isList: boolean; fields: string[] };
  errors: { status: number; text: string; meaning: string }[];
  curl: string;
  /** Where a GET can be looked at, when all its parameters are known. */
  example: string | undefined;
}

export interface ReferenceGroup {
  name: string;
  routes: ReferenceRoute[];
}

/** Groups by the first words of a path, in the order they are shown. */
const groups: readonly (readonly [string, RegExp])[] = [
  ['Blocks', /^(blocks?|block-height|blocks-bulk|chain-tips|stale-tips|mining)\b/],
  ['Transactions', /^(tx|txs|broadcast|prevouts|cpfp|transaction-times)\b/],
  ['Replacements', /^(replacements|fullrbf)\b/],
  ['Addresses and scripts', /^(address|addresses|scripthash|scripthashes|address-prefix|validate-address)\b/],
  ['Mempool', /^(mempool|statistics)\b/],
  ['Fees', /^(fees|fee-estimates)\b/],
  ['General', /^/],
];

const types = { json: 'JSON', text: 'text', bytes: 'bytes' } as const;

/** A property of something whose shape is not known. */
const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Names of the fields of an answer, or of each thing in its list. */
function fieldsOf(schema: unknown): { isList: boolean; fields: string[] } {
  const isList = at(schema, 'type') === 'array';
  const properties = at(isList ? at(schema, 'items') : schema, 'properties');
  return { isList, fields: typeof properties === 'object' && properties !== null ? Object.keys(properties) : [] };
}

const keyOf = ({ method, path, summary }: Pick<Endpoint, 'method' | 'path' | 'summary'>): string =>
  `${method} ${path} ${summary}`;

/**
 * The REST routes for people, made from their declarations.
 * @param base  origin, base path and network prefix   @param values  of parameters, for the examples
 */
export function reference(base: string, prefix: string, values: Readonly<Record<string, string>>): ReferenceGroup[] {
  const open = Object.values<Endpoint>(endpoints).filter(({ isInternal }) => !isInternal);
  const plain = new Set(open.map(keyOf));
  const twinOf = (route: Endpoint): string => keyOf({ ...route, path: route.path.replace('/api/v1/', '/api/') });
  const isTwin = (route: Endpoint): boolean => route.path.startsWith('/api/v1/') && plain.has(twinOf(route));
  const twins = new Map(open.filter(isTwin).map((route) => [twinOf(route), route.path]));
  const shown: ReferenceGroup[] = groups.map(([name]) => ({ name, routes: [] }));
  for (const route of open) {
    if (isTwin(route)) continue;
    const words = route.path.replace(/^\/api\/(glass\/v1\/|v1\/)?/, '');
    const place = groups.findIndex(([, pattern]) => pattern.test(words));
    shown[place]?.routes.push(routeOf(route, twins.get(keyOf(route)), base, prefix, values));
  }
  return shown.filter(({ routes }) => routes.length > 0);
}

function routeOf(
  route: Endpoint,
  twin: string | undefined,
  base: string,
  prefix: string,
  values: Readonly<Record<string, string>>,
): ReferenceRoute {
  const names = Object.keys(route.params);
  const filled = route.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? name.toUpperCase());
  const needed = route.id === 'txsOutspends' ? 'txids' : route.id === 'v1TransactionTimes' ? 'txId[]' : undefined;
  const query =
    needed === undefined ? '' : `?${encodeURIComponent(needed)}=${encodeURIComponent(values['txid'] ?? 'TXID')}`;
  const url = `${base}${filled}${query}`;
  const isKnown = names.every((name) => values[name] !== undefined) && (needed === undefined || 'txid' in values);
  const data = route.bodySchema === undefined ? "--data 'BODY'" : "--json 'BODY'";
  return {
    id: route.id,
    method: route.method,
    path: prefix + route.path,
    also: twin === undefined ? undefined : prefix + twin,
    summary: route.summary,
    parameters: [
      ...Object.entries(route.params).map(([name, meaning]) => ({ name, meaning, where: 'path' as const })),
      ...Object.entries(route.query).map(([name, meaning]) => ({ name, meaning, where: 'query' as const })),
    ],
    body: route.body,
    answer: { type: types[route.kind], ...fieldsOf(route.answer) },
    errors: route.errors.map((code) => {
      const { status, text, meaning } = errorCatalog[code];
      return { status, text, meaning };
    }),
    curl: route.method === 'GET' ? `curl -s '${url}'` : `curl -s ${data} '${url}'`,
    example: route.method === 'GET' && isKnown && route.kind !== 'bytes' && route.id !== 'broadcast' ? url : undefined,
  };
}
