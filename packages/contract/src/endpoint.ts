import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { ErrorCode, ErrorForm } from './errors.ts';
import { type Field, lenientWord } from './fields.ts';
import { closed } from './shapes/terms.ts';

/**
 * Cache lifetime of an answer.
 * - `long`: 5 years; `short`: 10 s; `recent`: 5 s; `none`: 0 s
 * - `depth`: long with 10 or more confirmations, otherwise short
 * - `expires-N`: only an Expires header N seconds ahead
 * - `public-N`: the same, with `Cache-Control: public` and `Pragma: public`
 * - `unset`: no headers
 * - `never`: no-store
 */
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
  | 'public-30'
  | 'public-60'
  | 'public-300'
  | 'public-600'
  | 'public-3600'
  | 'public-86400'
  | 'unset'
  | 'never';

/** How an answer is encoded: JSON, plain text or raw bytes. */
export type AnswerKind = 'json' | 'text' | 'bytes';

/** Query parameter that requests CSV; the header `Accept: text/csv` does the same. */
const csvQuery = {
  format: lenientWord(['csv'], { description: '`csv` returns the rows as CSV with units in the header' }),
};

/** Fields of a path or query, by name. */
export type Fields = Readonly<Record<string, Field>>;
/** Schema of the parsed path or query that a handler receives. */
export type FieldsSchema<F extends TProperties = TProperties> = TObject<F>;

/** A REST route: the single declaration of its path, parameters, answer, errors and caching. */
export interface Endpoint<
  A extends TSchema = TSchema,
  P extends TProperties = TProperties,
  Q extends TProperties = TProperties,
> {
  readonly id: string;
  /** OpenAPI tag that groups routes. */
  readonly tag: string;
  readonly method: 'GET' | 'POST';
  /** Path below the network prefix, with `:name` for parameters. */
  readonly path: string;
  readonly summary: string;
  /** Path parameters, each with its description and the error of a malformed value. */
  readonly params: FieldsSchema<P>;
  /** Query parameters, likewise. A name that ends with `[]` takes several values. */
  readonly query: FieldsSchema<Q>;
  /** Description of the request body, for POST. */
  readonly body?: string;
  /** Schema of a JSON request body. */
  readonly bodySchema?: TSchema;
  readonly kind: AnswerKind;
  /** Media type of bytes that are a file; absent: `application/octet-stream`. */
  readonly mediaType?: string;
  /** Schema of the answer; a string schema for text, an unknown schema for bytes. */
  readonly answer: A;
  /** An example answer for the OpenAPI document, if any. */
  readonly example?: Static<A>;
  /** Whether the rows are also available as CSV. */
  readonly hasCsv: boolean;
  /** HTTP status of a successful answer. */
  readonly status: number;
  /** When the answer is 204 with an empty body; undefined: never. */
  readonly emptyWhen?: string;
  readonly errors: readonly ErrorCode[];
  /** Maps error codes of the handler to the codes that this route returns instead. */
  readonly instead: Readonly<Partial<Record<ErrorCode, ErrorCode>>>;
  readonly form: ErrorForm;
  readonly cache: CacheRule;
  /** Served on the internal port only. */
  readonly isInternal: boolean;
}

/** Type of an endpoint's answer. */
export type AnswerOf<E extends Endpoint> = Static<E['answer']>;

/** Path parameters that the handler of an endpoint receives. */
export type ParamsOf<E extends Endpoint> = Static<E['params']>;
/** Query that the handler of an endpoint receives. */
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
  mediaType?: string;
  answer: A;
  example?: NoInfer<Static<A>>;
  status?: number;
  emptyWhen?: string;
  errors?: readonly ErrorCode[];
  instead?: Partial<Record<ErrorCode, ErrorCode>>;
  cache?: CacheRule;
  csv?: boolean;
}

/** No fields. */
type None = Record<never, never>;

/**
 * Declares a route. The error format follows from the path: mempool.space's format for `/api/v1/..` and
 * `/api/glass/..`, Esplora's plain text otherwise and for all internal routes.
 */
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
    errors: declaration.errors ?? [],
    instead: declaration.instead ?? {},
    cache: declaration.cache ?? 'unset',
    ...(declaration.example === undefined ? {} : { example: declaration.example }),
    ...(declaration.emptyWhen === undefined ? {} : { emptyWhen: declaration.emptyWhen }),
    ...(declaration.body === undefined ? {} : { body: declaration.body }),
    ...(declaration.mediaType === undefined ? {} : { mediaType: declaration.mediaType }),
    ...(declaration.bodySchema === undefined ? {} : { bodySchema: declaration.bodySchema }),
  };
}

/** Sets the OpenAPI tag of a group of routes. */
export const tagged = <R extends Readonly<Record<string, Endpoint>>>(tag: string, routes: R): R =>
  Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, { ...route, tag }])) as unknown as R;

/** Returns the schema of an object of fields; no fields when undefined. */
export const fieldsSchema = <F extends TProperties>(fields: TProperties | undefined): FieldsSchema<F> =>
  Type.Object({ ...fields }, closed) as unknown as FieldsSchema<F>;

/**
 * Declares an Esplora route again below `/api/v1/`, as mempool.space serves it without an Esplora backend: same
 * handler, same answer, same pages, mempool.space's error texts.
 * @param instead maps codes of the handler to codes of this route
 * @param more errors that only this route returns
 */
export function v1Alias<A extends TSchema, P extends TProperties, Q extends TProperties>(
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
