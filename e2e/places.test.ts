// Takes about 40 s: the program is started behind several proxies and base paths.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlockExt, NetworkState } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { type RealNode, startRealNode } from '@glassblock/node/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../packages/server/test/support/test-explorer.ts';
import { launchBrowser } from '../packages/web/test/support/open-page.ts';
import { type Visit, visit, web } from './support/browser.ts';

/** A host name that only this browser resolves. */
const homeName = 'explorer.home';

let browser: Browser;
let node: RealNode;
let devnode: Devnode;
let directory: string;
/** Two networks on all interfaces of this machine, and the same below a path. */
let home: TestExplorer;
let below: TestExplorer;
const port = (explorer: TestExplorer) => new URL(explorer.url).port;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-places-'));
  const [real, simulated] = await Promise.all([
    startRealNode(),
    createDevnode({ profile: 'core31', seed: 5, live: false, blocks: 30, mempoolSize: 300 }),
  ]);
  node = real;
  devnode = simulated;
  await node.mine(105);
  await node.pay(await node.newAddress(), 1);
  const networks = [
    { name: 'regtest', node: node.url, zmq: node.zmq },
    { name: 'demo', node: devnode.rpcUrl, zmq: devnode.zmqUrl },
  ];
  const config = join(directory, 'glassblock.json');
  await writeFile(config, JSON.stringify({ networks, rootNetwork: 'regtest' }));
  home = await startTestExplorer({ config, host: '0.0.0.0', dataDir: join(directory, 'home') }, await web());
  below = await startTestExplorer(
    { config, basePath: '/explorer/', dataDir: join(directory, 'below') },
    await web('/explorer/'),
  );
  for (const explorer of [home, below]) {
    for (const prefix of ['', '/demo']) {
      await explorer.until<NetworkState>(
        `${prefix}/api/glass/v1/state`,
        (state) => state.index.synced && state.mempool.synced,
      );
      await explorer.until<unknown[]>(`${prefix}/api/v1/fees/mempool-blocks`, (blocks) => blocks.length > 0);
    }
  }
  browser = await launchBrowser([`--host-resolver-rules=MAP ${homeName} 127.0.0.1`]);
});
afterAll(async () => {
  await browser?.close();
  await below?.stop();
  await home?.stop();
  await devnode?.stop();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
  expect([...home.faults, ...below.faults]).toEqual([]);
});

/** Loads pages, follows links, searches, and receives a live payment. */
async function walk({ page, faults, close }: Visit, base: string): Promise<void> {
  const txid = await node.pay(await node.newAddress(), 0.07, { feeRate: 3 });
  await page.locator(`.latest-transactions a[href="${base}/tx/${txid}"]`).click();
  await page.locator('.btn-danger').waitFor();
  await node.mine(1);
  await page.locator('.btn-success').waitFor();
  await page.locator('[data-part~=strip] .mined-block .blockLink').first().click();
  await page.waitForURL(new RegExp(`${base}/block/[0-9a-f]{64}$`));
  await page.keyboard.press('/');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await page
    .locator('.title-block h1')
    .filter({ hasText: /Block 3$/ })
    .waitFor();
  await page.locator('[data-part~=brand]').first().click();
  await page.locator('[data-part~=next-block]').waitFor();
  expect(new URL(page.url()).pathname.replace(/\/$/, '')).toBe(base);
  expect(faults).toEqual([]);
  await close();
}

describe('plain http on a non-loopback host', () => {
  test('works by host name without a secure context, including copying', async () => {
    const seen = await visit(browser, `http://${homeName}:${port(home)}/`);
    expect(await seen.page.evaluate(() => isSecureContext)).toBe(false);
    await seen.page.locator('.mined-block .blockLink').first().click();
    await seen.page.locator('.title-block h1').waitFor();
    await seen.page.locator('.copy').first().click();
    await seen.page.getByRole('button', { name: 'Copied to clipboard' }).first().waitFor();
    await seen.go(`http://${homeName}:${port(home)}/`);
    await walk(seen, '');
  });

  const address = Object.values(networkInterfaces())
    .flat()
    .find((each) => each && !each.internal && each.family === 'IPv4')?.address;
  test.runIf(address !== undefined)('works by the IP address of this machine', async () => {
    await walk(await visit(browser, `http://${address}:${port(home)}/`), '');
  });
});

