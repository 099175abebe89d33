// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import { readFile } from 'node:fs/promises';
import type { ScriptNews, TxExt } from '@glassblock/contract';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPageLoad } from './support/open-page.ts';
import { boardAnswer, boardSettings } from './support/samples/board-sample.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { hashOf, sampleBlock, sampleInit, sampleTx, tip } from './support/samples/sample-data.ts';
import { expectSound, expectSoundInBothViews } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
const json = (body: unknown): SampleAnswer => ({ status: 200, contentType: 'application/json', body });
const statsOf = (funded: number, spent = 0) => ({
  tx_count: funded === 0 ? 0 : 1,
  funded_txo_count: funded === 0 ? 0 : 1,
  funded_txo_sum: funded,
  spent_txo_count: spent === 0 ? 0 : 1,
  spent_txo_sum: spent,
});

/** The key of BIP 84 and its addresses, as published there. */
const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const firstAddress = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const secondAddress = 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g';
const firstChange = 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el';
const [funding, spending] = [hashOf('funding'), hashOf('spending')];
const day = Date.UTC(2024, 0, 2, 3, 4, 5) / 1000;
const status = (height: number) => ({ confirmed: true, block_height: height, block_time: day + height });
/** Chain of the wallet: 0.005 to the first address, of which 0.002 went on to the first one for change. */
const wallet: Record<string, { funded: number; spent: number; summary: unknown[]; utxo: unknown[] }> = {
  [firstAddress]: {
    funded: 500_000,
    spent: 500_000,
    summary: [
      { txid: spending, value: -500_000, height: 20, time: day + 20, tx_position: 1 },
      { txid: funding, value: 500_000, height: 10, time: day + 10, tx_position: 1 },
    ],
    utxo: [],
  },
  [firstChange]: {
    funded: 200_000,
    spent: 0,
    summary: [{ txid: spending, value: 200_000, height: 20, time: day + 20, tx_position: 1 }],
    utxo: [{ txid: spending, vout: 1, value: 200_000, status: status(20) }],
  },
};
let isAway = false;
/** Answers that fail, for one address or all. */
let outage: { address?: string; status: number; left: number } | undefined;
const asked: string[] = [];

function first(path: string): SampleAnswer | undefined {
  if (path === '/api/v1/init-data')
    return json({
      ...sampleInit(now),
      conversions: { time: 1, USD: 50_000, EUR: 40_000, GBP: 1, CAD: 1, CHF: 1, AUD: 1, JPY: 1 },
    });
  const [, encoded, rest = ''] = /^\/api\/address\/([^/?]+)(.*)$/.exec(path) ?? [];
  if (encoded === undefined) return undefined;
  const address = decodeURIComponent(encoded);
  asked.push(address);
  if (address.startsWith('wrong')) return { status: 400, contentType: 'text/plain', body: 'Invalid Bitcoin address' };
  if (isAway || address.startsWith('bad')) return { status: 503, contentType: 'text/plain', body: 'Index is away' };
  if (outage !== undefined && outage.left > 0 && (outage.address ?? address) === address) {
    outage.left--;
    return { status: outage.status, contentType: 'text/plain', body: 'Index is away' };
  }
  const own = wallet[address];
  if (rest.startsWith('/txs/summary')) return json(own?.summary ?? []);
  if (rest.startsWith('/utxo')) return json(own?.utxo ?? []);
  if (rest.startsWith('/txs')) return json([]);
  const group = /^group(\d+)/.exec(address)?.[1];
  const chain = group === undefined ? statsOf(own?.funded ?? 0, own?.spent) : statsOf((Number(group) + 1) * 100_000);
  return json({ address, chain_stats: chain, mempool_stats: statsOf(0) });
}

const site = testSite({ first });

const { visit } = site;
const name = (place: number) => `group${place}-${'x'.repeat(20)}${String(place).padStart(8, '0')}`;
const group = (count: number) =>
  `/wallet?addresses=${Array.from({ length: count }, (_, place) => name(place)).join(',')}`;

