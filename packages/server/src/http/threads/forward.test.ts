import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { createForward } from './forward.ts';
import type { PortStreams } from './port-streams.ts';

it('closes a socket whose stream has ended, also when its client does not read the rest', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const [served] = (await accepted) as [Socket];
  const stream = new PassThrough();
  const request = {
    method: 'GET',
    url: '/api/v1/ws',
    httpVersion: '1.1',
    rawHeaders: [],
  } as unknown as IncomingMessage;
  createForward({ open: () => stream } as unknown as PortStreams).upgrade(request, served, Buffer.alloc(0));
  // more than the buffers of both sockets take
  served.write(Buffer.alloc(20_000_000));
  stream.destroy();
  await once(stream, 'close');
  expect([served.destroyed, served.timeout]).toEqual([false, 10_000]);
  served.emit('timeout');
  expect(served.destroyed).toBe(true);
});
