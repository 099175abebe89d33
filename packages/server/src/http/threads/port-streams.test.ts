import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { createPortStreams, type PortStream, type PortStreams } from './port-streams.ts';

const client = { remoteAddress: '192.0.2.1', remotePort: 4711, remoteFamily: 'IPv4' };
let ends: PortStreams[] = [];
afterEach(() => {
  for (const end of ends) end.close();
  ends = [];
});

/** Opens a stream; returns both of its ends. */
async function openStream(): Promise<[PortStream, PortStream]> {
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve } = Promise.withResolvers<PortStream>();
  const here = createPortStreams(port1, () => undefined);
  ends.push(here, createPortStreams(port2, resolve));
  return [here.open(client), await promise];
}

it('passes bytes both ways, with the address of the client', async () => {
  const [here, there] = await openStream();
  expect(there).toMatchObject({ ...client, isForwarded: true });
  here.end('question');
  expect(String(await buffer(there))).toBe('question');
  there.end(Buffer.alloc(1_000_000, 7));
  expect((await buffer(here)).equals(Buffer.alloc(1_000_000, 7))).toBe(true);
});

it('stops the writer until the reader reads', async () => {
  const [here, there] = await openStream();
  const written: number[] = [];
  for (let i = 0; i < 10; i++) here.write(Buffer.alloc(100_000), () => written.push(i));
  there.write('go on');
  await once(here, 'data');
  // a window of 256 KiB, and the excess
  expect(written.length).toBeLessThan(10);
  here.end();
  expect((await buffer(there)).length).toBe(1_000_000);
  expect(written.length).toBe(10);
});

it('ends both ends when one is destroyed, and all when the port closes', async () => {
  const [here, there] = await openStream();
  const closed = once(there, 'close');
  here.destroy();
  await closed;
  const [, other] = await openStream();
  const closedToo = once(other, 'close');
  for (const end of ends) end.close();
  await closedToo;
});
