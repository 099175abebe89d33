import { readFile } from 'node:fs/promises';
import { CodedError } from '@glassblock/primitives';
import { Pool } from 'undici';

/** Address and credentials of a node. */
export interface NodeAddress {
  /** `http://host:port`, without credentials. */
  origin: string;
  user?: string;
  password?: string;
  /** Cookie file of the node; reread after each 401, because it changes at each start of the node. */
  cookieFile?: string;
  /** ZMQ address of the `sequence` topic, when configured. */
  zmq?: string;
  /** The node's `blocks` directory or data directory, when readable: blocks are then read from its files. */
  blocksDir?: string;
}

/** Options of a node client. */
export interface NodeClientOptions extends NodeAddress {
  /** Maximum connections; the node has few RPC threads. */
  connections?: number;
  /** A call that takes longer fails with `node.away`. */
  timeoutMs?: number;
}

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
 * 404.
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

const maxAnswerBytes = 512 * 1024 * 1024;
const rpcWarmingUp = -28;

/**
 * Parses `http://user:password@host:port`.
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
  return {
    origin: url.origin,
    ...(url.username === '' ? {} : { user: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
  };
}

/** Creates a client of one node. */
export function createNodeClient(options: NodeClientOptions): NodeClient {
  const timeoutMs = options.timeoutMs ?? 30_000;
  const connectionPool = new Pool(options.origin, {
    connections: options.connections ?? 4,
    pipelining: 1,
    keepAliveTimeout: 20_000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: Math.min(timeoutMs, 5_000) },
  });
  let authorization: string | undefined;

  async function credentials(again: boolean): Promise<string | undefined> {
    if (authorization !== undefined && !again) return authorization;
    if (options.cookieFile !== undefined) {
      try {
        authorization = basic((await readFile(options.cookieFile, 'utf8')).trim());
      } catch (cause) {
        throw new CodedError('node.bad-credentials', 'the cookie file of the node cannot be read', { cause });
      }
    } else if (options.user !== undefined) {
      authorization = basic(`${options.user}:${options.password ?? ''}`);
    }
    return authorization;
  }

  async function send(method: 'GET' | 'POST', path: string, body: string | undefined, again = false): Promise<Reply> {
    const auth = method === 'POST' ? await credentials(again) : undefined;
    let reply: Reply;
    try {
      const answer = await connectionPool.request({
        method,
        path,
        body: body ?? null,
        headers: {
          ...(auth === undefined ? {} : { authorization: auth }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      });
      const length = Number(answer.headers['content-length'] ?? 0);
      if (length > maxAnswerBytes)
        throw new CodedError('node.bad-answer', 'the answer is too large', { datum: length });
      reply = { status: answer.statusCode, bytes: await readBounded(answer.body) };
    } catch (cause) {
      if (cause instanceof CodedError) throw cause;
      throw new CodedError('node.away', 'the node does not answer', { cause });
    }
    if (reply.status === 401 || reply.status === 403) {
      if (!again && options.cookieFile !== undefined) return send(method, path, body, true);
      throw new CodedError('node.bad-credentials', 'the node refuses these credentials', { datum: reply.status });
    }
    return reply;
  }

  return {
    async rpc(method, ...params) {
      const reply = await send('POST', '/', JSON.stringify({ jsonrpc: '1.0', id: 0, method, params }));
      const outcome = outcomeOf(parseJson(reply));
      if ('error' in outcome) throw rpcError(method, outcome.error);
      return outcome.result;
    },
    async rpcBytes(method, ...params) {
      const reply = await send('POST', '/', JSON.stringify({ jsonrpc: '1.0', id: 0, method, params }));
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
      const answers = parseJson(await send('POST', '/', JSON.stringify(body)));
      if (!Array.isArray(answers)) {
        const outcome = outcomeOf(answers);
        if ('error' in outcome) throw rpcError('batch', outcome.error);
        throw new CodedError('node.bad-answer', 'the node did not answer the batch with a list');
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
    },
    async rest(path) {
      const reply = await send('GET', `/rest/${path}`, undefined);
      if (reply.status === 200) return reply.bytes;
      const text = Buffer.from(reply.bytes).toString('utf8', 0, 200);
      if (reply.status === 503) throw new CodedError('node.warming-up', 'the node is starting', { datum: text });
      if (reply.status === 404 || reply.status === 400) {
        throw new CodedError('node.not-found', 'the node returned 404', { datum: text });
      }
      throw new CodedError('node.bad-answer', 'the node returned an unexpected answer to a REST call', {
        datum: reply.status,
      });
    },
    close: () => connectionPool.destroy(),
  };
}

interface Reply {
  status: number;
  bytes: Uint8Array;
}

const basic = (pair: string) => `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;

async function readBounded(body: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > maxAnswerBytes) throw new CodedError('node.bad-answer', 'the answer is too large', { datum: length });
    parts.push(part);
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts, length);
}

function parseJson(reply: Reply): unknown {
  const text = Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.byteLength).toString('utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (reply.status === 503)
      throw new CodedError('node.away', 'the node is overloaded', { datum: text.slice(0, 200) });
    throw new CodedError('node.bad-answer', 'the node did not answer with JSON', { datum: text.slice(0, 200), cause });
  }
}

function outcomeOf(answer: unknown): RpcOutcome {
  if (typeof answer !== 'object' || answer === null) {
    throw new CodedError('node.bad-answer', 'the node did not return an RPC answer');
  }
  const { result, error } = answer as { result?: unknown; error?: unknown };
  if (error === undefined || error === null) return { result };
  const { code, message } = error as { code?: unknown; message?: unknown };
  return { error: { code: typeof code === 'number' ? code : 0, message: String(message ?? '') } };
}

/** Converts the node's RPC error to a CodedError. */
export function rpcError(method: string, error: { code: number; message: string }): CodedError {
  if (error.code === rpcWarmingUp)
    return new CodedError('node.warming-up', 'the node is starting', { datum: error.message });
  return new CodedError('node.rpc', `${method}: ${error.message}`, { datum: error });
}
