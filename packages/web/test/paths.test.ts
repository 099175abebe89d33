import { expect, test } from 'vitest';
import { placeholderWidths } from './support/placeholder.ts';
import { sampleBlock, tip } from './support/samples/sample-data.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
const site = testSite();
const logo = '/explorer/favicon.svg';
const enterprise = { title: 'Acme & Sons', headerLogo: logo, footerLogo: `${logo}?footer`, cobranded: false };
const branded = testSite({ basePath: '/explorer/', settings: { enterprise } });
const below = testSite({ basePath: '/explorer/' });
const analytics = { url: 'https://stats.acme.example/m.php', siteId: 3 };
const counted = testSite({ settings: { enterprise: { ...enterprise, headerLogo: '/favicon.svg', analytics } } });
const official = testSite({ settings: { officialSite: true, mempoolBlocksAmount: 3 } });

test('redirects unknown paths to the root, and answers 404 on an official site', async () => {
  const elsewhere = await fetch(`${site.origin}/no/such/page`, { redirect: 'manual' });
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([302, '/']);
  for (const path of ['/no/such/page', '/no', '/wp-login.php', '/mars/blocks/1', '/mars/docs/api/rest', '/ar/no']) {
    const answer = await fetch(official.origin + path, { redirect: 'manual' });
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('This page does not exist.');
  }
});

test('redirects pages below the name of the root network to the same page', async () => {
  for (const [path, target] of [
    ['/mainnet', '/'],
    ['/mainnet/blocks/2?x=1', '/blocks/2?x=1'],
    ['/ar/mainnet/docs/api/rest', '/ar/docs/api/rest'],
    ['/mainnet/acceleration', '/acceleration'],
  ]) {
    const answer = await fetch(official.origin + path, { redirect: 'manual' });
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, target]);
  }
});

test.each(['/acceleration', '/acceleration/list/2', '/graphs/price', '/graphs/acceleration/fees'])(
  'redirects %s of a test network to its home page, also on an official site',
  async (path) => {
    for (const { origin } of [site, official]) {
      const answer = await fetch(`${origin}/testnet4${path}`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/testnet4']);
    }
  },
);

test('has no account pages on a site without accounts', async () => {
  for (const path of ['/login', '/login/link', '/account', '/testnet4/faucet'])
    expect([path, (await fetch(site.origin + path)).status]).toEqual([path, 404]);
});

test('names the network in the title, except mainnet', async () => {
  const title = async (path: string) =>
    /<title>([^<]*)<\/title>/.exec(await (await fetch(site.origin + path)).text())?.[1];
  expect(await title('/')).toBe('Glassblock');
  expect(await title('/testnet4')).toBe('Testnet4 · Glassblock');
  expect(await title('/blocks/1')).toBe('Blocks · Glassblock');
  expect(await title('/testnet4/blocks/1')).toBe('Blocks · Testnet4 · Glassblock');
  expect(await title(`/testnet4/block/${sampleBlock(tip, now).id}`)).toBe(`Block ${tip} · Testnet4 · Glassblock`);
});

test('the site of an enterprise has its title and its logo', async () => {
  const html = await (await fetch(`${branded.origin}/explorer/blocks`)).text();
  expect(html).toContain('<title>Blocks · Acme &amp; Sons</title>');
  expect(html).toContain('<meta property="og:site_name" content="Acme &amp; Sons"/>');
  expect(html).toMatch(/<img [^>]*src="\/explorer\/favicon.svg" alt="Acme &amp; Sons" height="34"\/>/);
  expect(html).toMatch(/<img [^>]*src="\/explorer\/favicon.svg\?footer" alt="Acme &amp; Sons" height="22"\/>/);
  expect(html).not.toContain('brand-name');
});

test('only a site with analytics counts views, without cookies or scripts of the tracker', async () => {
  const plain = await fetch(`${branded.origin}/explorer/blocks`);
  expect(plain.headers.get('content-security-policy')).not.toContain('https:');
  expect(await plain.text()).not.toMatch(/matomo|analytics|stats\.acme/);
  const { page } = await counted.visit('/');
  const tracker = 'https://stats.acme.example';
  await page.route(`${tracker}/**`, (route) => route.fulfill({ status: 204 }));
  const sent = await page.waitForRequest((request) => request.url().startsWith(tracker));
  expect([sent.method(), sent.url(), (await sent.allHeaders())['cookie']]).toEqual([
    'POST',
    `${tracker}/m.php`,
    undefined,
  ]);
  expect(new URLSearchParams(sent.postData()!).get('url')).toBe(`${counted.origin}/`);
  const next = page.waitForRequest((request) => request.url().startsWith(tracker));
  await page.getByRole('link', { name: 'Mining' }).first().click();
  expect(new URLSearchParams((await next).postData()!).get('url')).toBe(`${counted.origin}/mining`);
  expect(await page.context().cookies()).toEqual([]);
  await leave(page);
});

test('the strip shows as many projected blocks as configured', async () => {
  const shown = async ({ visit }: typeof site) => {
    const { page } = await visit('/');
    await page.locator('[data-part~=strip-side] [id^=mempool-block-]').first().waitFor();
    const number = await page.locator('[data-part~=strip-side] [id^=mempool-block-]').count();
    await leave(page);
    return number;
  };
  expect([await shown(site), await shown(official)]).toEqual([8, 3]);
});

test('serves the theme sheets under their names', async () => {
  for (const name of ['default', 'light', 'dusk', 'contrast', 'bukele']) {
    const answer = await fetch(`${site.origin}/${name}.css`);
    expect([name, answer.headers.get('content-type')]).toEqual([name, 'text/css; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(await answer.text()).toContain('--surface-0');
  }
});

test('serves images under their names', async () => {
  const names =
    'bitcoin signet testnet testnet4 liquid liquidtestnet clippy clippy-success hamburger anon goggles research accelerator glassblock';
  for (const name of names.split(' ')) {
    const answer = await fetch(`${site.origin}/art/${name}.svg`);
    expect([name, answer.headers.get('content-type')]).toEqual([name, 'image/svg+xml']);
  }
});

test('prints the content black on white, without navigation', async () => {
  const { page } = await site.visit('/blocks/1', { colorScheme: 'dark' });
  expect(await page.locator('.pagination-container').first().isVisible()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  for (const part of ['[data-part~=header]', '[data-part~=strip]', '.footer', '.pagination-container']) {
    expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false]);
  }
  expect(await page.locator('[data-part~=blocks-table]').isVisible()).toBe(true);
  const colors = await page.locator('h1').evaluate((title) => getComputedStyle(title).color);
  expect(colors).toBe('rgb(0, 0, 0)');
  await leave(page);
});

test.each(['dark', 'light'] as const)(
  'prints states in dark colors and pictures on white, from a %s page',
  async (colorScheme) => {
    const { page } = await site.visit(`/block/${tip}`, { colorScheme });
    // the frame of the picture is replaced when it is loaded
    const picture = page.locator('canvas[data-part~=picture-canvas]');
    await picture.waitFor();
    await page.emulateMedia({ media: 'print' });
    const ground = await picture.evaluate((canvas) => getComputedStyle(canvas).backgroundColor);
    expect(ground).toBe('rgb(255, 255, 255)');
    const names = ['--ok', '--warn', '--bad', '--info'];
    const states = await page.evaluate(
      (all) => all.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)),
      names,
    );
    expect(states).toEqual(['#0b6640', '#7a4a00', '#a82016', '#164f9e']);
    await leave(page);
  },
);

