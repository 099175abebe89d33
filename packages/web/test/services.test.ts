// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes.
import type { PaymentOrder } from '@glassblock/contract/services';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { json, now, textAnswer } from './support/samples/acceleration-sample.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { sampleBlock, tip } from './support/samples/sample-data.ts';
import {
  orderOf,
  quotedTxid,
  sampleAuto,
  sampleCards,
  sampleEstimate,
  sampleOrders,
  servicesAnswer,
} from './support/samples/services-sample.ts';
import { expectSound, expectSoundInBothViews } from './support/sound.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

type Answers = (path: string, body: string | undefined) => SampleAnswer | undefined;
/** Answers of one test that replace those of the sample server. */
let own: Answers | undefined;
/** Bodies of POST requests, by path. */
const posted: [path: string, body: string][] = [];
const accounts = { prefix: '', emailLinks: true, signUp: true, passkeys: true, faucets: ['testnet4'] };
const site = testSite({
  settings: { accelerator: true, servicesNetwork: 'mainnet', accounts },
  first(path, body) {
    if (body !== undefined) posted.push([path, body]);
    return own?.(path, body) ?? servicesAnswer(path);
  },
});

async function visit(path: string, answers?: Answers, options: BrowserContextOptions = {}, tolerated?: RegExp) {
  own = answers;
  posted.length = 0;
  return site.visit(path, { colorScheme: 'dark', ...options }, tolerated);
}

function look(path: string, answers?: Answers) {
  own = answers;
  posted.length = 0;
  return site.look(path);
}

const checkout = `/tx/${quotedTxid}/accelerate`;
const ordered =
  (order: PaymentOrder): Answers =>
  (path) =>
    path.includes('/payments/bitcoin/order') ? json(order) : undefined;
const card = (page: Page, title: string) =>
  page.locator('[data-part~=card]').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const signedOut: Answers = (path) => (path.includes('/account') ? textAnswer('invalid_user', 401) : undefined);
const unauthorized = /status of 401/;

test.each([
  ['/login', 'Send link'],
  ['/login?error=invalid_credentials&sent', 'Send link'],
  ['/login/link?token=abc', 'Sign in'],
  ['/account', 'Export my data'],
  ['/testnet4/faucet', 'Request Testnet4 Coins'],
  [checkout, 'Continue to payment'],
])('%s: no console error, axe finding or horizontal scroll in both views', async (path, text) => {
  const { page, faults } = await look(path);
  await page.getByText(text).first().waitFor();
  await expectSoundInBothViews(page, faults);
});

test('the account page of a visitor without a session leads to signing in', async () => {
  const asked: string[] = [];
  const answers: Answers = (path, body) => {
    if (path.includes('/services/')) asked.push(path);
    return signedOut(path, body) ?? textAnswer('unauthorized', 401);
  };
  const { page, faults } = await visit('/account', answers, {}, unauthorized);
  await page.locator('main').getByRole('link', { name: 'Sign in' }).waitFor();
  expect(asked).toEqual(['/api/v1/services/account']);
  await expectSound(page, faults);
  await leave(page);
});

test.each(Object.keys(sampleOrders) as (keyof typeof sampleOrders)[])(
  'an order that is %s: no console error, axe finding or horizontal scroll in both views',
  async (name) => {
    const { page, faults } = await look(`${checkout}?invoice=invoice-1`, ordered(sampleOrders[name]));
    await page.locator('#main [data-part~=banner], #main ol').first().waitFor();
    if (name === 'pending') await page.getByRole('img', { name: /QR/ }).waitFor();
    await expectSoundInBothViews(page, faults);
  },
);

test('the next part of an order starts within the viewport of a phone', async () => {
  let order = sampleOrders.pending;
  const answers: Answers = (path) => (path.includes('/payments/bitcoin/order') ? json(order) : undefined);
  const { page } = await visit(`${checkout}?invoice=invoice-1`, answers, { viewport: { width: 390, height: 500 } });
  await page.getByRole('img', { name: /QR/ }).waitFor();
  const steps = page.locator('#main ol');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect.poll(async () => (await steps.boundingBox())!.y).toBeLessThan(0);
  order = { ...sampleOrders.completed, received: 8_000, claimable: 2_875 };
  await expect.poll(async () => (await steps.boundingBox())!.y).toBeGreaterThanOrEqual(0);
  // the receipt: 8,000 sats were paid, of which 5,125 were charged
  const rows = page.locator('#main dl');
  await expect.poll(() => rows.innerText()).toMatch(/Charged\s+5,125 sats · 2,875 sats not needed/);
  expect(await rows.innerText()).toMatch(
    /Accelerator service fee\s+1,000 sats\s+Transaction size surcharge\s+125 sats/,
  );
  await page.evaluate(() => {
    window.print = () => document.documentElement.classList.add('printed');
  });
  await page.getByRole('button', { name: 'Print receipt' }).click();
  await page.locator('html.printed').waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await rows.isVisible()).toBe(true);
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  await leave(page);
});

