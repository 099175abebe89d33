import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Faults } from '../faults.ts';
import type { RestAnswer } from './rest.ts';
import { RpcError, rpcCode } from './rpc-error.ts';

const maxBodyBytes = 32 * 1024 * 1024;

/** Answers of a simulated node. */
export interface NodeAnswers {
  readonly faults: Faults;
  /** Answers a GET below `/rest/`. @param path without `/rest/` */
  rest(path: string, query: URLSearchParams): Promise<RestAnswer>;
  /** Calls a method. @throws {RpcError} */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** Address, credentials and answers of the HTTP server. */
export interface HttpServerOptions {
  host: string;
  user: string;
  password: string;
  answers: NodeAnswers;
}

/** RPC and REST on one port, like a node. */
export interface HttpServer {
  /** @returns the port */
  open(port: number): Promise<number>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Creates the HTTP server of a simulated node. */
export function createHttpServer({ host, user, password, answers }: HttpServerOptions): HttpServer {
  const expected = Buffer.from(`Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`);
  let server: Server | undefined;

  function allowed(request: IncomingMessage): boolean {
    const given = Buffer.from(request.headers.authorization ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://node');
    if (url.pathname.startsWith('/rest/')) {
      await answers.faults.gate();
      const answer = await answers.rest(url.pathname.slice('/rest/'.length), url.searchParams);
      const bad = answers.faults.wrong === 'bad-json' && answer.type === 'application/json';
      return send(response, answer.status, answer.type, bad ? '{"chain": ' : answer.body);
    }
    if (request.method !== 'POST')
      return send(response, 405, 'text/plain', 'JSONRPC server handles only POST requests');
    if (!allowed(request)) {
      response.setHeader('www-authenticate', 'Basic realm="jsonrpc"');
      return send(response, 401, 'text/plain', '');
    }
    const body = await readBody(request);
    if (body === undefined) return send(response, 413, 'text/plain', 'the request is too large');
    const { status, answer } = await answerRpc(body, answers);
    if (!isCommand(body)) await answers.faults.gate();
    const { wrong } = answers.faults;
    const text = answer === undefined ? '' : `${JSON.stringify(answer)}\n`;
    const spoilt =
      wrong === 'bad-json' && !isCommand(body)
        ? 'this is not JSON {'
        : wrong === 'truncated'
          ? text.slice(0, text.length >> 1)
          : text;
    send(response, status, 'application/json', isCommand(body) ? text : spoilt);
  }

  return {
    open(port) {
      server = createServer((request, response) => {
        serve(request, response).catch((error: unknown) => {
          if (response.headersSent || response.destroyed) return;
          send(response, 500, 'text/plain', error instanceof Error ? (error.stack ?? error.message) : String(error));
        });
      });
      const opened = server;
      return new Promise((done, failed) => {
        opened.once('error', failed);
        opened.listen(port, host, () => {
          const address = opened.address();
          done(typeof address === 'object' && address !== null ? address.port : port);
        });
      });
    },
    close() {
      const closing = server;
      server = undefined;
      if (closing === undefined) return Promise.resolve();
      return new Promise((done) => {
        closing.close(() => done());
        closing.closeAllConnections();
      });
    },
  };
}

/** Simulation commands bypass all faults; otherwise no fault could be ended over the wire. */
const isCommand = (body: string) => /^\{[^{}[]*"method":"devnode"/.test(body);

/** @returns undefined when it is too large */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBodyBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function send(response: ServerResponse, status: number, type: string, body: Uint8Array | string): void {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length });
  response.end(bytes);
}

async function answerRpc(body: string, answers: NodeAnswers): Promise<{ status: number; answer: unknown }> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return { status: 500, answer: rejection(null, new RpcError(rpcCode.parse, 'Parse error'), false) };
  }
  if (!Array.isArray(parsed)) {
    const { answer, status } = await answerOne(parsed, answers);
    return { status, answer };
  }
  const all: unknown[] = [];
  for (const one of parsed) {
    const { answer } = await answerOne(one, answers);
    if (answer !== undefined) all.push(answer);
  }
  return { status: 200, answer: all };
}

/** JSON-RPC 1.1 puts result and error into every answer and errors into the HTTP status; 2.0 does neither. */
async function answerOne(call: unknown, answers: NodeAnswers): Promise<{ status: number; answer: unknown }> {
  const {
    id = null,
    method,
    params = [],
    jsonrpc,
  } = (typeof call === 'object' && call !== null ? call : {}) as Record<string, unknown>;
  const second = jsonrpc === '2.0';
  try {
    if (typeof method !== 'string') throw new RpcError(rpcCode.invalidRequest, 'Method must be a string');
    if (!Array.isArray(params)) throw new RpcError(rpcCode.invalidParameter, 'Params must be an array here');
    const result = (await answers.call(method, params)) ?? null;
    return { status: 200, answer: second ? { jsonrpc: '2.0', result, id } : { result, error: null, id } };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const status = second
      ? 200
      : error.code === rpcCode.methodNotFound
        ? 404
        : error.code === rpcCode.invalidRequest
          ? 400
          : 500;
    return { status, answer: rejection(id, error, second) };
  }
}

function rejection(id: unknown, { code, message }: RpcError, second: boolean) {
  const error = { code, message };
  return second ? { jsonrpc: '2.0', error, id } : { result: null, error, id };
}