test('prints the strip of the status page', async () => {
  const { page } = await site.visit('/status');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('#strip .mined-block').first().isVisible()).toBe(true);
  await leave(page);
});

test.each([
  [1440, 'ar/'],
  [390, 'ar/'],
  [390, ''],
])('the placeholder of the search is not cut, %i px wide, /%s', async (width, language) => {
  const { page } = await site.visit(`/${language}blocks/1`, { viewport: { width, height: 844 } });
  const { text, field } = await placeholderWidths(page);
  expect(text).toBeLessThanOrEqual(field);
  await leave(page);
});

test('prints no notices, and no frame of a picture that is not loaded', async () => {
  const { page } = await site.visit('/testnet4/blocks/1');
  const notice = page.locator('[data-part~=banner][data-part~=test]');
  expect(await notice.isVisible()).toBe(true);
  await page.locator('main').evaluate((main) => {
    for (const inner of [
      '<div data-part="picture-canvas">Loading</div>',
      '<canvas data-part="picture-canvas"></canvas>',
    ])
      main.insertAdjacentHTML('beforeend', `<div data-part="picture-frame">${inner}</div>`);
  });
  await page.emulateMedia({ media: 'print' });
  expect(await notice.isVisible()).toBe(false);
  expect(await page.locator('.banners').isVisible()).toBe(false);
  const frames = page.locator('main > [data-part~=picture-frame]');
  expect([await frames.nth(0).isVisible(), await frames.nth(1).isVisible()]).toEqual([false, true]);
  await leave(page);
});

test('prints the documentation with its answers, without lists of links and fields', async () => {
  const { page } = await site.visit('/docs/faq', { viewport: { width: 794, height: 1123 } });
  const answer = page.locator('[data-cy=docs-body]').first();
  expect(await answer.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await answer.isVisible()).toBe(true);
  for (const part of ['[data-cy=docs-nav]', '[data-cy=docs-tabs]', 'main input']) {
    expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await leave(page);
});

/** Returns the size of a PNG from its header, such as '192x192'. */
function pngSize(png: Buffer): string {
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('can be installed below a base path, with icons of the stated sizes', async () => {
  const load = async (url: URL) => {
    const answer = await fetch(url);
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const page = new URL(`${below.origin}/explorer/blocks`);
  const html = (await load(page)).bytes.toString();
  const linked = (name: string) => new URL(new RegExp(`<link rel="${name}" href="([^"]+)"`).exec(html)![1]!, page);
  expect(pngSize((await load(linked('apple-touch-icon'))).bytes)).toBe('180x180');
  const manifest = await load(linked('manifest'));
  expect(manifest.type).toBe('application/manifest+json');
  const { start_url, icons } = JSON.parse(manifest.bytes.toString()) as {
    start_url: string;
    icons: { src: string; type: string; sizes: string }[];
  };
  expect(new URL(start_url, linked('manifest')).pathname).toBe('/explorer/');
  const [drawing, ...pictures] = icons.map((icon) => ({ ...icon, url: new URL(icon.src, linked('manifest')) }));
  expect((await load(drawing!.url)).type).toBe('image/svg+xml');
  for (const { url, sizes, type } of pictures) {
    const icon = await load(url);
    expect([icon.type, pngSize(icon.bytes)]).toEqual([type, sizes]);
  }
  expect(pictures).toHaveLength(2);
});

test('the site of an enterprise is not installed under our name', async () => {
  const html = await (await fetch(`${branded.origin}/explorer/blocks`)).text();
  expect(html).not.toMatch(/rel="(?:manifest|apple-touch-icon)"/);
});