test('the same build works below /explorer/', async () => {
  const seen = await visit(browser, `${below.url}/`);
  expect(seen.sockets).toEqual(['/explorer/api/v1/ws']);
  await walk(seen, '/explorer');
});

describe.each([
  ['at the root', () => home, ''],
  ['below a path', () => below, '/explorer'],
] as const)('two networks on one server, %s', (_, site, base) => {
  test('the network switcher changes paths, data and socket', async () => {
    const explorer = site();
    const tipOf = async (prefix: string) => (await explorer.get<BlockExt[]>(`${prefix}/api/v1/blocks`))[0]!;
    const { page, faults, sockets, close } = await visit(browser, `${explorer.url}/blocks/1`);
    const [root, demo] = [`${base}/api/v1/ws`, `${base}/demo/api/v1/ws`];
    const switchTo = async (name: string) => {
      await page.locator('[data-part~=switcher] summary').click();
      await page.locator(`[data-part~=switcher] a.${name}`).click();
    };
    await page.locator('[data-part~=banner][data-part~=test]').waitFor();

    await switchTo('demo');
    await page.locator('[data-part~=banner][data-part~=demo]').waitFor();
    // The block list exists on every network, so the switcher keeps the path.
    expect(new URL(page.url()).pathname).toBe(`${base}/demo/blocks/1`);
    await page.locator('#btn-home').click();
    await page.waitForURL(`**${base}/demo`);
    await expect.poll(() => sockets).toEqual([root, demo]);
    const demoTip = await tipOf('/demo');
    await page.locator(`.mined-block a[href="${base}/demo/block/${demoTip.id}"]`).waitFor();
    devnode.commands.mine();
    await page.locator(`#bitcoin-block-${demoTip.height + 1}`).waitFor();
    await page.locator('.mined-block .blockLink').first().click();
    await page.waitForURL(`**${base}/demo/block/*`);
    await page.locator('[data-part~=tx-box] [data-part~=tx-head] a').first().click();
    await page.waitForURL(`**${base}/demo/tx/*`);
    await page.locator('[data-part~=tx-figures]').waitFor();

    await switchTo('regtest');
    await page.locator('[data-part~=banner][data-part~=test]').waitFor();
    expect(new URL(page.url()).pathname.replace(/\/$/, '')).toBe(base);
    await expect.poll(() => sockets).toEqual([root, demo, root]);
    const tip = await tipOf('');
    await page.locator(`.mined-block a[href="${base}/block/${tip.id}"]`).waitFor();
    expect(await page.locator(`.mined-block a[href*="/demo/"]`).count()).toBe(0);
    await node.mine(1);
    await page.locator(`#bitcoin-block-${tip.height + 1}`).waitFor();

    expect(faults).toEqual([]);
    await close();
  });

  test('unknown paths lead to the root of their network', async () => {
    const at = async (path: string) => {
      const answer = await fetch(site().url + path, { redirect: 'manual' });
      return [answer.status, answer.headers.get('location')];
    };
    expect(await at('/nowhere/at/all')).toEqual([302, base || '/']);
    expect(await at('/demo/nowhere')).toEqual([302, `${base}/demo`]);
  });

  test.each([
    ['docs', 'docs/faq'],
    ['docs/api', 'docs/api/rest'],
    ['docs/api/electrs', 'docs/api/rest'],
    ['api', 'docs/api/rest'],
    ['api/', 'docs/api/rest'],
    ['api/faq', 'docs/faq'],
    ['api/rest', 'docs/api/rest'],
    ['api/REST/', 'docs/api/rest'],
    ['api/websocket', 'docs/api/websocket'],
    ['api/electrs', 'docs/api/rest'],
    ['mining/blocks', 'blocks/1'],
    ['widget/wallet?addresses=a,b', 'wallet?addresses=a,b'],
  ])('/%s leads to /%s of its network', async (from, to) => {
    for (const prefix of ['', '/demo']) {
      const answer = await fetch(`${site().url}${prefix}/${from}`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `${base}${prefix}/${to}`]);
      expect((await fetch(`${site().url}${prefix}/${to}`)).status).toBe(200);
    }
    const posted = await fetch(`${site().url}/api/rest`, { method: 'POST' });
    expect([posted.status, await posted.text()]).toEqual([404, 'Not found']);
    const other = await fetch(`${site().url}/api/rests`);
    expect([other.status, await other.text()]).toEqual([404, 'endpoint does not exist "/api/rests"']);
  });
});
