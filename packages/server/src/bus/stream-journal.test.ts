import { decodeBatch, type Fact } from '@glassblock/journal';
import type { Height } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import type { Bus } from './bus.ts';
import { openStreamJournal } from './stream-journal.ts';

const noSuchMessage = Object.assign(new Error('no message found'), { code: 10037 });

/** A bus with an empty stream. */
function scriptedBus() {
  const published: { subject: string; data: Uint8Array }[] = [];
  const bus = {
    replicas: 1,
    headers: () => new Map<string, string>(),
    streams: {
      streams: {
        info: async () => ({ state: { first_seq: 1, last_seq: published.length } }),
        getMessage: () => Promise.reject(noSuchMessage),
      },
    },
    publisher: {
      async publish(subject: string, data: Uint8Array) {
        const seq = published.push({ subject, data });
        return { seq };
      },
    },
  };
  const facts = () =>
    published.flatMap(({ subject, data }) => (subject.endsWith('.events') ? decodeBatch(data).facts : []));
  return { bus: bus as unknown as Bus, facts };
}

const turn = () => new Promise(setImmediate);
const disconnected: Fact = { type: 'block-disconnected', height: 7 as Height, hash: new Uint8Array(32).fill(7) };

describe('openStreamJournal', () => {
  it.each(Array.from({ length: 10 }, (_, turns) => turns))(
    'publishes an event that is appended %d microtasks after nothing was',
    async (microtasks) => {
      const { bus, facts } = scriptedBus();
      const { journal } = await openStreamJournal({
        bus,
        keyspace: 'test',
        retention: { journalBytes: 1_000_000, days: 1 },
        maxEvents: 100,
        onError: (failure) => expect(failure).toBeUndefined(),
        onFenced: (error) => expect(error).toBeUndefined(),
      });
      await turn();
      journal.append([]);
      for (let i = 0; i < microtasks; i++) await Promise.resolve();
      journal.append([disconnected]);
      await turn();
      expect(facts()).toEqual([disconnected]);
      await journal.close();
    },
  );
});
