// Takes about two minutes: a real node mines, reorganizes and fails while pages are open in a real browser.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo, BlockAudit, BlockExt, NetworkState, Tx } from '@glassblock/contract';
import { fieldsOf } from '@glassblock/node';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mailbox, startMailbox } from '../packages/server/test/support/mailbox.ts';
import { startTestExplorer, type TestExplorer } from '../packages/server/test/support/test-explorer.ts';
import { axeFindings } from '../packages/web/test/support/axe.ts';
import { launchBrowser } from '../packages/web/test/support/open-page.ts';
import { desktop, formattingErrors, horizontalOverflow, visit, web } from './support/browser.ts';
import { everyPage, loadedOnDesktop, unknownPages } from './support/every-page.ts';
import { startProxy } from './support/test-proxy.ts';

let browser: Browser;
let node: RealNode;
let explorer: TestExplorer;
let directory: string;
let block: string;
let confirmed: string;
let pending: string;
let mailbox: Mailbox;
/** Passkeys belong to a host name and an origin that is configured before the start. */
let accountsUrl: string;
let address: string;

/** Starts the explorer with the node, with audits enabled. */
async function start(): Promise<TestExplorer> {
  const config = join(directory, 'config.json');
  const mail = { host: '127.0.0.1', port: mailbox.port, tls: 'none', from: 'explorer@example.org' };
  const faucets = [{ network: 'regtest', node: node.url, collectSeconds: 0 }];
  const services = { origin: accountsUrl, proofCost: 100, mail, faucets };
  await writeFile(config, JSON.stringify({ web: { audit: true }, services }));
  const { port } = new URL(accountsUrl);
  const flags = { node: node.url, zmq: node.zmq, network: 'regtest', dataDir: directory, config, port };
  return startTestExplorer(flags, await web());
}

/** Returns a port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until index and mempool are in sync with the node. */
async function waitUntilSynced(): Promise<number> {
  const height = Number(await node.client.rpc('getblockcount'));
  const mempoolTxids = (await node.client.rpc('getrawmempool')) as string[];
  await explorer.until<NetworkState>(
    '/api/glass/v1/state',
    ({ index, mempool }) =>
      index.height === height && index.synced && mempool.synced && mempool.count === mempoolTxids.length,
  );
  return height;
}

/** Sets a mark that a reload would remove. */
const setMark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-test-mark', 'here'));
const countMarks = (page: Page) => page.locator('html[data-test-mark=here]').count();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-e2e-'));
  node = await startRealNode();
  mailbox = await startMailbox();
  accountsUrl = `http://localhost:${await freePort()}`;
  await node.mine(110);
  address = await node.newAddress('bech32m');
  confirmed = await node.pay(address, 0.4, { feeRate: 6 });
  for (let i = 0; i < 4; i++) await node.pay(await node.newAddress(), 0.1 + i, { feeRate: 3 + 5 * i });
  block = (await node.mine(1))[0]!;
  pending = await node.pay(await node.newAddress('legacy'), 0.2, { feeRate: 4 });
  explorer = await start();
  await waitUntilSynced();
  await explorer.until<unknown[]>('/api/v1/fees/mempool-blocks', (blocks) => blocks.length > 0);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await explorer?.stop();
  await node?.stop();
  await mailbox?.close();
  await rm(directory, { recursive: true, force: true });
});

everyPage(
  [
    { name: 'dashboard', path: () => '/', shows: '.latest-transactions' },
    { name: 'block', path: () => `/block/${block}`, shows: '[data-part~=tx-box]' },
    { name: 'empty block', path: () => '/block/5', shows: '.empty-rate' },
    { name: 'genesis block', path: () => '/block/0', shows: '[data-part~=tx-box]' },
    { name: 'transaction', path: () => `/tx/${confirmed}?showDetails=true`, shows: '.btn-success' },
    { name: 'pending transaction', path: () => `/tx/${pending}`, shows: '.btn-danger' },
    { name: 'address', path: () => `/address/${address}`, shows: '[data-part~=tx-box]' },
    { name: 'projected block', path: () => '/mempool-block/0', shows: 'canvas' },
    { name: 'blocks', path: () => '/blocks/2', shows: '[data-part~=blocks-table]' },
    { name: 'search', path: () => '/search', shows: '[data-part~=sentence]' },
    { name: 'mining', path: () => '/mining', shows: '[data-part~=ring-part]' },
    { name: 'broadcast', path: () => '/tx/push', shows: 'textarea' },
    { name: 'group of addresses', path: () => `/wallet?addresses=${address}`, shows: '[data-cy=wallet-total]' },
    ...unknownPages,
  ],
  () => ({ browser, url: explorer.url }),
  [loadedOnDesktop],
);

