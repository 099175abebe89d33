import { once } from 'node:events';
import { connect } from 'node:net';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';

/* A refused upgrade that keeps its connection uses a descriptor for ever: 1,000 of them stop a server. */

let devnode: Devnode;
let explorer: TestExplorer;
beforeAll(async () => {
  devnode = await createDevnode({ profile: 'core31', seed: 5, live: false, blocks: 3, mempoolSize: 1 });
  explorer = await startTestExplorer({ node: devnode.rpcUrl, network: 'demo' });
});
afterAll(async () => {
  await explorer.stop();
  await devnode.stop();
});

/** Sends a head and returns the status line and all headers once the server has closed its side. */
async function raw(method: string, path: string, headers: Record<string, string>): Promise<string> {
  const { hostname, port } = new URL(explorer.url);
  // half open: the client never closes by itself
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let text = '';
  socket.on('data', (part) => (text += String(part)));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: test\r\n${lines.join('')}\r\n`);
  await once(socket, 'end');
  socket.destroy();
  return text;
}

const key = 'dGhlIHNhbXBsZSBub25jZQ==';
const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket' };

describe('an upgrade that is not accepted', () => {
  it.each([
    ['with another version', 'GET', { ...upgrade, 'Sec-WebSocket-Version': '99', 'Sec-WebSocket-Key': key }, 426],
    ['without a version', 'GET', { ...upgrade, 'Sec-WebSocket-Key': key }, 426],
    ['without a key', 'GET', { ...upgrade, 'Sec-WebSocket-Version': '13' }, 400],
    ['with a malformed key', 'GET', { ...upgrade, 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'x' }, 400],
    ['to another protocol', 'GET', { Connection: 'Upgrade, close', Upgrade: 'h2c' }, 426],
    ['that is a POST', 'POST', { ...upgrade, Connection: 'Upgrade, close', 'Content-Length': '0' }, 404],
  ])('%s is answered, and its connection is closed by the server', async (_name, method, headers, status) => {
    for (const path of ['/api/v1/ws', '/ws', '//api//v1/ws']) {
      const answer = await raw(method, path, headers);
      expect(answer.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).toMatch(/\r\nconnection: .*close/i);
    }
  });

  it('names the supported versions', async () => {
    expect(await raw('GET', '/ws', { ...upgrade, 'Sec-WebSocket-Version': '99' })).toMatch(
      /\r\nSec-WebSocket-Version: 13/,
    );
  });
});

describe('an Upgrade header on an ordinary route', () => {
  it.each(['h2c', 'websocket', 'TLS/1.0'])('%s does not change the answer', async (protocol) => {
    const answer = await raw('GET', '/api/blocks/tip/height', {
      Connection: 'Upgrade, close',
      Upgrade: protocol,
    });
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(answer).toMatch(/\r\n\r\n3$/);
  });
});
