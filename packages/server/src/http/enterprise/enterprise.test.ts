import { EnterpriseInfo, WebConfig } from '@glassblock/contract';
import Fastify from 'fastify';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { EnterpriseConfig, EnterpriseSite } from '../../config/enterprise-config.ts';
import type { Boards } from '../site/boards.ts';
import { pagesRenderedBy } from '../testing/rendered-pages.ts';
import { registerEnterprise } from './enterprise-api.ts';
import { createSiteHosts } from './site-hosts.ts';

const logo = { contentType: 'image/svg+xml', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') } as const;
const acme: EnterpriseSite = {
  name: 'acme',
  hosts: ['acme.explorer.example', 'btc.acme.example'],
  title: 'Acme <Explorer>',
  siteId: 7,
  cobranded: true,
  images: { logo, header: { contentType: 'image/png', bytes: Buffer.from('89504e47', 'hex') } },
  theme: 'dusk',
  colors: { accent: '#aa0011', 'surface-0': '#000000' },
  matomo: undefined,
  boards: undefined,
};
const sites: EnterpriseConfig = { domain: 'explorer.example:8443', sites: [acme] };
const network = (name: string, path: string) => ({ name, label: name, path, demo: false, lightning: false });
const config: WebConfig = {
  ...(Value.Default(WebConfig, {}) as WebConfig),
  networks: [network('mainnet', ''), network('signet', 'signet')],
  accelerator: true,
  accounts: { prefix: '', emailLinks: false, signUp: false, passkeys: false, faucets: ['signet'] },
};

/** A server whose pages are their settings. */
function serverOf(options: {
  trustProxy: boolean | string;
  enterprise?: EnterpriseConfig;
  boards?: Pick<Boards, 'listOf'>;
}) {
  const hosts = createSiteHosts(options.enterprise ?? sites, config, options.boards ?? { listOf: () => undefined });
  const app = Fastify({ trustProxy: options.trustProxy });
  registerEnterprise(app, { basePath: '/', hosts });
  const sendPage = pagesRenderedBy(
    async (_request, context) => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(context.config)) }),
    config,
    hosts,
  );
  app.get('/*', sendPage);
  return (url: string, headers: Record<string, string>) => app.inject({ url, headers });
}
const direct = serverOf({ trustProxy: false });

