import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import { endpoints, openApi, socketLimits, type WebConfig } from '@glassblock/contract';
import type { EventId } from '@glassblock/journal';
import { CodedError, isCoded } from '@glassblock/primitives';
import type { ApiAnswer, PageContext, WebApp } from '@glassblock/web';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import type { LiveHub } from '../live/hub.ts';
import type { Metrics } from '../metrics.ts';
import type { NetworkContext } from '../network-context.ts';
import { answerCall, errorReply, type Reply } from './answer.ts';
import { etagOf } from './etag.ts';
import { streamEvents } from './event-stream.ts';
import { readQuery } from './query-text.ts';
import {
  type ApiMatch,
  apiRoutes,
  createFindRoute,
  createLocateNetwork,
  hasEmptyParam,
  type LocateNetwork,
  prefixOf,
  routerOptions,
} from './router.ts';

export interface ServedNetwork {
  context: NetworkContext;
  hub: LiveHub;
  /** Segment in front of its paths; empty for the root network. */
  path: string;
}

export interface AppOptions {
  config: WebConfig;
  networks: readonly ServedNetwork[];
  web: WebApp | undefined;
  metrics: Metrics;
  log: Logger;
  version: string;
  requestsPerMinute: number;
  trustProxy: boolean;
}

const bodyLimit = 10 * 1024 * 1024;
/** Event streams that are open at once. */
const mostStreams = 1_000;
const mostPages = 24;
/** How long others may keep an image of a page. */
const stillSeconds = 60;

/** Headers that clients of the reference rely on. (rest-bitcoin 1.2) */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Accept,Authorization,Cache-Control,Content-Type,DNT,If-Modified-Since,Keep-Alive,Origin,User-Agent,X-Requested-With',
  'access-control-expose-headers': 'X-Total-Count,X-Mempool-Auth',
};

