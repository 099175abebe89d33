import { hash } from 'node:crypto';
import etag from '@fastify/etag';
import type { FastifyInstance } from 'fastify';

/** Returns the ETag value of a body: its length in hex and its SHA-1. */
export function tagOf(body: string | Buffer): string {
  return `${Buffer.byteLength(body).toString(16)}-${hash('sha1', body, 'base64url')}`;
}

/**
 * Adds weak ETags to successful answers of a scope, and answers 304 to clients that have them. The plugin tags every
 * answer and has no option to restrict that, so the ETag of errors and 203 answers is removed again. It also leaves an
 * empty body on 304, which Fastify would send with `Content-Length: 0`: a cache may take that as the length of the
 * stored answer (RFC 9110, 8.6), so the body is removed.
 */
export async function registerEtags(scope: FastifyInstance): Promise<void> {
  await scope.register(etag, { weak: true, hashFn: tagOf });
  scope.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode === 304) return null;
    if (reply.statusCode !== 200) reply.removeHeader('etag');
    return payload;
  });
}
