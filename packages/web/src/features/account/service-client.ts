import { useCallback } from 'react';
import { useSite } from '../../context/site-context.ts';
import { ApiError, request } from '../../data/answer.ts';
import { type TextId, useText } from '../../messages/use-text.ts';

/** Answer of a route of services: the body, or the code of the error; empty without an answer. */
export type ServiceAnswer<T> = { ok: true; body: T } | { ok: false; word: string };

/** Calls a route below `/api/v1/services`: GET without a body, else POST. */
export type CallService = <T>(path: string, body?: unknown) => Promise<ServiceAnswer<T>>;

/** Returns the URL of a route of services, with the base path. */
export function useServiceUrl(): (path: string) => string {
  const { basePath, accounts } = useSite();
  const root = `${basePath.slice(0, -1)}${accounts?.prefix ?? ''}/api/v1/services`;
  return useCallback((path: string) => root + path, [root]);
}

/** Returns the function that calls routes of services, with the session cookie. */
export function useServices(): CallService {
  const url = useServiceUrl();
  return useCallback(
    async <T>(path: string, body?: unknown): Promise<ServiceAnswer<T>> => {
      const init: RequestInit =
        body === undefined
          ? { cache: 'no-store' }
          : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      try {
        const answer = await request(fetch, url(path), init);
        return { ok: true, body: answer.body as T };
      } catch (error) {
        return { ok: false, word: error instanceof ApiError && error.status !== 0 ? error.message : '' };
      }
    },
    [url],
  );
}

const known: Readonly<Record<string, TextId>> = {
  '': 'account.error.away',
  invalid_credentials: 'account.error.credentials',
  temporarily_unavailable: 'account.error.busy',
  bad_request: 'account.error.bad',
  not_available: 'account.error.unavailable',
  unauthorized: 'account.error.signedOut',
  invalid_user: 'account.error.signedOut',
};

/** Returns the text of an error code; an unknown code is returned as it is. */
export function useErrorText(): (word: string) => string {
  const text = useText();
  return (word) => {
    const id = Object.hasOwn(known, word) ? known[word] : undefined;
    return id === undefined ? text('account.error.other', { word }) : text(id);
  };
}