test('pages show the values of the API, and back and forward work', async () => {
  const { page, faults, close } = await visit(browser, `${explorer.url}/block/${block}`);
  const words = async (selector: string) => (await page.locator(selector).first().innerText()).replaceAll(/\s+/g, ' ');
  const mined = await explorer.get<BlockExt>(`/api/v1/block/${block}`);
  const tx = await explorer.get<Tx>(`/api/tx/${confirmed}`);
  const { chain_stats: stats } = await explorer.get<AddressInfo>(`/api/address/${address}`);
  const atBlock = async () => {
    await page
      .locator('.title-block h1')
      .filter({ hasText: String(mined.height) })
      .waitFor();
    expect(await words('[data-part~=block-page], main')).toContain(`${mined.tx_count} transactions`);
    expect(await words('main')).toContain((mined.extras.totalFees / 1e8).toFixed(8));
  };
  const atTx = async () => {
    await page
      .locator('[data-part~=story-line]')
      .filter({ hasText: `Included in block ${mined.height}` })
      .waitFor();
    expect(await words('[data-part~=tx-figures]')).toContain(`${tx.fee.toLocaleString('en')} sats`);
    expect(await words('[data-part~=tx-figures]')).toContain(`${Math.ceil(tx.weight / 4)} vB`);
  };
  const atAddress = async () => {
    await page.locator('[data-part~=balance]').filter({ hasText: '0.40000000' }).waitFor();
    expect(stats).toMatchObject({ tx_count: 1, funded_txo_sum: 40_000_000, spent_txo_sum: 0 });
    expect(await page.locator('[data-part~=tx-box]').count()).toBe(stats.tx_count);
  };
  await atBlock();
  await page.locator(`[data-part~=tx-box] a[href="/tx/${confirmed}"]`).click();
  await atTx();
  await page.locator(`main a[href="/address/${address}"]`).first().click();
  await atAddress();
  await page.goBack();
  await atTx();
  await page.goBack();
  await atBlock();
  await page.goForward();
  await atTx();
  await page.goForward();
  await atAddress();
  expect(faults).toEqual([]);
  await close();
});

test('signs up by a link in a mail, adds a passkey, and signs in with it', async () => {
  const { page, faults, close } = await visit(browser, `${accountsUrl}/login`);
  expect(await axeFindings(page)).toEqual([]);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const authenticator = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: authenticator });
  await page.getByLabel('Email address', { exact: true }).fill('zoe@example.org');
  await page.getByRole('button', { name: 'Send link' }).click();
  const { to, text } = await mailbox.next();
  expect(to).toBe('zoe@example.org');
  const link = /http:\/\/localhost:\d+\/login\/link\?token=[\w-]{43}/.exec(text)![0];
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#account-overview').waitFor();
  await page.locator('#passkey-name').fill('laptop');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('button', { name: 'Remove: laptop' }).waitFor();
  await page.locator('#key-name').fill('script');
  await page.locator('#key-name').press('Enter');
  await page.locator('[data-cy=new-key]').filter({ hasText: 'gbk_' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await axeFindings(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await page.goto(`${accountsUrl}/faucet`);
  await page.getByRole('button', { name: '5k', exact: true }).click();
  await page.getByLabel('Address', { exact: true }).fill(await node.newAddress());
  await page.getByRole('button', { name: 'Request Regtest Coins' }).click();
  await page.getByText('You cannot use this address').waitFor();
  await page.getByLabel('Address', { exact: true }).fill('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');
  await page.getByRole('button', { name: 'Request Regtest Coins' }).click();
  await page.getByText('Sent!').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await page.goBack();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const answered = page.waitForRequest((request) => request.url().endsWith('/auth/passkey'));
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.locator('#account-overview').waitFor();
  expect(faults.filter((fault) => !/faucet\/request|status of 400/.test(fault))).toEqual([]);
  // the answer of the authenticator is accepted once
  const headers = { origin: accountsUrl };
  const data: unknown = (await answered).postDataJSON();
  const replayed = await page.request.post((await answered).url(), { headers, data });
  expect([replayed.status(), await replayed.text()]).toEqual([401, 'invalid_credentials']);
  await close();
});

test('signs in by forms without JavaScript', async () => {
  const { page, close } = await visit(browser, `${accountsUrl}/login`, { ...desktop, javaScriptEnabled: false });
  await page.locator('#username').fill('unknown');
  await page.locator('#password').fill('wrong password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Wrong or expired').waitFor();
  await page.getByLabel('Email address', { exact: true }).fill('noscript@example.org');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('Check your mailbox').waitFor();
  await page.goto(/http:\S+/.exec((await mailbox.next()).text)![0]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/account$/);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login$/);
  await close();
});

