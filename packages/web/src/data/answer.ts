/** Answer of a REST route: the body, or why there is none. */
export type Answer<T> =
  | {
      ok: true;
      body: T;
      /** Of the header `X-Total-Count`, where the route has one: how many things there are to ask about. */
      total?: number;
    }
  | { ok: false; status: number; message: string };

/** Asks REST routes; on the server in the process, in the browser over the network. */
export interface Api {
  /** @param path  from `api` of url.ts; the type is that of the contract for this route
   *  @param use  `once`: a long answer that the page keeps a part of; it is not sent along for the browser to use again */
  get<T>(path: string, use?: 'once'): Promise<Answer<T>>;
}

/** Failure of a request. `status` 0: no answer came at all. */
export class ApiError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A failure as an answer. What is no HTTP error has status 0 and its own message, else 'Unknown error'. */
export function failure(error: unknown): { ok: false; status: number; message: string } {
  if (error instanceof ApiError) return { ok: false, status: error.status, message: error.message };
  const message = error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
  return { ok: false, status: 0, message };
}

/** Text of an error body: bare text, or `{"error": text}`. */
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

/** Number in the header `X-Total-Count`; undefined without one. */
export const totalOf = (header: string | null | undefined): number | undefined =>
  /^\d{1,15}$/.test(header ?? '') ? Number(header) : undefined;

/** Where the total of a path's answer is kept, beside its body. */
export const totalKey = (path: string): string => `${path}#total`;
