import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configFiles } from '../../test/support/config-files.ts';
import { loadConfig } from './config.ts';

const { file } = configFiles();

describe('sites of enterprises', () => {
  const svg = file('logo.svg', '<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg"/>');
  const site = (more: object) => ({ name: 'acme', title: 'Acme', logo: svg, ...more });
  const load = (enterprise: object[], domain?: string) => {
    const text = JSON.stringify({ enterprise, ...(domain !== undefined && { enterpriseDomain: domain }) });
    return loadConfig({ config: file('sites.json', text) }, {}).enterprise;
  };

  it('have a subdomain, further host names, images and colors', () => {
    const png = file('header.png', '');
    writeFileSync(png, Buffer.from('89504e470d0a1a0a00', 'hex'));
    const colors = { accent: '#aa0011' };
    const hosts = ['btc.acme.example'];
    const { domain, sites } = load([site({ hosts, theme: 'light', colors, headerLogo: png })], 'explorer.example:8443');
    expect(domain).toBe('explorer.example:8443');
    expect(sites).toMatchObject([
      {
        name: 'acme',
        hosts: ['acme.explorer.example', 'btc.acme.example'],
        siteId: 0,
        cobranded: false,
        colors,
        images: { logo: { contentType: 'image/svg+xml' }, header: { contentType: 'image/png' } },
      },
    ]);
  });

  it.each([
    [[site({})], undefined, 'enterprise: acme needs hosts, or enterpriseDomain'],
    [[site({}), site({ hosts: ['a.example'] })], 'b.example', 'enterprise: two sites have the same name'],
    [[site({ hosts: ['a.example', 'a.example'] })], undefined, 'enterprise: two sites have the same host name'],
    [[site({ hosts: ['b.example'] })], 'b.example:81', 'enterprise: a site has the host name of enterpriseDomain'],
    [
      [site({ logo: file('page.svg', '<html><svg>') })],
      'b.example',
      'enterprise: an image of acme is neither SVG nor PNG',
    ],
    [[site({ logo: '/none/logo.svg' })], 'b.example', 'enterprise: an image of acme cannot be read (ENOENT)'],
    [[site({ colors: { accent: '#aa0011' } })], 'b.example', 'enterprise: the colors of acme need a theme'],
    [[site({ colors: { accent: 'red;}body{display:none' } })], 'b.example', /enterprise\.0\.colors\.accent/],
    [[site({ colors: { 'space-1': '#000000' } })], 'b.example', 'enterprise.0.colors.space-1: unknown setting'],
    [[site({ name: 'a.b' })], 'b.example', /enterprise\.0\.name/],
    [
      [site({ matomo: 'https://stats.example/m.php' })],
      'b.example',
      /^[^\n]*enterprise: matomo of acme needs a siteId[^\n]*$/,
    ],
    [[site({})], 'b.example/', /enterpriseDomain/],
  ])('report their faults: %#', (sites, domain, fault) => {
    expect(() => load(sites, domain)).toThrow(fault);
  });

  it.each([
    'http://stats.example/m.php',
    'https://stats.example',
    'https://*.example/m.php',
    "https://stats.example/m.php; script-src 'unsafe-inline'",
    'https://stats.example/m.php https://evil.example/',
    'https://u:p@stats.example/m.php',
    'https://stats.example/m.php?token=1',
    'https://stats.example,evil.example/m.php',
    'javascript://stats.example/m.php',
    'https://[::1]/m.php',
  ])('refuse %s as a tracker, in one sentence', (matomo) => {
    const refused = /^[^\n]*enterprise\.0\.matomo[^\n]*$/;
    expect(() => load([site({ matomo, siteId: 1 })], 'b.example')).toThrow(refused);
  });
});
