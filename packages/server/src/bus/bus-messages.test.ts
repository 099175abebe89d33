import { describe, expect, it } from 'vitest';
import type { Bus } from './bus.ts';
import { createValueParts, publishValue } from './bus-messages.ts';

type Message = Parameters<ReturnType<typeof createValueParts>['add']>[0];

/** Returns the messages of a value. */
function messagesOf(value: unknown): Message[] {
  const messages: Message[] = [];
  const bus = {
    headers: () => new Map<string, string>(),
    connection: {
      publish: (_: string, data: Uint8Array, { headers }: { headers: Message['headers'] }) =>
        void messages.push({ headers, data }),
    },
  } as unknown as Bus;
  publishValue(bus, 'subject', value);
  return messages;
}

/** A value of three messages. */
const large = (letter: string) => ({ text: letter.repeat(1_200_000) });

describe('createValueParts', () => {
  it('assembles values of one message and of several', () => {
    const parts = createValueParts();
    const messages = [...messagesOf('small'), ...messagesOf(large('a')), ...messagesOf('last')];
    expect(messages.length).toBe(5);
    const values = messages.flatMap((message) => parts.add(message) ?? []);
    expect(values).toEqual([{ value: 'small' }, { value: large('a') }, { value: 'last' }]);
  });

  it('drops values of which a message was lost, and never joins messages of two', () => {
    const parts = createValueParts();
    const [a0, a1] = messagesOf(large('a'));
    const [, , b2] = messagesOf(large('b'));
    const c = messagesOf(large('c'));
    const values = [a0!, a1!, b2!, ...c].flatMap((message) => parts.add(message) ?? []);
    expect(values).toEqual([{ value: large('c') }]);
  });

  it('assembles one value while two processes publish', () => {
    const parts = createValueParts();
    const [a, b] = [messagesOf(large('a')), messagesOf(large('b'))];
    const values = [a[0]!, b[0]!, a[1]!, b[1]!, a[2]!, b[2]!].flatMap((message) => parts.add(message) ?? []);
    expect(values).toEqual([{ value: large('b') }]);
  });

  it('assembles values of an earlier version, whose messages name no value', () => {
    const parts = createValueParts();
    const messages = messagesOf(large('a')).map(
      ({ data }, i) => ({ data, headers: { get: () => `${i}/3` } }) as unknown as Message,
    );
    const values = messages.flatMap((message) => parts.add(message) ?? []);
    expect(values).toEqual([{ value: large('a') }]);
  });
});
