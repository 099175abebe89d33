import type { WebApp } from '@glassblock/web';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file of the web app, with the forms in which it is packed. */
export type Asset = NonNullable<ReturnType<WebApp['asset']>>;

/** Sends a file of the web app in the best form that the client accepts. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const packed = /\bbr\b/.test(accepted) ? asset.brotli : /\bgzip\b/.test(accepted) ? asset.gzip : undefined;
  reply.headers(asset.headers).header('vary', 'accept-encoding');
  if (packed === undefined) return reply.send(asset.body);
  return reply.header('content-encoding', packed === asset.brotli ? 'br' : 'gzip').send(packed);
}
