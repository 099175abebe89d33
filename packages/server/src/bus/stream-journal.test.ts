import { decodeBatch, type Fact, parseEventId } from '@glassblock/journal';
import { type Height, isCoded, type Sats, type Txid, type UnixSeconds, type Weight } from '@glassblock/primitives';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Bus } from './bus.ts';
import { followStreamJournal } from './journal-reader.ts';
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

interface StoredMessage {
  seq: number;
  subject: string;
  data: Uint8Array;
  headers: Map<string, string>;
}

/** A stream that several processes use: as a server does, it refuses wrong sequences before messages of a known id. */
function sharedStream() {
  const stored: StoredMessage[] = [];
  let isLost = false;
  const ends = () => ({ first_seq: stored[0]?.seq ?? 1, last_seq: stored.at(-1)?.seq ?? 0 });
  const info = async () => {
    if (isLost) throw Object.assign(new Error('stream not found'), { code: 10059 });
    return { state: ends() };
  };
  const add = async () => {
    isLost = false;
    return info();
  };
  type Publish = { msgID?: string; headers: Map<string, string>; expect: { lastSequence: number } };

  /** Connects a process. @param isAlive asked before each publication; one of a process that has ended has no answer */
  function connect(isAlive: () => boolean = () => true): Bus {
    const getMessage = async (_: string, { seq, last_by_subj }: { seq?: number; last_by_subj?: string }) => {
      const found = stored.findLast((one) => one.seq === seq || one.subject === last_by_subj);
      if (found === undefined) throw noSuchMessage;
      return { ...found, header: found.headers };
    };
    const publish = (subject: string, data: Uint8Array, { msgID, headers, expect: { lastSequence } }: Publish) => {
      if (!isAlive()) return new Promise(() => undefined);
      if (isLost) return Promise.reject(new Error('jetstream is not enabled'));
      const { last_seq: last } = ends();
      if (last !== lastSequence) return Promise.reject(Object.assign(new Error('wrong sequence'), { code: 10071 }));
      const known = stored.find((one) => msgID !== undefined && one.headers.get('Nats-Msg-Id') === msgID);
      if (known !== undefined) return Promise.resolve({ seq: known.seq, duplicate: true });
      if (msgID !== undefined) headers.set('Nats-Msg-Id', msgID);
      stored.push({ seq: last + 1, subject, data, headers });
      return Promise.resolve({ seq: last + 1 });
    };
    const get = async (_: string, { opt_start_seq: start }: { opt_start_seq: number }) => {
      const messages = Object.assign(
        stored.filter(({ seq }) => seq >= start),
        { stop: () => undefined },
      );
      return { consume: async () => messages, delete: async () => true };
    };
    return {
      replicas: 1,
      failure: undefined,
      onChange: () => () => undefined,
      headers: () => new Map<string, string>(),
      streams: { streams: { info, add, getMessage } },
      publisher: { publish, consumers: { get } },
    } as unknown as Bus;
  }
  /** The server loses the stream. */
  const lose = () => {
    isLost = true;
    stored.length = 0;
  };
  return { stored, connect, lose };
}