test.each(['/wallet', group(3), group(60), '/wallet/desk'].map((path) => [path.slice(0, 40), path]))(
  '%s, desktop, dark and phone, light: no error, axe finding or horizontal scroll',
  async (_, path) => {
    const { page, faults } = await site.look(path!);
    expect(await page.locator('h1').count()).toBe(1);
    await expectSoundInBothViews(page, faults);
  },
);

const rows = (page: Page) =>
  page
    .locator('[data-cy=wallet-table] tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.replace(/\s+/g, ' ').trim())),
    );

test('a group shows the total, then each address by its last letters, in BTC and fiat, without JavaScript', async () => {
  const { page } = await visit(group(2), { javaScriptEnabled: false });
  expect(await page.locator('h1').innerText()).toBe('Balances');
  expect(await page.locator('header, footer').count()).toBe(0);
  expect(await rows(page)).toEqual([
    ['Total', '0.00300000 BTC', '$150.00 USD'],
    ['…00000000 (opens in a new tab)', '0.00100000 BTC', '$50.00 USD'],
    ['…00000001 (opens in a new tab)', '0.00200000 BTC', '$100.00 USD'],
  ]);
  const link = page.locator('[data-cy=wallet-table] a').first();
  expect([
    await link.getAttribute('href'),
    await link.getAttribute('target'),
    await link.getAttribute('title'),
  ]).toEqual([`/address/${name(0)}`, '_blank', name(0)]);
  await leave(page);
});

test.each([
  [1000, '0.00300000 BTC'],
  [991, '0.0030 BTC'],
  [528, '0.0030 BTC'],
  // 0.00 would hide the amount
  [527, '0.003 BTC'],
])('at %i px the total reads %s', async (width, total) => {
  const { page } = await visit(group(2), { viewport: { width, height: 700 } });
  expect((await rows(page))[0]?.[1]).toBe(total);
  await leave(page);
});

test('pages fit the window, restart when it is resized, and have ten rows without JavaScript', async () => {
  const { page } = await visit(group(40), { viewport: { width: 1000, height: 500 } });
  await expect.poll(() => page.locator('[data-cy=wallet-table] tbody tr').count()).toBe(1 + 11);
  expect((await page.locator('.pagination li').allInnerTexts()).map((face) => face.replace(/\s+/g, ' '))).toEqual([
    '',
    'Page 1',
    'Page 2',
    'Page 3',
    'Page 4',
    '',
  ]);
  const before = asked.length;
  await page.locator('.pagination a', { hasText: '4' }).click();
  await page.waitForURL('**page=4');
  await expect
    .poll(async () => (await rows(page)).map(([cell]) => cell?.slice(0, 9)))
    .toEqual(['Total', ...[33, 34, 35, 36, 37, 38, 39].map((place) => `…000000${place}`)]);
  expect(asked.length).toBe(before);
  await page.setViewportSize({ width: 1000, height: 750 });
  await page.waitForURL((url) => !url.searchParams.has('page'));
  await expect.poll(() => page.locator('[data-cy=wallet-table] tbody tr').count()).toBe(1 + 20);
  await page.setViewportSize({ width: 1000, height: 1400 });
  await page.waitForFunction(() => document.querySelectorAll('.pagination').length === 0);
  await leave(page);
  const still = await visit(`${group(40)}&page=2`, { javaScriptEnabled: false });
  expect((await rows(still.page)).map(([cell]) => cell?.slice(0, 9)).slice(0, 2)).toEqual(['Total', '…00000010']);
  await leave(still.page);
});

