import { createCanvas, loadImage } from '@napi-rs/canvas';
import decodeQr from 'qr/decode.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiAnswer, buildWeb, type PageContext } from '../src/index.ts';
import { socialImageOf } from '../src/social-images/social-image-path.ts';
import { openSocialImages, type SocialImages } from '../src/social-images/social-images.ts';
import { confirmedTxid, sampleAnswer, sampleConfig, startFixture } from './support/fixture-server.ts';
import { launchBrowser, openPage } from './support/open-page.ts';
import { encoded } from './support/samples/sample-answer.ts';
import { ownAddress, sampleBlock, tip } from './support/samples/sample-data.ts';

let clock = 1_000_000;
let asked: string[] = [];
let socialImages: SocialImages;
beforeAll(async () => {
  await buildWeb({ log: () => {} });
  socialImages = openSocialImages({ now: () => clock });
});
afterAll(() => socialImages.close());

const now = Date.now();
const context: PageContext = {
  config: sampleConfig(),
  secure: false,
  async api(path): Promise<ApiAnswer> {
    asked.push(path);
    return encoded(sampleAnswer(path, now, false));
  },
};

/** Draws a picture and decodes it. */
async function pixels(path: string) {
  const socialImage = await socialImages.answer(path, context);
  if (socialImage?.png === undefined) throw new Error(`no image: ${socialImage?.status}`);
  const image = await loadImage(socialImage.png);
  const canvas = createCanvas(image.width, image.height);
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  return { status: socialImage.status, width: image.width, height: image.height, data };
}

test('image paths: the page without its language, the site for unknown pages, none for other paths', () => {
  const networks = [
    { name: 'mainnet', path: '' },
    { name: 'testnet4', path: 'testnet4' },
    { name: 'liquiddemo', path: 'liquid' },
  ];
  const of = (path: string) => socialImageOf(path, networks, 'mainnet');
  const hash = 'ab'.repeat(32);
  expect(of(`/render/en/preview/tx/${hash}`)).toEqual({ kind: 'tx', id: hash, network: 'mainnet' });
  expect(of('/render/ar/preview/testnet4/block/12')).toEqual({ kind: 'block', id: '12', network: 'testnet4' });
  expect(of('/render/en/preview/testnet4/mining/pool/f2pool')).toEqual({
    kind: 'pool',
    id: 'f2pool',
    network: 'testnet4',
  });
  expect(of('/render/en/preview/testnet4/lightning/nodes/isp/24940,1')).toEqual({
    kind: 'lightning-isp',
    id: '24940,1',
    network: 'testnet4',
  });
  const channel = { kind: 'lightning-channel', id: '1x2x3', network: 'mainnet' };
  expect(of('/render/en/preview/lightning/channel/1x2x3/lifetime')).toEqual(channel);
  for (const other of ['lightning', 'lightning/node/zz', 'lightning-node/1', 'lightning/nodes/rankings']) {
    expect(of(`/render/en/preview/${other}`)).toEqual({ kind: 'site', network: 'mainnet' });
  }
  expect(of('/render/en/preview/mining/pool/%2e%2e')).toEqual({ kind: 'site', network: 'mainnet' });
  expect(of(`/render/en/preview/liquid/assets/asset/${hash}`)).toEqual({
    kind: 'asset',
    id: hash,
    network: 'liquiddemo',
  });
  expect(of(`/render/en/preview/asset/${hash}`)).toEqual({ kind: 'site', network: 'mainnet' });
  expect(of('/render/en/preview/pool/f2pool')).toEqual({ kind: 'site', network: 'mainnet' });
  expect(of('/render/en/preview')).toEqual({ kind: 'site', network: 'mainnet' });
  expect(of('/render/en/preview/docs/faq')).toEqual({ kind: 'manual', network: 'mainnet' });
  expect(of('/render/en/preview/tx/%3Cscript%3E')).toEqual({ kind: 'site', network: 'mainnet' });
  expect(of('/render/en/preview/tx/%')).toEqual({ kind: 'site', network: 'mainnet' });
  expect(of('/render/eng/preview/tx')).toBeUndefined();
  expect(of('/tx/preview')).toBeUndefined();
});

