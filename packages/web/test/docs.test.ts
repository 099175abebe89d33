// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseClientFrame, type ServerFrame } from '@glassblock/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { navigateTo, waitForHydration } from './support/open-page.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { hashOf, sampleBlock, tip } from './support/samples/sample-data.ts';
import { expectSoundInBothViews } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
const minedTxid = hashOf('mined');
const rawBlock = '0123456789'.repeat(9);
let posted: string | undefined;

function first(path: string, body: string | undefined): SampleAnswer | undefined {
  const parts = path.split('/');
  if (path.endsWith('/txid/1')) return { status: 200, contentType: 'text/plain', body: minedTxid };
  if (path.endsWith('/raw')) return { status: 200, contentType: 'application/octet-stream', body: rawBlock };
  if (path.endsWith('/hex')) return { status: 200, contentType: 'text/plain', body: '02000000beef' };
  if (parts.at(-1) === 'pools') return { status: 204, contentType: 'application/json', body: '' };
  if (body !== undefined) posted = body;
  if (path.endsWith('/prevouts'))
    return { status: 200, contentType: 'application/json', body: [null, { published: 'all' }] };
  if (path.endsWith('/tx/push')) return { status: 200, contentType: 'text/plain', body: hashOf('pushed') };
  return undefined;
}

const site = testSite({ first });
const { visit } = site;

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-docs-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Returns the entry of a fragment. */
const entry = (page: Page, id: string) =>
  page.locator('[data-cy=docs-groups] details', { has: page.locator(`#${id}`) });
const isOpen = (page: Page, id: string) =>
  expect.poll(() => entry(page, id).evaluate((fold) => (fold as HTMLDetailsElement).open)).toBe(true);
/** Expects an element below the header and inside the window. */
const isInView = (page: Page, id: string) =>
  expect
    .poll(async () => {
      const top = await entry(page, id).evaluate((fold) => fold.getBoundingClientRect().top);
      return top > 40 && top < 140;
    })
    .toBe(true);
