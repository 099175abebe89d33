import { expect, test } from 'vitest';
import { leave } from './support/tabs.ts';
import { testSite } from './support/test-site.ts';

const asked: string[] = [];
const site = testSite({
  first: (path) => {
    if (!path.includes('/blocks/day')) return undefined;
    asked.push(path);
    return { status: 200, contentType: 'application/json', body: [] };
  },
});

test.each([true, false])('downloads the blocks of a day, JavaScript: %s', async (javaScriptEnabled) => {
  asked.length = 0;
  for (const [network, form] of [
    ['', 'CSV'],
    ['/testnet4', 'JSON'],
  ] as const) {
    const today = () => new Date().toISOString().slice(0, 10);
    const before = today();
    const { page } = await site.visit(`${network}/blocks/1`, { javaScriptEnabled });
    const day = page.getByLabel('Day (UTC)');
    expect([before, today()]).toContain(await day.inputValue());
    await day.fill('2024-04-20');
    await page.getByRole('button', { name: form, exact: true }).click();
    await page.waitForURL(/blocks\/day/);
    await leave(page);
  }
  expect(asked).toEqual([
    '/api/glass/v1/blocks/day?day=2024-04-20&format=csv',
    '/testnet4/api/glass/v1/blocks/day?day=2024-04-20&format=json',
  ]);
});
