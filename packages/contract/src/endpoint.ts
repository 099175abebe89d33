import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { ErrorCode, ErrorForm } from './errors.ts';
import { type Field, lenientWord } from './fields.ts';
import { closed } from './shapes/terms.ts';

/** How long an answer may be kept. (rest-bitcoin 1.2, section 5)
 *  - `long`: never changes; `short` 10 s; `recent` 5 s; `none` 0
 *  - `depth`: long when the thing is buried 10 blocks or more, else short
 *  - `expires-N`: only an Expires header N seconds ahead; `public-N` says so in three headers; `unset`: nothing is said
 *  - `never`: must not be cached */
export type CacheRule =
  | 'long'
  | 'short'
  | 'recent'
  | 'none'
  | 'depth'
  | 'expires-60'
  | 'expires-600'
  | 'expires-864000'
  | 'expires-2592000'
  | 'public-60'
  | 'public-300'
  | 'public-86400'
  | 'unset'
  | 'never';

export type AnswerKind = 'json' | 'text' | 'bytes';

/** What asks for CSV in the query; the header `Accept: text/csv` does too. */
const csvQuery = { format: lenientWord(['csv'], { description: '`csv`: the rows as CSV, units in the header' }) };

/** Fields of a path or query, by name. */
export type Fields = Readonly<Record<string, Field>>;
/** Schema of what a handler gets of a path or query. */
export type FieldsSchema<F extends TProperties = TProperties> = TObject<F>;

/** One REST route: the only place where its path, parameters, answer, errors and caching are written. */
export interface Endpoint<
  A extends TSchema = TSchema,
  P extends TProperties = TProperties,
  Q extends TProperties = TProperties,
> {
  readonly id: string;
  /** Its subject, by which documents group routes. */
  readonly tag: string;
  readonly method: 'GET' | 'POST';
  /** Path below the network prefix, `:name` for parameters. */
  readonly path: string;
  readonly summary: string;
  /** Path parameters, each with its meaning and the error that a malformed one raises. */
  readonly params: FieldsSchema<P>;
  /** The same for the query. A name that ends with `[]` is a list of several values. */
  readonly query: FieldsSchema<Q>;
  /** Form of the body, for POST. */
  readonly body?: string;
  /** Schema of a body that is JSON. */
  readonly bodySchema?: TSchema;
  readonly kind: AnswerKind;
  /** Schema of the answer; text answers are described by a string schema, bytes by none. */
  readonly answer: A;
  /** An answer, for documents; absent where none is written down. */
  readonly example?: Static<A>;
  /** The rows are also to be had as CSV. */
  readonly hasCsv: boolean;
  /** Status of a good answer. */
  readonly status: number;
  readonly errors: readonly ErrorCode[];
  /** Errors of the handler that this route words in its own way. */
  readonly instead: Readonly<Partial<Record<ErrorCode, ErrorCode>>>;
  readonly form: ErrorForm;
  readonly cache: CacheRule;
  /** Served on the internal port only. */
  readonly isInternal: boolean;
}

/** The TypeScript type of an endpoint's answer. */
export type AnswerOf<E extends Endpoint> = Static<E['answer']>;

/** The path parameters that a handler of an endpoint gets. */
export type ParamsOf<E extends Endpoint> = Static<E['params']>;
/** The query that a handler of an endpoint gets. */
export type QueryOf<E extends Endpoint> = Static<E['query']>;

interface Declaration<A extends TSchema, P extends TProperties, Q extends TProperties> {
  id: string;
  method?: 'GET' | 'POST';
  path: string;
  summary: string;
  params?: P & Fields;
  query?: Q & Fields;
  body?: string;
  bodySchema?: TSchema;
  kind?: AnswerKind;
  answer: A;
  example?: NoInfer<Static<A>>;
  status?: number;
  errors?: readonly ErrorCode[];
  instead?: Partial<Record<ErrorCode, ErrorCode>>;
  cache?: CacheRule;
  csv?: boolean;
}

/** No fields. */
type None = Record<never, never>;

/** Declares a route. The error form follows from the path: `/api/v1/..` is the v1 server's, the rest the index server's;
 *  internal routes have bare texts everywhere. */
export function endpoint<A extends TSchema, P extends TProperties = None, Q extends TProperties = None>(
  declaration: Declaration<A, P, Q>,
): Endpoint<A, P, Q> {
  const { id, path, summary, answer } = declaration;
  const isInternal = /^\/(api\/v1\/)?internal\//.test(path);
  const form: ErrorForm = /^\/api\/(v1|glass)\//.test(path) && !isInternal ? 'v1' : 'esplora';
  return {
    id,
    path,
    summary,
    tag: '',
    answer,
    form,
    isInternal,
    method: declaration.method ?? 'GET',
    params: fieldsSchema(declaration.params),
    query: fieldsSchema({ ...declaration.query, ...(declaration.csv === true ? csvQuery : {}) }),
    hasCsv: declaration.csv === true,
    kind: declaration.kind ?? 'json',
    status: declaration.status ?? 200,
    errors: isInternal ? [...(declaration.errors ?? []), 'internal.forbidden'] : (declaration.errors ?? []),
    instead: declaration.instead ?? {},
    cache: declaration.cache ?? 'unset',
    ...(declaration.example === undefined ? {} : { example: declaration.example }),
    ...(declaration.body === undefined ? {} : { body: declaration.body }),
    ...(declaration.bodySchema === undefined ? {} : { bodySchema: declaration.bodySchema }),
  };
}

/** Puts the routes of one subject together. */
export const tagged = <R extends Readonly<Record<string, Endpoint>>>(tag: string, routes: R): R =>
  Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, { ...route, tag }])) as unknown as R;

/** Returns the schema of some fields. */
export const fieldsSchema = <F extends TProperties>(fields: TProperties | undefined): FieldsSchema<F> =>
  Type.Object({ ...fields }, closed) as unknown as FieldsSchema<F>;

/** The same route below `/api/v1/`, where the v1 server has it when there is no index server: same handler, same answer,
 *  same pages, with that server's words for errors. (rest-bitcoin 15)
 *  @param instead  code of the handler -> code of the v1 server  @param more  errors that only the v1 route has */
export function v1Twin<A extends TSchema, P extends TProperties, Q extends TProperties>(
  id: string,
  base: Endpoint<A, P, Q>,
  instead: Partial<Record<ErrorCode, ErrorCode>>,
  more: readonly ErrorCode[] = [],
): Endpoint<A, P, Q> {
  const errors = [...base.errors.map((code) => instead[code] ?? code), ...more];
  return {
    ...base,
    id,
    path: base.path.replace('/api/', '/api/v1/'),
    form: 'v1',
    errors: [...new Set(errors)],
    instead,
  };
}