test('shows the page of the URL, and requests nothing twice', async () => {
  asked.length = 0;
  const { page } = await visit(`${group(40)}&page=2`, { viewport: { width: 1000, height: 500 } });
  const firstRow = async () => (await rows(page))[1]?.[0]?.slice(0, 9);
  await expect.poll(() => page.locator('[data-cy=wallet-table] tbody tr').count()).toBe(1 + 11);
  expect(await firstRow()).toBe('…00000011');
  await page.locator('.pagination a', { hasText: '3' }).click();
  await page.waitForURL('**page=3');
  await expect.poll(firstRow).toBe('…00000022');
  await page.locator('.pagination a', { hasText: '2' }).click();
  await page.waitForURL('**page=2');
  await expect.poll(firstRow).toBe('…00000011');
  expect(asked).toHaveLength(40);
  await leave(page);
});

test('reports a failed lookup, shows hostile text as text, and counts duplicates once', async () => {
  const hostile = '<img src=x onerror=alert(1)>-group9';
  const { page, faults } = await visit(
    `/wallet?addresses=${name(0)},bad-address-12345678,${encodeURIComponent(hostile)},%00,${name(0)}`,
  );
  expect((await rows(page)).slice(0, 3)).toEqual([
    ['Total', '0.00100000 BTC', '$50.00 USD'],
    ['…00000000 (opens in a new tab)', '0.00100000 BTC', '$50.00 USD'],
    ['…12345678 (opens in a new tab)', 'Not loaded, retrying'],
  ]);
  expect((await rows(page)).at(-1)?.[0]).toBe('· (opens in a new tab)');
  expect(await page.locator('[data-cy=wallet-note]').innerText()).toBe(
    'One address could not be loaded and is not included: …12345678.',
  );
  expect(await page.locator('img').count()).toBe(0);
  expect(faults).toEqual([]);
  await leave(page);
});

test('retries a failed lookup until it succeeds; an invalid address is named', async () => {
  isAway = true;
  const { page } = await visit(`/wallet?addresses=${name(0)},wrong-address`, {}, /503/);
  expect((await rows(page)).slice(1)).toEqual([
    ['…00000000 (opens in a new tab)', 'Not loaded, retrying'],
    ['…-address (opens in a new tab)', 'Invalid address'],
  ]);
  isAway = false;
  await expect
    .poll(async () => (await rows(page))[1])
    .toEqual(['…00000000 (opens in a new tab)', '0.00100000 BTC', '$50.00 USD']);
  await leave(page);
});

test('updates change the balances, and only successful lookups are subscribed to', async () => {
  // earlier pages followed the same addresses
  site.received.length = 0;
  const { page } = await visit(`/wallet?addresses=${name(0)},bad-one,${name(1)}`);
  await expect.poll(() => site.received).toContain(JSON.stringify({ 'track-addresses': [name(0), name(1)] }));
  const sample = sampleTx(hashOf('news'), { now });
  const output = sample.vout[0];
  const paid = {
    ...sample,
    vin: [],
    vout: [{ ...output, scriptpubkey_address: name(0), value: 700_000 }],
    status: { confirmed: false },
  } as unknown as TxExt;
  const news = (part: Partial<ScriptNews>) =>
    site.push({ 'multi-address-transactions': { [name(0)]: { mempool: [], confirmed: [], removed: [], ...part } } });
  news({ mempool: [paid] });
  await expect.poll(async () => (await rows(page))[0]?.[1]).toBe('0.01000000 BTC');
  expect((await rows(page))[1]?.[1]).toBe('0.00800000 BTC');
  news({ confirmed: [{ ...paid, status: { confirmed: true } } as TxExt] });
  news({ removed: [paid] });
  await expect.poll(async () => (await rows(page))[0]?.[1]).toBe('0.00300000 BTC');
  await leave(page);
});

