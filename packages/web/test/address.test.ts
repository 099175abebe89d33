// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import {
  addressOf,
  concatBytes,
  fromHex,
  networks,
  numsKey,
  tapBranchHash,
  tapLeafHash,
  tapOutputKey,
  toHex,
} from '@glassblock/primitives';
import { expect, test } from 'vitest';
import { withPageLoad } from './support/open-page.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { hashOf, ownAddress, sampleTx, tip } from './support/samples/sample-data.ts';
import { expectSound, views } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const now = Date.now();
/** BIP 341, wallet vectors: two leaves of different versions. */
const internalKey = 'ee4fe085983462a184015d1f782d6a5f8b9c2b60130aff050ce221ecf3786592';
const script = '20387671353e273264c495656e27e39ba899ea8fee3bb69fb2a680e22093447d48ac';
const other = '06424950333431';
const root = '6c2dc106ab816b73f9d07e3cd1ef2c8c1256f519748e0813e4edd2405d277bef';
const control =
  'faee4fe085983462a184015d1f782d6a5f8b9c2b60130aff050ce221ecf37865928ad69ec7cf41c2a4001fd1f738bf1e505ce2277acdcaa63fe4765192497f47a7';
function addressFor(key: Uint8Array, merkleRoot: Uint8Array): string {
  const output = tapOutputKey(key, merkleRoot);
  const address = output && addressOf(concatBytes(fromHex('5120'), output.key), networks.mainnet);
  if (address === undefined) throw new Error('the vector is broken');
  return address;
}
const taproot = addressFor(fromHex(internalKey), fromHex(root));
/** Ten levels below a provably unspendable key. */
const path = Array.from({ length: 10 }, (_, place) => new Uint8Array(32).fill(place));
const deep = addressFor(numsKey, path.reduce(tapBranchHash, tapLeafHash(0xc0, fromHex('51'))));
const deepControl = `c0${toHex(numsKey)}${path.map(toHex).join('')}`;
/** More letters agree than by chance. */
const alike = `${ownAddress.slice(0, 12)}${'qz3x8m5t7w2yc4dvj6lr90'.slice(0, ownAddress.length - 20)}${ownAddress.slice(-8)}`;

const stats = { tx_count: 1, funded_txo_count: 1, funded_txo_sum: 5, spent_txo_count: 1, spent_txo_sum: 5 };
const none = { tx_count: 0, funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0 };
const json = (body: unknown): SampleAnswer => ({ status: 200, contentType: 'application/json', body });
const spend = (address: string, witness: string[], asm: string) => {
  const tx = sampleTx(hashOf(address), { now, confirmedAt: tip - 9 });
  return {
    ...tx,
    vin: [
      {
        ...tx.vin[0],
        prevout: {
          scriptpubkey: '5120',
          scriptpubkey_asm: '',
          scriptpubkey_type: 'v1_p2tr',
          scriptpubkey_address: address,
          value: 5,
        },
        witness,
        inner_witnessscript_asm: asm,
      },
    ],
  };
};
/** An address with forty unconfirmed transactions of forty outputs each, and no confirmed one. */
const crowded = 'bc1qcrowded';
const crowd = Array.from({ length: 40 }, (_, place) => {
  const tx = sampleTx(hashOf(`crowd${place}`), { now });
  const [output] = tx.vout;
  const vout = Array.from({ length: 40 }, (_, n) => ({
    ...output,
    scriptpubkey_address: n === 39 ? crowded : ownAddress,
    value: 1_000 + n,
  }));
  return { ...tx, vin: tx.vin.slice(0, 1), vout };
});
const crowdedInfo = {
  address: crowded,
  chain_stats: none,
  mempool_stats: { ...none, tx_count: 40, funded_txo_count: 40, funded_txo_sum: 41_560 },
};
function pageOf(rest: string) {
  const asked = new URLSearchParams(rest.slice(rest.indexOf('?')));
  const start = crowd.findIndex(({ txid }) => txid === asked.get('after_txid')) + 1;
  return crowd.slice(start, start + Number(asked.get('max_txs')));
}
let isAway = false;
let hasAlike = false;

