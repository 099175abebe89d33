import type { WebConfig } from '@glassblock/contract';
import type { PageContext, WebApp } from '@glassblock/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddressLimits } from '../address-limits.ts';
import { addressKey, type ClientAddress } from '../client-address.ts';
import { splitOnce } from '../request.ts';
import type { LocateNetwork } from '../router.ts';
import { sendText } from '../send-reply.ts';
import type { ServedNetwork } from '../served-network.ts';
import { sendAsset } from './assets.ts';
import type { CallApi } from './in-process-api.ts';

/** Maximum number of pages rendered at the same time. */
const maxPages = 24;
/** Cache lifetime of a social image, in seconds. */
const imageSeconds = 60;

interface PageParts {
  web: WebApp | undefined;
  config: WebConfig;
  callApi: CallApi;
  locate: LocateNetwork<ServedNetwork>;
  limits: AddressLimits;
  clientAddress: ClientAddress;
}

/** Sends a page or a static file. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Returns the handler of the web app: static files, social images, rendered pages. */
export function createPages({ web, config, callApi, locate, limits, clientAddress }: PageParts): SendPage {
  const { basePath } = config;
  if (web === undefined) return async (_request, reply) => sendText(reply, 404, 'Not found');
  const sendRendered = createRenderer(web);
  return async (request, reply) => {
    const [path] = splitOnce(request.url, '?');
    if (!path.startsWith(basePath)) return reply.redirect(basePath);
    const below = path.slice(basePath.length - 1);
    const asset = web.asset(below);
    if (asset !== undefined) return sendAsset(request, reply, asset);
    const network = locate(path)?.network;
    const context: PageContext = {
      config,
      api: callApi,
      secure: request.protocol === 'https',
      ...(network === undefined ? {} : { eventId: network.context.journal.position }),
    };
    const image = await web.socialImage(below, context);
    if (image !== undefined) return sendImage(reply, image);
    const free = limits.open('page', addressKey(clientAddress(request.raw)));
    if (free === undefined) return sendBusy(reply);
    try {
      return await sendRendered(request, reply, context);
    } finally {
      free();
    }
  };
}

/** The social image of a page; without bytes if it is not available. */
type PageImage = NonNullable<Awaited<ReturnType<WebApp['socialImage']>>>;

function sendImage(reply: FastifyReply, { status, png }: PageImage): FastifyReply {
  reply.code(status).header('cache-control', `public, max-age=${imageSeconds}`);
  if (png === undefined) return reply.header('retry-after', '5').type('text/plain').send('Try again.');
  return reply.type('image/png').send(png);
}

/** Returns a function that renders pages with a concurrency limit. */
function createRenderer(web: WebApp) {
  let rendering = 0;
  return async (request: FastifyRequest, reply: FastifyReply, context: PageContext): Promise<FastifyReply> => {
    if (rendering >= maxPages) return sendBusy(reply);
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
  };
}

const sendBusy = (reply: FastifyReply) =>
  sendText(reply.header('retry-after', '2'), 503, 'Too many pages are being rendered. Try again.');

function webRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const host = /^[\w.:[\]-]+$/.test(request.host) ? request.host : 'localhost';
  return new Request(new URL(request.url, `${request.protocol}://${host}`), { headers });
}
