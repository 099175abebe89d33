import type { FastifyRequest } from 'fastify';

/** What an endpoint needs of a request beside its path and query. */
export interface ApiRequest {
  body: string;
  /** Content type of the body, lower case, without parameters. */
  bodyType: string;
  /** The client takes JSON. */
  json: boolean;
  wantsCsv: boolean;
}

/** A call inside the process, as a client that takes JSON makes it. */
export const inProcess: ApiRequest = { body: '', bodyType: '', json: true, wantsCsv: false };

/** Returns what an endpoint needs of a request. */
export function apiRequest(request: FastifyRequest): ApiRequest {
  const [contentType] = splitOnce(request.headers['content-type'] ?? '', ';');
  return {
    body: typeof request.body === 'string' ? request.body : '',
    bodyType: contentType.trim().toLowerCase(),
    json: acceptsJson(request),
    wantsCsv: wantsCsv(request),
  };
}

/** Returns whether a client takes JSON. Absent Accept and any type count as JSON. (rest-bitcoin 1.3) */
export function acceptsJson({ headers: { accept } }: FastifyRequest): boolean {
  return accept === undefined || /application\/json|\*\/\*|application\/\*/.test(accept);
}

/** Only a client that names CSV and not JSON wants it. */
function wantsCsv({ headers: { accept = '' } }: FastifyRequest): boolean {
  return /text\/csv/i.test(accept) && !/application\/json/i.test(accept);
}

/** Splits a text at the first separator; the second part is empty without one. */
export function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
