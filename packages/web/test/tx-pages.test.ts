// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { confirmedTxid, pendingTxid } from './support/fixture-server.ts';
import { notFound, scriptBytes } from './support/open-page.ts';
import { sampleBlock, tip } from './support/samples/sample-data.ts';
import { ids, posted, rawTx, trees, txAnswers, unsignedTx } from './support/samples/tx-sample.ts';
import { expectSoundInBothViews, sidewaysScroll } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const site = testSite({ first: txAnswers });

const { visit } = site;

const bodyOf = async (path: string): Promise<string> => {
  const html = await (await fetch(site.origin + path)).text();
  return html.slice(html.indexOf('<body'), html.indexOf('<script id="site"'));
};

const paths: Record<string, string> = {
  'waiting, with relatives': `/tx/${ids.family}`,
  'confirmed, with scripts': `/tx/${confirmedTxid}?showDetails=true`,
  'unconfirmed, from the socket': `/tx/${pendingTxid}`,
  replaced: `/tx/${ids.replaced}`,
  'gone, bytes kept': `/tx/${ids.stored}?showDetails=true`,
  'data that means harm': `/tx/${ids.data}?showDetails=true`,
  'an inscription': `/tx/${ids.inscription}?showDetails=true`,
  'a coinbase': `/tx/${ids.coinbase}?showDetails=true`,
  'fate of a replaced one': `/tx/${ids.replaced}/fate`,
  'fate of one whose bytes are kept': `/tx/${ids.stored}/fate`,
  'no fate': `/tx/${'ab'.repeat(32)}/fate`,
  replacements: '/rbf',
  'full replacements': '/rbf?full=true',
  'recent transactions': '/txs',
  broadcast: '/tx/push',
  test: '/tx/test',
  preview: '/tx/preview',
};

describe.each(Object.entries(paths))('%s', (what, path) => {
  test('desktop, dark and phone, light: no console error, axe finding or horizontal scroll', async () => {
    const { page, faults } = await site.look(path, what === 'no fate' ? notFound : undefined);
    await expectSoundInBothViews(page, faults);
  });

  test('has no style attribute and no NaN in its HTML', async () => {
    const body = await bodyOf(path);
    expect(body).not.toMatch(/ style=/);
    expect(body.replace(/<script[\s\S]*?<\/script>/g, '')).not.toMatch(/\bNaN\b|Infinity|undefined|\[object/);
  });
});

describe('hostile text', () => {
  test.each([
    ['an OP_RETURN', ids.data],
    ['an inscription', ids.inscription],
    ['a coinbase', ids.coinbase],
  ])('%s with script, direction marks and invisible characters', async (_what, txid) => {
    const path = `/tx/${txid}?showDetails=true`;
    const { page, faults } = await site.look(path);
    await page.locator('.io-scripts').first().waitFor();
    expect(await page.locator('main script').count()).toBe(0);
    expect(await page.title()).not.toBe('owned');
    const words = () => page.locator('main').innerText();
    await expect.poll(words).toContain('<script>document.title = "owned"</script>');
    expect(await words()).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/);
    expect(faults).toEqual([]);
    const body = await bodyOf(path);
    const shown = body.replace(/<script[\s\S]*?<\/script>/g, '');
    expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/);
  });

  test('a megabyte of witness opens quickly, and is shown completely on request', async () => {
    const { page, faults } = await site.look(`/tx/${ids.heavy}?showDetails=true`);
    const all = page.getByRole('button', { name: /2,000,000 characters/ }).first();
    await all.waitFor();
    expect((await page.locator('[data-part~=witness]').innerText()).length).toBeLessThan(10_000);
    await all.click();
    await expect
      .poll(async () => (await page.locator('[data-part~=witness]').textContent())?.length ?? 0)
      .toBeGreaterThan(2_000_000);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
  });
});

test('all rows are reachable, with and without JavaScript', async () => {
  const row = (page: Page, place: number) => page.locator('.table-tx-vout [data-part~=io]').nth(place);
  const rows = (page: Page) => page.locator('.table-tx-vout [data-part~=io]').count();
  const { page } = await visit(`/tx/${ids.many}`);
  expect(await rows(page)).toBe(12);
  await page.getByRole('link', { name: 'Show more (1,488 remaining)' }).click();
  await row(page, 1_011).waitFor();
  expect(await rows(page)).toBe(1012);
  await page.getByRole('link', { name: 'Show all (488 remaining)' }).click();
  await row(page, 1_499).waitFor();
  expect(await rows(page)).toBe(1500);
  await leave(page);
  const plain = await visit(`/tx/${ids.many}`, { javaScriptEnabled: false });
  await plain.page.getByRole('link', { name: /Show more/ }).click();
  await plain.page.waitForURL(/rows=1012/);
  expect(await rows(plain.page)).toBe(1012);
  await leave(plain.page);
});

