import { etagOf } from './etag.ts';

/**
 * Values computed from the body of an answer. Bodies that several requests share (`network/chain/view-answers.ts`) are
 * the same object each time: their ETag and compressed form are computed once.
 */
export interface SharedBody {
  etag: string | undefined;
  br: Promise<Buffer> | undefined;
  gzip: Promise<Buffer> | undefined;
}

/** The SHA-1 of a smaller body takes less time than it takes to find the stored one. */
const minBytes = 1_024;
const sharedBodies = new WeakMap<Buffer, SharedBody>();

/** Returns the stored values of a body; undefined for bodies that are too small for an entry. */
export function sharedBodyOf(body: string | Buffer): SharedBody | undefined {
  if (typeof body === 'string' || body.length < minBytes) return undefined;
  let shared = sharedBodies.get(body);
  if (shared === undefined) {
    shared = { etag: undefined, br: undefined, gzip: undefined };
    sharedBodies.set(body, shared);
  }
  return shared;
}

/** Returns the ETag of a body of that many bytes. */
export function bodyEtag(body: string | Buffer, length: number): string {
  const shared = sharedBodyOf(body);
  if (shared === undefined) return etagOf(body, length);
  shared.etag ??= etagOf(body, length);
  return shared.etag;
}
