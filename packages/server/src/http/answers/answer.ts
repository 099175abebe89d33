import {
  type AnswerKind,
  type CacheRule,
  type Endpoint,
  type ErrorCode,
  type ErrorRow,
  errorCatalog,
} from '@glassblock/contract';
import { CodedError, isCoded } from '@glassblock/primitives';
import type { Answer, Handler } from '../../api/call.ts';
import { EncodedJson } from '../../api/encoded-json.ts';
import { handlers } from '../../api/handlers.ts';
import { type CallInput, inputParser, type RawInput } from '../../api/input.ts';
import { jsonInSlices } from '../../concurrency/slices.ts';
import { type IndexProgress, isFarBehind } from '../../network/chain/index/index-progress.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import type { RelayContext } from '../../network/relayed-routes.ts';

/** A response to the client, for HTTP and for in-process calls. */
export interface Reply {
  status: number;
  contentType: string;
  headers: Record<string, string>;
  /** Height of the block that the answer is about. */
  height?: number | undefined;
  /** The encoded value. */
  body: string | Buffer;
}

const contentTypes: Record<AnswerKind, string> = {
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  bytes: 'application/octet-stream',
};

const csvType = 'text/csv; charset=utf-8; header=present';

/** Maps error codes of node and store to codes of the catalog. */
const nodeErrors: Record<string, ErrorCode> = {
  'node.away': 'node.unavailable',
  'node.bad-credentials': 'node.unavailable',
  'node.warming-up': 'node.unavailable',
  'node.bad-answer': 'node.unavailable',
  'node.not-found': 'node.unavailable',
  'node.unknown-block': 'node.unavailable',
  'node.rpc': 'node.unavailable',
  'node.no-data': 'node.no-data',
  'server.busy': 'node.unavailable',
  'server.thread-ended': 'node.unavailable',
  'server.follower-away': 'node.unavailable',
  'index.bad-row': 'index.unavailable',
  'store.closed': 'index.unavailable',
  'store.damaged': 'index.unavailable',
  'store.read-failed': 'index.unavailable',
  'store.view-expired': 'index.unavailable',
};

/** Lifetime of immutable answers: five years. */
export const longSeconds = 157_784_630;
const shortSeconds = 10;
const recentSeconds = 5;
const depth = 10;

/**
 * Runs one endpoint for a network, or relays the request to the follower that can answer it. Never throws: unexpected
 * errors are reported to `onUnexpectedError` and become 500.
 */
export const answerCall = (
  context: NetworkContext,
  endpoint: Endpoint,
  id: keyof typeof handlers,
  raw: RawInput,
  onUnexpectedError: (error: unknown) => void,
  acceptsJson: boolean,
): Promise<Reply> =>
  relayedAnswer(context, endpoint, id, raw, onUnexpectedError, acceptsJson) ??
  answerWith(handlers[id] as Handler<CallInput>, context, endpoint, raw, onUnexpectedError, acceptsJson);

/** Relays a request as `answerCall` does; undefined for a route that this process answers. */
export function relayedAnswer(
  { relayed }: RelayContext,
  endpoint: Endpoint,
  id: string,
  raw: RawInput,
  onUnexpectedError: (error: unknown) => void,
  acceptsJson: boolean,
): Promise<Reply> | undefined {
  if (relayed?.has(id) !== true) return undefined;
  return relayed
    .answer(id, raw, acceptsJson)
    .catch((error: unknown) => errorReply(error, endpoint, onUnexpectedError, acceptsJson));
}

/** Context of the answers of every network. */
type AnswerContext = Pick<NetworkContext, 'now' | 'progress'>;

/** Answers the requests of one endpoint of a network. */
interface AnyHandler<C> {
  (context: C, input: CallInput): Promise<Answer>;
  precondition?: (context: C) => void;
}

/** Runs a handler as `answerCall` does. */
export async function answerWith<C extends AnswerContext>(
  handler: AnyHandler<C>,
  context: C,
  endpoint: Endpoint,
  raw: RawInput,
  onUnexpectedError: (error: unknown) => void,
  acceptsJson: boolean,
): Promise<Reply> {
  try {
    handler.precondition?.(context);
    const input = inputParser(endpoint)(raw);
    const answer = await handler(context, input);
    const headers: Record<string, string> = {
      ...cacheHeaders(answer.cache ?? endpoint.cache, answer.height, context),
      ...answer.headers,
    };
    if (answer.isEmpty === true) {
      return { status: 204, contentType: contentTypes[endpoint.kind], headers, body: '' };
    }
    // Keeps caches from serving CSV to clients that want JSON, and vice versa.
    if (answer.csv !== undefined) headers['vary'] = 'Accept';
    if (answer.csv !== undefined && (raw.wantsCsv === true || input.query['format'] === 'csv')) {
      const body = answer.csv();
      return { status: endpoint.status, contentType: csvType, headers, body };
    }
    const body = await bodyOf(endpoint.kind, answer.value);
    const contentType = endpoint.mediaType ?? contentTypes[endpoint.kind];
    return { status: endpoint.status, contentType, headers, height: answer.height, body };
  } catch (error) {
    return errorReply(orBehind(error, context.progress()), endpoint, onUnexpectedError, acceptsJson);
  }
}