test('the fragment marks an input or output, also beyond the first rows', async () => {
  const { page } = await site.look(`/tx/${ids.many}#vout=700`);
  const row = page.locator('[id="vout=700"]');
  await row.waitFor();
  expect(await row.getAttribute('class')).toContain('selected');
  await expect
    .poll(() => row.evaluate((element) => Math.abs(element.getBoundingClientRect().top - innerHeight / 2)))
    .toBeLessThan(400);
});

test('the diagram is navigated by keyboard, marks a row, and can be hidden', async () => {
  const { page, faults } = await visit(`/tx/${ids.family}`);
  const picture = page.locator('[data-cy=flow-picture]');
  await picture.focus();
  await picture.press('ArrowDown');
  await page.locator('[data-cy=flow-tip]').filter({ hasText: 'Input #0' }).waitFor();
  await picture.press('ArrowRight');
  await page.locator('[data-cy=flow-tip]').filter({ hasText: 'Output #0' }).waitFor();
  await picture.press('Enter');
  await page.waitForURL(/#flow=&vout=0$/);
  await page.locator('[data-part~=io][data-selected][id="vout=0"]').waitFor();
  await page.getByRole('link', { name: 'Hide diagram' }).click();
  await expect.poll(() => picture.count()).toBe(0);
  await page.goto(`${site.origin}/tx/${confirmedTxid}`);
  await page.getByRole('link', { name: 'Show diagram' }).waitFor();
  expect(faults).toEqual([]);
  await leave(page);
});

test('the diagram is mirrored in right-to-left pages', async () => {
  const { page, faults } = await visit(`/ar/tx/${ids.family}`);
  const picture = page.locator('[data-cy=flow-picture]');
  const middleOf = async (side: string) => {
    const box = await page.locator(`.strand-${side}`).first().boundingBox();
    return box === null ? Number.NaN : box.x + box.width / 2;
  };
  expect(await middleOf('in')).toBeGreaterThan((await middleOf('out')) + 100);
  await picture.focus();
  await picture.press('ArrowDown');
  await page.locator('[data-cy=flow-tip]').filter({ hasText: 'Input #0' }).waitFor();
  await picture.press('ArrowLeft');
  await page.locator('[data-cy=flow-tip]').filter({ hasText: 'Output #0' }).waitFor();
  await picture.press('ArrowRight');
  await page.locator('[data-cy=flow-tip]').filter({ hasText: 'Input #0' }).waitFor();
  expect(faults).toEqual([]);
  await leave(page);
});

test('the cluster links each transaction with a name', async () => {
  const { page } = await site.look(`/tx/${ids.family}`);
  await page.getByText('This transaction is in chunk 1 of 1').waitFor();
  expect(await page.locator('[data-cy=cluster-node]').count()).toBe(3);
  await page.locator('[data-cy=cluster-node]').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.includes(ids.family));
});

test('an unconfirmed transaction follows position, replacements and block', async () => {
  const follows = () => site.received.filter((text) => text.includes(`"track-tx":"${ids.family}"`)).length;
  const before = follows();
  const { page, faults } = await site.look(`/tx/${ids.family}`);
  await expect.poll(follows).toBeGreaterThan(before);
  await page.getByText('80 % within 3 blocks').waitFor();
  site.push({ txPosition: { txid: ids.family, position: { block: 0, vsize: 12_345 } } });
  await page.getByText('Expected in the next block').waitFor();
  await page.getByText('from the start of block 1').waitFor();
  site.push({ rbfInfo: { ...trees[0]!, replaces: [] } });
  site.push({ utxoSpent: { 0: { vin: 4, txid: ids.newer } } });
  await page.locator('.table-tx-vout a[data-part~=io-arrow][data-part~=spent]').waitFor();
  site.push({ block: sampleBlock(tip + 1, Date.now()), txConfirmed: ids.family });
  await page.locator('.btn-success').filter({ hasText: '1 confirmation' }).waitFor();
  expect(faults).toEqual([]);
});

