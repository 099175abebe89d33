// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import { createRequire } from 'node:module';
import type { BlockExt, StaleTip } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { questions } from '../src/features/docs/questions.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { hashOf, sampleBlock, tip } from './support/samples/sample-data.ts';
import { expectSoundInBothViews } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();

function lost(height: number): StaleTip {
  const canonical = sampleBlock(height, now);
  const stale: BlockExt = {
    ...canonical,
    id: `00000000${hashOf(`lost${height}`).slice(8)}`,
    stale: true,
    size: 1_234_567,
    extras: { ...canonical.extras, pool: { id: 9, name: 'Slow Pool', slug: 'slow', minerNames: null } },
  };
  return { height, hash: stale.id, branchlen: 1, status: 'valid-fork', stale, canonical };
}

let isCalm = false;
let isAway = false;
const tips = Array.from({ length: 25 }, (_, place) => lost(tip - 30 - 9 * place));

function first(path: string): SampleAnswer | undefined {
  const json = (body: unknown): SampleAnswer => ({ status: 200, contentType: 'application/json', body });
  if (isAway && path.includes('tips')) return { status: 500, contentType: 'text/plain', body: 'No tips just now' };
  if (path === '/api/v1/stale-tips') return json(isCalm ? [] : tips);
  if (path === `/api/v1/stale-tips/${tips.at(-1)?.height}`) return json([lost(tip - 900)]);
  if (path === '/api/v1/chain-tips') {
    const active = { height: tip, hash: sampleBlock(tip, now).id, branchlen: 0, status: 'active' };
    return json([active, ...tips.slice(0, 2), { height: 9, hash: hashOf('h'), branchlen: 3, status: 'headers-only' }]);
  }
  return undefined;
}

const site = testSite({ first });

const { visit } = site;

const screens = [
  '/blocks/stale',
  '/docs/faq',
  '/docs/api/rest',
  '/docs/api/rest/transactions',
  '/docs/api/websocket',
  '/about',
  '/terms-of-service',
  '/privacy-policy',
  '/trademark-policy',
  '/status',
];

test.each(screens)('%s, desktop, dark and phone, light: no error, axe finding or horizontal scroll', async (path) => {
  const { page, faults } = await site.look(path);
  expect(await page.locator('h1').count()).toBe(1);
  if (path === '/docs/api/rest/transactions') {
    await page.locator('details[data-kind=route] summary').nth(1).click();
    await page.locator('details[data-kind=route] summary').nth(7).click();
  }
  await expectSoundInBothViews(page, faults);
});

test.each(screens)('%s has its text without JavaScript, and no style attribute', async (path) => {
  const { page } = await visit(path, { javaScriptEnabled: false });
  expect((await page.locator('main').innerText()).length).toBeGreaterThan(path === '/status' ? 15 : 500);
  expect(await page.content()).not.toMatch(/ style="/);
  await leave(page);
});

test('a stale block is listed beside the canonical one, with older ones on the next page', async () => {
  const { page, faults } = await visit('/blocks/stale');
  const one = page.locator('.stale-tip').first();
  expect(await one.locator('h2').innerText()).toBe(`Block ${(tip - 30).toLocaleString('en')}`);
  expect(await one.locator('thead .badge').allInnerTexts()).toEqual(['Stale', 'Canonical']);
  const row = (name: string) => one.locator('tr', { has: page.locator('th', { hasText: name }) }).locator('td');
  expect((await row('Miner').allInnerTexts())[0]).toBe('Slow Pool');
  expect((await row('Size').allInnerTexts())[0]).toBe('1.23 MB');
  expect(await row('Hash').first().locator('a').getAttribute('href')).toBe(`/block/${tips[0]?.hash}`);
  expect(await page.locator('[data-cy=known-tips] tbody tr').count()).toBe(4);
  expect(await one.locator('h2 a').getAttribute('href')).toBe(`/block/${tip - 30}`);
  // near the end of the list, older ones are loaded without a click
  await page.locator('.stale-tip').nth(24).scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator('.stale-tip').count()).toBe(26);
  expect(await page.locator('[data-cy=stale-more] a').count()).toBe(0);
  expect(faults).toEqual([]);
  await leave(page);
});

test('older stale blocks can be requested again after a failure, and have a page without JavaScript', async () => {
  const { page } = await visit('/blocks/stale', {}, /status of 500/);
  isAway = true;
  await page.locator('.stale-tip').nth(24).scrollIntoViewIfNeeded();
  await page.locator('[data-cy=stale-more]', { hasText: 'Failed to load more stale chain tips.' }).waitFor();
  isAway = false;
  await page.locator('[data-cy=stale-more] a', { hasText: 'Retry' }).click();
  await expect.poll(() => page.locator('.stale-tip').count()).toBe(26);
  await leave(page);
  const still = await visit('/blocks/stale', { javaScriptEnabled: false });
  await still.page.locator('[data-cy=stale-more] a').click();
  await still.page.waitForURL(`**/blocks/stale?below=${tips.at(-1)?.height}`);
  await still.page.locator('[data-cy=stale-more] a', { hasText: 'Newest' }).waitFor();
  await expect.poll(() => still.page.locator('.stale-tip').count()).toBe(1);
  await leave(still.page);
});