/** Errors for blocks, transactions and assets that the index does not have: valid only when it is complete. */
const notInChain: ReadonlySet<string> = new Set<ErrorCode>([
  'block.not-found',
  'tx.not-found',
  'tx.unconfirmed',
  'asset.not-found',
  'v1.block',
  'v1.block-summary',
  'v1.tx',
]);

/** Returns an error; another one while much of the chain is not indexed, as clients take a 404 for the whole truth. */
function orBehind(error: unknown, progress: IndexProgress): unknown {
  if (!isCoded(error) || !notInChain.has(error.code) || progress.lacksBlocks || !isFarBehind(progress)) return error;
  return new CodedError('index.behind', 'the index is being built', { cause: error });
}

async function bodyOf(kind: AnswerKind, value: unknown): Promise<string | Buffer> {
  if (kind === 'json') return value instanceof EncodedJson ? value.text : jsonInSlices(value);
  if (kind === 'text') return String(value);
  const bytes = value as Uint8Array;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const neverStored = {
  pragma: 'no-cache',
  'cache-control': 'private, no-store, no-cache, must-revalidate, proxy-revalidate, max-age=0',
  expires: '-1',
};

function cacheHeaders(rule: CacheRule, height: number | undefined, context: AnswerContext): Record<string, string> {
  const maxAge = (seconds: number) => ({ 'cache-control': `public, max-age=${seconds}` });
  const expires = (seconds: number) => ({ expires: new Date((context.now() + seconds) * 1000).toUTCString() });
  switch (rule) {
    case 'long':
      return maxAge(longSeconds);
    case 'short':
      return maxAge(shortSeconds);
    case 'recent':
      return maxAge(recentSeconds);
    case 'none':
      return maxAge(0);
    case 'depth': {
      const tip = context.progress().height;
      const buried = height !== undefined && tip !== null && tip - height + 1 >= depth;
      return maxAge(buried ? longSeconds : shortSeconds);
    }
    case 'expires-60':
      return expires(60);
    case 'expires-600':
      return expires(600);
    case 'expires-864000':
      return expires(864_000);
    case 'expires-2592000':
      return expires(2_592_000);
    case 'public-30':
      return { pragma: 'public', 'cache-control': 'public', ...expires(30) };
    case 'public-60':
      return { pragma: 'public', 'cache-control': 'public', ...expires(60) };
    case 'public-300':
      return { pragma: 'public', 'cache-control': 'public', ...expires(300) };
    case 'public-600':
      return { pragma: 'public', 'cache-control': 'public', ...expires(600) };
    case 'public-3600':
      return { pragma: 'public', 'cache-control': 'public', ...expires(3_600) };
    case 'public-86400':
      return { pragma: 'public', 'cache-control': 'public', ...expires(86_400) };
    case 'never':
      return neverStored;
    case 'unset':
      return {};
  }
}

/**
 * Returns the response for an error. Codes that are not in the catalog are unexpected: they are reported and become
 * 500.
 */
export function errorReply(
  error: unknown,
  endpoint: Pick<Endpoint, 'form'> & Partial<Pick<Endpoint, 'instead' | 'cache'>>,
  onUnexpectedError: (error: unknown) => void,
  acceptsJson: boolean,
): Reply {
  const raised = isCoded(error) ? (nodeErrors[error.code] ?? error.code) : 'internal';
  const known: ErrorCode = raised in errorCatalog ? (raised as ErrorCode) : 'internal';
  if (known === 'internal') onUnexpectedError(error);
  const code = endpoint.instead?.[known] ?? known;
  const row: ErrorRow = errorCatalog[code];
  const text = filled(row.text, isCoded(error) ? error.datum : undefined);
  const json = endpoint.form === 'v1' && acceptsJson && row.bare !== true;
  return {
    status: row.status,
    contentType: json ? contentTypes.json : contentTypes.text,
    headers: {
      ...(row.status === 503 ? { 'retry-after': '5' } : {}),
      ...(endpoint.cache === 'never' ? neverStored : {}),
    },
    body: json ? JSON.stringify({ error: text }) : text,
  };
}

/** Replaces a lone `N` by the error's number and a lone `M` by the node's message. */
function filled(text: string, datum: unknown): string {
  const { code, message } = (typeof datum === 'object' && datum !== null ? datum : { code: datum }) as {
    code?: unknown;
    message?: unknown;
  };
  const numbered = typeof code === 'number' ? text.replace(/\bN\b/, String(code)) : text;
  return typeof message === 'string' ? numbered.replace(/\bM\b/, () => JSON.stringify(message)) : numbered;
}
