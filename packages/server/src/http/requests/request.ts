/** The parts of a request that an endpoint needs besides path and query. */
export interface ApiRequest {
  body: string;
  /** Content type of the body in lower case, without parameters. */
  bodyType: string;
  /** The client accepts JSON. */
  json: boolean;
  wantsCsv: boolean;
}

/** Parts of a request that `ApiRequest` is made of. */
export interface RequestParts {
  readonly headers: Readonly<{ accept?: string | undefined; 'content-type'?: string | undefined }>;
  readonly body?: unknown;
}

/** An in-process call, as from a client that accepts JSON. */
export const inProcess: ApiRequest = { body: '', bodyType: '', json: true, wantsCsv: false };

/** Returns the parts of a request that an endpoint needs besides path and query. */
export function apiRequest(request: RequestParts): ApiRequest {
  const [contentType] = splitOnce(request.headers['content-type'] ?? '', ';');
  return {
    body: typeof request.body === 'string' ? request.body : '',
    bodyType: contentType.trim().toLowerCase(),
    json: acceptsJson(request),
    wantsCsv: wantsCsv(request),
  };
}

/** Returns whether a client accepts JSON; true without an Accept header. */
export function acceptsJson({ headers: { accept } }: Pick<RequestParts, 'headers'>): boolean {
  return accept === undefined || /application\/json|\*\/\*|application\/\*/.test(accept);
}

/** True only if the client names CSV and does not name JSON. */
function wantsCsv({ headers: { accept = '' } }: RequestParts): boolean {
  return /text\/csv/i.test(accept) && !/application\/json/i.test(accept);
}

/** Splits a text at the first separator; the second part is empty without one. */
export function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/**
 * Returns the path and query of a request target: without scheme and host (RFC 9112, 3.2.2), and with repeated slashes of the path
 * merged, as proxies do. Clients join a base URL that ends with a slash and a path that begins with one; and a URL that
 * begins with two slashes names a host.
 */
export function normalTarget(target: string): string {
  const local = /^https?:/i.test(target) ? target.replace(/^https?:\/\/[^/?]*\/?/i, '/') : target;
  const [path] = splitOnce(local, '?');
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') + local.slice(path.length) : local;
}
