import type { WebConfig } from '@glassblock/contract';
import { displayHash } from '@glassblock/primitives';
import type { CallApi, PageContext, RenderedPage, WebApp } from '@glassblock/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chainFaults, networkState } from '../../api/presenters/present-network-state.ts';
import { createFairLimit } from '../../concurrency/fair-limit.ts';
import { acceptedEncoding } from '../answers/encoding.ts';
import { sendText } from '../answers/send-reply.ts';
import type { SiteHosts } from '../enterprise/site-hosts.ts';
import type { ServedLiquid } from '../liquid-api.ts';
import type { AddressLimits } from '../requests/address-limits.ts';
import { addressKey, type ClientAddress } from '../requests/client-address.ts';
import { splitOnce } from '../requests/request.ts';
import { pagePoints, type RequestBudget } from '../requests/request-budget.ts';
import type { LocateNetwork } from '../router.ts';
import type { ServedNetwork } from '../served-network.ts';
import { sendAsset } from './assets.ts';
import { createSharedPages } from './shared-pages.ts';

/** Maximum number of pages that wait for a render thread. */
const maxWaiting = 100;
/** Cache lifetime of a social image, in seconds. */
const imageSeconds = 60;

/**
 * Files that programs read, as asset registries, and those of the web app, as an earlier version had them: a missing one
 * does not redirect to a page.
 */
const resourceFile = /^\/([a-z0-9]+\/)?resources\/[^/]+$|^\/assets\/[^/]+\.\w+$/;

/** A network of Bitcoin, or one of Liquid. */
type Served = ServedNetwork | ServedLiquid;

interface PageParts {
  web: WebApp | undefined;
  /** Bytes of rendered pages that several visitors get. */
  cacheBytes: number;
  config: WebConfig;
  hosts: SiteHosts;
  callApi: CallApi;
  locate: LocateNetwork<Served>;
  limits: AddressLimits;
  budget: Pick<RequestBudget, 'charge'>;
  clientAddress: ClientAddress;
}

/** Sends a page or a static file. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Returns the handler of the web app: static files, social images, rendered pages. */
export function createPages(parts: PageParts): SendPage {
  const { web, config, hosts, callApi, locate } = parts;
  const { basePath } = config;
  if (web === undefined) return async (_request, reply) => sendText(reply, 404, 'Not found');
  const render = createRenderer(web, parts);
  const shared = createSharedPages(parts.cacheBytes);
  return async (request, reply) => {
    const [path] = splitOnce(request.url, '?');
    if (!path.startsWith(basePath)) return reply.redirect(basePath);
    const below = path.slice(basePath.length - 1);
    const asset = web.asset(below);
    if (asset !== undefined) return sendAsset(request, reply, asset);
    if (resourceFile.test(below)) return sendText(reply, 404, 'Not found');
    const site = hosts.at(request.host);
    // never the host name of the request
    if ('redirect' in site)
      return reply
        .header('cache-control', 'no-store')
        .redirect(`${request.protocol}://${site.redirect}${request.url}`, 302);
    const network = locate(path)?.network;
    const isFixed = web.isFixedPage(below);
    const context: PageContext = {
      config: site.config,
      api: callApi,
      secure: request.protocol === 'https',
      ...(network === undefined || isFixed ? {} : stateFacts(network)),
    };
    // images are those of the main site: they are cached by path
    const image = await web.socialImage(below, { ...context, config });
    if (image !== undefined) {
      parts.budget.charge(addressKey(parts.clientAddress(request.raw)), pagePoints);
      return sendImage(reply, image);
    }
    if (isMerged(request)) return reply.redirect(request.url, 301);
    const page =
      request.headers.cookie === undefined
        ? await shared.get(sharedKey(request, network), isFixed, () => render(request, context))
        : await render(request, context);
    return page === undefined ? sendBusy(reply) : sendRendered(reply, page);
  };
}

/**
 * Returns whether repeated slashes of the path were merged: the web app matches the path that the browser has. A backslash is
 * a slash for browsers, so such a path could be the name of a host.
 */
const isMerged = ({ originalUrl, url }: FastifyRequest): boolean =>
  originalUrl !== url && originalUrl.startsWith('/') && !url.startsWith('/\\');

/** State of the network that a page shows besides the answers of its routes. */
function stateFacts({ context }: Served): Pick<PageContext, 'eventId' | 'liquid'> {
  if ('journal' in context) return { eventId: context.journal.position };
  return { liquid: { asset: displayHash(context.network.nativeAsset), faults: chainFaults(context) } };
}

/** The social image of a page; without bytes if it is not available. */
type PageImage = NonNullable<Awaited<ReturnType<WebApp['socialImage']>>>;

function sendImage(reply: FastifyReply, { status, png }: PageImage): FastifyReply {
  reply.code(status).header('cache-control', png === undefined ? 'no-store' : `public, max-age=${imageSeconds}`);
  if (png === undefined) return reply.header('retry-after', '5').type('text/plain').send('Try again.');
  return reply.type('image/png').send(png);
}

/** Renders a page; undefined when the client or all clients together have too many pages in rendering. */
type Render = (request: FastifyRequest, context: PageContext) => Promise<RenderedPage | undefined>;

function createRenderer(web: WebApp, { limits, budget, clientAddress }: PageParts): Render {
  const limit = createFairLimit({ running: web.renderCapacity, waiting: maxWaiting });
  return async (request, context) => {
    const key = addressKey(clientAddress(request.raw));
    const free = limits.open('page', key);
    if (free === undefined) return undefined;
    budget.charge(key, pagePoints);
    try {
      return await limit.run(key, () => web.render(pageRequest(request), context));
    } finally {
      free();
    }
  };
}

function sendRendered(reply: FastifyReply, { status, headers, body }: RenderedPage): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

const sendBusy = (reply: FastifyReply) =>
  sendText(reply.header('retry-after', '2'), 503, 'Too many pages are being rendered. Try again.');

/** A host name that does not form a valid URL is not used: clients choose it. */
function origin({ protocol, host }: FastifyRequest): string {
  const given = `${protocol}://${host}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(given) ? given : `${protocol}://localhost`;
}

/**
 * Everything that a page depends on, apart from cookies and chain data. The state of the node is included: a page that
 * was rendered before it changed would report the old one until its next poll.
 */
const sharedKey = (request: FastifyRequest, network: Served | undefined): string =>
  [
    acceptedEncoding(request) ?? 'identity',
    new URL(request.url, origin(request)).href,
    network === undefined ? '' : stateKey(network),
  ].join(' ');

function stateKey({ context }: Served): string {
  if (!('journal' in context)) return JSON.stringify(chainFaults(context));
  const { node, index, mempool, storage } = networkState(context);
  return JSON.stringify([node.state, node.sentence, index.synced, mempool.synced, storage?.sentence]);
}

function pageRequest(request: FastifyRequest) {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { url: new URL(request.url, origin(request)).href, headers, encoding: acceptedEncoding(request) };
}
