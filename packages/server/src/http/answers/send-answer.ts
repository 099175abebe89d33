import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestBudget } from '../requests/request-budget.ts';
import { securityHeaders } from '../security-headers.ts';
import type { Reply } from './answer.ts';
import type { Compression } from './encoding.ts';
import { isKnownEtag } from './etag.ts';
import { corsHeaders } from './send-reply.ts';
import { bodyEtag } from './shared-bodies.ts';
import { type AnswerOrigin, type SurrogateHeader, surrogateKeys } from './surrogate-keys.ts';

/** Names and values of the headers of every answer, in turn. */
const constantLines: readonly string[] = Object.entries({ ...securityHeaders, ...corsHeaders }).flat();

/** Sends the answer to a GET or HEAD request of the API. */
export type SendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Reply,
  origin: AnswerOrigin,
) => void | Promise<void>;

/**
 * Creates the last step of API answers: ETag, 304, compression and headers. It writes to the response itself: as hooks
 * of Fastify the same steps took three times as long as a small answer (`docs/decisions/0017-answers-without-hooks.md`).
 * @param surrogateHeader of the keys for a CDN; absent: no keys
 */
export function createSendAnswer(
  budget: RequestBudget,
  compression: Compression,
  surrogateHeader?: SurrogateHeader,
): SendAnswer {
  return (request, reply, { status, contentType, headers, height, body }, origin) => {
    const lines = linesOf(reply, headers);
    if (surrogateHeader !== undefined && status === 200) {
      lines.push(surrogateHeader, surrogateKeys(surrogateHeader, origin, height));
    }
    if (status === 204) return write(reply, status, lines, headers['vary'], undefined);
    lines.push('content-type', contentType);
    budget.chargeBody(request, body.length);
    const length = Buffer.byteLength(body);
    if (status === 200) {
      const etag = bodyEtag(body, length);
      lines.push('etag', etag);
      if (isKnownEtag(request.headers['if-none-match'], etag)) {
        return write(reply, 304, lines, headers['vary'], undefined);
      }
    }
    const isCompressible = compression.isFor(contentType, length);
    const vary = isCompressible ? compression.vary(headers['vary']) : headers['vary'];
    const compressing = isCompressible ? compression.compress(request, body) : undefined;
    if (compressing === undefined) {
      lines.push('content-length', String(length));
      return write(reply, status, lines, vary, body);
    }
    return compressing.then(({ bytes, encoding }) => {
      lines.push('content-encoding', encoding, 'content-length', String(bytes.length));
      write(reply, status, lines, vary, bytes);
    });
  };
}

/** Returns names and values of all headers but `Vary`; those of the answer replace others. */
function linesOf(reply: FastifyReply, own: Readonly<Record<string, string>>): string[] {
  const lines: string[] = [];
  for (let i = 0; i < constantLines.length; i += 2) {
    if (!(constantLines[i]! in own)) lines.push(constantLines[i]!, constantLines[i + 1]!);
  }
  const present = reply.getHeaders();
  for (const name in present) if (!(name in own)) lines.push(name, String(present[name]));
  for (const name in own) if (name !== 'vary') lines.push(name, own[name]!);
  return lines;
}

/** A response whose headers were rejected is still Fastify's, which sends the error. */
function write(
  reply: FastifyReply,
  status: number,
  lines: string[],
  vary: string | undefined,
  body: string | Buffer | undefined,
): void {
  const { raw } = reply;
  if (vary !== undefined) lines.push('vary', vary);
  raw.writeHead(status, lines);
  reply.hijack();
  if (body === undefined) raw.end();
  else raw.end(body);
}
