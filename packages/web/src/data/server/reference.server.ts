import { type Endpoint, endpoints, errorCatalog } from '@glassblock/contract';
import pLimit from 'p-limit';
import type { RestRequest } from '../../features/docs/programs.ts';
import type { CallApi } from '../../ssr/page-context.ts';
import { exampleAnswer, shortText } from './example-answer.server.ts';
import { bodyExample, type Examples, pathExamples, queryExamples } from './examples.server.ts';

/** Examples of a page that are requested at the same time. */
const concurrentExamples = 4;

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
  /** Shortened answer to the example, else that of the declaration. */
  exampleAnswer: string | undefined;
}

/** A group of routes. */
export interface ReferenceGroup {
  /** Path segment. */
  id: string;
  name: string;
  routes: ReferenceRoute[];
}

/** A group of routes in the overview. */
export interface ReferenceSummary {
  id: string;
  name: string;
  routes: Pick<ReferenceRoute, 'id' | 'method' | 'path'>[];
}

/** Groups in display order: names, tags of the contract and paths. The first one that fits has the route. */
const groups: readonly (readonly [name: string, tag: string, pattern: RegExp])[] = [
  ['Blocks', 'Blocks', /^GET \/api\/block/],
  ['Block statistics', 'Blocks', /^/],
  ['Transactions', 'Transactions', /^GET (?!.*(broadcast|replacements|\/(rbf|cached|fate)$))/],
  ['Broadcast and preview', 'Transactions', /^POST|broadcast/],
  ['Replacements', 'Transactions', /^/],
  ['Addresses', 'Addresses and scripts', /\/address\/:id/],
  ['Script hashes', 'Addresses and scripts', /\/scripthash\/:id/],
  ['Groups of addresses', 'Addresses and scripts', /^/],
  ['Mempool', 'Mempool', /^/],
  ['Fees', 'Fees', /^/],
  ['Mining pools', 'Mining', /\/mining\/(pool|hashrate\/pools)/],
  ['Series of blocks', 'Mining', /\/mining\/blocks\//],
  ['Mining', 'Mining', /^/],
  ['Audits', 'Audits', /^/],
  ['Acceleration services', 'Accelerations', / \/api\/v1\/services\//],
  ['Accelerations', 'Accelerations', /^/],
  ['Prices', 'Prices', /^/],
  ['General', 'General', /^/],
];

const groupOf = ({ tag, method, path }: Endpoint): string | undefined =>
  groups.find(([, each, pattern]) => each === tag && pattern.test(`${method} ${path}`))?.[0];

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

interface PublicRoute {
  route: Endpoint;
  /** The same route below `/api/v1`. */
  alias: string | undefined;
}

/** Returns the public routes; one that is also below `/api/v1` once. */
function publicRoutes(): PublicRoute[] {
  const open = Object.values<Endpoint>(endpoints).filter(({ isInternal }) => !isInternal);
  const plain = new Set(open.map(keyOf));
  const aliasOf = (route: Endpoint): string => keyOf({ ...route, path: route.path.replace('/api/v1/', '/api/') });
  const isAlias = (route: Endpoint): boolean => route.path.startsWith('/api/v1/') && plain.has(aliasOf(route));
  const aliases = new Map(open.filter(isAlias).map((route) => [aliasOf(route), route.path]));
  return open.filter((route) => !isAlias(route)).map((route) => ({ route, alias: aliases.get(keyOf(route)) }));
}

const groupId = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/** Returns all groups with the paths of their routes. */
export function referenceOverview(prefix: string): ReferenceSummary[] {
  const all = publicRoutes();
  const summaries = groups.map(([name]) => ({
    id: groupId(name),
    name,
    routes: all
      .filter(({ route }) => groupOf(route) === name)
      .map(({ route: { id, method, path } }) => ({ id, method, path: prefix + path })),
  }));
  return summaries.filter(({ routes }) => routes.length > 0);
}

/**
 * Returns a group of REST routes for the documentation, from their declarations; undefined for an unknown one.
 * @param id see `ReferenceGroup`
 * @param base origin, base path and network prefix
 * @param examples of that network
 */
export async function referenceGroup(
  id: string,
  base: string,
  prefix: string,
  examples: Examples,
  call: CallApi,
): Promise<ReferenceGroup | undefined> {
  const name = groups.find(([each]) => groupId(each) === id)?.[0];
  if (name === undefined) return undefined;
  const limit = pLimit(concurrentExamples);
  const routes = await Promise.all(
    publicRoutes()
      .filter(({ route }) => groupOf(route) === name)
      .map(async ({ route, alias }): Promise<ReferenceRoute> => {
        const described = routeOf(route, alias, base, prefix, examples);
        const path = described.example?.slice(base.length - prefix.length);
        const answered = path === undefined ? undefined : await limit(() => exampleAnswer(call, path));
        const declared = route.example === undefined ? undefined : shortText(route.example);
        return { ...described, exampleAnswer: answered ?? declared };
      }),
  );
  return { id, name, routes };
}

/** File name for binary answers. */
const fileOf = ({ id }: Endpoint): string => `${id.replace(/^v1/, '').toLowerCase()}.bin`;

function routeOf(
  route: Endpoint,
  alias: string | undefined,
  base: string,
  prefix: string,
  examples: Examples,
): Omit<ReferenceRoute, 'exampleAnswer'> {
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
    also: alias === undefined ? undefined : prefix + alias,
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