test('a bid whose cost is below the smallest invoice is raised before it is paid', async () => {
  const bitcoin = { enabled: true, min: 7_000, max: 9_000 };
  const availablePaymentMethods = { ...sampleEstimate.availablePaymentMethods, bitcoin };
  const answers: Answers = (path) => {
    if (path.endsWith('/accelerator/estimate')) return json({ ...sampleEstimate, availablePaymentMethods });
    return path.includes('/payments/bitcoin/order') ? json(sampleOrders.pending) : undefined;
  };
  const { page, faults } = await visit(checkout, answers);
  const primary = page.getByRole('button', { name: 'Continue to payment' });
  await page.getByText('Invoices start at 7,000 sats.').waitFor();
  expect(await primary.isDisabled()).toBe(true);
  // 1,125 sats of the smallest invoice are fees
  await page.getByRole('button', { name: 'Raise the bid to 5,875 sats' }).press('Enter');
  expect(await page.getByRole('slider').inputValue()).toBe('5875');
  await primary.press('Enter');
  await page.getByRole('img', { name: /QR/ }).waitFor();
  const request = JSON.stringify({ txid: quotedTxid, maxBidBoost: 5_875 });
  expect(posted).toContainEqual(['/api/v1/services/accelerator/invoice', request]);
  await expectSound(page, faults);
  await leave(page);
});

test('requests the amount of an order again after a failure', async () => {
  let failures = 0;
  const answers: Answers = (path) => {
    if (path.includes('/payments/bitcoin/order')) return json(sampleOrders.pending);
    if (path.includes('/payments/bitcoin/invoice') && failures++ === 0) return textAnswer('busy', 503);
    return undefined;
  };
  const { page } = await visit(`${checkout}?invoice=invoice-1`, answers);
  await page.getByRole('img', { name: /QR/ }).waitFor();
  expect(failures).toBe(2);
  await leave(page);
});

