import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

let devnode: Devnode;
let explorer: TestExplorer;
beforeAll(async () => {
  devnode = await createDevnode({ profile: 'core31', seed: 6, live: false, blocks: 3, mempoolSize: 1 });
  explorer = await startTestExplorer({ node: devnode.rpcUrl, network: 'demo' });
});
afterAll(async () => {
  await explorer.stop();
  await devnode.stop();
  expect(explorer.faults).toEqual([]);
});

const key = 'L44B5gGEpqEDRS9vVPz7QT35jcBG2r3CZwSwQ4fCewXAhAhqGVpP';
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

const submit = (path: string, values: Record<string, string>) =>
  explorer.status(path, { method: 'POST', body: new URLSearchParams(values), redirect: 'manual' });

it.each([
  ['/search', { q: '315' }, '?q=315'],
  ['/demo/search', { q: 'a b&c' }, '?q=a+b%26c'],
  ['/wallet', { addresses: 'x,y' }, '?addresses=x%2Cy'],
])('POST %s of a browser without JavaScript redirects to the page', async (path, values, location) => {
  const { status, headers } = await submit(path, values);
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([303, location, 'no-store']);
});

// a URL with the key would be in the browser's history and in the logs of proxies
it.each([
  ['/search', 'q', key],
  ['/search', 'q', `my key is ${key}`],
  ['/demo/search', 'q', words],
  ['/wallet', 'addresses', words],
  ['//search', 'q', key],
])('POST %s repeats no secret of field %s in its answer, log or metrics', async (path, field, secret) => {
  const { status, headers, text } = await submit(path, { [field]: secret });
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([303, '?refused=secret', 'no-store']);
  const metrics = await explorer.get<string>('/metrics');
  const everything = [text, JSON.stringify([...headers]), metrics, ...explorer.logged].join('\n');
  expect(everything).not.toMatch(/L44B5|sausage/);
});

it('POST of a form to another page is 404', async () => {
  expect((await submit('/blocks', { q: '315' })).status).toBe(404);
  const other = await explorer.status('/search', { method: 'POST', body: '{"q":"315"}', redirect: 'manual' });
  expect(other.status).toBe(404);
});
