import { readFile, rename, writeFile } from 'node:fs/promises';
import { backOffMs } from '@glassblock/primitives';
import type { JsMsg } from '@nats-io/jetstream';
import { pauseFor } from '../concurrency/pause-for.ts';
import type { FollowedRecords, RecordSharing, SharedRecord } from '../recording/shared-records.ts';
import { type Bus, busErrorKind, stopOnChange } from './bus.ts';
import { createValueParts, messagesOf, type ValueParts } from './bus-messages.ts';
import { subjectOf } from './journal-stream.ts';

/** Options of a stream of records. */
export interface RecordStreamOptions {
  bus: Bus;
  keyspace: string;
  /** Of a stream that is created. */
  retention: { auditBytes: number; days: number };
  /** File with the sequence of the last record that this process has. */
  positionFile: string;
  /** Called when a record could not be published or received: others may lack it. */
  onError(error: unknown): void;
}

const nanosecondsPerDay = 86_400e9;
const retryMs = { firstMs: 250, maxMs: 5_000 };
/** A follower that takes over waits so long for records of the one before it. */
const maxEndMs = 5_000;
/** Records that wait for the bus; more are dropped. */
const maxWaiting = 100;

/** Shares records by a stream of the bus, one for each network. */
export function openRecordStream(options: RecordStreamOptions): RecordSharing {
  const { bus, retention, onError } = options;
  const name = `${options.keyspace}_records`;
  const subject = `${subjectOf(options.keyspace)}.records`;
  const position = createPosition(options.positionFile);
  let publishing: Promise<void> = Promise.resolve();
  let waiting = 0;
  const closing = new AbortController();

  /** Creates the stream where it is missing. */
  async function state() {
    const known = await bus.streams.streams.info(name).catch(() =>
      bus.streams.streams.add({
        name,
        subjects: [subject],
        max_bytes: retention.auditBytes,
        max_age: retention.days * nanosecondsPerDay,
        num_replicas: bus.replicas,
      }),
    );
    return known.state;
  }

  async function send(record: SharedRecord): Promise<void> {
    await state();
    let end = 0;
    for (const { data, headers } of messagesOf(bus, record)) {
      const { seq } = await bus.publisher.publish(subject, data, { headers });
      end = seq;
    }
    await position.advance(end);
  }

  return {
    publish(record) {
      if (waiting >= maxWaiting) return onError(new Error('the bus does not accept records'));
      waiting++;
      publishing = publishing
        .then(() => send(record))
        .catch((error: unknown) => {
          if (!closing.signal.aborted) onError(error);
        })
        .finally(() => void waiting--);
    },
    follow(receive): FollowedRecords {
      const ending = new AbortController();
      const signal = AbortSignal.any([ending.signal, closing.signal]);
      let onReceived: () => void = () => undefined;
      const stream = { bus, name, state, position, onError };
      const running = receiveAll(stream, receive, signal, () => onReceived()).catch(onError);
      return {
        async end() {
          const timeout = new AbortController();
          const reached = async () => {
            const { last_seq: last } = await state();
            if (position.sequence >= last) return;
            await new Promise<void>((resolve) => {
              onReceived = () => position.sequence >= last && resolve();
            });
          };
          const late = pauseFor(maxEndMs, timeout.signal);
          await Promise.race([reached().catch(onError), late]);
          timeout.abort();
          ending.abort();
          await running;
        },
      };
    },
    async close() {
      closing.abort();
      await Promise.race([publishing, pauseFor(1_000, AbortSignal.timeout(1_000))]);
    },
  };
}

/** The sequence of the last record that this process has, stored in a file. */
interface Position {
  readonly sequence: number;
  load(): Promise<void>;
  /** Does nothing when a later sequence was reached. */
  advance(sequence: number): Promise<void>;
  /** Begins at 0 again, without a change of the file. */
  restart(): void;
}

function createPosition(file: string): Position {
  let reached = 0;
  return {
    get sequence() {
      return reached;
    },
    async load() {
      reached = Number(await readFile(file, 'utf8').catch(() => '0')) || 0;
    },
    async advance(sequence) {
      if (sequence <= reached) return;
      reached = sequence;
      await writeFile(`${file}.new`, String(sequence));
      await rename(`${file}.new`, file);
    },
    restart() {
      reached = 0;
    },
  };
}

/** A stream that records are received from. */
interface ReceivedStream {
  bus: Bus;
  name: string;
  state(): Promise<{ first_seq: number; last_seq: number }>;
  position: Position;
  onError(error: unknown): void;
}

/**
 * Receives the records after the position until the signal ends it, again after each failure.
 * @param onReceived called after each message, which may be a part of a record
 */
async function receiveAll(
  stream: ReceivedStream,
  receive: (record: SharedRecord) => Promise<void>,
  signal: AbortSignal,
  onReceived: () => void,
): Promise<void> {
  const parts = createValueParts();
  await stream.position.load();
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      for await (const message of messagesAfter(stream, signal)) {
        const record = await recordOf(parts, message, stream);
        if (record !== undefined) {
          await receive(record);
          await stream.position.advance(message.seq);
        }
        failures = 0;
        onReceived();
        if (signal.aborted) return;
      }
    } catch (error) {
      if (busErrorKind(error) !== 'away') stream.onError(error);
    }
    await pauseFor(backOffMs(failures + 1, retryMs), signal);
  }
}

const isRecord = (value: unknown): value is SharedRecord =>
  typeof value === 'object' && value !== null && 'type' in value;

/**
 * Returns the record that a message completes. One that is no part of a record, as of another program, is reported and
 * not read again.
 */
async function recordOf(
  parts: ValueParts,
  message: JsMsg,
  { position, onError }: ReceivedStream,
): Promise<SharedRecord | undefined> {
  try {
    const whole = parts.add(message);
    if (whole === undefined) return undefined;
    if (!isRecord(whole.value)) throw new Error(`message ${message.seq} is no record`);
    return whole.value;
  } catch (error) {
    onError(error);
    await position.advance(message.seq);
    return undefined;
  }
}

/** Receives the messages after the position until the signal ends it or the bus changes. */
async function* messagesAfter({ bus, name, state, position }: ReceivedStream, signal: AbortSignal) {
  const { first_seq: first, last_seq: last } = await state();
  // a stream that was created again has lower sequences
  if (position.sequence > last) position.restart();
  const sequence = Math.max(1, first, position.sequence + 1);
  const consumer = await bus.publisher.consumers.get(name, {
    opt_start_seq: sequence,
    deliver_policy: 'by_start_sequence',
  });
  const messages = await consumer.consume({ max_messages: 100, expires: 5_000, idle_heartbeat: 1_000 });
  const release = stopOnChange(messages, bus, signal);
  try {
    yield* messages;
  } finally {
    release();
    await consumer.delete().catch(() => undefined);
  }
}
