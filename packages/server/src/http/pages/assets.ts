import type { WebApp } from '@glassblock/web';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A static file of the web app with its precompressed encodings. */
export type Asset = NonNullable<ReturnType<WebApp['asset']>>;

/** Sends a static file in the best encoding that the client accepts. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const packed = /\bbr\b/.test(accepted) ? asset.brotli : /\bgzip\b/.test(accepted) ? asset.gzip : undefined;
  reply.headers(asset.headers).header('vary', 'accept-encoding');
  if (packed === undefined) return reply.send(asset.body);
  return reply.header('content-encoding', packed === asset.brotli ? 'br' : 'gzip').send(packed);
}
