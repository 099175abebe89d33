// Takes about two minutes: every page of the demo is loaded in a real browser, in several sizes.
import type {
  AccelerationQuote,
  BlockExt,
  LightningRankings,
  NetworkState,
  PenaltyRow,
  Tx,
} from '@glassblock/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../packages/server/test/support/test-explorer.ts';
import { launchBrowser } from '../packages/web/test/support/open-page.ts';
import { phone, visit, web } from './support/browser.ts';
import { everyPage, loadedOnDesktop, navigatedOnPhone, unknownPages } from './support/every-page.ts';

let browser: Browser;
let explorer: TestExplorer;
let block: BlockExt;
let confirmed: Tx;
let pending: string;
let address: string;
let lightningNode: string;
let penalty: PenaltyRow | undefined;

beforeAll(async () => {
  explorer = await startTestExplorer({ liquid: 'off' }, await web());
  // Two cores are shared with another test file and its browser.
  await vi.waitFor(
    async () => {
      const { index, mempool } = await explorer.get<NetworkState>('/api/glass/v1/state');
      expect([index.synced, mempool.synced]).toEqual([true, true]);
    },
    { timeout: 180_000, interval: 200 },
  );
  await explorer.until<unknown[]>('/api/v1/fees/mempool-blocks', (blocks) => blocks.length > 2);
  const blocks = await explorer.get<BlockExt[]>('/api/v1/blocks');
  block = blocks.find(({ tx_count: count }) => count > 30)!;
  const txs = await explorer.get<Tx[]>(`/api/block/${block.id}/txs`);
  confirmed = txs.find(({ vin }) => vin.length > 1) ?? txs[1]!;
  address = txs.slice(1).flatMap(({ vout }) => vout.flatMap((output) => output.scriptpubkey_address ?? []))[0]!;
  pending = (await explorer.get<string[]>('/api/mempool/txids')).at(-1)!;
  browser = await launchBrowser();
});

/** The mempool is sampled at each full minute; until then a text replaces its chart. */
const firstSample = () =>
  vi.waitFor(async () => expect(await explorer.get<unknown[]>('/api/v1/statistics/2h')).not.toEqual([]), {
    timeout: 90_000,
    interval: 500,
  });

/** Channels are found once the index is complete; their pages wait for them, not the others. */
async function lightningGraph(): Promise<void> {
  if (penalty !== undefined) return;
  await vi.waitFor(
    async () => {
      [penalty] = await explorer.get<PenaltyRow[]>('/api/v1/lightning/penalties');
      expect(penalty).toBeDefined();
    },
    { timeout: 90_000, interval: 500 },
  );
  const { topByCapacity } = await explorer.get<LightningRankings>('/api/v1/lightning/nodes/rankings');
  lightningNode = topByCapacity[0]!.publicKey;
}

afterAll(async () => {
  await browser?.close();
  await explorer?.stop();
  expect(explorer?.faults).toEqual([]);
});

