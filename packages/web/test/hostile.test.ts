// Takes more than 30 s: pages are loaded in a real browser in several sizes and themes, with and without JavaScript.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { confirmedTxid, pendingTxid, sampleAnswer } from './support/fixture-server.ts';
import { desktopSize } from './support/open-page.ts';
import type { SampleAnswer } from './support/samples/sample-answer.ts';
import { ownAddress, tip } from './support/samples/sample-data.ts';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

/** Payloads of a miner, a sender, a node or a link: markup, an event handler, a template, a bidirectional override. */
const payload = `"'><img src=x onerror=window.owned=1><script>window.owned=1</script>\${window.owned=1}{{owned}} \u202egnp.exe\u202c`;
const hexOf = (text: string): string => Buffer.from(text).toString('hex');

const inPath = encodeURIComponent(payload);

/** Fields with text from the chain, the node, or third-party lists. */
const texts = new Set([
  ...['name', 'slug', 'coinbaseSignature', 'coinbaseSignatureAscii', 'coinbaseAddress'],
  ...['poolName', 'regexes'],
]);
/** Fields that a correct server fills with letters and digits only; a hostile one may send markup. */
const made = new Set([
  ...['scriptpubkey_asm', 'scriptsig_asm', 'inner_redeemscript_asm', 'inner_witnessscript_asm'],
  ...['scriptpubkey_type', 'version', 'gitCommit', 'hostname', 'coreVersion', 'reason', 'message'],
]);
const turned = ' \u202egnp.exe\u202c';
const lists = new Set(['minerNames', 'coinbaseAddresses']);
const scripts: Readonly<Record<string, string>> = {
  coinbaseRaw: hexOf(payload),
  scriptsig: hexOf(payload),
};

/** Puts the payload into every text field. */
function poisoned(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    if (texts.has(key)) return value + payload;
    if (made.has(key)) return value + payload.replace(turned, '');
    return scripts[key] ?? value;
  }
  if (Array.isArray(value)) return value.map((item) => poisoned(item, key));
  if (value === null && lists.has(key)) return ['Ocean', payload, payload];
  if (typeof value !== 'object' || value === null) return value;
  const object = value as Record<string, unknown>;
  if (object['scriptpubkey_type'] === 'op_return') {
    const data = hexOf(payload);
    return {
      ...object,
      scriptpubkey: `6a4c${(data.length / 2).toString(16).padStart(2, '0')}${data}`,
      scriptpubkey_asm: `OP_RETURN OP_PUSHDATA1 ${payload.replace(turned, '')}`,
    };
  }
  if (Array.isArray(object['witness'])) object['witness'] = ['00'.repeat(10_000), hexOf(payload)];
  return Object.fromEntries(Object.entries(object).map(([name, item]) => [name, poisoned(item, name)]));
}

const now = Date.now();
const site = testSite({
  first(path, body): SampleAnswer | undefined {
    if (body !== undefined) return undefined;
    const answer = sampleAnswer(path, now, false);
    return { ...answer, body: typeof answer.body === 'string' ? answer.body : poisoned(answer.body) };
  },
});

const paths: readonly string[] = [
  '/',
  `/block/${tip - 2}`,
  '/mempool-block/0',
  `/tx/${confirmedTxid}?showDetails=true`,
  `/tx/${pendingTxid}`,
  `/address/${ownAddress}`,
  '/blocks/1',
  '/txs',
  '/fees',
  '/graphs/mempool',
  '/mining',
  '/mining/pool/foundryusa',
  '/graphs/mining/pools',
  '/graphs/mining/pools-dominance',
  '/graphs/mining/block-fees',
  '/about',
  '/clock/mined/0',
  '/view/blocks?numBlocks=2',
  `/search?q=${inPath}`,
  `/tx/${inPath}`,
  `/block/${inPath}`,
  `/address/${inPath}`,
  `/blocks/${inPath}`,
  `/mempool-block/${inPath}`,
  `/rbf?after=${inPath}`,
  `/fees?window=${inPath}`,
  `/graphs/mempool?window=${inPath}&at=${inPath}`,
  `/mining/pool/${inPath}`,
  `/graphs/mining/${inPath}`,
  `/graphs/mining/block-fees?window=${inPath}`,
  `/tools/calculator?rate=${inPath}&in-p2tr=${inPath}`,
  `/view/blocks?numBlocks=${inPath}&padding=${inPath}`,
  `/clock/${inPath}/${inPath}`,
  `/${inPath}`,
  `/${inPath}/tx/${confirmedTxid}`,
  `/tx/${confirmedTxid}#vin=${inPath}&flow=${inPath}`,
  `/tx/preview#tx=${inPath}`,
  `/tx/push#tx=${inPath}`,
  `/pushtx#t=${inPath}&c=${inPath}`,
  `/docs/faq#${inPath}`,
  `/address/${ownAddress}#psbt=${inPath}&tapleaf=${inPath}`,
];

describe.each([
  ['with JavaScript', {}],
  ['without JavaScript', { javaScriptEnabled: false }],
] as [string, BrowserContextOptions][])('%s', (_, options) => {
  const refused: string[] = [];
  /** One tab for all pages: each has a `window` of its own, and a process is started once. */
  let page: Page;
  beforeAll(async () => {
    page = await (await site.browser.newContext({ viewport: desktopSize, ...options })).newPage();
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) refused.push(message.text());
    });
    page.on('pageerror', (error) => refused.push(error.message));
  });

  test.each(paths.map((path) => [path.replaceAll(inPath, '…'), path] as const))(
    '%s: stays text',
    async (_name, path) => {
      // a page of the same path and another fragment is loaded too
      await page.goto('about:blank');
      refused.length = 0;
      await page.goto(site.origin + path);
      await page.locator('main').first().waitFor();
      const seen = await page.evaluate(() => {
        const raw: string[] = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const inScript = node.parentElement?.closest('script, noscript') != null;
          const typed = node.parentElement?.closest('textarea') != null;
          if (!inScript && !typed && /[\u202a-\u202e\u2066-\u2069]/.test(node.nodeValue ?? ''))
            raw.push(`${node.parentElement?.className}: ${node.nodeValue?.slice(0, 40)}`);
        }
        return {
          owned: 'owned' in window,
          planted: document.querySelectorAll('img[src="x"], [onerror], script:not([nonce]):not([type])').length,
          raw,
        };
      });
      expect(seen).toEqual({ owned: false, planted: 0, raw: [] });
      expect(refused).toEqual([]);
    },
  );
});

test('shows hostile miner name, message and script of a transaction as text', async () => {
  const { page } = await site.visit(`/block/${tip - 2}`);
  expect(await page.locator('[data-cy=block-details-miner-badge]').innerText()).toContain('<img src=x');
  await page.goto(`${site.origin}/search?q=${inPath}`);
  expect(await page.locator('main').innerText()).toContain('<script>window.owned=1</script>');
  await leave(page);
});
