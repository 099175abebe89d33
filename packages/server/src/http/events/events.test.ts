import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createMemoryJournal } from '@glassblock/journal';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import type { NetworkJournal } from '../../recording/journal/network-journal.ts';
import { createAddressLimits } from '../requests/address-limits.ts';
import { registerEvents } from './events.ts';

it('frees the place of a client that disconnects before its first event is read', async () => {
  const journal = createMemoryJournal({ epoch: 1, maxEvents: 10 });
  const reading = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const limits = createAddressLimits({ socket: 1, 'event-stream': 1, page: 1 }, 0);
  const app = Fastify();
  onTestFinished(() => app.close());
  registerEvents(app, {
    basePath: '/',
    networks: [
      {
        path: '',
        journal: {
          get position() {
            return journal.position;
          },
          onAppend: () => () => undefined,
          async readFrom(after: string) {
            asked.resolve();
            await reading.promise;
            return journal.read(after as typeof journal.position);
          },
        } as unknown as NetworkJournal,
      },
    ],
    limits,
    clientAddress: () => '192.0.2.1',
    onUnexpectedError(error) {
      throw error;
    },
  });
  const disconnected = Promise.withResolvers<void>();
  app.addHook('onRequest', (request, _reply, done) => {
    request.raw.once('close', () => disconnected.resolve());
    done();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  client.write(`GET /api/glass/v1/events?after=${journal.position} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await asked.promise;
  client.destroy();
  await disconnected.promise;
  reading.resolve();
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(limits.open('event-stream', '192.0.2.1')).toBeDefined();
});