everyPage(
  [
    { name: 'dashboard', path: () => '/', shows: '.latest-transactions .hash' },
    { name: 'block', path: () => `/block/${block.id}`, shows: '[data-part~=tx-box]' },
    { name: 'transaction', path: () => `/tx/${confirmed.txid}`, shows: '.btn-success' },
    { name: 'pending transaction', path: () => `/tx/${pending}`, shows: '[data-part~=story]' },
    { name: 'address', path: () => `/address/${address}`, shows: '[data-part~=tx-box]' },
    { name: 'group of addresses', path: () => `/wallet?addresses=${address}`, shows: '[data-cy=wallet-total]' },
    { name: 'wallet desk', path: () => '/wallet/desk', shows: '#desk-field' },
    { name: 'projected block', path: () => '/mempool-block/0', shows: 'canvas' },
    { name: 'blocks', path: () => '/blocks/1', shows: '[data-part~=blocks-table]' },
    { name: 'search', path: () => '/search', shows: '[data-part~=sentence]' },
    { name: 'recent transactions', path: () => '/txs', shows: 'main .hash' },
    { name: 'replacements', path: () => '/rbf', shows: 'h1' },
    { name: 'stale blocks', path: () => '/blocks/stale', shows: 'h1' },
    { name: 'fate', path: () => `/tx/${pending}/fate`, shows: '[data-part~=story]' },
    { name: 'broadcast', path: () => '/tx/push', shows: 'textarea' },
    { name: 'test transactions', path: () => '/tx/test', shows: 'textarea' },
    { name: 'preview', path: () => '/tx/preview', shows: 'textarea' },
    { name: 'fees', path: () => '/fees', shows: '[data-part~=fees-card]' },
    { name: 'mempool over time', path: () => '/graphs/mempool', shows: '[data-part~=chart-host]', ready: firstSample },
    { name: 'mining', path: () => '/mining', shows: '[data-part~=ring-part]' },
    { name: 'mining pool', path: () => `/mining/pool/${block.extras.pool.slug}`, shows: '[data-cy=pool-blocks]' },
    { name: 'pools', path: () => '/graphs/mining/pools', shows: '[data-cy=mining-pools-table]' },
    { name: 'hash rate', path: () => '/graphs/mining/hashrate-difficulty', shows: '[data-part~=series-legend]' },
    { name: 'dominance', path: () => '/graphs/mining/pools-dominance', shows: 'h1' },
    ...['fees', 'fees-subsidy', 'rewards', 'fee-rates', 'sizes-weights'].map((chart) => ({
      name: `block ${chart}`,
      path: () => `/graphs/mining/block-${chart}`,
      shows: '[data-part~=series-legend]',
    })),
    { name: 'health', path: () => '/graphs/mining/block-health', shows: 'h1' },
    { name: 'Lightning', path: () => '/lightning', shows: '[data-part~=list]', ready: lightningGraph },
    {
      name: 'Lightning node',
      path: () => `/lightning/node/${lightningNode}`,
      shows: '[data-part~=stacking] .badge',
      ready: lightningGraph,
    },
    {
      name: 'Lightning channel',
      path: () => `/lightning/channel/${penalty!.short_id}`,
      // the table of the map is in a closed part
      shows: '[data-part~=table-scroll] td:visible',
      ready: lightningGraph,
    },
    {
      name: 'transaction that closes a channel',
      path: () => `/tx/${penalty!.closing_transaction_id}`,
      shows: '[data-part~=tx-channel]',
      ready: lightningGraph,
    },
    { name: 'Lightning rankings', path: () => '/lightning/nodes/rankings', shows: '[data-part~=list]' },
    { name: 'Lightning penalties', path: () => '/lightning/penalties', shows: '[data-part~=stacking]' },
    { name: 'calculator', path: () => '/tools/calculator', shows: '[data-cy=calc-result]' },
    { name: 'clock, mempool', path: () => '/clock/mempool/0', shows: '[data-cy=clock-centre] canvas' },
    { name: 'clock, mined', path: () => '/clock/mined/0', shows: '[data-cy=clock-centre] svg[data-part~=cube]' },
    { name: 'bare block', path: () => `/view/block/${block.id}`, shows: 'canvas' },
    { name: 'bare projected block', path: () => '/view/mempool-block/0', shows: 'canvas' },
    {
      name: 'wall of blocks',
      path: () => '/view/blocks?numBlocks=3&autofit=true',
      shows: '[data-cy=wall-block] canvas',
    },
    { name: 'image of a block', path: () => `/preview/block/${block.id}`, shows: '[data-preview=ready]' },
    { name: 'settings', path: () => '/settings', shows: 'fieldset' },
    { name: 'status', path: () => '/status', shows: '.mined-block' },
    { name: 'questions', path: () => '/docs/faq', shows: 'details[data-kind=question]' },
    { name: 'routes', path: () => '/docs/api/rest', shows: '[data-cy=docs-overview]' },
    { name: 'route', path: () => '/docs/api/rest/blocks', shows: 'details[data-kind=route]' },
    { name: 'socket', path: () => '/docs/api/websocket', shows: '[data-cy=docs-commands]' },
    { name: 'about', path: () => '/about', shows: '[data-cy=about-facts]' },
    { name: 'terms', path: () => '/terms-of-service', shows: '[data-cy=prose]' },
    { name: 'privacy', path: () => '/privacy-policy', shows: '[data-cy=prose]' },
    ...unknownPages,
  ],
  () => ({ browser, url: explorer.url }),
  [loadedOnDesktop, navigatedOnPhone],
);