/** REST, sockets, pages, health and metrics of every network under one base path. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { networks, web, metrics, log } = options;
  const { basePath } = options.config;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: options.trustProxy,
    routerOptions,
    frameworkErrors(_error, _request, reply: FastifyReply) {
      void reply.code(400).type('text/plain').send('Bad request');
    },
    forceCloseConnections: true,
    requestTimeout: 60_000,
  });
  const onFault = (error: unknown) => log.error({ event: 'fault', error: describe(error) });
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  await app.register(compress, { global: true, threshold: 1_024, encodings: ['br', 'gzip'] });
  if (options.requestsPerMinute > 0) {
    await app.register(rateLimit, {
      max: options.requestsPerMinute,
      timeWindow: 60_000,
      errorResponseBuilder: () => new CodedError('rate.limit', 'Too many requests'),
    });
  }
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.setErrorHandler((error, request, reply) => {
    const raised = error as Error & { statusCode?: number };
    const code = raised.statusCode === 413 ? 'body.too-large' : undefined;
    const form = /\/api\/(v1|glass)\//.test(request.url) ? 'v1' : 'esplora';
    const known = code === undefined ? error : new CodedError(code, raised.message);
    if (raised.statusCode === 400 && code === undefined) return reply.code(400).type('text/plain').send('Bad request');
    return send(reply, request, errorReply(known, { form }, onFault, acceptsJson(request)));
  });

  app.get(`${basePath}healthz`, async (_request, reply) => reply.type('text/plain').send('ok'));
  app.get(`${basePath}readyz`, async (_request, reply) => {
    const behind = networks.filter(({ context }) => !context.progress().synced || !context.frame().synced);
    const body = Object.fromEntries(networks.map(({ context }) => [context.network.name, context.nodeState().name]));
    return reply.code(behind.length === 0 ? 200 : 503).send({ ready: behind.length === 0, networks: body });
  });
  app.get(`${basePath}metrics`, async (_request, reply) => {
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  const description = openApi(Object.values(endpoints), options.version);
  app.get(`${basePath}api/openapi.json`, async () => description);

  const locate = createLocateNetwork(basePath, networks);
  const routes = apiRoutes(basePath, networks);
  const findRoute = createFindRoute(routes);

  /** Answers a matched request; the same for HTTP and for calls inside the process. */
  async function answerApi(match: ApiMatch<ServedNetwork>, search: string, request: ApiRequest): Promise<Reply> {
    const { endpoint, id, network } = match.route;
    const { context } = network;
    if (endpoint.isInternal && !request.isLocal && context.limits?.allowInternal !== true) {
      const refusal = new CodedError('internal.forbidden', 'not from this machine');
      return errorReply(refusal, endpoint, onFault, request.json);
    }
    const { body, bodyType, wantsCsv } = request;
    const input = { params: match.params, ...readQuery(search), body, bodyType, wantsCsv };
    const startMs = performance.now();
    const reply = await answerCall(context, endpoint, id, input, onFault, request.json);
    metrics.observeRequest(id, reply.status, (performance.now() - startMs) / 1000);
    return reply;
  }

  /** The answer for a path below `/api/` or `/internal/` that is no endpoint; undefined for other paths. */
  function unknownEndpoint(path: string): Reply | undefined {
    const located = locate(path);
    if (located === undefined || !/^\/(api|internal)\//i.test(located.rest)) return undefined;
    return docsPath.test(located.rest) ? undefined : unknownPath(located.rest);
  }

  /** The same answers for server rendering, without HTTP and without rate limit; or those of a configured host. */
  async function callApi(path: string): Promise<ApiAnswer> {
    const { ssrApiHost } = options.config;
    if (ssrApiHost !== undefined) return askHost(ssrApiHost + path);
    const [url, search] = splitOnce(basePath.slice(0, -1) + path, '?');
    const match = findRoute('GET', url);
    const reply = match === undefined ? unknownEndpoint(url) : await answerApi(match, search, inProcess);
    const { status, contentType, value, headers } = reply ?? unknownPath(path);
    return { status, contentType, body: value, ...totalIn(headers['x-total-count']) };
  }

  let streams = 0;
  /** Answers `/api/glass/v1/events` of a network. */
  async function eventStream(
    { context }: ServedNetwork,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const [, search] = splitOnce(request.url, '?');
    const { journal } = context;
    const { query } = readQuery(search);
    const after = [request.headers['last-event-id']].flat()[0] ?? query['after'];
    const refuse = (error: CodedError) => {
      return send(reply, request, errorReply(error, { form: 'v1' }, onFault, acceptsJson(request)));
    };
    try {
      if (after !== undefined) await journal.readFrom(after as EventId, 1);
    } catch (error) {
      if (!isCoded(error, 'journal.bad-id')) throw error;
      return refuse(new CodedError('events.bad-id', error.message, { datum: after }));
    }
    if (streams >= mostStreams) return refuse(new CodedError('events.too-many', 'too many streams'));
    streams++;
    reply.hijack();
    const response = reply.raw;
    response.on('close', () => streams--);
    response.writeHead(200, {
      ...corsHeaders,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
    const kinds = query['kinds'] === undefined ? undefined : new Set(query['kinds'].split(','));
    void streamEvents({ journal, after: after as EventId | undefined, kinds, response, onFault });
    return reply;
  }

  for (const route of routes) {
    app.route({
      method: route.endpoint.method === 'GET' ? ['GET', 'HEAD'] : 'POST',
      url: route.url,
      async handler(request, reply) {
        const params = request.params as Record<string, string>;
        if (hasEmptyParam(params)) return fallback(request, reply);
        const [, search] = splitOnce(request.url, '?');
        return send(reply, request, await answerApi({ route, params }, search, apiRequest(request)));
      },
    });
  }
  for (const network of networks) {
    app.get(`${prefixOf(basePath, network)}/api/glass/v1/events`, { exposeHeadRoute: false }, (request, reply) =>
      eventStream(network, request, reply),
    );
  }
  app.route({
    method: ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE'],
    url: '/*',
    handler: (request, reply) => fallback(request, reply),
  });

  /** Answers what is no endpoint: preflights, unknown API paths, pages. */
  async function fallback(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (request.method === 'OPTIONS') return reply.code(204).headers(corsHeaders).send();
    const unknown = unknownEndpoint(splitOnce(request.url, '?')[0]);
    if (unknown !== undefined) return send(reply, request, unknown);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return reply.code(404).type('text/plain').send('Not found');
    }
    return page(request, reply);
  }

  let rendering = 0;
  async function page(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (web === undefined) return reply.code(404).type('text/plain').send('Not found');
    const [path = '/'] = splitOnce(request.url, '?');
    if (!path.startsWith(basePath)) return reply.redirect(basePath);
    const asset = web.asset(path.slice(basePath.length - 1));
    if (asset !== undefined) {
      const accepted = String(request.headers['accept-encoding'] ?? '');
      const packed = /\bbr\b/.test(accepted) ? asset.brotli : /\bgzip\b/.test(accepted) ? asset.gzip : undefined;
      reply.headers(asset.headers).header('vary', 'accept-encoding');
      if (packed === undefined) return reply.send(asset.body);
      return reply.header('content-encoding', packed === asset.brotli ? 'br' : 'gzip').send(packed);
    }
    const context: PageContext = {
      config: options.config,
      api: callApi,
      secure: request.protocol === 'https',
      ...eventIdOf(locate(path)?.network),
    };
    const still = await web.still(path.slice(basePath.length - 1), context);
    if (still !== undefined) {
      reply.code(still.status).header('cache-control', `public, max-age=${stillSeconds}`);
      if (still.png === undefined) return reply.header('retry-after', '5').type('text/plain').send('Try again.');
      return reply.type('image/png').send(still.png);
    }
    if (rendering >= mostPages) {
      return reply
        .code(503)
        .header('retry-after', '2')
        .type('text/plain')
        .send('Too many pages are being made; try again.');
    }
    rendering++;
    try {
      const response = await web.handle(webRequest(request), context);
      reply.code(response.status);
      response.headers.forEach((value, name) => {
        if (name !== 'content-length') reply.header(name, value);
      });
      return reply.send(Buffer.from(await response.arrayBuffer()));
    } finally {
      rendering--;
    }
  }

  acceptSockets(app, locate, log);
  return app;
}

/** What an endpoint needs of a request beside its path and query. */
interface ApiRequest {
  body: string;
  bodyType: string;
  json: boolean;
  wantsCsv: boolean;
  /** From this machine itself. */
  isLocal: boolean;
}

const inProcess: ApiRequest = { body: '', bodyType: '', json: true, wantsCsv: false, isLocal: false };

function apiRequest(request: FastifyRequest): ApiRequest {
  const [contentType] = splitOnce(request.headers['content-type'] ?? '', ';');
  return {
    body: typeof request.body === 'string' ? request.body : '',
    bodyType: contentType.trim().toLowerCase(),
    json: acceptsJson(request),
    wantsCsv: wantsCsv(request),
    isLocal: isLocal(request),
  };
}

/** What a proxy adds, and what a browser adds when another site's page asks. */
const notFromHere = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via', 'origin', 'sec-fetch-site'];

/** True for a program on this machine. A proxy in front connects from here too: its headers give it away. */
function isLocal(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? '';
  return /^(127\.|::1$|::ffff:127\.)/.test(address) && notFromHere.every((name) => !(name in request.headers));
}

const totalIn = (header: string | null | undefined) =>
  header === null || header === undefined ? {} : { total: Number(header) };

const hostPatienceMs = 10_000;

/** Asks another host for what a page needs. A failure is an answer of status 0 with a text, as in the browser. */
async function askHost(url: string): Promise<ApiAnswer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(hostPatienceMs) });
    const contentType = response.headers.get('content-type') ?? 'text/plain';
    const body: unknown = contentType.startsWith('application/json') ? await response.json() : await response.text();
    return { status: response.status, contentType, body, ...totalIn(response.headers.get('x-total-count')) };
  } catch (error) {
    const body = error instanceof Error ? error.message : 'Unknown error';
    return { status: 0, contentType: 'text/plain', body };
  }
}

