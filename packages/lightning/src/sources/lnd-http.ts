import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { CodedError } from '@glassblock/primitives';

/** Where lnd's REST API is, with the files that lnd wrote. */
export interface LndAddress {
  /** `https://host:port`; `http:` where lnd runs with `--no-rest-tls`. */
  url: string;
  /** File of the read-only macaroon. */
  macaroonFile: string | undefined;
  /** File of lnd's own certificate; undefined: one of a public authority. */
  certificateFile: string | undefined;
}

const connectTimeoutMs = 15_000;
const maxErrorBytes = 4_096;
const maxFileBytes = 65_536;
const maxMessageBytes = 4_000_000;
const newline = 0x0a;
/** Chunks of an unfinished line, which are joined beyond. */
const maxParts = 1_024;

async function readSmallFile(file: string, what: string): Promise<Buffer> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new CodedError('lightning.bad-file', `${what} cannot be read (${cause.code ?? cause.message}).`, { cause });
  });
  if (bytes.length > 0 && bytes.length <= maxFileBytes) return bytes;
  throw new CodedError('lightning.bad-file', `${what} has ${bytes.length} bytes, which is not a valid size.`);
}

/**
 * Sends a request to lnd and returns the response when its status is 200. Files are read for each request, so that
 * changed ones count at once.
 * @param idleMs once connected, the request fails when nothing arrives for this time; 0: never. lnd sends the header of a
 *   stream with its first message, and that of a graph when the whole graph is ready.
 * @param body of a POST request; undefined: a GET request
 * @throws {CodedError} as LightningSource
 */
export async function lndGet(
  { url, macaroonFile, certificateFile }: LndAddress,
  path: string,
  signal: AbortSignal,
  idleMs: number,
  body?: object,
): Promise<IncomingMessage> {
  const macaroon = macaroonFile === undefined ? undefined : await readSmallFile(macaroonFile, 'The macaroon file');
  const ca = certificateFile === undefined ? undefined : await readSmallFile(certificateFile, 'The certificate file');
  const target = new URL(path, url);
  const headers = macaroon === undefined ? {} : { 'Grpc-Metadata-macaroon': macaroon.toString('hex') };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const options = { method, headers, signal, agent: false as const, timeout: connectTimeoutMs };
    const request =
      target.protocol === 'https:'
        ? tlsRequest(target, { ...options, ...(ca === undefined ? {} : { ca }) })
        : plainRequest(target, options);
    let timeoutMs = connectTimeoutMs;
    request.once('socket', (socket) =>
      socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        timeoutMs = idleMs;
        request.setTimeout(idleMs);
      }),
    );
    request.once('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs / 1_000} seconds`)));
    request.once('error', (error) => reject(connectionError(error, url)));
    request.once('response', resolve);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
  if (response.statusCode === 200) return response;
  throw answerError(response.statusCode ?? 0, await textOf(response), url);
}

/**
 * Reads a small JSON answer.
 * @throws {CodedError} as LightningSource
 */
export async function lndJson(
  address: LndAddress,
  path: string,
  signal: AbortSignal,
  body?: object,
): Promise<Record<string, unknown>> {
  const response = await lndGet(address, path, signal, connectTimeoutMs, body);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bodyOf(response)) {
    length += chunk.length;
    if (length > 1_000_000) throw new CodedError('lightning.bad-answer', 'lnd answered with more than 1 MB.');
    chunks.push(chunk);
  }
  try {
    const answer: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    // null and numbers are JSON too
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  } catch (cause) {
    throw new CodedError('lightning.bad-answer', 'lnd answered with text that is not JSON.', { cause });
  }
}

/** Iterates the chunks of a response; a broken connection is an error of the source. */
export async function* bodyOf(response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* response as AsyncIterable<Buffer>;
  } catch (cause) {
    if (cause instanceof CodedError) throw cause;
    throw new CodedError('lightning.unreachable', `The connection to lnd ended early (${reasonOf(cause)}).`, { cause });
  }
}

/** A message of a subscription; members are not checked. */
export interface LndMessage {
  result?: object;
  error?: unknown;
}

/**
 * Iterates the messages of a subscription: lines of JSON of up to 4 MB.
 * @throws {CodedError} lightning.bad-answer, lightning.unreachable
 */
export async function* lndMessages(response: IncomingMessage): AsyncGenerator<LndMessage> {
  for await (const line of linesOf(bodyOf(response))) yield parsedMessage(line);
}

function parsedMessage(line: Buffer): LndMessage {
  let message: unknown;
  try {
    message = JSON.parse(line.toString('utf8'));
  } catch (cause) {
    throw new CodedError('lightning.bad-answer', 'lnd sent an update that is not JSON.', { cause });
  }
  return typeof message === 'object' && message !== null ? message : {};
}

/** Iterates the lines of a stream, without empty ones. Each byte is looked at once, however small the chunks are. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const line = Buffer.concat([...parts, chunk.subarray(start, end)]);
      if (line.length > 0) yield line;
      parts = [];
      length = 0;
      start = end + 1;
    }
    length += chunk.length - start;
    if (length > maxMessageBytes)
      throw new CodedError('lightning.bad-answer', 'the answer cannot be read: an update of more than 4 MB');
    if (start < chunk.length) parts.push(chunk.subarray(start));
    if (parts.length === maxParts) parts = [Buffer.concat(parts)];
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of bodyOf(response)) {
    text += chunk.toString('utf8');
    if (text.length > maxErrorBytes) {
      response.destroy();
      break;
    }
  }
  return text.slice(0, maxErrorBytes);
}

const reasonOf = (error: unknown) =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);

const certificateCodes =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|ERR_OSSL_|ERR_SSL_|EPROTO$)/;

function connectionError(error: NodeJS.ErrnoException, url: string): CodedError {
  const reason = reasonOf(error);
  const code = certificateCodes.test(reason) ? 'lightning.certificate' : 'lightning.unreachable';
  const text =
    code === 'lightning.certificate'
      ? `The certificate of lnd at ${url} is not accepted (${reason}).`
      : `lnd at ${url} cannot be reached (${reason}).`;
  return new CodedError(code, text, { cause: error });
}

/** Maps an error of lnd, whose message is the only hint at its cause. */
function answerError(status: number, body: string, url: string): CodedError {
  // the answer of Go's server, which is no JSON
  if (status === 400 && body.startsWith('Client sent an HTTP request to an HTTPS server')) {
    return new CodedError('lightning.unreachable', `lnd at ${url} expects https.`);
  }
  const message = messageOf(body);
  // "unmarshal": the file is no macaroon, such as one in hex
  if (/macaroon|verification failed|permission denied|signature mismatch|unmarshal/i.test(message) || status === 401) {
    return new CodedError('lightning.bad-macaroon', 'lnd does not accept the macaroon; use its readonly.macaroon.');
  }
  if (/wallet locked|wallet not created|unlock|starting up|not yet ready/i.test(message)) {
    return new CodedError('lightning.not-ready', 'lnd is starting, or its wallet is locked or not created.');
  }
  return new CodedError('lightning.bad-answer', `lnd answered with HTTP status ${status}.`, { datum: message });
}

function messageOf(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message : '';
  } catch {
    // the answer of a server other than lnd
    return '';
  }
}
