import { describe, expect, it } from 'vitest';
import { busErrorKind } from './bus.ts';
import { type FollowOptions, followMessages } from './journal-reader.ts';
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
