import { hash } from 'node:crypto';

/** Returns the weak ETag of a body: its length in hex and its SHA-1. */
export function etagOf(body: string | Buffer, length: number): string {
  return `W/"${length.toString(16)}-${hash('sha1', body, 'base64url')}"`;
}

/** Returns whether `If-None-Match` names a weak ETag, with or without `W/` (RFC 9110, 13.1.2). */
export function isKnownEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch === etag || `W/${ifNoneMatch}` === etag);
}
