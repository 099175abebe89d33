import type { Logger } from 'pino';
import type { Bus } from '../bus.ts';
import { answerBusCalls, type CallTable } from '../bus-calls.ts';
import { publishValue } from '../bus-messages.ts';
import { subjectOf } from '../journal-stream.ts';

/** Status of a follower, published every two seconds and on each change. */
export interface StatusMessage<Status> {
  type: 'status';
  status: Status;
}

/** A message with the term of its follower: those of an earlier one are ignored while messages of the later one arrive. */
export type Envelope<Message> = Message & { term: number };

/** Subject of everything that is not stored. */
export const feedSubject = (keyspace: string) => `${subjectOf(keyspace)}.feed`;
/** Subject of calls: those to an earlier follower reach no process. */
export const callSubject = (keyspace: string, term: number) => `${subjectOf(keyspace)}.call.${term}`;

/** Interval of the status. */
export const statusMs = 2_000;

/** Options of a publisher. */
export interface FeedPublisherOptions<Status> {
  bus: Bus;
  keyspace: string;
  term: number;
  status(): Status;
  /** Calls that are answered. */
  calls: CallTable;
  log: Logger;
}

/** Publishes current values of a follower, which are not stored, and answers calls. */
export interface FeedPublisher<Message> {
  publish(message: Message): void;
  publishStatus(): void;
  close(): void;
}

/** Starts publishing. */
export function createFeedPublisher<Status, Message extends { type: string }>({
  bus,
  keyspace,
  term,
  status,
  calls,
  log,
}: FeedPublisherOptions<Status>): FeedPublisher<Message> {
  const subject = feedSubject(keyspace);
  const onBusError = (error: unknown) =>
    log.warn({ event: 'bus', error: String(error) }, 'a message could not be sent');
  const publish = (message: Message | StatusMessage<Status>) => {
    // the newest values follow when it is back: nothing old is sent then
    if (bus.failure !== undefined) return;
    try {
      publishValue(bus, subject, { ...message, term } satisfies Envelope<Message | StatusMessage<Status>>);
    } catch (error) {
      onBusError(error);
    }
  };
  const publishStatus = () => publish({ type: 'status', status: status() });
  const leave = [answerBusCalls(bus, callSubject(keyspace, term), calls, onBusError), bus.onChange(publishStatus)];
  const timer = setInterval(publishStatus, statusMs);
  publishStatus();
  return {
    publish,
    publishStatus,
    close() {
      clearInterval(timer);
      for (const end of leave) end();
    },
  };
}
