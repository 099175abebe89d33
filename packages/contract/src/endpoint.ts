import type { Static, TSchema } from 'typebox';
import type { ErrorCode, ErrorForm } from './errors.ts';

/** How long an answer may be kept. (rest-bitcoin 1.2, section 5)
 *  - `long`: never changes; `short` 10 s; `recent` 5 s; `none` 0
 *  - `depth`: long when the thing is buried 10 blocks or more, else short
 *  - `expires-N`: only an Expires header N seconds ahead; `unset`: nothing is said */
export type CacheRule = 'long' | 'short' | 'recent' | 'none' | 'depth' | 'expires-60' | 'expires-600' | 'unset';

export type AnswerKind = 'json' | 'text' | 'bytes';

/** One REST route: the only place where its path, parameters, answer, errors and caching are written. */
export interface Endpoint<A extends TSchema = TSchema> {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Path below the network prefix, `:name` for parameters. */
  readonly path: string;
  readonly summary: string;
  /** Meaning of each path parameter. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Form of the body, for POST. */
  readonly body?: string;
  readonly kind: AnswerKind;
  /** Schema of the answer; text answers are described by a string schema, bytes by none. */
  readonly answer: A;
  readonly errors: readonly ErrorCode[];
  readonly form: ErrorForm;
  readonly cache: CacheRule;
}

/** The TypeScript type of an endpoint's answer. */
export type AnswerOf<E extends Endpoint> = Static<E['answer']>;

interface Declaration<A extends TSchema> {
  id: string;
  method?: 'GET' | 'POST';
  path: string;
  summary: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: string;
  kind?: AnswerKind;
  answer: A;
  errors?: readonly ErrorCode[];
  cache?: CacheRule;
}

/** Declares a route. The error form follows from the path: `/api/v1/..` is the v1 server's, the rest the index server's. */
export function endpoint<A extends TSchema>(declaration: Declaration<A>): Endpoint<A> {
  const { id, path, summary, answer } = declaration;
  const form: ErrorForm = /^\/api\/(v1|glass)\//.test(path) ? 'v1' : 'esplora';
  return {
    id,
    path,
    summary,
    answer,
    form,
    method: declaration.method ?? 'GET',
    params: declaration.params ?? {},
    query: declaration.query ?? {},
    kind: declaration.kind ?? 'json',
    errors: declaration.errors ?? [],
    cache: declaration.cache ?? 'unset',
    ...(declaration.body === undefined ? {} : { body: declaration.body }),
  };
}