describe('pages', () => {
  it.each(['acme.explorer.example', 'ACME.explorer.example:8443', 'acme.explorer.example.', 'btc.acme.example'])(
    'of %s have the settings of the site: no accelerator and no other networks',
    async (host) => {
      const page: WebConfig = (await direct('/signet/blocks', { host })).json();
      expect(page).toMatchObject({
        accelerator: false,
        acceleratorButton: false,
        fixedTheme: 'dusk',
        accounts: { faucets: [] },
        enterprise: {
          title: 'Acme <Explorer>',
          headerLogo: '/api/v1/services/enterprise/images/acme/header',
          footerLogo: '/api/v1/services/enterprise/images/acme/logo',
          cobranded: true,
          colors: '/api/v1/services/enterprise/colors/acme',
        },
      });
      expect(page.networks.map(({ name }) => name)).toEqual(['mainnet']);
      expect([...Value.Errors(WebConfig, page)]).toEqual([]);
    },
  );

  it.each([
    'explorer.example:8443',
    '127.0.0.1:8999',
    'evil-explorer.example',
    'acme.explorer.example.evil.example',
    'acme.explorer.example@evil.example',
    'acme.explorer.example:8443:1',
    'acme.explorer.example/..',
    '__proto__',
    '',
  ])('of the host name "%s" are those of the main site', async (host) => {
    const page: WebConfig = (await direct('/', { host })).json();
    expect(page).toEqual(config);
  });

  it.each(['other.explorer.example', 'a.acme.explorer.example', 'evil.example/.explorer.example'])(
    'of %s are redirected to the same path of the configured main site',
    async (host) => {
      const answer = await direct('/tx/ab?showDetails=true', { host });
      expect(answer.statusCode).toBe(302);
      expect(answer.headers['location']).toBe('http://explorer.example:8443/tx/ab?showDetails=true');
      expect(answer.headers['cache-control']).toBe('no-store');
      const other = await direct('//evil.example', { host });
      expect(other.headers['location']).toBe('http://explorer.example:8443//evil.example');
    },
  );

  it('of each site have its own boards', async () => {
    const listOf = (site: string) => ({ site, pages: [{ name: 'reserves', title: `Reserves of ${site}` }] });
    const get = serverOf({ trustProxy: false, boards: { listOf } });
    const boardsAt = async (host: string) => ((await get('/', { host })).json() as WebConfig).boards;
    expect(await boardsAt('btc.acme.example')).toEqual(listOf('acme'));
    expect(await boardsAt('explorer.example:8443')).toEqual(listOf('.main'));
  });

  it('count views only with a configured tracker', async () => {
    const settingsOf = async (get: typeof direct) =>
      ((await get('/', { host: 'btc.acme.example' })).json() as WebConfig).enterprise;
    expect(await settingsOf(direct)).not.toHaveProperty('analytics');
    const url = 'https://stats.acme.example/m.php';
    const counting = serverOf({ trustProxy: false, enterprise: { ...sites, sites: [{ ...acme, matomo: url }] } });
    expect(await settingsOf(counting)).toHaveProperty('analytics', { url, siteId: 7 });
    expect((await counting('/', { host: 'explorer.example:8443' })).json()).toEqual(config);
  });

  it('are not redirected without a domain', async () => {
    const enterprise = { domain: undefined, sites: [{ ...acme, hosts: ['btc.acme.example'] }] };
    const get = serverOf({ trustProxy: false, enterprise });
    expect((await get('/', { host: 'other.explorer.example' })).json()).toEqual(config);
    expect((await get('/', { host: 'btc.acme.example' })).json()).toHaveProperty('enterprise');
  });

  it('take the host name of a proxy only if it is trusted', async () => {
    const headers = {
      host: '127.0.0.1:8999',
      'x-forwarded-host': 'acme.explorer.example',
      'x-forwarded-proto': 'https',
    };
    expect((await direct('/', headers)).json()).toEqual(config);
    const elsewhere = serverOf({ trustProxy: '10.0.0.1' });
    expect((await elsewhere('/', headers)).json()).toEqual(config);
    const behind = serverOf({ trustProxy: '127.0.0.1' });
    expect((await behind('/', headers)).json()).toHaveProperty('enterprise.title', 'Acme <Explorer>');
    const unknown = await behind('/blocks', { ...headers, 'x-forwarded-host': 'other.explorer.example' });
    expect(unknown.headers['location']).toBe('https://explorer.example:8443/blocks');
  });
});

describe('GET /api/v1/services/enterprise', () => {
  const base = '/api/v1/services/enterprise';
  it('has the info of a site by its name, or by the host name of the request', async () => {
    const answer = await direct(`${base}/info/acme`, { host: 'explorer.example' });
    expect(answer.json()).toEqual({
      site_id: 7,
      title: 'Acme <Explorer>',
      name: 'acme',
      img: `${base}/images/acme/logo`,
      header_img: `${base}/images/acme/header`,
      cobranded: true,
    });
    expect([...Value.Errors(EnterpriseInfo, answer.json())]).toEqual([]);
    const own = await direct(`${base}/info/btc`, { host: 'btc.acme.example:443' });
    expect(own.json()).toHaveProperty('name', 'acme');
  });

  it.each([
    'info/btc',
    'info/other',
    'info/__proto__',
    'info/a%2Fb',
    'images/other/logo',
    'images/acme/footer',
    'images/acme/__proto__',
    'colors/other',
  ])('%s is 404', async (path) => {
    expect((await direct(`${base}/${path}`, { host: 'explorer.example' })).statusCode).toBe(404);
  });

  it('has images, which run no scripts, and colors', async () => {
    const image = await direct(`${base}/images/acme/logo`, { host: 'explorer.example' });
    expect(image.rawPayload).toEqual(logo.bytes);
    expect(image.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const colors = await direct(`${base}/colors/acme`, { host: 'explorer.example' });
    expect(colors.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(colors.body).toBe(':root {\n  --accent: #aa0011;\n  --surface-0: #000000;\n}\n');
  });
});
