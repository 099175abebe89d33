import { type EnterpriseImage, type EnterpriseInfo, enterpriseImages, enterprisePath } from '@glassblock/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { EnterpriseSite } from '../../config/enterprise-config.ts';
import { corsHeaders } from '../answers/send-reply.ts';
import type { SiteHosts } from './site-hosts.ts';

/** Seconds for which caches may store answers. */
const seconds = 300;
/** An SVG that is opened as a page of its own runs no scripts and loads nothing. */
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Registers info, images and colors of the sites of enterprises, without a network. */
export function registerEnterprise(
  app: FastifyInstance,
  { basePath, hosts }: { basePath: string; hosts: SiteHosts },
): void {
  const base = `${basePath}${enterprisePath}`;
  const cached = { ...corsHeaders, 'cache-control': `public, max-age=${seconds}` };
  const unknown = (reply: FastifyReply) =>
    reply.code(404).headers(corsHeaders).type('text/plain').send('No such enterprise');
  type ByName = { Params: { name: string } };
  app.get<ByName>(`${base}/info/:name`, async (request, reply) => {
    const site = hosts.find(request.params.name, request.host);
    if (site === undefined) return unknown(reply);
    return reply
      .headers(cached)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(infoOf(site, base)));
  });
  app.get<{ Params: { name: string; image: string } }>(`${base}/images/:name/:image`, async (request, reply) => {
    const { name, image: wanted } = request.params;
    const kind = enterpriseImages.find((each) => each === wanted);
    const image = kind && hosts.find(name, request.host)?.images[kind];
    if (image === undefined) return unknown(reply);
    return reply
      .headers({ ...cached, 'content-security-policy': imagePolicy, 'x-content-type-options': 'nosniff' })
      .type(image.contentType)
      .send(image.bytes);
  });
  app.get<ByName>(`${base}/colors/:name`, async (request, reply) => {
    const site = hosts.find(request.params.name, request.host);
    if (site === undefined) return unknown(reply);
    return reply.headers(cached).type('text/css; charset=utf-8').send(styleSheetOf(site));
  });
}

function infoOf({ name, title, siteId, cobranded, images }: EnterpriseSite, base: string): EnterpriseInfo {
  const path = (image: EnterpriseImage) => `${base}/images/${name}/${image}`;
  return {
    site_id: siteId,
    title,
    name,
    img: path('logo'),
    ...(images.header && { header_img: path('header') }),
    ...(images.footer && { footer_img: path('footer') }),
    cobranded,
  };
}

/** Returns the colors as tokens of the theme: they follow those of its style sheet. */
const styleSheetOf = ({ colors }: EnterpriseSite): string =>
  [':root {', ...Object.entries(colors).map(([name, color]) => `  --${name}: ${color};`), '}', ''].join('\n');
