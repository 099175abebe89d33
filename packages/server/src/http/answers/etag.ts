import { hash } from 'node:crypto';

/** Returns the weak ETag of a body: its length in hex and its SHA-1. */
export function etagOf(body: string | Buffer, length: number): string {
  return `W/"${length.toString(16)}-${hash('sha1', body, 'base64url')}"`;
}

/**
 * Returns whether `If-None-Match` names a weak ETag, with or without `W/`, alone or in a list, or is `*` (RFC 9110,
 * 13.1.2).
 */
export function isKnownEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return (ifNoneMatch.match(/"[^"]*"/g) ?? []).some((tag) => `W/${tag}` === etag);
}
