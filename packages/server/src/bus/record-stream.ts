import { readFile, rename, writeFile } from 'node:fs/promises';
import { serialize } from 'node:v8';
import { backOffMs } from '@glassblock/primitives';
import { pauseFor } from '../concurrency/pause-for.ts';
import type { FollowedRecords, RecordSharing, SharedRecord } from '../recording/shared-records.ts';
import { type Bus, busErrorKind, partsOf, stopOnChange } from './bus.ts';
import { createValueParts, partHeader } from './bus-messages.ts';
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
  const { bus, retention, positionFile, onError } = options;
  const name = `${options.keyspace}_records`;
  const subject = `${subjectOf(options.keyspace)}.records`;
  let publishing: Promise<void> = Promise.resolve();
  let waiting = 0;
  let position = 0;
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

  async function setPosition(sequence: number): Promise<void> {
    if (sequence <= position) return;
    position = sequence;
    await writeFile(`${positionFile}.new`, String(sequence));
    await rename(`${positionFile}.new`, positionFile);
  }

  async function send(record: SharedRecord): Promise<void> {
    await state();
    const parts = partsOf(serialize(record));
    for (const [i, part] of parts.entries()) {
      const headers = bus.headers();
      headers.set(partHeader, `${i}/${parts.length}`);
      const { seq } = await bus.publisher.publish(subject, part, { headers });
      if (i === parts.length - 1) await setPosition(seq);
    }
  }

  /** Receives until the signal ends it, or a sequence is reached. */
  async function receiveAll(
    receive: (record: SharedRecord) => Promise<void>,
    signal: AbortSignal,
    onReceived: () => void,
  ): Promise<void> {
    const parts = createValueParts();
    position = Number(await readFile(positionFile, 'utf8').catch(() => '0')) || 0;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const { first_seq: first, last_seq: last } = await state();
        // a stream that was created again has lower sequences
        if (position > last) position = 0;
        const start = { opt_start_seq: Math.max(1, first, position + 1), deliver_policy: 'by_start_sequence' } as const;
        const consumer = await bus.publisher.consumers.get(name, start);
        const messages = await consumer.consume({ max_messages: 100, expires: 5_000, idle_heartbeat: 1_000 });
        const release = stopOnChange(messages, bus, signal);
        try {
          for await (const message of messages) {
            failures = 0;
            const whole = parts.add(message);
            if (whole !== undefined) {
              await receive(whole.value as SharedRecord);
              await setPosition(message.seq);
            }
            onReceived();
            if (signal.aborted) return;
          }
        } finally {
          release();
          await consumer.delete().catch(() => undefined);
        }
      } catch (error) {
        if (busErrorKind(error) !== 'away') onError(error);
      }
      await pauseFor(backOffMs(failures + 1, retryMs), signal);
    }
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
      const running = receiveAll(receive, signal, () => onReceived()).catch(onError);
      return {
        async end() {
          const timeout = new AbortController();
          const reached = async () => {
            const { last_seq: last } = await state();
            if (position >= last) return;
            await new Promise<void>((resolve) => {
              onReceived = () => position >= last && resolve();
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
