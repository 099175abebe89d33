/**
 * Long tasks of the dashboard while blocks arrive, with the CPU throttled to a quarter: `npx -c 'node
 * bench/web/long-tasks.ts [url] [blocks]'` with a running demo (`npm start`). The visualization of the next block is
 * visible, so every block updates the block strip, all cards and all squares.
 */
import { launchBrowser } from '../../packages/web/test/support/open-page.ts';
import { calibrate } from '../calibrate.ts';

const [url = 'http://127.0.0.1:8080/', blocks = '6'] = process.argv.slice(2);
const slowDown = 4;
/** A task belongs to a block if it starts within this time around its arrival, in ms. */
const [before, after] = [300, 2_500] as const;
const maxWaitMs = 180_000;

/** Data collected by the page. */
interface Seen {
  tasks: { start: number; ms: number }[];
  arrivals: { at: number; height: string }[];
}

const browser = await launchBrowser();
const context = await browser.newContext({ viewport: { width: 1440, height: 1400 } });
const page = await context.newPage();
await page.addInitScript(() => {
  const seen: Seen = { tasks: [], arrivals: [] };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push({ start: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
});
await page.goto(url);
await page.locator('[data-part~=inside-card]').scrollIntoViewIfNeeded();
await page.locator('[data-part~=inside-card] canvas').waitFor();
const session = await context.newCDPSession(page);
await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
await page.evaluate(() => {
  const { seen } = globalThis as unknown as { seen: Seen };
  const side = document.querySelector('[data-part~=strip-side].mined');
  const tip = () => side?.querySelector('.mined-block')?.id ?? '';
  let known = tip();
  if (side)
    new MutationObserver(() => {
      if (tip() === known) return;
      known = tip();
      seen.arrivals.push({ at: performance.now(), height: known.replace('bitcoin-block-', '') });
    }).observe(side, { childList: true });
});
const startedMs = await page.evaluate(() => performance.now());

for (let wanted = 1; wanted <= Number(blocks); wanted++) {
  await page.waitForFunction(
    (count) => (globalThis as unknown as { seen: Seen }).seen.arrivals.length >= count,
    wanted,
    { timeout: maxWaitMs },
  );
}
// Tasks after the last block.
await page.waitForFunction(
  (ms) => performance.now() - ((globalThis as unknown as { seen: Seen }).seen.arrivals.at(-1)?.at ?? 0) > ms,
  after,
  { timeout: maxWaitMs },
);
const { tasks, arrivals } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
await browser.close();

const rounded = (ms: number): string => `${Math.round(ms)} ms`;
for (const { at, height } of arrivals) {
  const near = tasks.filter(({ start, ms }) => start + ms > at - before && start < at + after);
  const said = near.map(({ ms }) => rounded(ms)).join(', ');
  console.log(`block ${height}: ${near.length === 0 ? 'no task of 50 ms or more' : said}`);
}
const all = tasks.filter(({ start }) => start > startedMs).map(({ ms }) => ms);
console.log(
  `${all.length} tasks of 50 ms or more with ${slowDown}x CPU throttling, longest ${rounded(Math.max(0, ...all))}, ${all.filter((ms) => ms > 100).length} above 100 ms`,
);
console.log(`calibration ${calibrate().toFixed(1)} ms`);
