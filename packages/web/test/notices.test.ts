import type { InitData } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { settingsCookie, waitForHydration } from './support/open-page.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { sampleBlock, sampleInit, sampleState, tip } from './support/samples/sample-data.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
/** Polls until the value is as expected. */
const eventually = <T>(get: () => T) => expect.poll(get);

/** Height of the tip in the answers; a test may lower it to trigger an event. */
let height = tip;
/** A test may set it to false. */
let isIndexed = true;
/** A test may set it. */
let stopped: string | undefined;

function first(path: string): SampleAnswer | undefined {
  if (!isIndexed && path.endsWith('/state')) {
    return { status: 200, contentType: 'application/json', body: sampleState('mainnet', true) };
  }
  if (stopped !== undefined && path.endsWith('/state')) {
    const { node, index, ...rest } = sampleState('mainnet');
    const body = { ...rest, node: { ...node, sentence: stopped }, index: { ...index, sentence: stopped } };
    return { status: 200, contentType: 'application/json', body };
  }
  if (height === tip || !path.endsWith('/init-data')) return undefined;
  const blocks = Array.from({ length: 8 }, (_, place) => sampleBlock(height - place, now));
  return { status: 200, contentType: 'application/json', body: { ...sampleInit(now), blocks } satisfies InitData };
}

const site = testSite({ first });

test('counts down to a halving, shows fireworks, and ends eight blocks later', async () => {
  height = 839_998;
  const { page, faults } = await site.visit('/');
  expect(await page.locator('.warning-label').innerText()).toBe('4th halving in 2 blocks!');
  await eventually(async () => {
    site.push({ block: sampleBlock(839_999, now) });
    return page.locator('.warning-label').innerText();
  }).toBe('4th halving in 1 block!');
  site.push({ block: sampleBlock(840_000, now) });
  await page.locator('canvas.pyro').waitFor();
  expect(await page.locator('[data-part~=banner][data-part~=event]').innerText()).toBe(
    'The 4th halving is active: the subsidy is now 3.125 BTC.',
  );
  for (let next = 840_001; next <= 840_008; next++) site.push({ block: sampleBlock(next, now) });
  await page.locator('[data-part~=banner][data-part~=event]').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await leave(page);
  height = tip;
});

test('keeps a notice whose script cannot be loaded while hydrating, and loads it later', async () => {
  height = 839_998;
  const page = await (await site.browser.newContext()).newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.route(/\/EventBanner-[^/]*\.js$/, (route) => route.abort(), { times: 1 });
  const refused = page.waitForEvent('requestfailed');
  await page.goto(site.origin);
  await waitForHydration(page);
  await refused;
  const notice = page.locator('.warning-label');
  expect(await notice.innerText()).toBe('4th halving in 2 blocks!');
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('.warning-label') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
  site.push({ block: sampleBlock(839_999, now) });
  await eventually(() => notice.innerText()).toBe('4th halving in 1 block!');
  expect(errors).toEqual([]);
  await leave(page);
  height = tip;
});

test('shows a still frame with reduced motion', async () => {
  height = 840_003;
  const { page } = await site.visit('/', { reducedMotion: 'reduce' });
  const canvas = page.locator('canvas.pyro');
  await canvas.waitFor();
  const drawn = () =>
    canvas
      .evaluate((element) => (element instanceof HTMLCanvasElement ? element.toDataURL() : ''))
      .then((url) => url.length);
  await eventually(drawn).toBeGreaterThan(2_000);
  const frames = await page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        const element = document.querySelector('canvas.pyro');
        const seen: string[] = [];
        const step = () => {
          seen.push(element instanceof HTMLCanvasElement ? element.toDataURL() : '');
          if (seen.length < 8) requestAnimationFrame(step);
          else done(seen);
        };
        step();
      }),
  );
  expect(new Set(frames).size).toBe(1);
  await leave(page);
  height = tip;
});

test('the test network notice can be dismissed permanently', async () => {
  const { page } = await site.visit('/testnet4');
  expect(await page.locator('[data-part~=banner][data-part~=test]').innerText()).toBe(
    'This is a test network. Coins have no value.',
  );
  await page.getByRole('button', { name: 'Dismiss notice' }).click();
  await page.locator('[data-part~=banner][data-part~=test]').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => localStorage.getItem('hideWarning'))).toBe('true');
  const html = await (
    await fetch(`${site.origin}/testnet4`, { headers: { cookie: `glassblock=${await settingsCookie(page)}` } })
  ).text();
  expect(html).not.toContain('Coins have no value');
  await leave(page);
});

test('shows progress of indexing and of loading the mempool', async () => {
  const { page } = await site.visit('/');
  const push = (loadingIndicators: Record<string, number>) => site.push({ loadingIndicators });
  await eventually(async () => {
    push({ mempool: 42, 'block-indexing': 0, 'daily-hashrate-indexing': 7, 'weekly-hashrate-indexing': 99 });
    return (await page.locator('[data-part~=banner][data-part~=indexing] p').allInnerTexts()).map((words) =>
      words.replace('\u00a0', ' '),
    );
  }).toEqual(['Indexing blocks 0 %', 'Indexing network hashrate 7 %', 'Indexing pools hashrate 99 %']);
  expect(await page.locator('.footer .txPerSecond').innerText()).toBe('Backend is synchronizing (42\u00a0%)');
  push({});
  await page.locator('[data-part~=banner][data-part~=indexing]').waitFor({ state: 'detached' });
  await leave(page);
});

test('states the progress of an incomplete index once, by the newest figure', async () => {
  isIndexed = false;
  const { page } = await site.visit('/');
  isIndexed = true;
  await eventually(() => {
    site.push({ loadingIndicators: { 'block-indexing': 98.5, 'daily-hashrate-indexing': 7 } });
    return page.locator('[data-part~=banner] p').allInnerTexts();
  }).toEqual([
    'The node does not answer.',
    'Indexing blocks: 98.50\u00a0%. Addresses and older transactions may be missing.',
    'Indexing network hashrate 7\u00a0%',
  ]);
  await leave(page);
});

test('states why the index has stopped while it still counts as synchronized', async () => {
  stopped = 'The disk is full.';
  const { page } = await site.visit('/');
  stopped = undefined;
  expect(await page.locator('[data-part~=banner][role=status] p').allInnerTexts()).toEqual(['The disk is full.']);
  await leave(page);
});