function eventIdOf(served: ServedNetwork | undefined): { eventId?: string } {
  return served === undefined ? {} : { eventId: served.context.journal.position };
}

function webRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const host = /^[\w.:[\]-]+$/.test(request.host) ? request.host : 'localhost';
  return new Request(new URL(request.url, `${request.protocol}://${host}`), { headers });
}

/** Short ways to the pages that document the API, below its own path. (screens-core 1.2) */
const docsPath = /^\/api\/(?:faq|rest|websocket|electrs)?\/?$/i;

function unknownPath(path: string): Reply {
  const text = `endpoint does not exist "${path}"`;
  return { status: 404, contentType: 'text/plain; charset=utf-8', headers: {}, value: text, body: text };
}

/** Absent Accept and any type count as JSON. (rest-bitcoin 1.3) */
function acceptsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept;
  return accept === undefined || /application\/json|\*\/\*|application\/\*/.test(accept);
}

/** Only who names CSV and not JSON wants it. */
function wantsCsv(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  return /text\/csv/i.test(accept) && !/application\/json/i.test(accept);
}

function send(reply: FastifyReply, request: FastifyRequest, answer: Reply): FastifyReply {
  reply.code(answer.status).headers(corsHeaders).headers(answer.headers);
  if (answer.status === 204) return reply.send();
  reply.type(answer.contentType);
  if (answer.status === 200 && request.method !== 'POST') {
    const etag = etagOf(answer.body);
    reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  }
  return reply.send(answer.body);
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function describe(error: unknown): unknown {
  return error instanceof Error
    ? { message: error.message, stack: error.stack, cause: String(error.cause ?? '') }
    : String(error);
}

/** Sockets of every network at `{prefix}/api/v1/ws`, also `{prefix}/ws`. */
function acceptSockets(app: FastifyInstance, locate: LocateNetwork<ServedNetwork>, log: Logger): void {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: socketLimits.inboundBytes,
    perMessageDeflate: false,
  });
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const [path] = splitOnce(request.url ?? '/', '?');
    const found = locate(path);
    if (found === undefined || !/^(\/api\/v1)?\/ws\/?$/i.test(found.rest)) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    socket.on('error', () => socket.destroy());
    server.handleUpgrade(request, socket, head, (client) => found.network.hub.accept(client));
  });
  server.on('wsClientError', (error) => log.debug({ event: 'socket-refused', error: error.message }));
}
