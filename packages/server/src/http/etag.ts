import { hash } from 'node:crypto';

/** Weak tag of an answer's bytes. */
export function etagOf(body: string | Buffer): string {
  return `W/"${Buffer.byteLength(body).toString(16)}-${hash('sha1', body, 'base64url')}"`;
}