function first(asked: string): SampleAnswer | undefined {
  const [, address, rest = ''] = /^\/api\/address\/([^/?]+)(.*)$/.exec(asked) ?? [];
  if (isAway && rest.includes('after_txid')) return { status: 504, contentType: 'text/plain', body: 'Too slow' };
  if (address === ownAddress && hasAlike && rest.startsWith('/txs?')) {
    const tx = sampleTx(hashOf('alike'), { now, confirmedAt: tip - 4 });
    const [output] = tx.vout;
    return json([
      {
        ...tx,
        vout: [
          { ...output, scriptpubkey_address: alike },
          { ...output, scriptpubkey_address: ownAddress },
        ],
      },
    ]);
  }
  if (address === 'bc1qtoomany')
    return rest === ''
      ? json({ address, chain_stats: { ...stats, tx_count: 900_000 }, mempool_stats: none })
      : { status: 504, contentType: 'text/plain', body: 'History is too long' };
  if (address === crowded) return rest === '' ? json(crowdedInfo) : json(rest.startsWith('/txs?') ? pageOf(rest) : []);
  const [, whole] = /^\/api\/tx\/([^/?]+)$/.exec(asked) ?? [];
  const wide = crowd.find(({ txid }) => txid === whole);
  if (wide !== undefined) return isAway ? { status: 503, contentType: 'text/plain', body: 'Too busy' } : json(wide);
  if (address !== taproot && address !== deep) return undefined;
  if (rest === '') return json({ address, chain_stats: stats, mempool_stats: none });
  if (!rest.startsWith('/txs?')) return json([]);
  return json([
    address === taproot
      ? spend(taproot, ['01', other, control], 'OP_PUSHBYTES_6 <script>alert(1)</script>')
      : spend(deep, ['51', deepControl], 'OP_PUSHNUM_1'),
  ]);
}

const site = testSite({ first });

const { visit } = site;

test.each(
  [`/address/${taproot}`, `/ar/address/${taproot}`, `/address/${deep}`].flatMap((at) =>
    views.map(([view, options]) => [at, view, options] as const),
  ),
)('%s, %s: no error, axe finding or horizontal scroll', async (at, _, options) => {
  const { page, faults } = await visit(at, options);
  await page.locator('[data-cy=tap-form]').waitFor({ state: 'attached' });
  for (const summary of await page.locator('section[aria-labelledby=taptree] summary').all()) await summary.click();
  await expectSound(page, faults);
  await leave(page);
});

test('shows the QR code on hover, focus and tap, and closes it on Esc', async () => {
  const { page, faults } = await visit(`/address/${ownAddress}`);
  const code = page.locator('[data-cy=address-qr] svg.qr-code');
  const sign = page.getByRole('button', { name: 'Show as QR code' });
  expect(await code.count()).toBe(0);
  await sign.hover();
  await code.waitFor();
  expect(await code.getAttribute('aria-label')).toBe(`QR code of ${ownAddress}`);
  expect(await code.boundingBox()).toMatchObject({ width: 200, height: 200 });
  await expectSound(page, faults);
  await page.mouse.move(5, 5);
  await code.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Copy to clipboard' }).first().focus();
  await page.keyboard.press('Shift+Tab');
  await code.waitFor();
  await page.keyboard.press('Escape');
  await code.waitFor({ state: 'detached' });
  await leave(page);
  const phone = await visit(`/address/${ownAddress}`, views[1]?.[1]);
  await phone.page.getByRole('button', { name: 'Show as QR code' }).tap();
  const box = await phone.page.locator('svg.qr-code').boundingBox();
  expect(box?.width).toBe(200);
  expect(box !== null && box.x >= 0 && box.x + box.width <= 390).toBe(true);
  await phone.page.getByRole('button', { name: 'Show as QR code' }).tap();
  await phone.page.locator('svg.qr-code').waitFor({ state: 'detached' });
  await phone.page.context().close();
});

test('names similar addresses with their equal parts, also without JavaScript', async () => {
  hasAlike = true;
  const { page } = await visit(`/address/${ownAddress}`, { javaScriptEnabled: false });
  const warning = page.locator('.poison-alert');
  expect(await warning.locator('a').getAttribute('href')).toBe(`/address/${alike}`);
  expect(
    await Promise.all(['prefix', 'infix', 'postfix'].map((name) => warning.locator(`.${name}`).textContent())),
  ).toEqual([alike.slice(0, 12), alike.slice(12, -8), alike.slice(-8)]);
  hasAlike = false;
  await page.goto(`${site.origin}/address/${ownAddress}`);
  expect(await warning.count()).toBe(0);
  await leave(page);
});

test('loads older transactions on scrolling, with a retry button on failure', async () => {
  const { page } = await visit(`/address/${ownAddress}`);
  const title = page.locator('[data-part~=section-title]', { hasText: 'transactions' });
  expect(await title.innerText()).toBe('12 of 34 transactions');
  isAway = true;
  await page.locator('[data-part~=load-more]').scrollIntoViewIfNeeded();
  await page
    .locator('[data-part~=load-more]', { hasText: 'Older transactions could not be loaded: Too slow' })
    .waitFor();
  isAway = false;
  await page.locator('[data-part~=load-more] a', { hasText: 'Try again' }).click();
  await expect.poll(() => title.innerText()).toBe('34 of 34 transactions');
  expect(await page.locator('[data-part~=load-more]').count()).toBe(0);
  await leave(page);
});