test('reloads the balances after a reorg', async () => {
  // earlier pages followed the same addresses
  site.received.length = 0;
  const { page } = await visit(`/wallet?addresses=${name(0)}`);
  await expect.poll(() => site.received).toContain(JSON.stringify({ 'track-addresses': [name(0)] }));
  const sample = sampleTx(hashOf('undone'), { now });
  const undone = {
    ...sample,
    vin: [],
    vout: [{ ...sample.vout[0], scriptpubkey_address: name(0), value: 100_000 }],
    status: { confirmed: false },
  } as unknown as TxExt;
  // The balance of the address; the page was loaded when it was confirmed.
  const frame = { [name(0)]: { mempool: [undone], confirmed: [], removed: [] } };
  site.push({ 'multi-address-transactions': frame });
  await expect.poll(async () => (await rows(page))[0]?.[1]).toBe('0.00200000 BTC');
  asked.length = 0;
  const next = { ...sampleBlock(tip + 1, now), id: hashOf('next') };
  const stored = [1, 2, 3, 4, 5, 6].map((place) => sampleBlock(tip - place, now));
  const others = [tip + 1, tip].map((height) => ({ ...sampleBlock(height, now), id: hashOf(`other ${height}`) }));
  site.push({ block: next });
  site.push({ blocks: [...others, ...stored] });
  await expect.poll(() => asked).toEqual([name(0)]);
  await expect.poll(async () => (await rows(page))[0]?.[1]).toBe('0.00100000 BTC');
  await leave(page);
});

test('without addresses there is a form that works without JavaScript', async () => {
  const { page } = await visit('/wallet', { javaScriptEnabled: false });
  await page.fill('textarea', `${name(0)}\n${name(4)}`);
  await withPageLoad(page, () => page.click('button[type=submit]'));
  expect((await rows(page))[0]?.[1]).toBe('0.00600000 BTC');
  await leave(page);
});

/** Enters a wallet into the lookup form and records every request. */
async function deskWith(text: string, options: BrowserContextOptions = {}) {
  const opened = await visit('/wallet/desk', options);
  const requests: string[] = [];
  opened.page.on('request', (request) => requests.push(request.url() + (request.postData() ?? '')));
  await opened.page.fill('#desk-field', text);
  await opened.page.selectOption('#desk-pace', 'quick');
  await opened.page.click('[data-cy=desk] form button');
  return { ...opened, requests };
}

test('a key becomes balance, UTXOs, history and the next address, and never leaves the page', async () => {
  asked.length = 0;
  site.received.length = 0;
  const { page, faults, requests } = await deskWith(zpub);
  await page.locator('[data-cy=desk-status]', { hasText: 'Done: 42 addresses, 2 used' }).waitFor();
  expect(await page.locator('[data-cy=desk] [data-part~=balance]').innerText()).toBe('0.00200000 BTC');
  expect(new Set(asked).size).toBe(42);
  // in random order
  const alone = [...new Set(asked)];
  expect(alone[0] === firstAddress && alone[1] === secondAddress && alone[21] === firstChange).toBe(false);
  expect([...requests, ...site.received, page.url()].filter((each) => /zpub|xpub/.test(each))).toEqual([]);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/wallet/desk');
  const next = page.locator('section[aria-labelledby=desk-next]');
  expect(await next.locator('.hash').getAttribute('title')).toBe(secondAddress);
  expect(await next.locator('svg.qr-code').getAttribute('aria-label')).toBe(`QR code of ${secondAddress}`);
  expect(await next.innerText()).toContain('P2WPKH /0, index 1');
  const cells = (id: string) =>
    page
      .locator(`section[aria-labelledby=${id}] tbody tr`)
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim())));
  expect((await cells('desk-history')).map(([, , change]) => change)).toEqual(['-0.00300000 BTC', '+0.00500000 BTC']);
  expect((await cells('desk-utxos')).map((row) => row[3])).toEqual(['0.00200000 BTC']);
  expect((await cells('desk-addresses')).map(([place, , txs]) => [place, txs])).toEqual([
    ['P2WPKH /0/0', '1'],
    ['P2WPKH /1/0', '1'],
  ]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'History as CSV' }).click(),
  ]);
  expect((await readFile(await download.path(), 'utf8')).split('\r\n').slice(0, 3)).toEqual([
    'Time,Transaction,Change,Label',
    `2024-01-02T03:04:25.000Z,${spending},-300000,`,
    `2024-01-02T03:04:15.000Z,${funding},500000,`,
  ]);
  await expectSound(page, faults);
  await leave(page);
});

