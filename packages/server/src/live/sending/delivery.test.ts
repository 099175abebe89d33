import { expect, it } from 'vitest';
import { recordedSession } from '../testing/recorded-session.ts';
import { createBlockDelivery, createDelivery, type Fill } from './delivery.ts';
import { partOf } from './json-text.ts';

it('delivers transactions while a block waits for its audit, and everything else after it, in order', async () => {
  const events: string[] = [];
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const delivery = createDelivery({ hasClients: () => true, onFailure });
  const blocks = createBlockDelivery(delivery, onFailure);
  const audits = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const block =
    (index: number): Fill =>
    async () => {
      events.push(`block ${index} begins`);
      await audits[index]!.promise;
      events.push(`block ${index} ends`);
    };
  const note =
    (text: string): Fill =>
    () =>
      void events.push(text);
  const later = (text: string) => blocks.inTurn(() => delivery.deliver(note(text)));

  later('projection 0');
  void delivery.inTurn(() => blocks.start(block(0)));
  later('projection 1');
  await delivery.report(note('transaction'));
  later('projection 2');
  expect(events).toEqual(['projection 0', 'block 0 begins', 'transaction']);
  audits[0]!.reject(new Error('no audit'));
  await blocks.settled();
  later('projection 3');
  await delivery.inTurn(() => blocks.start(block(1)));
  later('projection 4');
  await delivery.report(note('another transaction'));
  expect(events.slice(3)).toEqual([
    'projection 1',
    'projection 2',
    'projection 3',
    'block 1 begins',
    'another transaction',
  ]);
  audits[1]!.resolve();
  await blocks.settled();
  await delivery.report(note('end'));
  expect(events.slice(8)).toEqual(['block 1 ends', 'projection 4', 'end']);
  expect(failures).toEqual([new Error('no audit')]);
});

it('delivers transactions while a projection is sent to many sessions', async () => {
  const onFailure = (error: unknown) => expect.fail(String(error));
  const delivery = createDelivery({ hasClients: () => true, onFailure });
  const sessions = Array.from({ length: 1_000 }, () => recordedSession());
  const toAll: Fill = (outbox) => {
    for (const { session } of sessions) outbox.put(session, partOf({ vBytesPerSecond: 5 }));
  };
  const toFirst: Fill = (outbox) => outbox.put(sessions[0]!.session, partOf({ txConfirmed: 'aa' }));
  await delivery.inTurn(() => delivery.post(toAll));
  await delivery.report(toFirst);
  expect(sessions[0]!.take()).toEqual([{ vBytesPerSecond: 5 }, { txConfirmed: 'aa' }]);
  expect(sessions.at(-1)!.take()).toEqual([]);
});

it('sends a block to all sessions before the rest of a projection, and reports it then', async () => {
  const onFailure = (error: unknown) => expect.fail(String(error));
  const delivery = createDelivery({ hasClients: () => true, onFailure });
  const blocks = createBlockDelivery(delivery, onFailure);
  const order: string[] = [];
  const sessions = (name: string) => Array.from({ length: 1_000 }, () => recordedSession(() => order.push(name)));
  const [listening, following, waiting] = ['projection', 'block', 'transactions of the block'].map(sessions);
  const toAll =
    (recipients: typeof listening): Fill =>
    (outbox) => {
      for (const { session } of recipients!) outbox.put(session, partOf({ vBytesPerSecond: 5 }));
    };
  await delivery.inTurn(() => delivery.post(toAll(listening), 'last'));
  await delivery.inTurn(() =>
    blocks.start(
      async (outbox) => {
        toAll(following)(outbox);
        await outbox.flush();
        toAll(waiting)(outbox);
      },
      () => order.push('sent'),
    ),
  );
  await blocks.settled();
  while (order.length < 3_001) await new Promise((resolve) => setImmediate(resolve));
  const projectedBefore = order.indexOf('block');
  expect(projectedBefore).toBe(200);
  expect(order.lastIndexOf('transactions of the block')).toBe(projectedBefore + 2_000 - 1);
  expect(order.indexOf('sent')).toBe(projectedBefore + 2_000);
});

it('reports a block as sent while there is no client', async () => {
  const onFailure = (error: unknown) => expect.fail(String(error));
  const blocks = createBlockDelivery(createDelivery({ hasClients: () => false, onFailure }), onFailure);
  await new Promise<void>((resolve) => void blocks.start(() => expect.fail('is not filled'), resolve));
});