test('loads a history of only unconfirmed transactions to its end', async () => {
  const { page, faults } = await visit(`/address/${crowded}`, { viewport: { width: 390, height: 844 } });
  const title = page.locator('[data-part~=section-title]', { hasText: 'transactions' });
  expect(await title.innerText()).toBe('12 of 40 transactions');
  // at the bottom of the page, where only the footer is in view: it moves down, and does not load all rows
  const end = await page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    return window.scrollY;
  });
  await expect.poll(() => title.innerText()).toBe('37 of 40 transactions');
  expect(
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(Math.round(window.scrollY))))),
  ).toBe(Math.round(end));
  await page.locator('[data-part~=load-more]').scrollIntoViewIfNeeded();
  await expect.poll(() => title.innerText()).toBe('40 of 40 transactions');
  const ids = await page
    .locator('[data-part~=tx-box] [data-part~=tx-head] .hash')
    .evaluateAll((all) => all.map((each) => each.getAttribute('title')));
  expect(ids).toEqual(crowd.map(({ txid }) => txid));
  expect(faults).toEqual([]);
  await leave(page);
});

test('loads missing rows of a list on request, and reports a failure', async () => {
  const { page } = await visit(`/address/${crowded}`);
  const box = page.locator('[data-part~=tx-box]').first();
  const rows = box.locator('.table-tx-vout li');
  expect(await box.locator('[data-part~=side-label]').allInnerTexts()).toEqual(['1 input', '40 outputs']);
  expect(await rows.count()).toBe(12);
  expect(await box.locator('.gain').innerText()).toMatch(/^\+0\.00001039 BTC$/);
  isAway = true;
  await box.getByRole('button', { name: 'Show more (28 remaining)' }).click();
  await box.getByText('More rows could not be loaded: Too busy').waitFor();
  isAway = false;
  await box.getByRole('button', { name: 'Show more (28 remaining)' }).click();
  await expect.poll(() => rows.count()).toBe(40);
  expect(await box.locator('.highlight .hash').getAttribute('title')).toBe(crowded);
  expect(await box.getByText('More rows').count()).toBe(0);
  await leave(page);
});

test('links spends of listed outputs, requested near the viewport', async () => {
  const { page } = await visit(`/address/${ownAddress}`);
  const row = page.locator('[data-part~=tx-box]').first().locator('.table-tx-vout li');
  await row.first().locator('a[data-part~=io-arrow][data-part~=spent]').waitFor();
  expect(await row.first().locator('a[data-part~=io-arrow]').getAttribute('href')).toBe(
    `/tx/${hashOf('spender')}#vin=1`,
  );
  expect(await row.nth(1).locator('[data-part~=io-arrow][data-part~=unspent]').count()).toBe(1);
  expect(await page.locator('[data-part~=tx-box]').nth(11).locator('.table-tx-vout [data-part~=unspent]').count()).toBe(
    0,
  );
  await page.locator('[data-part~=tx-box]').nth(11).scrollIntoViewIfNeeded();
  await page.locator('[data-part~=tx-box]').nth(11).locator('.table-tx-vout a[data-part~=spent]').waitFor();
  await leave(page);
});

test('links older transactions without JavaScript', async () => {
  const { page } = await visit(`/address/${ownAddress}`, { javaScriptEnabled: false });
  await withPageLoad(page, () => page.locator('[data-part~=load-more] a').click());
  expect(await page.locator('[data-part~=tx-box]').count()).toBe(12);
  expect(await page.locator('[data-part~=tx-box] .hash').first().getAttribute('title')).toBe(hashOf('a12'));
  await leave(page);
});

test('explains a history that is too long', async () => {
  const { page } = await visit('/address/bc1qtoomany', { javaScriptEnabled: false });
  expect(await page.locator('main').innerText()).toContain(
    'The transactions of this address could not be loaded: History is too long',
  );
  expect(await page.locator('main').innerText()).toContain(
    'Too many transactions for this server. Try again later, or use your own server.',
  );
  expect(await page.locator('[data-part~=balance]').innerText()).toContain('0.00000000');
  await leave(page);
});

