import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';

/** Encodings of answers, the preferred one first. */
export type Encoding = 'br' | 'gzip';

const encodings: Encoding[] = ['br', 'gzip'];
const compressible = /^(text\/|application\/(json|javascript|manifest\+json|.*\+json)|image\/svg)/;
/** Smaller answers fit into one packet either way. */
const minBytes = 1_024;
/** Above it a cheaper level is used: 500 kB take 5 ms instead of 15 ms. */
const cheapBytes = 65_536;
/** The threads that compress also read files and the store. */
const maxCompressing = 2;
/** When more answers wait, they are sent without compression. */
const maxWaiting = 32;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Returns the best encoding that the client accepts; undefined: none. */
export function acceptedEncoding(request: FastifyRequest): Encoding | undefined {
  const accepted = request.headers['accept-encoding'];
  return accepted === undefined ? undefined : ((negotiate(accepted, encodings) ?? undefined) as Encoding | undefined);
}

/** Compresses the texts of the routes that are registered afterwards, outside of the main thread. */
export function registerCompression(app: FastifyInstance): void {
  const limit = pLimit(maxCompressing);

  function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Buffer {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false;
    if (payload.length < minBytes || reply.hasHeader('content-encoding')) return false;
    return compressible.test(String(reply.getHeader('content-type')));
  }

  async function compress(request: FastifyRequest, reply: FastifyReply, body: string | Buffer) {
    addVary(reply);
    const encoding = acceptedEncoding(request);
    if (encoding === undefined || limit.pendingCount >= maxWaiting) return body;
    const bytes = await limit(() => compressed(typeof body === 'string' ? Buffer.from(body) : body, encoding));
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return bytes;
  }

  const onSend = (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void => {
    if (!isCompressible(reply, payload)) done(null, payload);
    else compress(request, reply, payload).then((body) => done(null, body), done);
  };

  // a hook of the route runs after those of its scope: ETags are those of the uncompressed body
  app.addHook('onRoute', (route) => {
    route.onSend = [...[route.onSend ?? []].flat(), onSend];
  });
}

type Done = (error: Error | null, payload?: unknown) => void;

function addVary(reply: FastifyReply): void {
  const present = reply.getHeader('vary');
  if (present === undefined) reply.header('vary', 'accept-encoding');
  else if (!/accept-encoding/i.test(String(present))) reply.header('vary', `${String(present)}, accept-encoding`);
}

function compressed(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const isCheap = body.length > cheapBytes;
  if (encoding === 'gzip') return deflate(body, { level: isCheap ? 1 : 6 });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotli(body, { params: { [BROTLI_PARAM_QUALITY]: isCheap ? 1 : 4, [BROTLI_PARAM_SIZE_HINT]: body.length } });
}