test('a transaction that is replaced while open shows a notice and links its replacement', async () => {
  const follows = () => site.received.filter((text) => text.includes(`"track-tx":"${pendingTxid}"`)).length;
  const before = follows();
  const { page } = await site.look(`/tx/${pendingTxid}`);
  await expect.poll(follows).toBeGreaterThan(before);
  site.push({ rbfTransaction: { txid: ids.newer } });
  await page.locator('.alert-replaced').waitFor();
  expect(await page.locator('.alert-replaced a').getAttribute('href')).toBe(`/tx/${ids.newer}`);
});

test('a removed transaction is shown with the reason and a link to its history', async () => {
  const { page, faults } = await site.look(`/tx/${ids.stored}`);
  await page.locator('.btn-warning').filter({ hasText: 'Removed' }).waitFor();
  await page.getByText('This transaction cannot confirm').waitFor();
  await page.locator('[data-part~=story-foot]').getByRole('link', { name: 'Transaction history' }).click();
  await page.getByText('Conflicted').waitFor();
  await page.getByRole('link', { name: 'Decode' }).click();
  await page.getByText('This transaction is stored locally').waitFor();
  expect(faults).toEqual([]);
});

test('the history distinguishes certain from inferred removals', async () => {
  const { page } = await visit(`/tx/${ids.removed}/fate`, { javaScriptEnabled: false });
  await page.getByText('Evicted').first().waitFor();
  await page.locator('.badge', { hasText: 'inferred' }).waitFor();
  await leave(page);
  const other = await visit(`/tx/${ids.replaced}/fate`, { javaScriptEnabled: false });
  await other.page.locator('.badge', { hasText: 'certain' }).waitFor();
  expect(await other.page.locator('[data-part~=fate-by] a').getAttribute('href')).toBe(`/tx/${ids.newer}`);
  await leave(other.page);
});

test('replacements are updated live, and the other list is one click away', async () => {
  const follows = () => site.received.filter((text) => text.includes('track-rbf')).length;
  const before = follows();
  const { page, faults } = await site.look('/rbf');
  expect(await page.locator('.tree').count()).toBe(2);
  await expect.poll(follows).toBeGreaterThan(before);
  site.push({ rbfLatest: [] });
  await page.locator('.no-replacements').waitFor();
  await page.getByRole('link', { name: 'Full RBF' }).click();
  await page.waitForURL(/full=true/);
  await expect.poll(() => page.locator('.tree').count()).toBe(1);
  await page.goto(`${site.origin}/rbf#fullrbf`);
  await page.waitForURL(/full=true/);
  expect(faults).toEqual([]);
});

test('recent transactions are added on top, except while paused', async () => {
  const { page } = await site.look('/txs');
  const rows = page.locator('.txs-table tbody tr');
  // Ten of the loader, six of the start object, and one for skipped ones.
  const before = 17;
  await expect.poll(() => rows.count()).toBe(before);
  const news = { txid: ids.newer, fee: 1, vsize: 1, value: 1 };
  await expect
    .poll(async () => {
      site.push({ transactions: [news] });
      return rows.count();
    })
    .toBe(before + 1);
  await page.getByRole('button', { name: 'Pause' }).click();
  site.push({ transactions: [{ ...news, txid: ids.removed }] });
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => rows.count()).toBe(before + 2);
  expect(await rows.first().innerText()).toContain(ids.removed.slice(0, 6));
});

test('recent transactions show a hundred messages that came while the page was blocked', async () => {
  const { page, faults } = await visit('/txs');
  const rows = page.locator('.txs-table tbody tr');
  await expect.poll(() => rows.count()).toBe(17);
  // a dialog stops the page's event loop
  page.once('dialog', async (dialog) => {
    for (let number = 0; number < 100; number++) {
      const txid = number.toString(16).padStart(64, 'f');
      site.push({ transactions: [{ txid, fee: 1, vsize: 1, value: 1 }] });
    }
    await dialog.accept();
  });
  await page.getByRole('button', { name: '500', exact: true }).click();
  await page.evaluate(() => alert());
  await expect.poll(() => rows.count()).toBe(117);
  // forced colors remove the background that marks the selected number
  await page.emulateMedia({ forcedColors: 'active' });
  const outlines = ['500', '50'].map((name) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).outlineStyle),
  );
  expect(await Promise.all(outlines)).toEqual(['solid', 'none']);
  expect(faults).toEqual([]);
  await leave(page);
});