test('stored cards show brand, last four digits and expiry, and are removed by their id', async () => {
  let left = sampleCards;
  const { page } = await visit('/account', (path, body) => {
    if (path.endsWith('/account/cards')) return json(left);
    if (!path.endsWith('/account/cards/remove')) return undefined;
    const { id } = JSON.parse(body!) as { id: string };
    left = left.filter(({ card_id }) => card_id !== id);
    return textAnswer('', 200);
  });
  const cards = card(page, 'Stored cards');
  const rows = cards.getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(2);
  expect(await rows.allInnerTexts()).toEqual([
    expect.stringMatching(/VISA ending in 4242 Alice Example\s+Expires 03\/2099\s+Remove/),
    expect.stringMatching(/Mastercard ending in 0005\s+Expired 01\/2020\s+Remove/),
  ]);
  await cards.getByRole('button', { name: 'Remove: VISA ending in 4242' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await cards.getByRole('button', { name: 'Remove: Mastercard ending in 0005' }).click();
  await cards.getByText('No stored cards.').waitFor();
  expect(posted).toEqual(
    ['card-1', 'card-2'].map((id) => ['/api/v1/services/account/cards/remove', JSON.stringify({ id })]),
  );
  await leave(page);
});

test('a server that stores no cards has no list of them', async () => {
  const { page } = await visit('/account', (path) =>
    path.endsWith('/account/cards') ? textAnswer('', 204) : undefined,
  );
  await page.getByText('Export my data').waitFor();
  expect(await card(page, 'Stored cards').count()).toBe(0);
  await leave(page);
});

test('while sats are on hold the account is not deleted; a block that settles them shows the form', async () => {
  let hold = 6_125;
  const before = site.received.length;
  const { page } = await visit('/account', (path) =>
    path.endsWith('/accelerator/balance') ? json({ balance: 20_000, hold, feesPaid: 12_000 }) : undefined,
  );
  const data = card(page, 'Your data');
  await data.getByText('Payments or accelerations are open.').waitFor();
  expect(await data.getByRole('button').count()).toBe(0);
  await site.isFollowed(before);
  hold = 0;
  site.push({ block: sampleBlock(tip + 1, now * 1000) });
  await data.getByLabel('Type alice to confirm').fill('alice');
  await data.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByText('The account is deleted.').waitFor();
  expect(posted).toEqual([['/api/v1/services/account/delete', '{"username":"alice","balance":20000}']]);
  await leave(page);
});

test('an open acceleration is canceled by its id, and a closed one has no such button', async () => {
  const { page } = await visit('/account');
  const rows = card(page, 'Accelerations').locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(2);
  expect(await rows.nth(1).getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  await rows.nth(0).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => posted).toEqual([['/api/v1/services/accelerator/cancel', '{"id":7}']]);
  await leave(page);
});

test('automatic accelerations are listed with their trigger, and one is canceled by transaction and trigger', async () => {
  let left = sampleAuto;
  const { page, faults } = await visit('/account', (path) => {
    if (path.endsWith('/auto-accelerate/history')) return json(left);
    if (!path.endsWith('/auto-accelerate/cancel')) return undefined;
    left = sampleAuto.map((row) => (row === sampleAuto[1] ? { ...row, status: 'canceled' } : row));
    return textAnswer('', 200);
  });
  const rows = card(page, 'Automatic accelerations').locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(4);
  expect(await rows.locator('td:nth-child(2)').allInnerTexts()).toEqual([
    'At block 850,000',
    '0.5 hours after the request',
    expect.stringMatching(/^\d{4}-\d\d-\d\d/),
    'At the next block',
  ]);
  const buttons = rows.getByRole('button', { name: 'Cancel' });
  expect(await buttons.count()).toBe(2);
  await buttons.nth(1).click();
  await expect.poll(() => buttons.count()).toBe(1);
  const { txid, trigger_type: type } = sampleAuto[1]!;
  expect(posted).toEqual([['/api/v1/services/accelerator/auto-accelerate/cancel', JSON.stringify({ txid, type })]]);
  await expectSoundInBothViews(page, faults);
  await leave(page);
});

test('an unused account has no list of automatic accelerations, and its money cards end on one line', async () => {
  const { page } = await visit('/account', (path) =>
    /\/(auto-accelerate\/history|top-up-history)$/.test(path) ? json([]) : undefined,
  );
  await page.getByText('Export my data').waitFor();
  expect(await card(page, 'Automatic accelerations').count()).toBe(0);
  const endOf = async (section: string) => {
    const { y, height } = (await page.locator(`[aria-labelledby=account-${section}]`).boundingBox())!;
    return y + height;
  };
  expect(await endOf('top-ups')).toBeCloseTo(await endOf('claim'), 0);
  await leave(page);
});

test('a top-up shows its invoice, then that it is on the balance', async () => {
  let order = orderOf({ kind: 'top_up', guest: false, amount: 1_000_000 });
  const { page, faults } = await visit('/account', (path) =>
    path.includes('/payments/bitcoin/order') ? json(order) : undefined,
  );
  const topUps = card(page, 'Top-ups');
  await topUps.getByRole('button', { name: 'Create invoice' }).click();
  await topUps.getByRole('img', { name: /QR/ }).waitFor();
  expect(posted).toEqual([['/api/v1/services/accelerator/top-up', '{"amount":1000000}']]);
  expect(await topUps.getByRole('list', { name: 'Progress' }).getByRole('listitem').allInnerTexts()).toEqual([
    'Invoice',
    'Payment',
    'Receipt',
  ]);
  await expectSoundInBothViews(page, faults);
  order = { ...order, status: 'paid', received: 1_000_000 };
  await topUps.getByText('Paid. The sats are on your balance.').waitFor();
  await topUps.getByRole('button', { name: 'Close' }).click();
  await topUps.getByRole('button', { name: 'Create invoice' }).waitFor();
  await leave(page);
});

test('the rest of an outbid payment is claimed on its receipt, and by its id on the account page', async () => {
  const claims: Answers = (path) => (path.endsWith('/claim') ? json({ amount: 6_125 }) : undefined);
  const { page } = await visit(
    `${checkout}?invoice=invoice-1`,
    (path, body) => claims(path, body) ?? ordered(sampleOrders.outbid)(path, body),
  );
  await page.getByText('An equal or higher bid accelerates this transaction already.').waitFor();
  await page.getByRole('button', { name: 'Add to my balance' }).click();
  await page.getByText('6,125 sats were added to your balance.').waitFor();
  const claimed = ['/api/v1/services/payments/bitcoin/claim', '{"id":"invoice-1"}'];
  expect(posted).toEqual([claimed]);
  await leave(page);
  const { page: account } = await visit('/account', claims);
  const form = card(account, 'Claim an invoice');
  await form.getByLabel('Invoice ID').fill(' invoice-1 ');
  await form.getByRole('button', { name: 'Claim' }).click();
  await form.getByText('6,125 sats were added to the balance.').waitFor();
  expect(posted).toEqual([claimed]);
  await leave(account);
});
