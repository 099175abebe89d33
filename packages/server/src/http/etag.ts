import { hash } from 'node:crypto';
import etag from '@fastify/etag';
import type { FastifyInstance } from 'fastify';

/** Returns what a tag says of a body: its length in hex and its SHA-1. */
export function tagOf(body: string | Buffer): string {
  return `${Buffer.byteLength(body).toString(16)}-${hash('sha1', body, 'base64url')}`;
}

/**
 * Gives the good answers of a scope their weak tags, and 304 to clients that have them. The plugin tags whatever is sent
 * and has no option for less: errors and 203 lose their tags again. It empties the body of a 304, which Fastify would send
 * with `Content-Length: 0`: a cache may take that for the length of what it has (RFC 9110, 8.6), so there is no body.
 */
export async function registerEtags(scope: FastifyInstance): Promise<void> {
  await scope.register(etag, { weak: true, hashFn: tagOf });
  scope.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode === 304) return null;
    if (reply.statusCode !== 200) reply.removeHeader('etag');
    return payload;
  });
}