const isMarked = (page: Page, id: string) =>
  expect
    .poll(() =>
      page
        .locator('[data-cy=docs-nav] [aria-current]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    )
    .toEqual([`${new URL(page.url()).pathname}#${id}`]);

/** Returns a program as shown by the page. */
async function program(page: Page, id: string, language: string): Promise<string> {
  const tab = entry(page, id).getByRole('tab', { name: language, exact: true });
  await tab.click();
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
  return entry(page, id).getByRole('tabpanel').innerText();
}

/** Returns the output of a JavaScript program, which runs in another process than the server. */
async function output(code: string, extension: 'cjs' | 'mjs'): Promise<string> {
  const file = join(directory, `program.${extension}`);
  await writeFile(file, code);
  return (await promisify(execFile)(process.execPath, [file], { cwd: directory })).stdout;
}

const opened = ['/docs/api/rest#v1Prevouts', '/docs/api/websocket#track-address', '/docs/faq#what-is-mining'];

test.each(opened)(
  '%s, desktop, dark and phone, light: no error, axe finding, horizontal scroll or duplicate id when open',
  async (path) => {
    const { page, faults } = await site.look(path);
    await isOpen(page, path.split('#')[1]!);
    const ids = await page.locator('main [id]').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    await expectSoundInBothViews(page, faults);
  },
);

test.each([
  ['CommonJS', 'cjs'],
  ['ES Module', 'mjs'],
] as const)('the %s programs run as shown', async (language, extension) => {
  const { page } = await visit('/docs/api/rest#blockStatus');
  const run = async (id: string) => {
    await navigateTo(page, `/docs/api/rest#${id}`);
    await isOpen(page, id);
    return output(await program(page, id, language), extension);
  };
  expect(await run('blockStatus')).toContain(`height: ${tip}`);
  expect(await run('blockHeight')).toBe(`${sampleBlock(tip, now).id}\n`);
  expect(await run('miningPools')).toBe('null\n');
  await run('blockRaw');
  expect(await readFile(join(directory, 'blockraw.bin'), 'utf8')).toBe(rawBlock);
  expect(await run('v1Prevouts')).toContain("published: 'all'");
  expect(posted).toBe(JSON.stringify([{ txid: hashOf('recent0'), vout: 0 }]));
  expect(await run('v1TxPush')).toBe(`${hashOf('pushed')}\n`);
  expect(posted).toBe('txHash=02000000beef');
  // a program ends with the error text of the server
  await expect(run('mempoolTxids')).rejects.toThrow('Not Found');
  await leave(page);
});

test('the cURL and Python programs make the same request', async () => {
  const { page } = await visit('/testnet4/docs/api/rest#v1Prevouts');
  const url = `${site.origin}/testnet4/api`;
  const body = JSON.stringify([{ txid: hashOf('recent0'), vout: 0 }]);
  expect(await program(page, 'v1Prevouts', 'cURL')).toBe(
    `curl -s '${url}/v1/prevouts' \\\n  -H 'Content-Type: application/json' \\\n  --data '${body}'`,
  );
  expect(await program(page, 'v1Prevouts', 'Python')).toBe(
    [
      'import json',
      'from urllib.request import Request, urlopen',
      '',
      'request = Request(',
      `    '${url}/v1/prevouts',`,
      `    data='${body}'.encode(),`,
      "    headers={'Content-Type': 'application/json'},",
      ')',
      'with urlopen(request) as response:',
      '    print(json.load(response))',
    ].join('\n'),
  );
  await navigateTo(page, '/testnet4/docs/api/rest#txMerkleProof');
  await isOpen(page, 'txMerkleProof');
  expect(await program(page, 'txMerkleProof', 'cURL')).toBe(`curl -s '${url}/tx/${minedTxid}/merkle-proof'`);
  await leave(page);
});

test('selects languages by keyboard for all entries and later visits, and copies the shown text', async () => {
  const { page, faults } = await visit('/docs/api/rest#txStatus', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await isOpen(page, 'txStatus');
  const tab = (id: string, name: string) => entry(page, id).getByRole('tab', { name, exact: true });
  await tab('txStatus', 'cURL').focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Python');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('ES Module');
  expect(await tab('txStatus', 'ES Module').getAttribute('aria-selected')).toBe('true');
  await entry(page, 'txHex').locator('summary').click();
  await isOpen(page, 'txHex');
  expect(await tab('txHex', 'ES Module').getAttribute('aria-selected')).toBe('true');
  await entry(page, 'txHex').locator('[data-cy=code-head] .copy').first().click();
  await entry(page, 'txHex').getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await entry(page, 'txHex').getByRole('tabpanel').innerText(),
  );
  await page.reload();
  await waitForHydration(page);
  await isOpen(page, 'txHex');
  await expect.poll(() => tab('txHex', 'ES Module').getAttribute('aria-selected')).toBe('true');
  expect(faults).toEqual([]);
  await leave(page);
});

test('without JavaScript the cURL form is shown, and the fragment opens its entry', async () => {
  const { page } = await visit('/docs/api/rest/transactions#txStatus', { javaScriptEnabled: false });
  await page.locator('#txStatus pre').first().waitFor();
  expect(await page.locator('#txStatus pre').first().innerText()).toMatch(/^curl -s '.*\/status'$/);
  expect(await page.locator('[data-cy=docs-nav] input, [role=tablist]').filter({ visible: true }).count()).toBe(0);
  await page.goto(`${site.origin}/docs/faq#how-do-mempool-goggles-work`);
  await page.locator('#how-do-block-filters-work [data-cy=prose]').waitFor();
  await leave(page);
});

const fragments =
  `what-is-a-mempool what-is-a-mempool-explorer what-is-a-blockchain what-is-a-block-explorer what-is-mining
  what-are-mining-pools what-are-vb-wu what-is-svb why-is-transaction-stuck-in-mempool how-to-get-transaction-confirmed-quickly
  how-prevent-stuck-transaction looking-up-transactions looking-up-addresses looking-up-blocks looking-up-fee-estimates
  looking-up-historical-trends what-is-full-mempool what-is-memory-usage why-empty-blocks
  why-block-timestamps-dont-always-increase why-dont-fee-ranges-match how-do-block-audits-work what-is-block-health
  how-do-mempool-goggles-work what-are-sigops what-is-adjusted-vsize why-do-the-projected-block-fee-ranges-overlap
  how-does-the-taproot-tree-work how-can-i-share-or-verify-taproot-scripts who-runs-this-website
  host-my-own-instance-raspberry-pi host-my-own-instance-server install-mempool-with-docker address-lookup-issues`.split(
    /\s+/,
  );

test('every known fragment has an answer', async () => {
  const { page, faults } = await visit('/docs/faq');
  for (const id of fragments) {
    await navigateTo(page, `/docs/faq#${id}`);
    await isOpen(page, id);
  }
  expect(faults).toEqual([]);
  await leave(page);
});

test('opening, history navigation and links from other pages show the entry of the fragment', async () => {
  const { page, faults } = await visit('/');
  await page.locator('.footer a', { hasText: 'What is a block explorer?' }).click();
  await page.waitForURL('**/docs/faq#what-is-a-block-explorer');
  await isOpen(page, 'what-is-a-block-explorer');
  await isInView(page, 'what-is-a-block-explorer');
  await isMarked(page, 'what-is-a-block-explorer');
  await entry(page, 'why-empty-blocks').locator('summary').click();
  await page.waitForURL('**/docs/faq#why-empty-blocks');
  await isOpen(page, 'why-empty-blocks');
  await isInView(page, 'why-empty-blocks');
  await isMarked(page, 'why-empty-blocks');
  await page.locator('[data-cy=docs-nav] a', { hasText: 'What is sat/vB?' }).click();
  await page.waitForURL('**/docs/faq#what-is-svb');
  await isOpen(page, 'what-is-svb');
  await isInView(page, 'what-is-svb');
  await page.goBack();
  await page.waitForURL('**/docs/faq#why-empty-blocks');
  await isMarked(page, 'why-empty-blocks');
  await isInView(page, 'why-empty-blocks');
  await page.goForward();
  await page.waitForURL('**/docs/faq#what-is-svb');
  await isMarked(page, 'what-is-svb');
  await isInView(page, 'what-is-svb');
  // the same key closes an open entry and leaves the URL unchanged
  await entry(page, 'what-is-svb').locator('summary').click();
  await expect.poll(() => entry(page, 'what-is-svb').getAttribute('open')).toBeNull();
  expect(new URL(page.url()).hash).toBe('#what-is-svb');
  expect(faults).toEqual([]);
  await leave(page);
});

test('Back from a group or an entry restores the scroll position', async () => {
  const { page, faults } = await visit('/docs/faq');
  const links = page.locator('[data-cy=docs-nav] a');
  const scrollTop = () => page.evaluate(() => window.scrollY);
  for (const link of [links.first(), links.nth(3)]) {
    await page.evaluate(() => window.scrollTo(0, 200));
    // a click by the mouse would scroll to the link first
    await link.evaluate((element) => (element as HTMLElement).click());
    await page.waitForURL('**/docs/faq#*');
    await expect.poll(scrollTop).not.toBe(200);
    await page.goBack();
    await expect.poll(scrollTop).toBe(200);
  }
  expect(faults).toEqual([]);
  await leave(page);
});

test('the list has every entry of a group, and finds them by words', async () => {
  const { page, faults } = await visit('/docs/api/rest/transactions');
  const shown = (css: string) => page.locator(css).filter({ visible: true }).count();
  const all = await shown('[data-cy=docs-groups] details');
  expect(all).toBeGreaterThan(8);
  expect(await shown('[data-cy=docs-nav] ul ul a')).toBe(all);
  await page.locator('[data-cy=docs-nav] input').fill('merkle BIP');
  await expect.poll(() => shown('[data-cy=docs-groups] details')).toBe(1);
  expect(await shown('[data-cy=docs-nav] ul ul a')).toBe(1);
  expect(await shown('[data-cy=docs-groups] h2')).toBe(1);
  await page.locator('[data-cy=docs-nav] input').fill('merkle nonsense');
  await page.getByText('No matching entries.').waitFor();
  // a fragment of a hidden entry shows all entries again
  await navigateTo(page, '/docs/api/rest/transactions#txOutspends');
  await isOpen(page, 'txOutspends');
  await expect.poll(() => shown('[data-cy=docs-groups] details')).toBe(all);
  await isInView(page, 'txOutspends');
  expect(faults).toEqual([]);
  await leave(page);
});

test('the overview links every group and route, and each page is below 100 KB', async () => {
  const { page, faults } = await visit('/docs/api/rest');
  const links = await page
    .locator('[data-cy=docs-overview] h2 a')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  expect(links).toHaveLength(18);
  const routes = await page
    .locator('[data-cy=docs-overview] li a')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')!));
  expect(routes.length).toBeGreaterThan(90);
  const pages = ['/docs/api/rest', ...new Set(routes.map((href) => href.split('#')[0]!))];
  for (const path of pages) {
    const html = await (await fetch(site.origin + path)).text();
    expect(html.length, path).toBeLessThan(100_000);
    for (const href of routes.filter((each) => each.startsWith(`${path}#`))) {
      expect(html).toContain(`id="${href.split('#')[1]}"`);
    }
  }
  expect(faults).toEqual([]);
  await leave(page);
});

test('routes show a shortened example answer', async () => {
  const { page } = await visit('/docs/api/rest/blocks#blockStatus');
  await isOpen(page, 'blockStatus');
  const answer = await entry(page, 'blockStatus')
    .getByRole('region', { name: /^Example response/ })
    .innerText();
  expect(JSON.parse(answer)).toMatchObject({ in_best_chain: true });
  await leave(page);
});

const live = `live-data track-address track-addresses track-tx track-txs track-mempool track-mempool-txids
  track-mempool-block track-rbf track-full-rbf`.split(/\s+/);

test('each topic has a valid payload, and an answer with the keys of its program', async () => {
  const { page, faults } = await visit('/docs/api/websocket');
  expect(
    await page
      .locator('[data-cy=docs-groups] details [data-cy=docs-body]')
      .evaluateAll((all) => all.map(({ id }) => id)),
  ).toEqual(live);
  for (const id of live) {
    await navigateTo(page, `/docs/api/websocket#${id}`);
    await isOpen(page, id);
    const [payload = '', , answer = ''] = await entry(page, id).locator('pre').allInnerTexts();
    expect(parseClientFrame(payload), id).toHaveLength(1);
    for (const language of ['JavaScript', 'Python']) {
      const code = await program(page, id, language);
      expect(code).toContain(payload);
      expect(code).toContain(`'${site.origin.replace('http', 'ws')}/api/v1/ws'`);
      for (const key of Object.keys(JSON.parse(answer) as ServerFrame)) expect(code).toContain(`'${key}'`);
    }
  }
  expect(faults).toEqual([]);
  await leave(page);
});

test('the JavaScript of a live entry subscribes to its topic', async () => {
  const { page } = await visit('/docs/api/websocket#track-mempool-block');
  await isOpen(page, 'track-mempool-block');
  const file = join(directory, 'live.mjs');
  await writeFile(file, await program(page, 'track-mempool-block', 'JavaScript'));
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  try {
    await expect.poll(() => said).toContain('projected-block-transactions');
  } finally {
    child.kill();
  }
  await leave(page);
});
