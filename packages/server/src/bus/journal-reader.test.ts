import { encodeBatches, type Fact } from '@glassblock/journal';
import type { Height } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { type Bus, busErrorKind } from './bus.ts';
import { type FollowOptions, followMessages, followStreamJournal } from './journal-reader.ts';
import { journalStreamOf } from './journal-stream.ts';

const named = (name: string, message: string, status?: number) =>
  Object.assign(new Error(message), { name }, status === undefined ? {} : { status });

describe('busErrorKind', () => {
  it.each([
    [named('TimeoutError', 'timeout'), 'away'],
    [named('NoResponders', 'no responders'), 'away'],
    [named('JetStreamApiError', 'JetStream system temporarily unavailable', 503), 'away'],
    [named('StreamNotFoundError', 'stream not found', 404), 'refused'],
    [named('AuthorizationError', 'Authorization Violation'), 'refused'],
    [new TypeError('x is undefined'), undefined],
    ['a text', undefined],
  ])('%s is %s', (error, kind) => {
    expect(busErrorKind(error)).toBe(kind);
  });
});

describe('followMessages', () => {
  const message = (seq: number) => ({ seq, subject: 's', headers: undefined, data: new Uint8Array(0) });

  /** A bus whose stream has one outcome per read: an error, or a finite list of messages. */
  function scripted(outcomes: (Error | number[])[], state = { first_seq: 1, last_seq: 100 }) {
    const stopping = new AbortController();
    const received: number[] = [];
    const refusals: (string | undefined)[] = [];
    const starts: number[] = [];
    const bus = {
      onChange: () => () => false,
      streams: { streams: { info: async () => ({ state }) } },
      publisher: {
        consumers: {
          async get(_name: string, { opt_start_seq }: { opt_start_seq: number }) {
            starts.push(opt_start_seq);
            const outcome = outcomes.shift();
            if (outcome === undefined) stopping.abort();
            if (outcome instanceof Error) throw outcome;
            const messages = (outcome ?? []).map(message);
            return { consume: async () => Object.assign(messages, { stop: () => undefined }) };
          },
        },
      },
    } as unknown as FollowOptions['bus'];
    const run = followMessages({
      bus,
      stream: journalStreamOf('test'),
      from: 1,
      signal: stopping.signal,
      receive: ({ sequence }) => void received.push(sequence),
      onRefused: (reason) => void refusals.push(reason),
      pause: async () => undefined,
    });
    return { run, received, refusals, starts };
  }

  it('continues after the last message when the bus was away, without a report', async () => {
    const { run, received, refusals, starts } = scripted([[1, 2], named('TimeoutError', 'timeout'), [3]]);
    await run;
    expect([received, refusals, starts]).toEqual([[1, 2, 3], [], [1, 3, 3, 4]]);
  });

  it('reports a refusal once, and its end', async () => {
    const refusal = named('StreamNotFoundError', 'stream not found', 404);
    const { run, refusals } = scripted([refusal, refusal, [1]]);
    await run;
    expect(refusals).toEqual(['stream not found', undefined]);
  });

  it('ends on an error that is not of the bus', async () => {
    await expect(scripted([new TypeError('a bug')]).run).rejects.toThrow('a bug');
  });

  it('restarts at the beginning of a stream that was recreated', async () => {
    const { run, starts } = scripted([[90]], { first_seq: 1, last_seq: 7 });
    await run;
    expect(starts).toEqual([1, 1]);
  });
});

describe('followStreamJournal', () => {
  const fact = (n: number): Fact => ({
    type: 'block-disconnected',
    height: n as Height,
    hash: new Uint8Array(32).fill(n),
  });
  /** A batch of one fact with the same number as the message. */
  const batch = (seq: number, epoch: number) => ({
    seq,
    subject: journalStreamOf('test').events,
    headers: new Map([
      ['Epoch', String(epoch)],
      ['Number', String(seq)],
    ]),
    data: encodeBatches(seq, [fact(seq)])[0]!.bytes,
  });

  /** Follows a stream, and another one of the same name after that. @param later messages of the second one */
  async function followTwice(later: ReturnType<typeof batch>[]) {
    const streams = [
      { state: { first_seq: 1, last_seq: 3 }, messages: [1, 2, 3, 4].map((seq) => batch(seq, 7)) },
      { state: { first_seq: 1, last_seq: later.length }, messages: later },
    ];
    let reads = 0;
    const second = Promise.withResolvers<void>();
    const facts: Fact[] = [];
    const errors: string[] = [];
    const bus = {
      replicas: 1,
      failure: undefined,
      onChange: () => () => false,
      streams: { streams: { info: async () => streams[Math.min(reads, 1)]! } },
      publisher: {
        consumers: {
          async get() {
            const messages = streams[reads++]?.messages;
            if (messages === undefined) second.resolve();
            return { consume: async () => Object.assign(messages ?? [], { stop: () => undefined }) };
          },
        },
      },
    } as unknown as Bus;
    const fail = (error: unknown) => {
      throw error;
    };
    const journal = await followStreamJournal({
      bus,
      keyspace: 'test',
      retention: { journalBytes: 1_000_000, days: 1 },
      maxEvents: 100,
      onFacts: (news) => void facts.push(...news),
      onError: (error) => void errors.push(String(error)),
      onRefused: () => undefined,
      onUnexpectedError: fail,
    });
    return { journal, facts, errors, isRead: second.promise };
  }

  it('passes on the facts of a stream that was created again, whose sequences begin at 1', async () => {
    const { journal, facts, errors, isRead } = await followTwice([1, 2].map((seq) => batch(seq, 8)));
    await isRead;
    await journal.close();
    // those of the first stream that were stored before are known
    expect(facts).toEqual([4, 1, 2].map(fact));
    expect(errors).toEqual([]);
    expect(journal.position).toBe('8-2');
  });

  it('notifies readers of a gap, before the next event', async () => {
    const claim = { ...batch(1, 8), subject: journalStreamOf('test').claim };
    const { journal, isRead } = await followTwice([claim]);
    const readings: boolean[] = [];
    journal.onAppend(() => readings.push(journal.read('7-4', 10).gap));
    await isRead;
    await journal.close();
    expect(readings).toEqual([true]);
  });

  it('goes on after a message of another program on a subject of the stream', async () => {
    const foreign = { seq: 2, subject: 'glassblock.test.journal.other', headers: new Map(), data: new Uint8Array(3) };
    const { journal, errors, isRead } = await followTwice([batch(1, 8), foreign, batch(3, 8)]);
    await isRead;
    await journal.close();
    expect([journal.position, errors]).toEqual(['8-3', ["Error: message 2 of the journal's stream has no place"]]);
  });
});
