import { deserialize, serialize } from 'node:v8';
import { expect, it } from 'vitest';
import type { Bus } from './bus.ts';
import { answerBusCalls, createBusCaller } from './bus-calls.ts';

type Callback = (error: null, message: { subject: string; reply?: string; data: Uint8Array }) => void;

/** A bus with one subscription, on which the test publishes. */
function scriptedBus() {
  let listener: Callback | undefined;
  const published: { subject: string; data: Uint8Array; reply: string | undefined }[] = [];
  const bus = {
    failure: undefined,
    headers: () => new Map<string, string>(),
    connection: {
      subscribe(_: string, { callback }: { callback: Callback }) {
        listener = callback;
        return { unsubscribe: () => undefined };
      },
      publish: (subject: string, data: Uint8Array, { reply }: { reply?: string } = {}) =>
        void published.push({ subject, data, reply }),
    },
  } as unknown as Bus;
  return { bus, published, receive: (message: Parameters<Callback>[1]) => listener!(null, message) };
}

it.each(['constructor', 'toString', '__proto__', 'other'])('answers that %s is no call of the table', (name) => {
  const { bus, published, receive } = scriptedBus();
  const errors: unknown[] = [];
  answerBusCalls(bus, 'calls', { known: async () => 1 }, (error) => void errors.push(error));
  receive({ subject: `calls.${name}`, reply: 'inbox', data: serialize([1]) });
  expect(published.map(({ data }) => deserialize(data))).toEqual([
    { error: { code: 'server.unknown-call', message: 'unknown call' } },
  ]);
  expect(errors).toEqual([]);
});

it.each([undefined, null, 5, 'text', {}, { error: null }, { error: 'text' }])(
  'rejects a call whose answer is %j',
  async (answer) => {
    const { bus, published, receive } = scriptedBus();
    const caller = createBusCaller(bus, { subject: () => 'calls', timeoutMs: 600_000, onLatency: () => undefined });
    const call = caller.call('known', []);
    receive({ subject: published[0]!.reply!, data: serialize(answer) });
    await expect(call).rejects.toThrow('an answer of another form');
    caller.close();
  },
);
