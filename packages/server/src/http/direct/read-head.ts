/** A request that `readHead` has checked: it has no body, no upgrade and no ambiguous header. */
export interface SimpleRequest {
  readonly method: 'GET' | 'HEAD';
  /** Path and query. */
  readonly target: string;
  readonly headers: SimpleHeaders;
}

/** Headers that answers of the API depend on. */
export type SimpleHeaders = {
  readonly accept?: string;
  readonly 'accept-encoding'?: string;
  readonly 'if-none-match'?: string;
  readonly 'x-forwarded-for'?: string;
};

/** Longer heads are left to Node's server. */
export const maxHeadBytes = 8_192;
const maxTargetLength = 1_024;
const maxHeaders = 64;

/** Without percent signs in the path: it is not decoded. */
const requestLine = /^(GET|HEAD) (\/[\w.~:,/-]*(?:\?[\w.~:,/?&=%+@!*[\]-]*)?) HTTP\/1\.1$/;
const headerLine = /^([\w!#$%&'*+.^`|~-]+): *([ -~]*)$/;

/** Headers that change how the message or the connection is read. */
const notSimple = new Set([
  'content-length',
  'content-type',
  'expect',
  'http2-settings',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const named = new Set(['accept', 'accept-encoding', 'if-none-match', 'x-forwarded-for']);

/** Reads the heads of the requests of one connection; undefined: the request is not simple. */
export type ReadHead = (head: string) => SimpleRequest | undefined;

/**
 * Creates the reader of one connection, whose requests usually have the same headers.
 * @returns a function of a head in Latin-1, without the empty line at its end
 */
export function createReadHead(): ReadHead {
  let lastLines: string | undefined;
  let lastHeaders: SimpleHeaders = {};
  return (head) => {
    const end = head.indexOf('\r\n');
    const [, method, target = ''] = (end < 0 ? null : requestLine.exec(head.slice(0, end))) ?? [];
    if (method === undefined || target.length > maxTargetLength) return undefined;
    const lines = head.slice(end + 2);
    if (lines !== lastLines) {
      const headers = readHeaders(lines);
      if (headers === undefined) return undefined;
      lastLines = lines;
      lastHeaders = headers;
    }
    return { method: method as SimpleRequest['method'], target, headers: lastHeaders };
  };
}

function readHeaders(text: string): SimpleHeaders | undefined {
  const lines = text.split('\r\n');
  if (lines.length > maxHeaders) return undefined;
  const headers: Record<string, string> = {};
  const seen = new Set<string>();
  for (const line of lines) {
    const [, written, value = ''] = headerLine.exec(line) ?? [];
    if (written === undefined) return undefined;
    const name = written.toLowerCase();
    if (notSimple.has(name)) return undefined;
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return undefined;
    if (name === 'host' && value === '') return undefined;
    if (name === 'host' || name === 'connection' || named.has(name)) {
      if (seen.has(name)) return undefined;
      seen.add(name);
    }
    if (named.has(name)) headers[name] = value.trimEnd();
  }
  return seen.has('host') ? headers : undefined;
}
