import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { limitConnections, maxConnections } from './connection-limits.ts';

let server: Server | undefined;
let clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  server?.close();
  if (server !== undefined) await once(server, 'close');
  server = undefined;
});

async function listen(limits: Parameters<typeof limitConnections>[1]): Promise<void> {
  server = createServer((_request, response) => response.end('ok'));
  limitConnections(server, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** Opens a connection and sends a request; returns whether it was answered rather than closed. */
async function isAnswered(): Promise<boolean> {
  const client = connect((server!.address() as AddressInfo).port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => client.destroy());
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return Promise.race([once(client, 'data').then(() => true), once(client, 'close').then(() => false)]);
}

const unlimited = Number.POSITIVE_INFINITY;

describe('limitConnections', () => {
  it('closes connections of one address above its limit, and accepts again once one is closed', async () => {
    await listen({ perAddress: 2, total: unlimited, trustedProxies: [] });
    expect([await isAnswered(), await isAnswered(), await isAnswered()]).toEqual([true, true, false]);
    const closed = new Promise<void>((resolve) => {
      server!.once('request', ({ socket }) => socket.once('close', resolve));
    });
    clients[0]!.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(clients[0]!, 'data');
    clients[0]!.destroy();
    await closed;
    expect(await isAnswered()).toBe(true);
  });

  it('has no limit for trusted proxies', async () => {
    await listen({ perAddress: 1, total: unlimited, trustedProxies: ['loopback'] });
    expect([await isAnswered(), await isAnswered()]).toEqual([true, true]);
  });

  it('closes connections above the limit of all addresses', async () => {
    await listen({ perAddress: unlimited, total: 1, trustedProxies: [] });
    expect([await isAnswered(), await isAnswered()]).toEqual([true, false]);
  });
});

describe('maxConnections', () => {
  it.each([
    ['1024', 512],
    ['256', 64],
    ['524288', 392_960],
    ['unlimited', unlimited],
  ])('leaves descriptors for files: open files %s', (files, count) => {
    const directory = mkdtempSync(join(tmpdir(), 'glassblock-limits-'));
    const path = join(directory, 'limits');
    writeFileSync(path, `Max processes  7  7  processes\nMax open files            ${files}    524288     files\n`);
    expect(maxConnections(path)).toBe(count);
    rmSync(directory, { recursive: true });
  });

  it('is infinite without a file of limits', () => {
    expect(maxConnections('/nonexistent')).toBe(unlimited);
  });
});
