import type { FastifyReply } from 'fastify';
import type { Reply } from './answer.ts';

/**
 * CORS headers of every API answer, not only of preflights: clients of mempool.space rely on them.
 * `docs/decisions/0014-http-plugins.md` has the reasons against the plugin @fastify/cors.
 */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Accept,Authorization,Cache-Control,Content-Type,DNT,If-Modified-Since,Keep-Alive,Origin,User-Agent,X-Requested-With',
  'access-control-expose-headers': 'X-Total-Count,X-Mempool-Auth',
};

/** Sends an API answer. */
export function sendReply(reply: FastifyReply, { status, contentType, headers, body }: Reply): FastifyReply {
  reply.code(status).headers(corsHeaders).headers(headers);
  return status === 204 ? reply.send() : reply.type(contentType).send(body);
}

/** Sends a short text outside of the API. */
export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain').send(text);
}