test('shows a block next to its template and marks unseen transactions', async () => {
  const expected = await node.pay(await node.newAddress(), 0.13, { feeRate: 12 });
  await waitUntilSynced();
  // the faucet may have sent a transaction, which may spend another one
  const entries = Object.entries(fieldsOf(await node.client.rpc('getrawmempool', true), 'getrawmempool'));
  const ancestors = (entry: unknown) => Number(fieldsOf(entry, 'getrawmempool')['ancestorcount']);
  const txids = entries.toSorted(([, a], [, b]) => ancestors(a) - ancestors(b)).map(([txid]) => txid);
  await explorer.until<{ nTx: number }[]>('/api/v1/fees/mempool-blocks', ([next]) => next?.nTx === txids.length);
  const unseen = (await node.client.rpc('send', [{ [await node.newAddress()]: 0.14 }], null, 'unset', 30, {
    add_to_wallet: false,
  })) as { txid: string; hex: string };
  const own = await node.newAddress();
  const { hash } = (await node.client.rpc('generateblock', own, [unseen.hex, ...txids])) as { hash: string };
  await waitUntilSynced();
  const audit = await explorer.until<BlockAudit>(`/api/v1/block/${hash}/audit-summary`, (one) => 'matchRate' in one);
  expect(audit.addedTxs).toEqual([unseen.txid]);

  const { page, faults, close } = await visit(browser, `${explorer.url}/block/${hash}`);
  expect(await page.locator('[data-part~=block-facts]').innerText()).toContain(`${audit.matchRate}`);
  await page.locator('[data-part~=audit]').scrollIntoViewIfNeeded();
  const actual = page.locator('[data-part~=compare-side]').last();
  await actual.locator('summary').click();
  const statusOf = (txid: string) => actual.locator('tbody tr').filter({ has: page.locator(`a[href="/tx/${txid}"]`) });
  await statusOf(unseen.txid).filter({ hasText: 'Added' }).waitFor();
  for (const txid of [pending, expected]) await statusOf(txid).filter({ hasText: 'Match' }).waitFor();
  expect(await formattingErrors(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

describe('live', () => {
  test("broadcasts a transaction to the node's mempool and opens its page", async () => {
    const made = (await node.client.rpc('send', [{ [await node.newAddress()]: 0.12 }], null, 'unset', 7, {
      add_to_wallet: false,
    })) as { hex: string };
    const { page, faults, close } = await visit(browser, `${explorer.url}/tx/push`);
    await page.getByLabel('Transaction hex').fill(made.hex);
    await page.getByRole('button', { name: 'Broadcast Transaction' }).click();
    const { txid } = (await node.client.rpc('decoderawtransaction', made.hex)) as { txid: string };
    await expect.poll(() => node.client.rpc('getrawmempool')).toContain(txid);
    await page.locator(`[data-part~=banner].ok a[href="/tx/${txid}"]`).click();
    await page.locator('.btn-danger').waitFor();
    expect(faults).toEqual([]);
    await close();
    await node.mine(1);
    await waitUntilSynced();
  });

  test('the dashboard shows a payment and its block, and no difficulty change on regtest', async () => {
    const { page, faults, close } = await visit(browser, explorer.url);
    await setMark(page);
    const txid = await node.pay(await node.newAddress(), 0.31, { feeRate: 9 });
    await page.locator(`.latest-transactions a[href="/tx/${txid}"]`).waitFor();
    const waiting = ((await node.client.rpc('getrawmempool')) as string[]).length;
    await page
      .locator('#mempool-block-0')
      .filter({ hasText: waiting === 1 ? '1 transaction' : `${waiting} transactions` })
      .waitFor();
    expect(await page.locator('[data-part~=difficulty-card]').innerText()).toContain(
      'Constant on this network: blocks are mined on demand.',
    );
    await node.mine(1);
    const height = await waitUntilSynced();
    await page
      .locator(`#bitcoin-block-${height}`)
      .filter({ hasText: `${waiting + 1} transactions` })
      .waitFor();
    await page
      .locator('[data-part~=latest-card]')
      .getByRole('link', { name: String(height), exact: true })
      .waitFor();
    expect(await formattingErrors(page)).toEqual([]);
    expect(await countMarks(page)).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  test('a pending transaction becomes confirmed without a reload', async () => {
    const txid = await node.pay(await node.newAddress(), 0.32, { feeRate: 8 });
    await waitUntilSynced();
    const { page, faults, close } = await visit(browser, `${explorer.url}/tx/${txid}`);
    await setMark(page);
    await page.getByText('Expected in the next block').waitFor();
    await node.mine(1);
    await page.locator('.btn-success').filter({ hasText: '1 confirmation' }).waitFor();
    await node.mine(1);
    await page.locator('.btn-success').filter({ hasText: '2 confirmations' }).waitFor();
    expect(await countMarks(page)).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  test('shows an unknown transaction once it is broadcast, and its replacement', async () => {
    const txid = await node.pay(await node.newAddress(), 0.33, { feeRate: 2 });
    await waitUntilSynced();
    const { page, faults, close } = await visit(browser, `${explorer.url}/tx/${txid}`);
    await page.locator('.btn-danger').waitFor();
    const bumped = (await node.client.rpc('bumpfee', txid)) as { txid: string };
    await page.locator(`.alert-replaced a[href="/tx/${bumped.txid}"]`).waitFor();
    expect(faults).toEqual([]);
    await close();
    await node.mine(1);
    await waitUntilSynced();
  });

  test('an address page shows an unconfirmed payment and its confirmation', async () => {
    const own = await node.newAddress();
    const { page, faults, close } = await visit(browser, `${explorer.url}/address/${own}`);
    await page.getByText('No transactions yet. New ones appear here.').waitFor();
    const txid = await node.pay(own, 0.5);
    await page.locator(`[data-part~=tx-box] a[href="/tx/${txid}"]`).waitFor();
    await node.mine(1);
    await page.locator('[data-part~=balance]').filter({ hasText: '0.50000000' }).waitFor();
    expect(await page.locator('[data-part~=tx-box]').count()).toBe(1);
    expect(faults).toEqual([]);
    await close();
    await waitUntilSynced();
  });

  test('the next block visualization gains the square of a new transaction', async () => {
    await node.pay(await node.newAddress(), 0.01, { feeRate: 20 });
    await waitUntilSynced();
    const { page, faults, close } = await visit(browser, `${explorer.url}/mempool-block/0`);
    const canvas = page.locator('canvas[data-part~=picture-canvas]');
    await canvas.waitFor();
    await page.locator('.app-mempool-block details[data-part~=fold] > summary').click();
    const rows = page.locator('.app-mempool-block tbody tr');
    await expect.poll(() => rows.count()).toBe(1);
    const still = async () => {
      const [first, second] = [await canvas.screenshot(), await canvas.screenshot()];
      return first.equals(second) ? first : undefined;
    };
    let before: Buffer | undefined;
    await expect.poll(async () => (before = await still()) !== undefined).toBe(true);
    const txid = await node.pay(await node.newAddress(), 0.02, { feeRate: 200 });
    await page.locator(`.app-mempool-block tbody a[href="/tx/${txid}"]`).waitFor();
    await expect.poll(async () => (await canvas.screenshot()).equals(before!)).toBe(false);
    await node.mine(1);
    await page.getByText('The next block appears here with the first transaction.').waitFor();
    expect(faults).toEqual([]);
    await close();
    await waitUntilSynced();
  });

  test('a mined block slides across the divider unless reduced motion is set', async () => {
    const slides = async (reducedMotion: 'reduce' | 'no-preference') => {
      const { page, faults, close } = await visit(browser, explorer.url, { ...desktop, reducedMotion });
      await page.evaluate(() => {
        const real = Element.prototype.animate;
        Element.prototype.animate = function (...args) {
          if (this.matches('.mined')) document.documentElement.setAttribute('data-slid', 'true');
          return real.apply(this, args);
        };
      });
      await node.mine(1);
      const height = await waitUntilSynced();
      await page.locator(`#bitcoin-block-${height}`).waitFor();
      const slid = await page.locator('html[data-slid]').count();
      expect(faults).toEqual([]);
      await close();
      return slid;
    };
    expect(await slides('no-preference')).toBe(1);
    expect(await slides('reduce')).toBe(0);
  });
});

test('pages are readable without JavaScript, and search is a form', async () => {
  const { page, faults, close } = await visit(browser, explorer.url, { ...desktop, javaScriptEnabled: false });
  expect(await page.locator('.mined-block').count()).toBe(8);
  await page.locator('input[name=q]').fill(confirmed);
  await page.locator('input[name=q]').press('Enter');
  await page.waitForURL(`**/tx/${confirmed}`);
  await page.locator('[data-part~=story-line] a').first().click();
  await page.locator('.title-block h1').filter({ hasText: '111' }).waitFor();
  await page.waitForLoadState();
  expect(await page.locator('[data-part~=tx-box]').count()).toBe(6);
  await page.locator('input[name=q]').fill('nothing like it');
  await page.locator('input[name=q]').press('Enter');
  await page.getByText('Nothing found').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('search finds heights, hashes, transactions and addresses', async () => {
  const { page, faults, close } = await visit(browser, explorer.url);
  const search = async (what: string, url: RegExp) => {
    await page.keyboard.press('Escape');
    await page.locator('h1').first().click();
    await page.keyboard.press('/');
    await page.keyboard.insertText(what);
    await page.keyboard.press('Enter');
    await page.waitForURL(url);
  };
  await search('7', /\/block\/[0-9a-f]{64}$/);
  await page.locator('.title-block h1').filter({ hasText: '7' }).waitFor();
  await search(block, new RegExp(`/block/${block}$`));
  await search(confirmed, new RegExp(`/tx/${confirmed}$`));
  await search(address, new RegExp(`/address/${address}$`));
  // A regtest block hash has few leading zeros: the search may request it as a transaction first.
  expect(faults.filter((fault) => !new RegExp(`/api/(tx/${block}|v1/block/${confirmed})`).test(fault))).toEqual([]);
  await close();
});

describe('outages', () => {
  test('without its node, the page states it, shows indexed data, and recovers', async () => {
    const seen = await visit(browser, explorer.url);
    await setMark(seen.page);
    const untouched = String(await node.client.rpc('getblockhash', 60));
    await node.restart(async () => {
      await explorer.until<NetworkState>('/api/glass/v1/state', ({ node: { state } }) => state !== 'ready');
      const fresh = await visit(browser, explorer.url);
      await fresh.page.locator('[data-part~=banner].info').filter({ hasText: 'The node does not answer.' }).waitFor();
      expect(await fresh.page.locator('.mined-block').count()).toBe(8);
      // Indexed data is shown; data that only the node has is marked as unavailable.
      await fresh.go(`${explorer.url}/block/${untouched}`);
      await fresh.page.locator('.title-block h1').filter({ hasText: '60' }).waitFor();
      await fresh.page.locator('.block-txs [data-part~=banner].bad').waitFor();
      expect(await formattingErrors(fresh.page)).toEqual([]);
      // The squares of a block are requested when visible: they need the node, so this request fails too.
      expect(fresh.faults.filter((fault) => !fault.includes(`/block/${untouched}/summary`))).toEqual([]);
      await fresh.close();
      // The page that stayed open is updated too.
      await seen.page.locator('[data-part~=banner].info').filter({ hasText: 'The node does not answer.' }).waitFor();
    });
    const txid = await node.pay(await node.newAddress(), 0.11, { feeRate: 5 });
    await seen.page.locator('[data-part~=banner].info').waitFor({ state: 'detached' });
    await seen.page.locator(`.latest-transactions a[href="/tx/${txid}"]`).waitFor();
    await waitUntilSynced();
    expect(await countMarks(seen.page)).toBe(1);
    expect(seen.faults).toEqual([]);
    await seen.close();
  });

  test('after a connection loss the page states it, reconnects and catches up', async () => {
    const proxy = await startProxy(explorer.url);
    const { page, faults, sockets, close } = await visit(browser, `${proxy.url}/tx/${confirmed}`);
    await setMark(page);
    const before = (await explorer.get<BlockExt[]>('/api/v1/blocks'))[0]!.height;
    proxy.cut();
    await page.locator('[data-part~=connection]').getByText('Offline').waitFor();
    await node.mine(2);
    await waitUntilSynced();
    expect(await page.locator(`#bitcoin-block-${before + 1}`).count()).toBe(0);
    // A page whose scripts are not loaded waits; the current page stays meanwhile.
    await page.locator('header a[href="/mining"]').first().click();
    await page.getByText('The page opens when it is back').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/tx/${confirmed}`);
    expect(await page.locator('[data-part~=tx-figures]').count()).toBe(1);
    proxy.restore();
    await page.waitForURL('**/mining');
    await page.locator('[data-part~=ring-part]').first().waitFor();
    await page.locator('[data-part~=connection] .badge').waitFor({ state: 'detached' });
    await page.locator(`#bitcoin-block-${before + 2}`).waitFor();
    await page.locator(`#bitcoin-block-${before + 1}`).waitFor();
    expect(sockets.length).toBeGreaterThan(1);
    expect(await countMarks(page)).toBe(1);
    // While the server is down, only the browser itself reports errors.
    expect(faults.filter((fault) => !/WebSocket|net::ERR_/.test(fault))).toEqual([]);
    await close();
    await proxy.close();
  });

  test('an open page reconnects and catches up after a restart of the explorer', async () => {
    const proxy = await startProxy(explorer.url);
    const { page, faults, close } = await visit(browser, proxy.url);
    await setMark(page);
    const before = await waitUntilSynced();
    proxy.cut();
    await explorer.stop();
    await page.locator('[data-part~=connection]').getByText('Offline').waitFor();
    const mined = await node.pay(await node.newAddress(), 0.15, { feeRate: 11 });
    await node.mine(1);
    const waiting = await node.pay(await node.newAddress(), 0.16, { feeRate: 13 });
    explorer = await start();
    proxy.restore(explorer.url);
    await page.locator('[data-part~=connection] .badge').waitFor({ state: 'detached' });
    await page.locator(`#bitcoin-block-${before + 1}`).waitFor();
    await page.locator(`.latest-transactions a[href="/tx/${waiting}"]`).click();
    await page.locator('.btn-danger').waitFor();
    await page.goBack();
    await page.locator(`#bitcoin-block-${before + 1} .blockLink`).click();
    await page.locator(`[data-part~=tx-box] a[href="/tx/${mined}"]`).waitFor();
    expect(await countMarks(page)).toBe(1);
    // A server that has just started answers some requests with 503.
    expect(faults.filter((fault) => !/WebSocket|net::ERR_|\b503\b/.test(fault))).toEqual([]);
    await close();
    await proxy.close();
  });
});