test('distinguishes no stale blocks from no answer', async () => {
  isCalm = true;
  const calm = await visit('/blocks/stale', { javaScriptEnabled: false });
  expect(await calm.page.locator('main').innerText()).toContain('No stale blocks known to this node.');
  await leave(calm.page);
  isCalm = false;
  isAway = true;
  const away = await visit('/blocks/stale', { javaScriptEnabled: false });
  expect(await away.page.locator('main').innerText()).toContain('Server unavailable');
  await leave(away.page);
  isAway = false;
});

test('the block list keeps its URLs', async () => {
  const { page } = await visit('/blocks/1');
  expect(await page.locator('h1').innerText()).toBe('Blocks');
  await leave(page);
});

test('public routes are documented, internal ones are not', async () => {
  const { page } = await visit('/docs/api');
  expect(new URL(page.url()).pathname).toBe('/docs/api/rest');
  const paths = await page.locator('[data-cy=docs-overview] li code').allInnerTexts();
  expect(paths).toContain('/api/v1/stale-tips/:height');
  expect(paths.filter((path) => path.includes('internal'))).toEqual([]);
  await page.locator('[data-cy=docs-overview]').getByText('/api/block/:hash/status').click();
  await page.waitForURL('**/docs/api/rest/blocks#blockStatus');
  const route = page.locator('details[data-kind=route]', { has: page.locator('#blockStatus') });
  await expect.poll(() => route.getAttribute('open')).not.toBeNull();
  const words = await route.innerText();
  expect(words).toContain(`curl -s '${site.origin}/api/block/${sampleBlock(tip, now).id}/status'`);
  expect(words).toContain('in_best_chain');
  await leave(page);
});

test('the fragment opens an FAQ entry, opening one changes the fragment, and each has an answer', async () => {
  const { page, faults } = await visit('/docs#what-is-full-mempool');
  await page.waitForURL('**/docs/faq#what-is-full-mempool');
  const named = page.locator('details[data-kind=question]', { has: page.locator('#what-is-full-mempool') });
  await expect.poll(() => named.getAttribute('open')).not.toBeNull();
  expect(await named.innerText()).toContain('300 MB by default');
  await page
    .locator('details[data-kind=question]', { has: page.locator('#what-are-sigops') })
    .locator('summary')
    .click();
  await page.waitForURL('**/docs/faq#what-are-sigops');
  expect(await page.locator('details[data-kind=question]').count()).toBe(
    questions.reduce((sum, { ids }) => sum + ids.length, 0),
  );
  for (const answer of await page.locator('details[data-kind=question]').allTextContents())
    expect(answer.length).toBeGreaterThan(120);
  expect(faults).toEqual([]);
  await leave(page);
});

test('the documentation of another network has its paths', async () => {
  const { page } = await visit('/testnet4/docs/api/rest/blocks', { javaScriptEnabled: false });
  expect(await page.locator('details[data-kind=route] summary code').first().innerText()).toMatch(/^\/testnet4\/api\//);
  await leave(page);
});

test('the footer links them, and history navigation works', async () => {
  const { page, faults } = await visit('/about');
  await page.locator('.footer a', { hasText: 'API' }).click();
  await page.waitForURL('**/docs/api/rest');
  await page.locator('[data-cy=docs-tabs] a', { hasText: 'WebSocket' }).click();
  await page.waitForURL('**/docs/api/websocket');
  await page.locator('.footer a', { hasText: 'Terms' }).click();
  await page.waitForURL('**/terms-of-service');
  await page.goBack();
  await page.waitForURL('**/docs/api/websocket');
  await page.locator('[data-cy=docs-commands]').waitFor();
  expect(await page.locator('main').innerText()).toContain(`${site.origin.replace('http', 'ws')}/api/v1/ws`);
  expect(faults).toEqual([]);
  await leave(page);
});

test('the bare view has strip and figures without a header', async () => {
  const { page } = await visit('/status');
  expect(
    await page.locator('header[data-part~=header], [data-part~=header-row], [data-part~=footer-about]').count(),
  ).toBe(0);
  expect(await page.locator('[id^=bitcoin-block-]').count()).toBeGreaterThanOrEqual(8);
  expect(await page.locator('.footer[data-bare] .unconfirmedTx').innerText()).toContain('Unconfirmed');
  await leave(page);
});

test('the footer links the trademark policy and the licenses of shipped code', async () => {
  const { page, faults } = await visit('/testnet4/about');
  await page.locator('.footer a', { hasText: 'Trademark policy' }).click();
  await page.waitForURL('**/testnet4/trademark-policy');
  await expect.poll(() => page.title()).toBe('Trademark policy · Testnet4 · Glassblock');
  await page.locator('h2', { hasText: 'Third-party names' }).waitFor();
  const href = await page.locator('.footer a', { hasText: 'Third-party licenses' }).getAttribute('href');
  expect(href).toBe('/third-party-licenses.txt');
  const answer = await fetch(`${site.origin}${href}`);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const words = await answer.text();
  const require = createRequire(import.meta.url);
  for (const name of ['react', 'react-dom', 'react-router', 'zustand', '@fontsource-variable/inter']) {
    const { version, license } = require(`${name}/package.json`) as { version: string; license: string };
    expect(words).toContain(`\n${name} ${version} (${license})\n`);
  }
  const listed = words.split('\n\n')[1]?.split('\n') ?? [];
  expect(new Set(listed).size).toBe(listed.length);
  // each has a text
  for (const name of listed)
    expect(words.split(`\n${name.replace(/ \(.*/, '')}\nLicence: `)[1]?.length).toBeGreaterThan(500);
  expect(words).toContain('Permission is hereby granted, free of charge');
  expect(faults).toEqual([]);
  await leave(page);
});
