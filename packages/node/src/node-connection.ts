import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { CodedError, isCoded } from '@glassblock/primitives';
// not the whole package: fetch, caches, mocks and proxies would take 3 MB in each thread
import request from 'undici/lib/api/api-request.js';
import ConnectionPool from 'undici/lib/dispatcher/pool.js';

/** Address and credentials of a node. */
export interface NodeAddress {
  /** `http://host:port`, without credentials. */
  origin: string;
  /** Before the paths of all requests, behind a proxy: `/node`. */
  path?: string;
  user?: string;
  password?: string;
  /** Cookie file of the node; reread after each 401, because it changes at each start of the node. */
  cookieFile?: string;
  /** ZMQ address of the `sequence` topic, when configured. */
  zmq?: string;
  /** The node's `blocks` directory or data directory: blocks are then read from its files. `none`: they are not. */
  blocksDir?: string;
}

/** Options of a node client. */
export interface NodeClientOptions extends NodeAddress {
  /** Maximum connections; the node has few RPC threads. */
  connections?: number;
  /** A call without progress for this time, or whose answer arrives for ten times as long, fails with `node.away`. */
  timeoutMs?: number;
  /** Wallet of the node to which single calls go; default: its only one. */
  wallet?: string;
}

const maxAnswerBytes = 512 * 1024 * 1024;
const defaultTimeoutMs = 30_000;
/** For the body of an answer, in timeouts: one that arrives byte by byte has progress, and no end. */
const maxTimeouts = 10;

/** An answer of the node. */
export interface NodeReply {
  /** HTTP status. */
  status: number;
  bytes: Uint8Array;
  /** The body is a web page: the answer of a proxy. */
  isPage: boolean;
}

/** HTTP requests to one node over a bounded connection pool, with its credentials. */
export class NodeConnection {
  private readonly options: NodeClientOptions;
  private readonly maxBodyMs: number;
  private readonly connectionPool: InstanceType<typeof ConnectionPool>;
  /** Value of the header; undefined before the first request, and without credentials. */
  private authorization: string | undefined;

  constructor(options: NodeClientOptions) {
    const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.options = options;
    this.maxBodyMs = maxTimeouts * timeoutMs;
    this.connectionPool = new ConnectionPool(options.origin, {
      connections: options.connections ?? 4,
      pipelining: 1,
      keepAliveTimeout: 20_000,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connect: { timeout: Math.min(timeoutMs, 5_000) },
    });
  }

  /** Sends one RPC call. */
  call(method: string, params: readonly unknown[]): Promise<NodeReply> {
    const { wallet } = this.options;
    const path = wallet === undefined ? '/' : `/wallet/${encodeURIComponent(wallet)}`;
    return this.send('POST', path, JSON.stringify({ jsonrpc: '1.0', id: 0, method, params }), method);
  }

  /**
   * Sends a request, again with a new cookie when the node refuses the credentials.
   * @param calls RPC methods of the body, for the message when the node does not permit them
   * @throws {CodedError} node.away; node.bad-credentials, with datum 403 when the credentials are right; node.bad-answer
   * for an answer that is too large
   */
  async send(method: 'GET' | 'POST', path: string, body?: string, calls?: string): Promise<NodeReply> {
    let reply = await this.attempt(method, path, body, { rereadCookie: false });
    for (const pauseMs of queuePausesMs) {
      if (!isQueueFull(reply)) break;
      await delay(pauseMs);
      reply = await this.attempt(method, path, body, { rereadCookie: false });
    }
    // REST has no credentials that could be wrong
    if (method === 'GET') return reply;
    if (isRefused(reply) && this.options.cookieFile !== undefined) {
      reply = await this.attempt(method, path, body, { rereadCookie: true });
    }
    if (reply.status === 401) {
      throw new CodedError('node.bad-credentials', "the node rejects the explorer's credentials", { datum: 401 });
    }
    if (reply.status === forbidden) {
      const message = `the node does not permit ${calls} (rpcwhitelist, rpcallowip)`;
      throw new CodedError('node.bad-credentials', message, { datum: forbidden });
    }
    return reply;
  }

  close(): Promise<void> {
    return this.connectionPool.destroy();
  }

  private async attempt(
    method: 'GET' | 'POST',
    path: string,
    body: string | undefined,
    { rereadCookie }: { rereadCookie: boolean },
  ): Promise<NodeReply> {
    // REST has no credentials
    const authorization = method === 'POST' ? await this.credentials(rereadCookie) : undefined;
    try {
      const answer = await request.call(this.connectionPool, {
        method,
        path: `${this.options.path ?? ''}${path}`,
        body: body ?? null,
        headers: {
          ...(authorization === undefined ? {} : { authorization }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      });
      const length = Number(answer.headers['content-length'] ?? 0);
      if (length > maxAnswerBytes)
        throw new CodedError('node.bad-answer', 'the answer is too large', { datum: length });
      const isPage = /^text\/html\b/i.test(String(answer.headers['content-type'] ?? ''));
      const timer = setTimeout(() => answer.body.destroy(new Error('the answer takes too long')), this.maxBodyMs);
      try {
        return { status: answer.statusCode, bytes: await readBounded(answer.body), isPage };
      } finally {
        clearTimeout(timer);
      }
    } catch (cause) {
      if (cause instanceof CodedError) throw cause;
      throw new CodedError('node.away', awayMessage(cause), { cause });
    }
  }

  private async credentials(reread: boolean): Promise<string | undefined> {
    const { cookieFile, user, password } = this.options;
    if (this.authorization !== undefined && !reread) return this.authorization;
    if (cookieFile !== undefined) {
      try {
        this.authorization = basic((await readFile(cookieFile, 'utf8')).trim());
      } catch (cause) {
        throw new CodedError('node.bad-credentials', 'the cookie file of the node cannot be read', { cause });
      }
    } else if (user !== undefined) {
      this.authorization = basic(`${user}:${password ?? ''}`);
    }
    return this.authorization;
  }
}

/** Codes of TLS for certificates that are refused. Source: X.509 errors in the documentation of Node.js (tls) */
const certificateCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/;

/** Names a fault of https, which a retry does not repair. */
function awayMessage(cause: unknown): string {
  const code = String((cause as { code?: unknown } | null)?.code ?? '');
  if (certificateCodes.test(code)) return `the certificate of the node is not trusted (${code})`;
  return code.startsWith('ERR_SSL_') ? `the node does not answer by https (${code})` : 'the node does not answer';
}

/** Pauses before a request is sent again that the node did not accept, because too many others were pending. */
const queuePausesMs = [50, 100, 200, 400, 800, 1_600] as const;

/** Whether the node has `rpcworkqueue` requests already. Source: the HTTP server of Bitcoin Core */
export const isQueueFull = ({ status, bytes }: NodeReply): boolean =>
  status === 503 && bytes.length < 200 && /work queue/i.test(Buffer.from(bytes).toString('utf8'));

/** Status of calls that `rpcwhitelist` lacks, and of all calls from addresses that `rpcallowip` lacks. */
const forbidden = 403;

const isRefused = ({ status }: NodeReply): boolean => status === 401 || status === forbidden;

/** Whether the node does not permit a call, although it accepts the credentials. */
export const isForbidden = (error: unknown): boolean =>
  isCoded(error, 'node.bad-credentials') && error.datum === forbidden;

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