test.each([
  ['/render/en/preview', 200, 1000, 500],
  ['/render/en/preview/docs/faq', 200, 2000, 1000],
  [`/render/en/preview/tx/${confirmedTxid}`, 200, 1200, 600],
  [`/render/en/preview/block/${tip - 2}`, 200, 1200, 600],
  [`/render/en/preview/address/${ownAddress}`, 200, 1200, 600],
  ['/render/en/preview/mining/pool/foundryusa', 200, 1200, 600],
  ['/render/en/preview/mining/pool/unknown-slug', 404, 1000, 500],
  [`/render/en/preview/tx/dead${'0'.repeat(60)}`, 404, 1000, 500],
] as const)('%s: status %i, %i x %i, and not blank', async (path, status, width, height) => {
  const image = await pixels(path);
  expect([image.status, image.width, image.height]).toEqual([status, width, height]);
  const bright = image.data.filter((value, place) => place % 4 !== 3 && value > 200).length;
  expect(bright).toBeGreaterThan(2_000);
});

test('paths of other languages, of unknown pages and of missing objects share one image', async () => {
  const image = await socialImages.answer('/render/en/preview/unknown', context);
  expect(await socialImages.answer('/render/de/preview/other/page', context)).toBe(image);
  const missing = await socialImages.answer(`/render/en/preview/tx/dead${'1'.repeat(60)}`, context);
  expect(missing).toEqual({ status: 404, png: image!.png });
  expect(missing!.png).toBe(image!.png);
});

test('the QR code of an address image is that address', async () => {
  const { width, height, data } = await pixels(`/render/en/preview/address/${ownAddress}`);
  expect(decodeQr({ width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) })).toBe(
    ownAddress,
  );
});

test('caches an image for 30 seconds', async () => {
  const path = `/render/en/preview/block/${sampleBlock(tip - 1, now).id}`;
  await socialImages.answer(path, context);
  asked = [];
  await Promise.all([socialImages.answer(path, context), socialImages.answer(path, context)]);
  expect(asked).toEqual([]);
  clock += 31_000;
  await socialImages.answer(path, context);
  expect(asked.length).toBeGreaterThan(0);
});

test('returns no image while data is unavailable, and does not cache the failure', async () => {
  let isAway = true;
  const flaky: PageContext = {
    ...context,
    api: async (path) => {
      if (isAway) throw new Error('away');
      return encoded(sampleAnswer(path, now, false));
    },
  };
  const path = `/render/en/preview/block/${tip - 4}`;
  expect((await socialImages.answer(path, flaky))?.status).toBe(503);
  isAway = false;
  expect((await socialImages.answer(path, flaky))?.status).toBe(200);
});

test('pages have social image metadata, and the preview page waits for the image', async () => {
  const fixture = await startFixture({ basePath: '/explorer/' });
  const browser = await launchBrowser();
  try {
    const base = `${fixture.origin}/explorer`;
    const html = await (await fetch(`${base}/testnet4/tx/${confirmedTxid}`)).text();
    expect(html).toContain(`property="og:image" content="${base}/render/en/preview/testnet4/tx/${confirmedTxid}"`);
    expect(html).toContain('property="og:image:width" content="1200"');
    const [, name] = /<title>([^<]+)<\/title>/.exec(html)!;
    expect(html).toContain(`<meta property="og:title" content="${name}"/>`);
    expect(await (await fetch(`${base}/blocks/1`)).text()).toContain('property="og:image:height" content="500"');
    const { page, faults } = await openPage(browser, `${base}/preview/block/${tip - 2}`);
    await page.locator('[data-preview=ready]').waitFor();
    expect(await page.evaluate(() => document.images[0]?.naturalWidth)).toBe(1200);
    expect(await page.locator('header, footer, [data-part~=strip]').count()).toBe(0);
    for (let again = 0; again < 2; again++) {
      const during = await page.evaluate(() => {
        window.loadPage?.('/preview');
        return document.querySelector('main')?.dataset['preview'];
      });
      expect(during).toBe('loading');
      await page.locator('[data-preview=ready]').waitFor();
      expect(await page.evaluate(() => document.images[0]?.naturalWidth)).toBe(1000);
    }
    expect(new URL(page.url()).pathname).toBe('/explorer/preview');
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
    await fixture.close();
  }
});
