import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

let devnode: Devnode;
let explorer: TestExplorer;
beforeAll(async () => {
  devnode = await createDevnode({ profile: 'core31', seed: 6, live: false, blocks: 3, mempoolSize: 1 });
  explorer = await startTestExplorer({ node: devnode.rpcUrl, network: 'demo' });
  // the tip is the node's until the index has all blocks
  await explorer.until<unknown[]>('/api/blocks', (blocks) => blocks.length === 4);
});
afterAll(async () => {
  await explorer.stop();
  await devnode.stop();
  expect(explorer.faults).toEqual([]);
});

it('the root network also answers below its own prefix: REST, event stream and sockets', async () => {
  expect(await explorer.get('/demo/api/blocks')).toEqual(await explorer.get('/api/blocks'));
  const socket = await explorer.socket('/demo');
  socket.send({ action: 'ping' });
  expect(await socket.next((frame) => frame.pong === true)).toEqual({ pong: true });
  socket.close();
  const stop = new AbortController();
  const response = await fetch(`${explorer.url}/demo/api/glass/v1/events`, { signal: stop.signal });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  stop.abort();
});

it('accepts sockets below a prefix in any letter case, as REST does', async () => {
  expect(await explorer.get('/Demo/api/blocks')).toEqual(await explorer.get('/api/blocks'));
  const socket = await explorer.socket('/Demo');
  socket.send({ action: 'ping' });
  expect(await socket.next((frame) => frame.pong === true)).toEqual({ pong: true });
  socket.close();
});

it.each([
  '/signet/api/blocks',
  '/signet/api',
  '/signet/api/',
  '/liquidtestnet/api/v1/blocks',
  '/liquiddemo/api/blocks/tip/height',
  '/TESTNET4/api/tx/00',
  '/testnet/internal/block/00/txs',
  '/mainnet/api/v1/ws',
  '/mainnet/ws',
])('%s of a network that is not served is a plain 404', async (path) => {
  const { status, text, headers } = await explorer.status(path, { redirect: 'manual' });
  expect({ status, text }).toEqual({ status: 404, text: `endpoint does not exist "${path}"` });
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
});
