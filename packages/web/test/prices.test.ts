import { describe, expect, test } from 'vitest';
import { confirmedTxid, pendingTxid } from './fixture-server.ts';
import { sampleInit } from './sample-data.ts';
import { testSite } from './test-site.ts';

const asked: string[] = [];
const tomorrow = Math.floor(Date.now() / 1_000) + 86_400;
/** A price of long ago and one that is still to come: everything confirmed has the first. */
const rows = [
  { time: tomorrow, USD: 99_999, CHF: 88_888 },
  { time: 1_300_000_000, USD: 30_000, CHF: -1 },
];

const site = testSite({
  first: (path) => {
    const json = (body: unknown) => ({ status: 200, contentType: 'application/json', body });
    const conversions = { time: 1, USD: 60_000, CHF: 50_000 };
    if (path === '/api/v1/init-data') return json({ ...sampleInit(Date.now()), conversions });
    const [, query] = /^\/api\/v1\/historical-price\?(.*)$/.exec(path) ?? [];
    if (query === undefined) return undefined;
    asked.push(query);
    return json({ prices: query.startsWith('timestamp') ? rows.slice(1) : rows, exchangeRates: { USDCHF: 0.8 } });
  },
});

async function open(path: string, currency: string, javaScriptEnabled = true) {
  const cookie = { name: 'glassblock', value: `unit=fiat.currency=${currency}`, url: `${site.origin}/` };
  const { hostname: domain } = new URL(site.origin);
  const { url: _, ...rest } = cookie;
  const kept = { ...rest, domain, path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const };
  const opened = await site.visit(path, {
    javaScriptEnabled,
    storageState: { cookies: [kept], origins: [] },
  });
  const worth = (selector: string) =>
    opened.page
      .locator(selector)
      .first()
      .evaluate((amount) => Number(amount.textContent?.replace(/[^\d.]/g, '')));
  return { ...opened, worth };
}

/** Coins of the first output on a page of transactions. */
async function outputSats(txid: string): Promise<number> {
  const tx = (await (await fetch(`${site.origin}/api/tx/${txid}`)).json()) as { vout: { value: number }[] };
  return tx.vout[0]?.value ?? 0;
}

const output = '.table-tx-vout .amount';

describe('an amount in money', () => {
  test.each([
    ['USD', 30_000],
    ['CHF', 24_000],
  ])('of a confirmed transaction is what it was worth in %s then, without JavaScript too', async (currency, price) => {
    const value = ((await outputSats(confirmedTxid)) / 1e8) * price;
    for (const javaScriptEnabled of [false, true]) {
      const { page, worth, faults } = await open(`/tx/${confirmedTxid}`, currency, javaScriptEnabled);
      expect(Math.abs((await worth(output)) - value)).toBeLessThanOrEqual(0.5);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });

  test('of an unconfirmed one is what it is worth now', async () => {
    const value = ((await outputSats(pendingTxid)) / 1e8) * 60_000;
    const { page, worth } = await open(`/tx/${pendingTxid}`, 'USD');
    expect(Math.abs((await worth(output)) - value)).toBeLessThanOrEqual(0.5);
    await page.context().close();
  });

  test('of a block is asked for once for all that is in it', async () => {
    asked.length = 0;
    const { page, faults } = await open('/block/840120', 'USD');
    const amounts = page.locator('.tx-box .amount');
    await page.locator('.tx-box .amount', { hasText: '$' }).first().waitFor();
    expect(await amounts.count()).toBeGreaterThan(20);
    for (const text of await amounts.allInnerTexts()) expect(text).toMatch(/^\$/);
    expect(asked).toEqual(['currency=USD']);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
