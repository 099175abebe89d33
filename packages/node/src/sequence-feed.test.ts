import { expect, it } from 'vitest';
import { Publisher } from 'zeromq';
import { openSequenceFeed, reachableZmqAddress } from './sequence-feed.ts';

/** A message of the topic: an added transaction, its hash being one byte repeated. */
function added(byte: number, counter: number, length = 41): [string, Buffer, Buffer] {
  const body = Buffer.alloc(length, byte);
  body.write('A', 32);
  body.writeBigUInt64LE(1n, 33);
  const number = Buffer.alloc(4);
  number.writeUInt32LE(counter);
  return ['sequence', body, number];
}

it('refuses messages that are longer than any of the topic, and goes on with the next ones', async () => {
  const publisher = new Publisher();
  await publisher.bind('tcp://127.0.0.1:*');
  const first: number[] = [];
  const failures: unknown[] = [];
  const heard = Promise.withResolvers<void>();
  const again = Promise.withResolvers<void>();
  const feed = openSequenceFeed(publisher.lastEndpoint!, {
    message({ hash }) {
      first.push(hash[0]!);
      if (hash[0] === 1) heard.resolve();
      if (hash[0] === 3) again.resolve();
    },
    lost: () => undefined,
    failed: (error) => void failures.push(error),
  });
  /** Publishes until it arrives: a subscription takes effect after the connection. */
  const publishUntil = async (byte: number, arrived: Promise<void>) => {
    let isDone = false;
    void arrived.then(() => (isDone = true));
    for (let counter = 0; !isDone; counter++) {
      await publisher.send(added(byte, counter));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  try {
    await publishUntil(1, heard.promise);
    await publisher.send(added(2, 1, 1_000_000));
    await publishUntil(3, again.promise);
    expect([new Set(first), failures]).toEqual([new Set([1, 3]), []]);
  } finally {
    feed.close();
    publisher.close();
  }
});

it('receives messages from an IPv6 address', async () => {
  const publisher = new Publisher({ ipv6: true });
  await publisher.bind('tcp://[::1]:*');
  const heard = Promise.withResolvers<Uint8Array>();
  const feed = openSequenceFeed(publisher.lastEndpoint!, {
    message: ({ hash }) => heard.resolve(hash),
    lost: () => undefined,
    failed: heard.reject,
  });
  let isHeard = false;
  void heard.promise.then(() => (isHeard = true));
  try {
    // a subscription takes effect after the connection
    for (let counter = 0; !isHeard; counter++) {
      await publisher.send(added(7, counter));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await heard.promise).toEqual(Buffer.alloc(32, 7));
  } finally {
    feed.close();
    publisher.close();
  }
});

it.each([
  ['tcp://127.0.0.1:5', 'http://127.0.0.1:8332', 'tcp://127.0.0.1:5'],
  ['tcp://127.0.0.1:5', 'http://[::1]:8332', 'tcp://127.0.0.1:5'],
  ['tcp://[::1]:5', 'http://localhost:8332', 'tcp://[::1]:5'],
  ['tcp://127.0.0.1:5', 'http://127.0.1.1:8332', 'tcp://127.0.0.1:5'],
  ['tcp://0.0.0.0:5', 'http://[::1]:8332', 'tcp://127.0.0.1:5'],
  ['tcp://[::]:5', 'http://[::1]:8332', 'tcp://[::1]:5'],
  ['tcp://127.0.0.1:5', 'http://node:8332', 'tcp://node:5'],
  ['tcp://0.0.0.0:5', 'http://[2001:db8::1]:8332', 'tcp://[2001:db8::1]:5'],
  ['tcp://10.0.0.2:5', 'http://node:8332', 'tcp://10.0.0.2:5'],
  ['ipc:///run/sequence', 'http://127.0.0.1:8332', 'ipc:///run/sequence'],
])('reaches the topic announced as %s of the node at %s by %s', (announced, origin, address) => {
  expect(reachableZmqAddress(announced, origin)).toBe(address);
});
