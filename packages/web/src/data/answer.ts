/** Answer of a REST route: the body, or the error. */
export type Answer<T> =
  | {
      ok: true;
      body: T;
      /** Value of the header `X-Total-Count`, if any. */
      total?: number;
    }
  | { ok: false; status: number; message: string };

/** Calls REST routes: in process on the server, over the network in the browser. */
export interface Api {
  /**
   * @param path from `api` of url.ts; the type is that of the contract for this route
   * @param use `once`: a long answer of which the page uses a part; it is not sent to the browser for reuse
   */
  get<T>(path: string, use?: 'once'): Promise<Answer<T>>;
}

/** Error of a request. `status` 0: no answer. */
export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Message of a request that got no answer. */
export const noAnswer = 'The server does not respond';

/**
 * Sends a request and reads its answer.
 * @throws ApiError for an error; status 0 without an answer, 502 for an answer that is not the announced JSON
 */
export async function request(
  fetcher: typeof fetch,
  url: string,
  init: RequestInit,
): Promise<{ body: unknown; headers: Headers }> {
  const { response, text } = await fetcher(url, init)
    .then(async (given) => ({ response: given, text: await given.text() }))
    .catch(() => {
      throw new ApiError(0, noAnswer);
    });
  if (!response.ok) throw new ApiError(response.status, errorText(text, response.statusText || 'Unknown error'));
  const { headers } = response;
  if (!headers.get('content-type')?.includes('json')) return { body: text, headers };
  try {
    return { body: JSON.parse(text) as unknown, headers };
  } catch {
    throw new ApiError(502, 'The answer is not valid JSON');
  }
}

/** Converts an error to an answer. Non-HTTP errors have status 0 and their own message, else 'Unknown error'. */
export function failure(error: unknown): { ok: false; status: number; message: string } {
  if (error instanceof ApiError) return { ok: false, status: error.status, message: error.message };
  const message = error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
  return { ok: false, status: 0, message };
}

/** Returns the text of an error body: plain text, or `{"error": text}`. */
export function errorText(body: unknown, fallback: string): string {
  if (typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string') return body.error;
  if (typeof body !== 'string' || body.trim() === '' || body.length > 300 || body.includes('<')) return fallback;
  if (!body.startsWith('{')) return body;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'string' ? fallback : errorText(value, fallback);
  } catch {
    return fallback;
  }
}

/** Returns the number in the header `X-Total-Count`; undefined without one. */
export const totalOf = (header: string | null | undefined): number | undefined =>
  /^\d{1,15}$/.test(header ?? '') ? Number(header) : undefined;

/** Returns the cache key of a path's total. */
export const totalKey = (path: string): string => `${path}#total`;
