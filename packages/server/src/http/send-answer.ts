import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reply } from './answer.ts';
import type { Compression } from './encoding.ts';
import { etagOf, isKnownEtag } from './etag.ts';
import type { RequestBudget } from './request-budget.ts';
import { securityHeaders } from './security-headers.ts';
import { corsHeaders } from './send-reply.ts';

const constantHeaders = { ...securityHeaders, ...corsHeaders };

/** Sends the answer to a GET or HEAD request of the API. */
export type SendAnswer = (request: FastifyRequest, reply: FastifyReply, answer: Reply) => Promise<void>;

/**
 * Creates the last step of API answers: ETag, 304, compression and headers. It writes to the response itself: as hooks
 * of Fastify the same steps took three times as long as a small answer (`docs/decisions/0017-answers-without-hooks.md`).
 */
export function createSendAnswer(budget: RequestBudget, compression: Compression): SendAnswer {
  return async (request, reply, { status, contentType, headers: own, body }) => {
    const headers: Record<string, unknown> = { ...constantHeaders, ...reply.getHeaders(), ...own };
    if (status === 204) return write(reply, status, headers, undefined);
    headers['content-type'] = contentType;
    budget.chargeBody(request, body.length);
    let length = Buffer.byteLength(body);
    if (status === 200) {
      const etag = etagOf(body, length);
      headers['etag'] = etag;
      if (isKnownEtag(request.headers['if-none-match'], etag)) return write(reply, 304, headers, undefined);
    }
    let sent: string | Buffer = body;
    if (compression.isFor(contentType, length)) {
      headers['vary'] = compression.vary(own['vary']);
      const compressed = await compression.compress(request, body);
      if (compressed !== undefined) {
        headers['content-encoding'] = compressed.encoding;
        sent = compressed.bytes;
        length = sent.length;
      }
    }
    headers['content-length'] = length;
    write(reply, status, headers, sent);
  };
}

/** A response whose headers were rejected is still Fastify's, which sends the error. */
function write(
  reply: FastifyReply,
  status: number,
  headers: Readonly<Record<string, unknown>>,
  body: string | Buffer | undefined,
): void {
  const { raw } = reply;
  const lines: string[] = [];
  for (const name in headers) lines.push(name, String(headers[name]));
  raw.writeHead(status, lines);
  reply.hijack();
  if (body === undefined) raw.end();
  else raw.end(body);
}
