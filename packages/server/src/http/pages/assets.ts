import type { WebApp } from '@glassblock/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '../answers/encoding.ts';

/** A static file of the web app with its precompressed encodings. */
export type Asset = NonNullable<ReturnType<WebApp['asset']>>;

/** Sends a static file in the best encoding that the client accepts. */
export async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> {
  const { brotli, gzip } = asset;
  const encoding = acceptedEncoding(request);
  reply.headers(asset.headers).header('vary', 'accept-encoding');
  if (brotli !== undefined && encoding === 'br') return reply.header('content-encoding', 'br').send(brotli);
  if (gzip === undefined || encoding !== 'gzip') return reply.send(await asset.body());
  return reply.header('content-encoding', 'gzip').send(await gzip());
}