test('labels stay on the device, are exported and imported as BIP 329, and can be deleted', async () => {
  const { page } = await deskWith(firstAddress);
  await page.locator('[data-cy=desk-status]', { hasText: 'Done' }).waitFor();
  const field = page.getByRole('textbox', { name: `Label of ${firstAddress}` });
  await field.fill('Rent <b>May</b>');
  await field.press('Enter');
  await page.locator('section[aria-labelledby=desk-labels]', { hasText: 'one label' }).waitFor();
  const stored = () => page.evaluate(() => localStorage.getItem('wallet-labels'));
  expect(await stored()).toBe(`${JSON.stringify({ type: 'addr', ref: firstAddress, label: 'Rent <b>May</b>' })}\n`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'labels.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(`{"type":"tx","ref":"${funding}","label":"First UTXO"}\nnot json\n`),
  });
  await page.locator('[role=status]', { hasText: 'Imported one label, one line skipped.' }).waitFor();
  expect(await page.getByRole('textbox', { name: `Label of ${funding}` }).inputValue()).toBe('First UTXO');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe(await stored());
  await page.getByRole('button', { name: 'Delete all labels' }).click();
  expect(await stored()).not.toBeNull();
  await page.getByRole('button', { name: 'Confirm deletion' }).click();
  expect(await stored()).toBeNull();
  expect(await field.inputValue()).toBe('');
  await leave(page);
});

test('rejects and clears a private key without a request', async () => {
  asked.length = 0;
  const { page } = await deskWith(`${'abandon '.repeat(11)}about`);
  expect(await page.locator('#desk-problem').innerText()).toContain('looks like a private key');
  expect(await page.locator('#desk-field').inputValue()).toBe('');
  await page.fill('#desk-field', 'wpkh(nonsense)');
  await page.click('[data-cy=desk] form button');
  expect(await page.locator('#desk-problem').innerText()).toBe('Invalid extended public key.');
  await page.fill('#desk-field', 'pkh(03a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd)#89f8spxm');
  await page.click('[data-cy=desk] form button');
  expect(await page.locator('#desk-problem').innerText()).toBe('Invalid descriptor checksum: expected wf36a0pg.');
  expect(asked).toEqual([]);
  await leave(page);
});

test('the form for addresses clears a private key, and passes an extended key to the wallet lookup', async () => {
  const secret = 'L44B5gGEpqEDRS9vVPz7QT35jcBG2r3CZwSwQ4fCewXAhAhqGVpP';
  const { page } = await visit('/wallet');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.fill('#wallet-addresses', `${firstAddress}\n${secret}`);
  await page.click('form [data-part~=primary]');
  await page.locator('#wallet-problem', { hasText: 'looks like a private key' }).waitFor();
  expect(await page.inputValue('#wallet-addresses')).toBe('');
  expect(page.url()).not.toContain('?');
  await page.fill('#wallet-addresses', zpub);
  await page.click('form [data-part~=primary]');
  await page.waitForURL('**/wallet/desk');
  await expect.poll(() => page.inputValue('#desk-field')).toBe(zpub);
  const sent = [...requests, ...site.received].filter((each) => each.includes(secret) || each.includes(zpub));
  expect(sent).toEqual([]);
  await leave(page);
});

test('the lookup retries failed addresses until they succeed, and counts none of them as unused', async () => {
  outage = { address: firstAddress, status: 503, left: Number.POSITIVE_INFINITY };
  const { page } = await deskWith(zpub);
  const note = page.locator('[data-cy=desk-retry]');
  expect(await note.innerText()).toBe('One lookup failed (Index is away), retrying: the totals are not complete yet.');
  outage = undefined;
  await page.locator('[data-cy=desk-status]', { hasText: 'Done' }).waitFor();
  expect(await note.count()).toBe(0);
  const next = page.locator('section[aria-labelledby=desk-next]');
  expect(await next.locator('.hash').getAttribute('title')).toBe(secondAddress);
  await leave(page);
});