test('shows the demo notice on every page, and the difficulty epoch', async () => {
  const { page, faults, close } = await visit(browser, explorer.url);
  await page.locator('[data-part~=banner][data-part~=demo]').waitFor();
  await page.locator('[data-part~=demo-mark]').waitFor();
  expect(await page.locator('[data-part~=difficulty-card]').innerText()).toContain('Average block time');
  await page.locator('#btn-blocks').click();
  await page.locator('[data-part~=blocks-table]').waitFor();
  await page.locator('[data-part~=banner][data-part~=demo]').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('transactions arrive without a reload', async () => {
  const { page, faults, close } = await visit(browser, explorer.url);
  const first = page.locator('.latest-transactions .hash').first();
  const before = await first.getAttribute('title');
  await expect.poll(() => first.getAttribute('title')).not.toBe(before);
  expect(faults).toEqual([]);
  await close();
});

/** Smallest amount of an invoice, in sats. */
const minInvoice = 1_000;

/**
 * Returns the one of a hundred pending transactions with the lowest fee rate whose acceleration can be paid by an invoice: it is
 * not mined while a test runs. Customers of the demo accelerate only newer transactions. On a slow machine a block may take the
 * whole mempool: the next one follows at least 30 s after the last.
 */
async function cheapest({ get, until }: TestExplorer): Promise<string> {
  await until<BlockExt[]>('/api/v1/blocks', ([tip]) => Date.now() / 1000 - tip!.timestamp < 10);
  const txids = (await get<string[]>('/api/mempool/txids')).slice(-1_100, -1_000);
  const txs = await Promise.all(txids.map((txid) => get<{ fee: number; weight: number } | string>(`/api/tx/${txid}`)));
  const rates = txs.flatMap((tx, i) => (typeof tx === 'string' ? [] : [{ txid: txids[i]!, rate: tx.fee / tx.weight }]));
  for (const { txid } of rates.toSorted((a, b) => a.rate - b.rate)) {
    // some have too many signature operations, or are accelerated
    const { quote } = await get<AccelerationQuote>(`/api/v1/accelerations/quote/${txid}`);
    if (quote !== undefined && quote.options[1]! + quote.baseFee + quote.vsizeFee >= minInvoice) return txid;
  }
  throw new Error('no transaction can be accelerated');
}

test('an acceleration goes from its quote to its receipt, by keyboard; without scripts there is the quote', async () => {
  const txid = await cheapest(explorer);
  const { page, faults, close } = await visit(browser, `${explorer.url}/tx/${txid}`);
  await page.locator('[data-part=accelerate]').press('Enter');
  const slider = page.getByRole('slider');
  const bid = Number(await slider.inputValue());
  await slider.press('ArrowRight');
  expect(Number(await slider.inputValue())).toBeGreaterThan(bid);
  await page.getByText('Continue to payment').press('Enter');
  await page.getByText('Pay simulated invoice').press('Enter');
  await page.getByText(/Transaction is being accelerated!|^Mined\. Charged/).waitFor();
  expect(faults).toEqual([]);
  const invoice = new URL(page.url()).searchParams.get('invoice');
  await close();
  const own = `${explorer.url}/tx/${txid}/accelerate`;
  const receipt = await visit(browser, `${own}?invoice=${invoice}`, phone);
  await receipt.page.getByText('Invoice ID').waitFor();
  expect(await receipt.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(receipt.faults).toEqual([]);
  await receipt.close();
  const other = await cheapest(explorer);
  const bare = await visit(browser, `${explorer.url}/tx/${other}/accelerate`, { ...phone, javaScriptEnabled: false });
  expect(await bare.page.locator('main').innerText()).toMatch(
    /Maximum acceleration cost[\s\S]*Payment requires JavaScript/,
  );
  await bare.close();
});

test('a demo user signs in, tops up, accelerates from the balance, and signs out', async () => {
  const { page, faults, close } = await visit(browser, `${explorer.url}/account`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign in as a demo user' }).click();
  const overview = page.locator('section[aria-labelledby=account-overview]');
  await overview.getByText('2,000,000').waitFor();
  await page.getByRole('button', { name: 'Create invoice' }).click();
  await page.getByText('Pay simulated invoice').click();
  await page.getByText('Paid. The sats are on your balance.').waitFor();
  await overview.getByText('3,000,000').waitFor();
  const txid = await cheapest(explorer);
  await page.goto(`${explorer.url}/tx/${txid}/accelerate`);
  await page.getByText('Pay from balance').click();
  await page.getByText('Transaction is being accelerated!').waitFor();
  await page.getByRole('link', { name: 'Your accelerations' }).click();
  await page.locator(`[aria-labelledby=account-accelerations] [title="${txid}"]`).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in as a demo user' }).waitFor();
  // the account is requested without a session first
  expect(faults.filter((fault) => !/\b401\b/.test(fault))).toEqual([]);
  await close();
});

test('a demo user sets a password, and deletes the account with its sessions and keys', async () => {
  const { page, faults, close } = await visit(browser, `${explorer.url}/login`);
  await page.getByRole('button', { name: 'Sign in as a demo user' }).click();
  const username = await page.locator('[aria-labelledby=account-overview] dd').first().innerText();
  const password = `password of ${username}`;
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('The password is set.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const signIn = async () => {
    await page.getByLabel('Username or email address').fill(username);
    await page.locator('#password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await signIn();
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.locator('[data-cy=new-key]').innerText();
  const sessions = async () => (await page.context().cookies()).filter(({ httpOnly }) => httpOnly);
  const [session] = await sessions();
  /** Answers of a route to a copy of the session, and to the key. */
  const answers = async () => {
    const credentials: HeadersInit[] = [{ cookie: `${session!.name}=${session!.value}` }, { 'x-mempool-auth': key }];
    const route = `${explorer.url}/api/v1/services/accelerator/history?status=all`;
    return Promise.all(credentials.map(async (headers) => (await fetch(route, { headers })).text()));
  };
  expect(await answers()).toEqual(['[]', '[]']);
  await page.getByLabel(`Type ${username} to confirm`).fill(username);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByText('The account is deleted.').waitFor();
  expect(await answers()).toEqual(['unauthorized', 'unauthorized']);
  expect(await sessions()).toEqual([]);
  await signIn();
  await page.getByText('Wrong or expired. Try again.').waitFor();
  // the sign-in fails
  expect(faults.filter((fault) => !/\b401\b/.test(fault))).toEqual([]);
  await close();
});

test('each page of the REST documentation has less than 100,000 bytes with the example answers of this server', async () => {
  const overview = (await explorer.status('/docs/api/rest')).text;
  const paths = new Set([...overview.matchAll(/href="(\/docs\/api\/rest\/[a-z-]+)/g)].map(([, path]) => path!));
  expect(paths.size).toBe(18);
  for (const path of ['/docs/api/rest', ...paths]) {
    expect(Buffer.byteLength((await explorer.status(path)).text), path).toBeLessThan(100_000);
  }
});
