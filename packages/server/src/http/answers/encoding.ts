import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { type SharedBody, sharedBodyOf } from './shared-bodies.ts';

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

/** A request, as far as encodings depend on it. */
interface Accepting {
  readonly headers: Readonly<{ 'accept-encoding'?: string | undefined }>;
}

/** Returns the best encoding that the client accepts; undefined: none. */
export function acceptedEncoding({ headers }: Accepting): Encoding | undefined {
  const accepted = headers['accept-encoding'];
  return accepted === undefined ? undefined : ((negotiate(accepted, encodings) ?? undefined) as Encoding | undefined);
}

/** Compresses texts outside of the main thread, a bounded number at a time. */
export interface Compression {
  /** Returns whether answers of that type and length are compressed for clients that accept it. */
  isFor(contentType: string, length: number): boolean;
  /** Returns the value of `Vary` of such an answer. @param present its other value */
  vary(present: string | undefined): string;
  /** Compresses a body; undefined when the client does not accept it, and when many answers wait. */
  compress(request: Accepting, body: string | Buffer): Promise<Compressed> | undefined;
}

/** A compressed body. */
export interface Compressed {
  bytes: Buffer;
  encoding: Encoding;
}

/** Creates the compression of one server. */
export function createCompression(): Compression {
  const limit = pLimit(maxCompressing);

  function compressing(body: string | Buffer, encoding: Encoding): Promise<Buffer> {
    return limit(() => compressed(typeof body === 'string' ? Buffer.from(body) : body, encoding));
  }

  /** Starts to compress a body that several requests share; a failure is not stored. */
  function compressShared(shared: SharedBody, body: Buffer, encoding: Encoding): Promise<Buffer> {
    const bytes = compressing(body, encoding);
    shared[encoding] = bytes;
    bytes.catch(() => {
      shared[encoding] = undefined;
    });
    return bytes;
  }

  return {
    isFor: (contentType, length) => length >= minBytes && compressible.test(contentType),
    vary: (present) => {
      if (present === undefined) return 'accept-encoding';
      return /accept-encoding/i.test(present) ? present : `${present}, accept-encoding`;
    },
    compress(request, body) {
      const encoding = acceptedEncoding(request);
      if (encoding === undefined) return undefined;
      const shared = sharedBodyOf(body);
      const known = shared?.[encoding];
      if (known === undefined && limit.pendingCount >= maxWaiting) return undefined;
      const bytes =
        known ??
        (shared === undefined ? compressing(body, encoding) : compressShared(shared, body as Buffer, encoding));
      return bytes.then((packed) => ({ bytes: packed, encoding }));
    },
  };
}

/** Compresses the texts that Fastify sends, of the routes that are registered afterwards. */
export function registerCompression(app: FastifyInstance, compression: Compression): void {
  function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Buffer {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false;
    if (reply.hasHeader('content-encoding')) return false;
    return compression.isFor(String(reply.getHeader('content-type')), payload.length);
  }

  async function compress(request: FastifyRequest, reply: FastifyReply, body: string | Buffer) {
    const present = reply.getHeader('vary');
    reply.header('vary', compression.vary(present === undefined ? undefined : String(present)));
    const packed = await compression.compress(request, body);
    if (packed === undefined) return body;
    reply.header('content-encoding', packed.encoding).removeHeader('content-length');
    return packed.bytes;
  }

  const onSend = (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void => {
    if (!isCompressible(reply, payload)) done(null, payload);
    else compress(request, reply, payload).then((body) => done(null, body), done);
  };

  app.addHook('onRoute', (route) => {
    route.onSend = [...[route.onSend ?? []].flat(), onSend];
  });
}

type Done = (error: Error | null, payload?: unknown) => void;

function compressed(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const isCheap = body.length > cheapBytes;
  if (encoding === 'gzip') return deflate(body, { level: isCheap ? 1 : 6 });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotli(body, { params: { [BROTLI_PARAM_QUALITY]: isCheap ? 1 : 4, [BROTLI_PARAM_SIZE_HINT]: body.length } });
}
