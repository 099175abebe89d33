import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CodedError } from '@glassblock/primitives';
import { expect, test } from 'vitest';
import { createBlockSource } from './block-source.ts';
import { createNodeClient, type NodeClient } from './client.ts';
import { createRawBlocks } from './raw-blocks.ts';

const id = `${'00'.repeat(31)}ff`;

/** A node with one block, and the calls that it received. @param notFound the body of its 404s to REST */
function nodeWith(notFound: string | undefined) {
  const calls: string[] = [];
  const client = {
    async rest() {
      calls.push('rest');
      if (notFound !== undefined) throw new CodedError('node.not-found', 'the node returned 404', { datum: notFound });
      return Uint8Array.of(1, 2);
    },
    async rpc(method: string, ...params: unknown[]) {
      calls.push([method, ...params].join(' '));
      return '0102';
    },
  } as Pick<NodeClient, 'rest' | 'rpc'> as NodeClient;
  return { client, calls };
}

test('reads a block by REST', async () => {
  const { client, calls } = nodeWith(undefined);
  const blocks = createRawBlocks(client, true, () => 0);
  expect(await blocks.read(id)).toEqual(Uint8Array.of(1, 2));
  expect([calls, blocks.isRestOff()]).toEqual([['rest'], false]);
});

test('reads a block by getblock when REST is off, and tries REST again after ten minutes', async () => {
  const { client, calls } = nodeWith('');
  let now = 0;
  const blocks = createRawBlocks(client, true, () => now);
  for (const at of [0, 1, 599_999, 600_000]) {
    now = at;
    expect(await blocks.read(id)).toEqual(Uint8Array.of(1, 2));
  }
  const getblock = `getblock ${id} 0`;
  expect(calls).toEqual(['rest', getblock, getblock, getblock, 'rest', getblock]);
  expect(blocks.isRestOff()).toBe(true);
});

test.each([
  [`${id} not found\r\n`, 'node.unknown-block'],
  [`${id} not available (pruned data)\r\n`, 'node.no-data'],
])('reports what REST says about a block: %j', async (words, code) => {
  const { client, calls } = nodeWith(words);
  const blocks = createRawBlocks(client, true, () => 0);
  await expect(blocks.read(id)).rejects.toMatchObject({ code });
  expect([calls, blocks.isRestOff()]).toEqual([['rest'], false]);
});

test.each([
  [401, '<h1>401 Authorization Required</h1>'],
  [403, '<h1>403 Forbidden</h1>'],
  [404, `<p>/rest/block/${id}.bin was not found on this server.</p>`],
  [405, '<h1>405 Not Allowed</h1>'],
])('reads a block by getblock when a proxy answers REST with %i', async (status, page) => {
  const server = createServer(({ method }, response) => {
    if (method === 'GET') response.writeHead(status, { 'content-type': 'text/html' }).end(page);
    else response.end(JSON.stringify({ result: '0102', error: null, id: 0 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = createNodeClient({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  try {
    expect(await createRawBlocks(client, true, () => 0).read(id)).toEqual(Uint8Array.of(1, 2));
  } finally {
    await client.close();
    server.close();
  }
});

test('does not read parts of blocks when the page of a proxy names the path', async () => {
  const { client, calls } = nodeWith(`<p>/rest/blockpart/${id}.bin was not found on this server.</p>`);
  const source = createBlockSource(client, true);
  const hash = new Uint8Array(32);
  hash[0] = 0xff;
  expect([await source.part(hash, 0, 80), await source.part(hash, 0, 80)]).toEqual([undefined, undefined]);
  expect(calls).toEqual(['rest']);
});

test('reads every block by getblock without REST', async () => {
  const { client, calls } = nodeWith(undefined);
  expect(await createRawBlocks(client, false, () => 0).read(id)).toEqual(Uint8Array.of(1, 2));
  expect(calls).toEqual([`getblock ${id} 0`]);
});