test('shows the revealed script tree as plain text, also without JavaScript', async () => {
  const { page } = await visit(`/address/${taproot}`, { javaScriptEnabled: false });
  const tree = page.locator('section[aria-labelledby=taptree]');
  expect(await tree.locator('h2').innerText()).toBe('Taproot tree');
  expect(await tree.locator('[data-cy=tap-node]').allInnerTexts()).toEqual([
    `Public key ${taproot.slice(0, 8)}…${taproot.slice(-8)}`,
    'Internal key ee4fe085…f3786592',
    'Taproot 6c2dc106…5d277bef',
    'Branch 6c2dc106…5d277bef',
    'Not revealed 8ad69ec7…497f47a7',
  ]);
  const leaf = tree.locator('[data-cy=tap-leaf]');
  await leaf.locator('summary').click();
  expect((await leaf.locator('dl').innerText()).replace(/\s+/g, ' ')).toBe(
    'Leaf version 0xfa Depth 1 Size 7 B Revealed by spending input',
  );
  expect(await leaf.locator('dd a').getAttribute('href')).toBe(`/tx/${hashOf(taproot)}#vin=0`);
  expect(await leaf.locator('p.code').innerText()).toBe('OP_PUSHBYTES_6 <script>alert(1)</script>');
  await leave(page);
});

test('expands seven levels, the rest on request, and marks an unspendable key', async () => {
  const { page } = await visit(`/address/${deep}`);
  expect(await page.locator('section[aria-labelledby=taptree] .badge').first().innerText()).toBe(
    '🚫 provably unspendable',
  );
  const more = page.locator('[data-cy=tap-more] > summary');
  expect(await more.innerText()).toBe('Show all (3 levels remaining)');
  expect(await page.locator('[data-cy=tap-leaf]').isVisible()).toBe(false);
  await more.click();
  expect(await page.locator('[data-cy=tap-leaf]').isVisible()).toBe(true);
  await leave(page);
});

test('draws user-supplied paths only if they match the address, and keeps them in the fragment', async () => {
  const field = `01c0${(script.length / 2).toString(16)}${script}01fa07${other}`;
  const { page, faults } = await visit(`/address/${taproot}#taptree=${field}&ikey=${internalKey}`);
  await page.locator('[data-cy=tap-leaf]', { hasText: 'unused' }).waitFor();
  expect(await page.locator('[data-cy=tap-leaf]').count()).toBe(2);
  expect(await page.locator('section[aria-labelledby=taptree]', { hasText: 'Not revealed' }).count()).toBe(0);
  await page.locator('section[aria-labelledby=taptree] [data-part~=fold] summary').click();
  expect(await page.locator('#tap-ikey').inputValue()).toBe(internalKey);
  await page.fill('#tap-taptree', '<img src=x onerror=alert(1)>');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.locator('[data-cy=tap-form]', { hasText: 'Invalid taptree.' }).waitFor();
  expect(await page.locator('[data-cy=tap-leaf]').count()).toBe(1);
  await page.fill('#tap-taptree', '');
  await page.fill('#tap-ikey', '');
  await page.fill('#tap-tapleaf', `${control.replace('8ad6', '8ad7')}:${other}fa`);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.locator('[data-cy=tap-form]', { hasText: 'Does not belong to this address.' }).waitFor();
  await page.fill('#tap-tapleaf', `${control}:${other}fa`);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.poll(() => page.locator('[data-cy=tap-form] .loss').innerText()).toBe('');
  expect(new URL(page.url()).hash).toBe(`#tapleaf=${control}%3A${other}fa`);
  expect(faults).toEqual([]);
  await leave(page);
});

test.each(views)(
  '%s: going back from a transaction restores the scroll position, also far down',
  async (_, options) => {
    const { page } = await visit(`/address/${ownAddress}`, options);
    await page.locator('[data-cy=balance-history]').scrollIntoViewIfNeeded();
    await page.locator('[data-cy=balance-history] .chart-card').waitFor();
    for (const place of [6, 30]) {
      const row = page.locator('[data-part~=tx-box] [data-part~=tx-head] a').nth(place);
      await page.locator('[data-part~=tx-box]').last().scrollIntoViewIfNeeded();
      await row.waitFor();
      await row.scrollIntoViewIfNeeded();
      const top = async () => (await row.boundingBox())?.y ?? 0;
      const left = await top();
      // a pointer click may scroll first
      await row.press('Enter');
      await page.waitForURL('**/tx/*');
      await page.locator('[data-part~=tx-figures]').waitFor();
      await page.goBack();
      await row.waitFor();
      await expect.poll(async () => Math.abs((await top()) - left)).toBeLessThanOrEqual(2);
    }
    expect(await page.locator('[data-part~=tx-box]').count()).toBe(34);
    await leave(page);
  },
);
