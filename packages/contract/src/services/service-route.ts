import type { TSchema } from 'typebox';
import type { ServiceError } from './service-errors.ts';
import type { FieldName } from './service-fields.ts';

/** A route below `/api/v1/services/`. */
export interface ServiceRoute {
  readonly method: 'GET' | 'POST';
  /** Below `/api/v1/services`. */
  readonly path: string;
  readonly summary: string;
  /** Form fields or JSON members of the body, or query parameters. */
  readonly fields: readonly FieldName[];
  /** Undefined: the answer is empty. */
  readonly answer: TSchema | undefined;
  /** Who may call it: `session` needs a signed-in browser or its token, `user` also takes an API key. */
  readonly access: 'public' | 'user' | 'session';
  /** Errors beside those of all such routes. */
  readonly errors: readonly ServiceError[];
  /** When the answer is 204; absent: never. */
  readonly emptyWhen?: string;
}

/** Returns all errors of a route. */
export function errorsOf({ method, path, fields, access, errors }: ServiceRoute): ServiceError[] {
  const isAccount = path === '/account' || path === '/account/menu';
  const all: ServiceError[] = [
    ...errors,
    ...(method === 'POST' || fields.length > 0 ? (['bad_request'] as const) : []),
    // another origin, or a key
    ...(method === 'POST' || access === 'session' || path.endsWith('/faucet/request') ? (['forbidden'] as const) : []),
    ...(access === 'public' ? [] : ([isAccount ? 'invalid_user' : 'unauthorized'] as const)),
    'temporarily_unavailable',
    'internal_server_error',
  ];
  return [...new Set(all)];
}
