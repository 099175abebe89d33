/**
 * Memory of a tab left open on the dashboard, with a simulated node at ten times the demo's speed: `npx -c 'node
 * bench/web/open-tab.ts [minutes] [times]'`. Every minute, after garbage collection: JavaScript heap, elements and
 * listeners. At the end, the last quarter compared with the second one.
 */
import { createDevnode } from '../../packages/devnode/src/index.ts';
import { startTestExplorer } from '../../packages/server/test/support/test-explorer.ts';
import { buildWeb, openWeb } from '../../packages/web/src/index.ts';
import { launchBrowser } from '../../packages/web/test/support/open-page.ts';
import { calibrate } from '../calibrate.ts';

const [minutes = '60', times = '10'] = process.argv.slice(2);
/** Parameters of the server's demo. */
const demo = { blocks: 160, mempoolSize: 4_000, meanBlockSeconds: 30, txPerSecond: 4 } as const;
const wanted = ['JSHeapUsedSize', 'Nodes', 'JSEventListeners'] as const;
type Row = Record<(typeof wanted)[number], number>;

await buildWeb({ log: () => undefined });
const devnode = await createDevnode({
  ...demo,
  profile: 'core31',
  seed: 2026,
  live: true,
  meanBlockSeconds: demo.meanBlockSeconds / Number(times),
  txPerSecond: demo.txPerSecond * Number(times),
});
const explorer = await startTestExplorer(
  { node: devnode.rpcUrl, zmq: devnode.zmqUrl, network: 'demo' },
  await openWeb({ basePath: '/' }),
);
await explorer.until<unknown[]>('/api/v1/fees/mempool-blocks', (blocks) => blocks.length > 0);
const browser = await launchBrowser();
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
const errors: string[] = [];
page.on('pageerror', ({ message }) => errors.push(message));
page.on('console', (message) => {
  if (message.type() === 'error') errors.push(message.text());
});
await page.goto(explorer.url);
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable');

async function look(): Promise<Row> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const valueFor = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return Object.fromEntries(wanted.map((name) => [name, valueFor(name)])) as Row;
}

const rows: Row[] = [];
const first = await explorer.get<number>('/api/blocks/tip/height');
for (let minute = 1; minute <= Number(minutes); minute++) {
  await page.waitForTimeout(60_000);
  const row = await look();
  rows.push(row);
  const height = await explorer.get<number>('/api/blocks/tip/height');
  const shown = await page.locator('.mined-block').first().getAttribute('id');
  console.log(
    `minute ${minute}: ${(row.JSHeapUsedSize / 1e6).toFixed(1)} MB, ${row.Nodes} nodes, ${row.JSEventListeners} listeners, ${height - first} blocks, ${shown}`,
  );
}
await browser.close();
await explorer.stop();
await devnode.stop();

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const part = (from: number, to: number) => rows.slice(Math.floor(rows.length * from), Math.ceil(rows.length * to));
for (const name of wanted) {
  const [before, after] = [part(0.25, 0.5), part(0.75, 1)].map((some) => median(some.map((row) => row[name])));
  console.log(`${name}: last quarter ${((after ?? 0) / (before ?? 1)).toFixed(2)} times the second quarter`);
}
console.log(`${errors.length} errors${errors.length > 0 ? `: ${errors[0]}` : ''}`);
console.log(`calibration ${calibrate().toFixed(1)} ms`);
