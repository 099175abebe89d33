/**
 * The contact sheet of docs/screens, taken from a running demo (`npm start`, some minutes old):
 * `npx -c 'node packages/web/test/tools/contact-sheet.ts [url] [directory]'`.
 * One picture of the main screens at a desk in the dark theme, one of the light and contrast themes, one of phones.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Block, Tx } from '@glassblock/contract';
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/open-page.ts';

const [url = 'http://127.0.0.1:8999', directory = 'docs/screens'] = process.argv.slice(2);
const base = url.replace(/\/$/, '');
const get = async <T>(path: string) => (await (await fetch(base + path)).json()) as T;

const [newest] = await get<Block[]>('/api/blocks');
if (newest === undefined) throw new Error(`${base} shows no block yet`);
const txs = await get<Tx[]>(`/api/block/${newest.id}/txs`);
const busiest = txs.toSorted((a, b) => b.vin.length + b.vout.length - a.vin.length - a.vout.length)[0];
const [pending] = await get<{ txid: string }[]>('/api/mempool/recent');
const ranking = await get<{ pools: { slug: string }[] }>('/api/v1/mining/pools/all');

/** Returns the most frequent address of these transactions. */
async function busyAddress(): Promise<string> {
  const known = [...new Set(txs.flatMap(({ vout }) => vout.flatMap((output) => output.scriptpubkey_address ?? [])))];
  const counted = await Promise.all(
    known.slice(0, 30).map(async (address) => {
      const { chain_stats } = await get<{ chain_stats: { tx_count: number } }>(`/api/address/${address}`);
      return { address, count: chain_stats.tx_count };
    }),
  );
  return counted.toSorted((a, b) => b.count - a.count)[0]?.address ?? '';
}

const address = await busyAddress();
const screens = {
  dashboard: '/',
  block: `/block/${newest.id}`,
  projected: '/mempool-block/0',
  transaction: `/tx/${busiest?.txid ?? ''}`,
  unconfirmed: `/tx/${pending?.txid ?? ''}`,
  address: `/address/${address}`,
  mining: '/mining',
  pools: '/graphs/mining/pools?window=all',
  pool: `/mining/pool/${ranking.pools[0]?.slug ?? ''}`,
  graphs: '/graphs/mempool',
  blocks: '/blocks',
  replacements: '/rbf',
};
type Screen = keyof typeof screens;
const all = Object.keys(screens) as Screen[];

interface Shot {
  screen: Screen;
  theme: string;
  width: number;
  height: number;
}

async function shoot(browser: Browser, { screen, theme, width, height }: Shot): Promise<Image> {
  const context = await browser.newContext({
    viewport: { width, height },
    isMobile: width < 500,
    reducedMotion: 'reduce',
  });
  await context.addCookies([{ name: 'glassblock', value: `theme=${theme}`, url: `${base}/` }]);
  const page = await context.newPage();
  await page.goto(base + screens[screen], { waitUntil: 'networkidle' }).catch(() => page.waitForLoadState('load'));
  await page.waitForTimeout(1_500);
  const png = await page.screenshot();
  await context.close();
  return loadImage(png);
}

const gap = 16;
const ground = '#20262b';

/** Puts screenshots side by side at a given width. */
function sheet(shots: readonly Image[], columns: number, width: number): Promise<Uint8Array> {
  const heightOf = (shot: Image) => Math.round((shot.height * width) / shot.width);
  const rows = Array.from({ length: Math.ceil(shots.length / columns) }, (_, row) =>
    shots.slice(row * columns, (row + 1) * columns),
  );
  const tall = rows.map((row) => Math.max(...row.map(heightOf)) + gap);
  const canvas = createCanvas(
    columns * (width + gap) + gap,
    tall.reduce((sum, one) => sum + one, gap),
  );
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  let top = gap;
  rows.forEach((row, place) => {
    row.forEach((shot, column) => {
      context.drawImage(shot, gap + column * (width + gap), top, width, heightOf(shot));
    });
    top += tall[place] ?? 0;
  });
  return canvas.encode('webp', 82);
}

const browser = await launchBrowser();
const take = async (shots: readonly Shot[]) => {
  const images: Image[] = [];
  for (const shot of shots) images.push(await shoot(browser, shot));
  return images;
};
const desk = { width: 1_440, height: 1_000 };
const phone = { width: 390, height: 844 };
await mkdir(directory, { recursive: true });
const dark = await take(all.map((screen) => ({ screen, theme: 'default', ...desk })));
await writeFile(join(directory, 'desk-dark.webp'), await sheet(dark, 3, 720));
const few = all.slice(0, 7).filter((screen) => screen !== 'unconfirmed');
const others = await take(['light', 'contrast'].flatMap((theme) => few.map((screen) => ({ screen, theme, ...desk }))));
await writeFile(join(directory, 'desk-light-contrast.webp'), await sheet(others, 3, 720));
const phones = await take(all.map((screen, i) => ({ screen, theme: i % 2 === 0 ? 'default' : 'light', ...phone })));
await writeFile(join(directory, 'phone.webp'), await sheet(phones, 6, 390));
await browser.close();