test('the lookup does not offer an address that the server refuses as unused', async () => {
  outage = { address: firstAddress, status: 400, left: Number.POSITIVE_INFINITY };
  const { page } = await deskWith(zpub);
  await page.locator('[data-cy=desk-status]', { hasText: 'Done' }).waitFor();
  outage = undefined;
  expect(await page.locator('.desk-result').innerText()).toContain('One lookup failed (Index is away): the totals');
  const next = page.locator('section[aria-labelledby=desk-next]');
  expect(await next.locator('.hash').getAttribute('title')).toBe(secondAddress);
  await leave(page);
});

test('the lookup stops after three addresses that the server refuses, and resumes on request', async () => {
  outage = { status: 400, left: 3 };
  const { page } = await deskWith(zpub);
  await page.locator('[data-cy=desk-status]', { hasText: 'Stopped after 3 addresses' }).waitFor();
  expect(await page.locator('.desk-result').innerText()).toContain('3 lookups failed (Index is away)');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.locator('[data-cy=desk-status]', { hasText: /Searching: [1-9]/ }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('[data-cy=desk-status]', { hasText: 'Stopped after' }).waitFor();
  await page.getByRole('button', { name: 'Look up another wallet' }).click();
  expect(await page.locator('#desk-field').inputValue()).toBe('');
  await leave(page);
});

test('without JavaScript the wallet lookup shows a notice, and its input is in no request', async () => {
  const { page } = await visit('/wallet/desk', { javaScriptEnabled: false });
  expect(await page.locator('#main noscript').innerText()).toContain('requires JavaScript');
  expect(await page.locator('#desk-field').getAttribute('name')).toBeNull();
  expect(await page.locator('[data-cy=desk] form button').isDisabled()).toBe(true);
  expect(await page.locator('[data-cy=desk-sees]').innerText()).toContain('they are never sent');
  await leave(page);
});

const boards = testSite({ first: boardAnswer, settings: boardSettings });

test.each([
  ['/', 'Reserves of Acme'],
  ['/wallet/cold', 'cold'],
  ['/treasuries', 'Treasuries'],
])('%s shows watched wallets without errors or axe findings on desktop and phone', async (path, title) => {
  // one widget names a wallet that no longer exists
  const { page, faults } = await boards.look(path);
  expect(await page.locator('h1').allInnerTexts()).toEqual([title]);
  await expectSoundInBothViews(page, faults);
});

test('a board replaces the dashboard, with its widgets and without JavaScript', async () => {
  const { page } = await boards.visit('/', { javaScriptEnabled: false });
  expect(new URL(page.url()).pathname).toBe('/board/reserves');
  const board = page.locator('[data-cy=board]');
  expect(await board.locator('h2').allInnerTexts()).toEqual([
    'Acme',
    'Balance History',
    'Treasury Transactions',
    'Cold storage',
    'Donations',
    'About <b>Acme</b>',
    'Treasury Leaderboard',
    'Mining pools (1w)',
    'Missing',
  ]);
  expect(await board.locator('[data-widget=text] p').allInnerTexts()).toEqual([
    'We hold bitcoin.\nSince 2019.',
    'No <script>alert(1)</script>.',
  ]);
  expect(await board.locator('[data-widget=wallet]').last().innerText()).toContain('No such wallet');
  await page.getByRole('link', { name: 'Network', exact: true }).first().click();
  await page.locator('[data-widget=nextBlock] [data-part~=next-block]').waitFor();
  expect(await page.locator('h1').count()).toBe(1);
  const none = await page.goto(`${boards.origin}/board/none`);
  expect(none?.status()).toBe(404);
  await leave(page);
});