test('broadcasting validates hex, explains rejections and links to the transaction', async () => {
  const { page, faults } = await site.look('/tx/push', /status of 400 \(Bad Request\)/);
  const field = page.getByLabel('Transaction hex');
  const send = page.getByRole('button', { name: 'Broadcast Transaction' });
  const before = posted.length;
  await field.fill('zz');
  await send.click();
  await page.getByText('Invalid transaction hex').waitFor();
  expect(posted.length).toBe(before);
  await field.fill('0200');
  await send.click();
  await page.getByText('reason: TX decode failed').waitFor();
  // as a terminal wraps it
  await field.fill(` ${rawTx.slice(0, 64)}\n${rawTx.slice(64)}\n`);
  await send.click();
  await page.locator('[data-part~=banner].ok a').waitFor();
  expect(posted.at(-1)).toEqual({ path: '/api/tx', body: rawTx });
  expect(await page.getByRole('link', { name: 'Preview first' }).getAttribute('href')).toBe(`/tx/preview#tx=${rawTx}`);
  expect(await page.locator('[data-part~=banner].ok a').getAttribute('href')).toBe(`/tx/${ids.newer}`);
  await page.getByLabel('Transactions, comma-separated hex').fill(`${rawTx},${rawTx}`);
  await page.getByRole('button', { name: 'Submit Package' }).click();
  await page.locator('[data-part~=tested] tbody tr').waitFor();
  expect(posted.at(-1)).toEqual({
    path: '/api/txs/package?maxfeerate=0.10000000&maxburnamount=0.00000000',
    body: JSON.stringify([rawTx, rawTx]),
  });
  expect(faults).toEqual([]);
});

test('broadcasting without JavaScript is a plain form', async () => {
  const { page } = await visit('/tx/push', { javaScriptEnabled: false });
  await page.getByLabel('Transaction hex').fill('0200');
  await page.getByRole('button', { name: 'Broadcast Transaction' }).click();
  await page.waitForURL(/\/api\/broadcast\?tx=0200$/);
  await leave(page);
});

test('controls that need JavaScript are hidden without it', async () => {
  const { page } = await visit('/txs', { javaScriptEnabled: false });
  const scripted = page.locator('main .js-only');
  expect(await scripted.count()).toBeGreaterThan(0);
  expect(await scripted.filter({ visible: true }).count()).toBe(0);
  await leave(page);
});

/** A link of a signing device to bytes, from `#` on: base64url, and the last 8 bytes of their SHA-256. */
function deviceLink(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  const sum = createHash('sha256').update(bytes).digest().subarray(-8);
  return `#t=${bytes.toString('base64url')}&c=${sum.toString('base64url')}`;
}

test.each([
  ['on mainnet', `/pushtx${deviceLink(rawTx)}`],
  ['at the other address', `/tx/push${deviceLink(rawTx)}`],
  ['on a test network', `/testnet4/pushtx${deviceLink(rawTx)}&n=XTN`],
  ['on the demo', `/demo/pushtx${deviceLink(rawTx)}&n=XRT`],
  ['of hex', `/tx/push#tx=${rawTx}`],
])('a valid link %s fills the input and sends nothing', async (_where, path) => {
  const before = posted.length;
  const { page, faults } = await site.look(path);
  await expect.poll(() => page.getByLabel('Transaction hex').inputValue()).toBe(rawTx);
  expect(await page.locator('main [role=status]').count()).toBe(0);
  expect(posted.length).toBe(before);
  expect(faults).toEqual([]);
});

