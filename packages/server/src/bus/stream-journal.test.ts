import { decodeBatch, type Fact } from '@glassblock/journal';
import type { Height } from '@glassblock/primitives';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Bus } from './bus.ts';
import { openStreamJournal } from './stream-journal.ts';

const noSuchMessage = Object.assign(new Error('no message found'), { code: 10037 });

/** A bus with an empty stream. @param failures errors of the first publications */
function scriptedBus(failures: Error[] = []) {
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
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
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
        holds: async () => true,
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

  /** Opens a journal on a bus that refuses some claims. @param holds results of renewing the lease */
  async function openLate(failures: Error[], holds: (boolean | Error)[]) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { bus } = scriptedBus(failures);
    const states: (string | undefined)[] = [];
    const opening = openStreamJournal({
      bus,
      keyspace: 'test',
      retention: { journalBytes: 1_000_000, days: 1 },
      maxEvents: 100,
      onError: (failure) => void states.push(failure),
      async holds() {
        const held = holds.shift() ?? true;
        if (held instanceof Error) throw held;
        return held;
      },
      onFenced: (error) => expect(error).toBeUndefined(),
    }).then(
      ({ journal }) => journal.position,
      (error: Error) => error.message,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    return { opened: await opening, states };
  }

  const timeout = () => new Error('timeout');

  it('claims the stream again while the bus does not answer, as long as it holds the lease', async () => {
    const { opened, states } = await openLate([timeout(), timeout()], [timeout(), true]);
    expect(opened).toMatch(/^\d+-\d+$/);
    expect(states).toEqual([
      'the journal cannot be claimed: timeout',
      'the lease cannot be renewed: timeout',
      'the journal cannot be claimed: timeout',
      undefined,
    ]);
  });

  it('does not claim it again when another process holds the lease', async () => {
    expect((await openLate([timeout()], [false])).opened).toBe('another process has taken over; this one ends');
  });

  it('gives up when the bus does not answer for half a minute', async () => {
    expect((await openLate(Array.from({ length: 1_000 }, timeout), [])).opened).toBe(
      'the journal cannot be claimed: timeout',
    );
  });
});