describe('openStreamJournal, with a keyframe of several messages', () => {
  const errors: unknown[] = [];
  const open = (bus: Bus) =>
    openStreamJournal({
      bus,
      keyspace: 'test',
      retention: { journalBytes: 1_000_000_000, days: 1 },
      maxEvents: 50_000,
      onError: (failure) => void errors.push(failure),
      holds: () => holds(),
      onFenced: (error) => void errors.push(error),
    });
  let holds = async () => true;
  const isPart = ({ subject }: StoredMessage) => subject.endsWith('.keyframe.part');
  const txids = Array.from({ length: 20_000 }, (_, i) => {
    const txid = new Uint8Array(32).fill(1) as Txid;
    new DataView(txid.buffer).setUint32(0, i);
    return txid;
  });
  const amounts = { fee: 100 as Sats, weight: 400 as Weight, time: 1_000 as UnixSeconds };
  const mempool: Fact[] = txids.map((txid) => ({ type: 'tx-added', txid, ...amounts }));
  const settled = async (isDone: () => boolean) => {
    while (!isDone()) await turn();
  };

  it('publishes a keyframe whose first part was published by a leader that ended before its last one', async () => {
    errors.length = 0;
    const { stored, connect } = sharedStream();
    const first = await open(connect(() => !stored.some(isPart)));
    first.journal.append(mempool);
    await settled(() => stored.some(isPart));
    const second = await open(connect());
    second.journal.append([disconnected]);
    await settled(() => stored.at(-1)!.subject.endsWith('.events') || errors.length > 0);
    expect(errors).toEqual([]);
    const third = await open(connect());
    expect(third.journal.position).toBe(second.journal.position);
    expect(third.journal.keyframe().state.mempool.length).toBe(20_000);
  });

  it('begins a new epoch with a keyframe behind a gap, and publishes later facts in it', async () => {
    errors.length = 0;
    const { stored, connect } = sharedStream();
    const { journal } = await open(connect());
    journal.append([disconnected]);
    await settled(() => stored.at(-1)!.subject.endsWith('.events'));
    const before = journal.position;
    await journal.addGap();
    expect(await journal.readFrom(before, 10)).toEqual({ gap: true });
    journal.append(mempool.slice(0, 3));
    await settled(() => stored.at(-1)!.subject.endsWith('.events') || stored.length === 4);
    const second = await open(connect());
    expect(second.journal.position).toBe(journal.position);
    expect(parseEventId(journal.position).epoch).toBeGreaterThan(parseEventId(before).epoch);
    expect(second.journal.keyframe().state).toEqual(journal.keyframe().state);
    expect(errors).toEqual([]);
  });

  /** Opens a journal on a stream, and publishes three facts. */
  async function startedJournal() {
    errors.length = 0;
    const stream = sharedStream();
    const { journal } = await open(stream.connect());
    journal.append(mempool.slice(0, 3));
    await settled(() => stream.stored.at(-1)!.subject.endsWith('.events'));
    return { ...stream, journal };
  }

  it('creates a stream that the bus has lost, with its state in a new epoch', async () => {
    const { stored, connect, lose, journal } = await startedJournal();
    const before = journal.position;
    lose();
    journal.append([disconnected]);
    await settled(() => stored.at(-1)?.subject.endsWith('.keyframe.end') === true);
    journal.append(mempool.slice(3, 5));
    await settled(() => stored.at(-1)!.subject.endsWith('.events'));
    const lost = 'the bus does not store events: the bus has lost the journal of this network';
    expect(errors).toEqual([lost, undefined]);
    const second = await open(connect());
    expect(second.journal.position).toBe(journal.position);
    expect(second.journal.keyframe().state.mempool).toHaveLength(5);
    expect(journal.read(before)).toEqual({ gap: true });
    expect(parseEventId(journal.position).epoch).toBeGreaterThan(parseEventId(before).epoch);
  });

  it('continues in a new epoch on a stream that the bus has lost and another process has created', async () => {
    const { stored, connect, lose, journal } = await startedJournal();
    lose();
    await connect().streams.streams.add({ name: 'test' });
    journal.append(mempool.slice(3, 5));
    const isEnded = () => errors.some((error) => error instanceof Error);
    await settled(() => stored.at(-1)?.subject.endsWith('.keyframe.end') === true || isEnded());
    expect(isEnded()).toBe(false);
    const second = await open(connect());
    expect(second.journal.position).toBe(journal.position);
    expect(second.journal.keyframe().state.mempool).toHaveLength(5);
  });

  it('does not create a stream that the bus has lost when another process leads, or has created it', async () => {
    onTestFinished(() => {
      holds = async () => true;
    });
    const { stored, connect, lose } = sharedStream();
    const losing = async (code: string) => {
      errors.length = 0;
      const { journal } = await open(connect());
      lose();
      journal.append([disconnected]);
      await settled(() => errors.some((error) => isCoded(error, code)));
    };
    holds = async () => false;
    await losing('bus.not-leader');
    expect(stored).toEqual([]);
    holds = async () => {
      await open(connect());
      return true;
    };
    await losing('journal.fenced');
    expect(stored.map(({ subject }) => subject.replace(/.*journal\./, ''))).toEqual(['claim', 'keyframe.end']);
  });

  it('begins a new epoch when the first part of the last keyframe has expired', async () => {
    errors.length = 0;
    const { stored, connect } = sharedStream();
    const first = await open(connect());
    first.journal.append(mempool);
    await settled(() => stored.some(isPart) && stored.at(-1)!.subject.endsWith('.keyframe.end'));
    stored.splice(0, stored.findIndex(isPart) + 1);
    const second = await open(connect());
    expect(parseEventId(second.journal.position).epoch).toBeGreaterThan(parseEventId(first.journal.position).epoch);
    second.journal.append([disconnected]);
    await settled(() => stored.at(-1)!.subject.endsWith('.keyframe.end'));
    expect(errors).toEqual([]);
  });

  /** Another program publishes on the subject of events. */
  const publishForeign = (stored: StoredMessage[]) => {
    const { seq, subject } = stored.at(-1)!;
    // headers of the client are empty texts when they are missing
    const headers = { get: () => '' } as unknown as StoredMessage['headers'];
    stored.push({ seq: seq + 1, subject, data: Buffer.from('another program'), headers });
  };

  it('publishes behind messages of another program, which a follower that starts leaves out', async () => {
    const { stored, connect, journal } = await startedJournal();
    publishForeign(stored);
    publishForeign(stored);
    journal.append(mempool.slice(3, 5));
    await settled(() => stored.length === 6 || errors.length > 0);
    const second = await open(connect());
    expect(errors).toEqual([]);
    expect(second.journal.position).toBe(journal.position);
    expect(second.journal.keyframe().state.mempool).toHaveLength(5);
    journal.append([disconnected]);
    await settled(() => errors.length > 0);
    expect(errors).toEqual([expect.objectContaining({ code: 'journal.fenced' })]);
  });

  it('is read from the stream before and behind messages of another program', async () => {
    errors.length = 0;
    const { stored, connect } = sharedStream();
    const { journal } = await open(connect());
    const before = journal.position;
    for (const [from, until] of [
      [0, 3],
      [3, 5],
      [5, 6],
    ] as const) {
      journal.append(mempool.slice(from, until));
      await settled(() => stored.at(-1)!.data.length > 20);
      publishForeign(stored);
      publishForeign(stored);
    }
    const reader = await followStreamJournal({
      bus: connect(),
      keyspace: 'test',
      retention: { journalBytes: 1_000_000, days: 1 },
      maxEvents: 3,
      onFacts: () => undefined,
      onError: () => undefined,
      onRefused: () => undefined,
      onUnexpectedError: (error) => void errors.push(error),
    });
    const reading = await reader.readFrom(before, 10);
    await reader.close();
    expect(reading.gap ? [] : reading.events.map(({ fact }) => fact)).toEqual(mempool.slice(0, 6));
    expect(errors).toEqual([]);
  });

  it('continues on a stream that it has created again when the answer to its claim was lost', async () => {
    errors.length = 0;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { stored, connect, lose } = sharedStream();
    const bus = connect();
    const { journal } = await open(bus);
    lose();
    const publish = bus.publisher.publish.bind(bus.publisher);
    bus.publisher.publish = async (subject, ...rest) => {
      const answer = await publish(subject, ...rest);
      if (!subject.endsWith('.claim')) return answer;
      bus.publisher.publish = publish;
      throw new Error('timeout');
    };
    journal.append([disconnected]);
    while (stored.length < 2 && errors.length < 2) await vi.advanceTimersByTimeAsync(100);
    expect(stored.map(({ subject }) => subject.replace(/.*journal\./, ''))).toEqual(['claim', 'keyframe.end']);
    expect(errors.filter((error) => error instanceof Error)).toEqual([]);
  });
});
