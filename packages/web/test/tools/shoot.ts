/** Screenshots of every page: `npx -c 'node packages/web/test/tools/shoot.ts [directory] [name…]'`. */
import { mkdir } from 'node:fs/promises';
import { buildWeb } from '../../src/index.ts';
import { confirmedTxid, pendingTxid, startFixture } from '../support/fixture-server.ts';
import { launchBrowser } from '../support/open-page.ts';
import { ownAddress } from '../support/samples/sample-data.ts';

const [directory = '/tmp/shots', ...only] = process.argv.slice(2);
await mkdir(directory, { recursive: true });
await buildWeb({ log: console.log });
const fixture = await startFixture();
const pages: Record<string, string> = {
  dashboard: '/',
  block: '/block/840120',
  projected: '/mempool-block/0',
  tx: `/tx/${confirmedTxid}`,
  pending: `/tx/${pendingTxid}`,
  address: `/address/${ownAddress}`,
  blocks: '/blocks/1',
  missing: `/tx/dead${'0'.repeat(60)}`,
  search: '/search?q=nonsense',
};
const browser = await launchBrowser();
for (const [name, path] of Object.entries(pages)) {
  if (only.length > 0 && !only.includes(name)) continue;
  for (const [size, width, scheme] of [
    ['desktop', 1440, 'dark'],
    ['phone', 390, 'dark'],
    ['light', 1440, 'light'],
  ] as const) {
    const page = await browser.newPage({
      viewport: { width, height: width > 500 ? 1000 : 844 },
      colorScheme: scheme,
      deviceScaleFactor: width > 500 ? 1 : 2,
      isMobile: width < 500,
      hasTouch: width < 500,
    });
    page.on(
      'console',
      (message) =>
        (message.type() === 'error' || message.type() === 'warning') && console.log(name, size, message.text()),
    );
    page.on('pageerror', (error) => console.log(name, size, error.message));
    await page.goto(fixture.origin + path, { waitUntil: 'load' });
    await page.waitForTimeout(900);
    await page.screenshot({ path: `${directory}/${name}-${size}.png`, fullPage: true });
    await page.close();
  }
}
await browser.close();
await fixture.close();
