import type { RequestBudget } from '../requests/request-budget.ts';
import { securityHeaders } from '../security-headers.ts';
import type { Reply } from './answer.ts';
import type { Compression } from './encoding.ts';
import { isKnownEtag } from './etag.ts';
import { corsHeaders } from './send-reply.ts';
import { bodyEtag } from './shared-bodies.ts';
import { type AnswerOrigin, type SurrogateHeader, surrogateKeys } from './surrogate-keys.ts';

/** Parts of a GET or HEAD request that its answer depends on. */
export interface AnswerRequest {
  readonly ip: string;
  readonly headers: Readonly<{ 'if-none-match'?: string | undefined; 'accept-encoding'?: string | undefined }>;
}

/** An answer as it is written, without the headers that HTTP itself needs. */
export interface ComposedAnswer {
  readonly status: number;
  /** Headers that do not depend on the request: usually `constantLines` itself. Names and values in turn. */
  readonly constants: readonly string[];
  /** Names and values of all other headers, in turn. */
  readonly lines: readonly string[];
  readonly body: string | Buffer | undefined;
}

/**
 * Composes the answer to a GET or HEAD request of the API.
 * @param present headers that the answer has already
 */
export type ComposeAnswer = (
  request: AnswerRequest,
  present: Readonly<Record<string, unknown>>,
  answer: Reply,
  origin: AnswerOrigin,
) => ComposedAnswer | Promise<ComposedAnswer>;

/** Names and values of the headers of every answer, in turn. */
export const constantLines: readonly string[] = Object.entries({ ...securityHeaders, ...corsHeaders }).flat();

/**
 * Creates the last step of API answers: ETag, 304, compression and headers.
 * @param surrogateHeader of the keys for a CDN; absent: no keys
 */
export function createComposeAnswer(
  budget: Pick<RequestBudget, 'chargeBody'>,
  compression: Compression,
  surrogateHeader?: SurrogateHeader,
): ComposeAnswer {
  return (request, present, { status, contentType, headers, height, body }, origin) => {
    const constants = constantsBeside(headers);
    const lines = linesOf(present, headers);
    if (surrogateHeader !== undefined && status === 200) {
      lines.push(surrogateHeader, surrogateKeys(surrogateHeader, origin, height));
    }
    const composed = (sent: number, bytes: string | Buffer | undefined, vary: string | undefined): ComposedAnswer => {
      if (vary !== undefined) lines.push('vary', vary);
      return { status: sent, constants, lines, body: bytes };
    };
    if (status === 204) return composed(204, undefined, headers['vary']);
    lines.push('content-type', contentType);
    budget.chargeBody(request, body.length);
    const length = Buffer.byteLength(body);
    if (status === 200) {
      const etag = bodyEtag(body, length);
      lines.push('etag', etag);
      if (isKnownEtag(request.headers['if-none-match'], etag)) return composed(304, undefined, headers['vary']);
    }
    const isCompressible = compression.isFor(contentType, length);
    const vary = isCompressible ? compression.vary(headers['vary']) : headers['vary'];
    const compressing = isCompressible ? compression.compress(request, body) : undefined;
    if (compressing === undefined) {
      lines.push('content-length', String(length));
      return composed(status, body, vary);
    }
    return compressing.then(({ bytes, encoding }) => {
      lines.push('content-encoding', encoding, 'content-length', String(bytes.length));
      return composed(status, bytes, vary);
    });
  };
}

/** Returns the constant headers that those of an answer do not replace. */
function constantsBeside(own: Readonly<Record<string, string>>): readonly string[] {
  for (let i = 0; i < constantLines.length; i += 2) {
    if (constantLines[i]! in own) return constantLines.filter((_, at) => !(constantLines[at & ~1]! in own));
  }
  return constantLines;
}

/** Returns names and values of the headers of one answer but `Vary`; its own replace present ones. */
function linesOf(present: Readonly<Record<string, unknown>>, own: Readonly<Record<string, string>>): string[] {
  const lines: string[] = [];
  for (const name in present) if (!(name in own)) lines.push(name, String(present[name]));
  for (const name in own) if (name !== 'vary') lines.push(name, own[name]!);
  return lines;
}
