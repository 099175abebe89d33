import { CodedError } from '@glassblock/primitives';
import {
  isQueueFull,
  type NodeAddress,
  type NodeClientOptions,
  NodeConnection,
  type NodeReply,
} from './node-connection.ts';

/** One call of a batch. */
export interface RpcCall {
  method: string;
  params: readonly unknown[];
}

/** One answer of a batch: the result, or the node's error. */
export type RpcOutcome = { result: unknown } | { error: { code: number; message: string } };

/**
 * RPC and REST of one node over a bounded connection pool.
 * Errors of every method (CodedError): `node.away` no connection or timeout; `node.bad-credentials`; `node.warming-up`
 * the node is starting; `node.rpc` with the node's {code, message} as datum; `node.bad-answer`; `node.not-found` REST
 * 404, or REST is off.
 */
export interface NodeClient {
  rpc(method: string, ...params: unknown[]): Promise<unknown>;
  /** Returns the answer as bytes of JSON, for lists that are too long for JSON.parse. */
  rpcBytes(method: string, ...params: unknown[]): Promise<Uint8Array>;
  /** Sends many calls in one request; outcomes in the order of the calls. */
  batch(calls: readonly RpcCall[]): Promise<RpcOutcome[]>;
  /** Returns the body of `/rest/<path>`. */
  rest(path: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

const rpcWarmingUp = -28;
/** Characters of the node's error text; those of Bitcoin Core are sentences. */
const maxErrorLength = 1_000;

/**
 * Parses `http://user:password@host:port`, or with a path behind a proxy.
 * @throws {CodedError} node.bad-url
 */
export function parseNodeUrl(text: string): NodeAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw new CodedError('node.bad-url', 'a node address looks like http://user:password@host:port', { cause });
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new CodedError('node.bad-url', 'a node address begins with http:// or https://', { datum: url.protocol });
  }
  const path = url.pathname.replace(/\/+$/, '');
  return {
    origin: url.origin,
    ...(path === '' ? {} : { path }),
    ...(url.username === '' ? {} : { user: decoded(url.username) }),
    ...(url.password === '' ? {} : { password: decoded(url.password) }),
  };
}

/** Decodes a part of a node URL. @throws {CodedError} node.bad-url */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new CodedError('node.bad-url', 'a % in the credentials of a node address is written %25', { cause });
  }
}

/** Creates a client of one node. */
export function createNodeClient(options: NodeClientOptions): NodeClient {
  const connection = new NodeConnection(options);
  return {
    async rpc(method, ...params) {
      const outcome = outcomeOf(parseJson(await connection.call(method, params)));
      if ('error' in outcome) throw rpcError(method, outcome.error);
      return outcome.result;
    },
    async rpcBytes(method, ...params) {
      const reply = await connection.call(method, params);
      if (reply.status === 200) return reply.bytes;
      const outcome = outcomeOf(parseJson(reply));
      throw 'error' in outcome
        ? rpcError(method, outcome.error)
        : new CodedError('node.bad-answer', 'the node returned an unexpected answer to a call', {
            datum: reply.status,
          });
    },
    async batch(calls) {
      if (calls.length === 0) return [];
      const body = calls.map(({ method, params }, id) => ({ jsonrpc: '1.0', id, method, params }));
      const methods = [...new Set(calls.map(({ method }) => method))].join(', ');
      return outcomesOf(parseJson(await connection.send('POST', '/', JSON.stringify(body), methods)), calls);
    },
    rest: async (path) => restBody(await connection.send('GET', `/rest/${path}`)),
    close: () => connection.close(),
  };
}

function parseJson(reply: NodeReply): unknown {
  const text = Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.byteLength).toString('utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (reply.status === 503)
      throw new CodedError('node.away', 'the node is overloaded', { datum: text.slice(0, 200) });
    const message = `the answer of the node is not JSON (HTTP status ${reply.status})`;
    throw new CodedError('node.bad-answer', message, { datum: text.slice(0, 200), cause });
  }
}

function outcomeOf(answer: unknown): RpcOutcome {
  if (typeof answer !== 'object' || answer === null) {
    throw new CodedError('node.bad-answer', 'the node did not return an RPC answer');
  }
  const { result, error } = answer as { result?: unknown; error?: unknown };
  if (error === undefined || error === null) return { result };
  const { code, message } = error as { code?: unknown; message?: unknown };
  return {
    error: { code: typeof code === 'number' ? code : 0, message: String(message ?? '').slice(0, maxErrorLength) },
  };
}

/** Returns the outcomes of a batch in the order of its calls; the node may answer in another order. */
function outcomesOf(answers: unknown, calls: readonly RpcCall[]): RpcOutcome[] {
  if (!Array.isArray(answers)) {
    const outcome = outcomeOf(answers);
    if ('error' in outcome) throw rpcError('batch', outcome.error);
    throw new CodedError('node.bad-answer', 'the answer to the batch is not a list');
  }
  const byId = new Map<unknown, RpcOutcome>();
  for (const answer of answers) byId.set((answer as { id?: unknown } | null)?.id, outcomeOf(answer));
  return calls.map((call, id) => {
    const outcome = byId.get(id);
    if (outcome === undefined) {
      throw new CodedError('node.bad-answer', 'an answer of the batch is missing', { datum: call.method });
    }
    return outcome;
  });
}

/** Of proxies in front of a node that is overloaded or away. */
const passingStatuses = [429, 502, 504];

/** Returns the body of a REST answer, or throws for its status. */
function restBody(reply: NodeReply): Uint8Array {
  const { status, bytes, isPage } = reply;
  if (status === 200 && !isPage) return bytes;
  const text = Buffer.from(bytes).toString('utf8', 0, 200);
  if (isQueueFull(reply)) throw new CodedError('node.away', 'the node is overloaded', { datum: text });
  if (status === 503) throw new CodedError('node.warming-up', 'the node is starting', { datum: text });
  // proxies answer 401, 403 or 405 where REST is not passed on, or a page with any status
  if ([400, 401, 403, 404, 405].includes(status) || (isPage && !passingStatuses.includes(status))) {
    throw new CodedError('node.not-found', `the node returned ${status}`, { datum: text });
  }
  throw new CodedError('node.bad-answer', 'the node returned an unexpected answer to a REST call', { datum: status });
}

/** Converts the node's RPC error to a CodedError. */
export function rpcError(method: string, error: { code: number; message: string }): CodedError {
  if (error.code === rpcWarmingUp)
    return new CodedError('node.warming-up', 'the node is starting', { datum: error.message });
  return new CodedError('node.rpc', `${method}: ${error.message}`, { datum: error });
}