test.each([
  ['of a test network', `/pushtx${deviceLink(rawTx)}&n=XTN`, 'Invalid network: the link was not made'],
  ['of mainnet on a test network', `/testnet4/pushtx${deviceLink(rawTx)}`, 'Invalid network: the link was not made'],
  ['that ends early', `/pushtx${deviceLink(rawTx).slice(0, 300)}`, 'Missing checksum, URL is probably truncated'],
  ['that ends a little early', `/pushtx${deviceLink(rawTx).slice(0, -2)}`, 'Bad checksum, URL is probably truncated'],
  ['to what is no transaction', `/pushtx${deviceLink('0200')}`, 'Failed to decode transaction'],
  [
    'of markup',
    `/pushtx#t=${encodeURIComponent('<img src=x onerror="document.title=1">')}&c=${encodeURIComponent('<b>')}`,
    'Failed to decode transaction',
  ],
  ['without end', `/pushtx#t=${'A'.repeat(1_500_000)}&c=AAAAAAAAAAA`, 'Failed to decode transaction'],
])('a link %s leaves the input empty and shows the reason', async (_what, path, words) => {
  const before = posted.length;
  const { page, faults } = await site.look(path);
  const status = page.locator('main [role=status]');
  await status.waitFor();
  expect(await status.innerText()).toContain(words);
  expect(await page.getByLabel('Transaction hex').inputValue()).toBe('');
  expect(await page.locator('main img, main b').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(posted.length).toBe(before);
  expect(faults).toEqual([]);
});

test('another link on the open page replaces the first', async () => {
  // The router warns about a fragment that was not set by a link of the page.
  const remark = /^You are trying to use a blocker on a POP navigation/;
  const { page, faults } = await site.look(`/pushtx${deviceLink(rawTx)}&n=XTN`, remark);
  const status = page.locator('main [role=status]');
  const field = page.getByLabel('Transaction hex');
  const follow = (hash: string) => page.evaluate((to) => (window.location.hash = to), hash);
  await status.getByText('Invalid network').waitFor();
  await follow(deviceLink(rawTx));
  await expect.poll(() => field.inputValue()).toBe(rawTx);
  await expect.poll(() => status.count()).toBe(0);
  await follow(deviceLink(rawTx).slice(0, -2));
  await status.getByText('Bad checksum').waitFor();
  expect(await field.inputValue()).toBe('');
  expect(faults).toEqual([]);
});

test('tests one to twenty-five transactions, and shows the reasons as text', async () => {
  const { page, faults } = await site.look('/tx/test');
  const send = page.getByRole('button', { name: 'Test Transactions' });
  await send.click();
  await page.getByText('At least one transaction is required').waitFor();
  await page.getByLabel('Raw hex, comma-separated').fill(Array.from({ length: 26 }, () => '00').join(','));
  await send.click();
  await page.getByText('Exceeded maximum of 25 transactions').waitFor();
  await page.getByLabel('Raw hex, comma-separated').fill(rawTx);
  await send.click();
  await page.getByText('bad <script>').waitFor();
  expect(posted.at(-1)?.path).toBe('/api/txs/test?maxfeerate=0.10000000');
  expect(faults).toEqual([]);
});

test('a preview stays in the browser unless prevouts are requested', async () => {
  const before = posted.length;
  const { page, faults } = await visit(`/tx/preview#tx=${rawTx}&offline=true`);
  await page.getByText('2 prevouts are unknown').waitFor();
  expect(posted.length).toBe(before);
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await page.locator('[data-part~=witness]').first().waitFor();
  await page.getByRole('button', { name: 'New preview' }).click();
  await page.getByLabel('Fetch missing prevouts').check();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByText('864,210,000').first().waitFor();
  // its relatives, once its prevouts are known
  await page.locator('#cpfp').getByRole('link').first().waitFor();
  expect(await page.locator('[data-part~=tx-figures]').innerText()).toMatch(/77(\.0)?\s+sat\/vB/);
  const asked = posted
    .slice(before)
    .map((each) => [each.path.replace(/^.*\/v1\//, ''), JSON.parse(each.body) as unknown]);
  expect(asked).toEqual([
    ['prevouts', [expect.anything(), expect.anything()]],
    ['cpfp', [expect.objectContaining({ fee: 864_210_000, weight: expect.any(Number), vin: expect.any(Array) })]],
  ]);
  await page.locator('#details .copy').click();
  await page.getByRole('button', { name: 'Copied to clipboard' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
  await leave(page);
});

test('a preview of an unsigned transaction estimates its size, and cannot be broadcast', async () => {
  const { page, faults } = await site.look(`/tx/preview#tx=${unsignedTx}`);
  await page.getByText('2 inputs are not signed yet.').waitFor();
  await page.getByText('Sizes include about 218 bytes of missing signatures.').waitFor();
  const send = page.getByRole('button', { name: 'Broadcast', exact: true });
  expect(await send.isDisabled()).toBe(true);
  expect(await page.locator('#details .copy').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('a preview of invalid input shows the reason', async () => {
  const { page } = await site.look('/tx/preview');
  await page.getByLabel('Transaction hex or base64 encoded PSBT').fill('nonsense!');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByText('not hex or base64').waitFor();
});

test('no transaction page loads more than 250,000 bytes of script', async () => {
  for (const path of [`/tx/${ids.inscription}?showDetails=true`, '/tx/preview', '/rbf']) {
    const bytes = await scriptBytes(site.browser, site.origin + path);
    expect(bytes, path).toBeGreaterThan(50_000);
    expect(bytes, path).toBeLessThan(250_000);
  }
});
