import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { parseNodeUrl } from '@glassblock/node';
import { expect, it, vi } from 'vitest';
import type { FromAddressWorker } from './messages.ts';
import { createSharedThread, type SharedThread } from './shared-thread.ts';

const unexpected = (error: unknown) => {
  throw error;
};

/** Starts an address book in memory of a node that is away. */
function startBook(
  thread: SharedThread,
  network: 'demo' | 'liquiddemo',
): { port: MessagePort; ended: Promise<unknown> } {
  const { port2: callsPort } = new MessageChannel();
  const port = thread.start(
    {
      file: 'address-worker.ts',
      data: {
        network,
        // no node listens on port 1
        node: parseNodeUrl('http://user:password@127.0.0.1:1'),
        directory: undefined,
        cacheBytes: 1e6,
        writeBufferBytes: 1e6,
        callsPort,
      },
    },
    [callsPort],
  );
  return { port, ended: once(port, 'close') };
}

it('runs the address books of two networks, each with its own port, and ends with the last of them', async () => {
  const thread = createSharedThread('shared', unexpected);
  const books = [startBook(thread, 'demo'), startBook(thread, 'liquiddemo')];
  const [first, second] = books as [(typeof books)[number], (typeof books)[number]];
  for (const { port } of books) {
    const reported = once(port, 'message');
    port.postMessage({ type: 'wake' });
    expect((await reported)[0]).toMatchObject({
      type: 'trouble',
      code: 'node.away',
    } satisfies Partial<FromAddressWorker>);
  }
  first.port.postMessage({ type: 'stop' });
  await first.ended;
  const reported = once(second.port, 'message');
  second.port.postMessage({ type: 'wake' });
  expect((await reported)[0]).toMatchObject({ type: 'trouble' });
  second.port.postMessage({ type: 'stop' });
  await second.ended;
  await thread.ended();
});

it('starts a thread again after it has ended', async () => {
  const thread = createSharedThread('shared', unexpected);
  for (const _ of ['first', 'second']) {
    const { port, ended } = startBook(thread, 'demo');
    port.postMessage({ type: 'stop' });
    await ended;
    await thread.ended();
  }
});

it('starts a thread for a task that starts while the thread of earlier tasks ends', async () => {
  using posts = vi.spyOn(Worker.prototype, 'postMessage');
  const thread = createSharedThread('shared', unexpected);
  const first = startBook(thread, 'demo');
  first.port.postMessage({ type: 'stop' });
  await first.ended;
  const { port, ended } = startBook(thread, 'liquiddemo');
  expect(new Set(posts.mock.contexts).size).toBe(2);
  const reported = once(port, 'message');
  port.postMessage({ type: 'wake' });
  expect((await reported)[0]).toMatchObject({ type: 'trouble' });
  port.postMessage({ type: 'stop' });
  await ended;
  await thread.ended();
});

it('has ended before its first task', async () => {
  await createSharedThread('shared', unexpected).ended();
});
