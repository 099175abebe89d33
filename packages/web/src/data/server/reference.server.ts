import { type Endpoint, endpoints, errorCatalog } from '@glassblock/contract';
import type { RestRequest } from '../../features/docs/programs.ts';
import { bodyExample, type Examples, pathExamples, queryExamples } from './examples.server.ts';

/** A path or query parameter. */
export interface ReferenceParameter {
  name: string;
  meaning: string;
  where: 'path' | 'query';
}

/** A REST route in the documentation. */
export interface ReferenceRoute {
  id: string;
  method: 'GET' | 'POST';
  /** With the network's prefix, `:name` for parameters. */
  path: string;
  /** An alias of the route. */
  also: string | undefined;
  summary: string;
  parameters: ReferenceParameter[];
  body: string | undefined;
  /** Media type of the answer, and the fields of its content. */
  answer: { type: 'JSON' | 'text' | 'bytes'; isList: boolean; fields: string[] };
  errors: { status: number; text: string; meaning: string }[];
  /** The example, for programs. */
  request: RestRequest;
  /** URL of an example GET, when all its parameters are known. */
  example: string | undefined;
}

/** A group of routes. */
export interface ReferenceGroup {
  id: string;
  name: string;
  routes: ReferenceRoute[];
}

/** Groups by path prefix, in display order. */
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

/** A property of an unknown value. */
const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Descriptions of path or query parameters. */
const parametersOf = (fields: Endpoint['params'], where: 'path' | 'query'): ReferenceParameter[] =>
  Object.entries(fields.properties).map(([name, field]) => ({
    name,
    meaning: String(at(field, 'description')),
    where,
  }));

/** Field names of an answer, or of the items of its list. */
function fieldsOf(schema: unknown): { isList: boolean; fields: string[] } {
  const isList = at(schema, 'type') === 'array';
  const properties = at(isList ? at(schema, 'items') : schema, 'properties');
  return { isList, fields: typeof properties === 'object' && properties !== null ? Object.keys(properties) : [] };
}

const keyOf = ({ method, path, summary }: Pick<Endpoint, 'method' | 'path' | 'summary'>): string =>
  `${method} ${path} ${summary}`;

/**
 * Returns the REST routes for the documentation, from their declarations.
 * @param base origin, base path and network prefix
 * @param examples of that network
 */
export function reference(base: string, prefix: string, examples: Examples): ReferenceGroup[] {
  const open = Object.values<Endpoint>(endpoints).filter(({ isInternal }) => !isInternal);
  const plain = new Set(open.map(keyOf));
  const twinOf = (route: Endpoint): string => keyOf({ ...route, path: route.path.replace('/api/v1/', '/api/') });
  const isTwin = (route: Endpoint): boolean => route.path.startsWith('/api/v1/') && plain.has(twinOf(route));
  const twins = new Map(open.filter(isTwin).map((route) => [twinOf(route), route.path]));
  const shown: ReferenceGroup[] = groups.map(([name]) => ({
    // distinct from route ids: there is one called `blocks`
    id: `group-${name.toLowerCase().replaceAll(' ', '-')}`,
    name,
    routes: [],
  }));
  for (const route of open) {
    if (isTwin(route)) continue;
    const words = route.path.replace(/^\/api\/(glass\/v1\/|v1\/)?/, '');
    const place = groups.findIndex(([, pattern]) => pattern.test(words));
    shown[place]?.routes.push(routeOf(route, twins.get(keyOf(route)), base, prefix, examples));
  }
  return shown.filter(({ routes }) => routes.length > 0);
}

/** File name for binary answers. */
const fileOf = ({ id }: Endpoint): string => `${id.replace(/^v1/, '').toLowerCase()}.bin`;

function routeOf(
  route: Endpoint,
  twin: string | undefined,
  base: string,
  prefix: string,
  examples: Examples,
): ReferenceRoute {
  const inPath = pathExamples(route, examples);
  const filled = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(inPath[name] ?? name.toUpperCase()),
  );
  const inQuery = Object.entries(queryExamples(route, examples));
  const query = inQuery.map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${encodeURIComponent(value ?? name.replace(/\W/g, '').toUpperCase())}`,
  );
  const url = `${base}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const isKnown =
    Object.keys(route.params.properties).every((name) => inPath[name] !== undefined) &&
    inQuery.every(([, value]) => value !== undefined);
  return {
    id: route.id,
    method: route.method,
    path: prefix + route.path,
    also: twin === undefined ? undefined : prefix + twin,
    summary: route.summary,
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    body: route.body,
    answer: { type: types[route.kind], ...fieldsOf(route.answer) },
    errors: route.errors.map((code) => {
      const { status, text, meaning } = errorCatalog[code];
      return { status, text, meaning };
    }),
    request: {
      method: route.method,
      url,
      body: bodyExample(route, examples),
      isJsonBody: route.bodySchema !== undefined,
      answer: types[route.kind],
      mayBeEmpty: /\b204\b/.test(route.summary),
      file: fileOf(route),
    },
    example: route.method === 'GET' && isKnown && route.kind !== 'bytes' && route.id !== 'broadcast' ? url : undefined,
  };
}
