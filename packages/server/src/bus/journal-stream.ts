import type { Place } from '@glassblock/journal';
import { CodedError } from '@glassblock/primitives';
import type { StoredMsg } from '@nats-io/jetstream';
import type { MsgHdrs } from '@nats-io/transport-node';
import { type Bus, busTimeoutMs } from './bus.ts';

/** The stream with the journal of one network. */
export interface JournalStream {
  readonly name: string;
  /** Subject of batches of facts. */
  readonly events: string;
  /** Subject of all parts of a keyframe but the last. */
  readonly keyframe: string;
  /** Subject of the last part of a keyframe. */
  readonly keyframeEnd: string;
  /** Subject of the empty message with which a follower takes over. */
  readonly claim: string;
}

/** Retention of a stream that is created. */
export interface StreamRetention {
  journalBytes: number;
  days: number;
}

/** Headers of messages: of a batch the place of its first fact, of others that of the newest fact before. */
const placeHeaders = { epoch: 'Epoch', number: 'Number' } as const;
/** Header of the last part of a keyframe: sequence of its first part. */
const startHeader = 'Keyframe-Start';

const nanosecondsPerDay = 86_400e9;
/** A publication whose acknowledgement was lost is repeated within this time. */
const duplicateWindowNs = 120e9;

/** Names of a stream and its subjects; a network of an installation has the name of its keyspace. */
export function journalStreamOf(keyspace: string): JournalStream {
  const subject = `${subjectOf(keyspace)}.journal`;
  return {
    name: keyspace,
    events: `${subject}.events`,
    keyframe: `${subject}.keyframe.part`,
    keyframeEnd: `${subject}.keyframe.end`,
    claim: `${subject}.claim`,
  };
}

/** Beginning of all subjects of a network. */
export const subjectOf = (keyspace: string) => `glassblock.${keyspace}`;

/**
 * Creates the stream where it is missing; returns its first and last sequence.
 * @throws {CodedError} bus.away
 */
export async function openStream(
  { streams, replicas }: Bus,
  stream: JournalStream,
  retention: StreamRetention,
): Promise<{ first: number; last: number }> {
  try {
    const { state } = await streams.streams.info(stream.name).catch(() =>
      streams.streams.add({
        name: stream.name,
        subjects: [`${stream.events.replace(/\.events$/, '')}.>`],
        max_bytes: retention.journalBytes,
        max_age: retention.days * nanosecondsPerDay,
        duplicate_window: duplicateWindowNs,
        num_replicas: replicas,
        allow_direct: false,
      }),
    );
    return { first: state.first_seq, last: state.last_seq };
  } catch (cause) {
    throw new CodedError('bus.away', `the journal's stream cannot be opened: ${(cause as Error).message}`, { cause });
  }
}

/** Returns the sequence of the last message; 0 in an empty stream. @throws when the bus is away, or lacks the stream */
export const lastSequence = async ({ streams }: Bus, { name }: JournalStream): Promise<number> =>
  (await streams.streams.info(name)).state.last_seq;

/** A message of the stream. */
export interface StreamMessage {
  readonly sequence: number;
  readonly subject: string;
  readonly place: Place;
  /** Of the last part of a keyframe. */
  readonly keyframeStart: number | undefined;
  readonly messageId: string | undefined;
  readonly data: Uint8Array;
}

/** Sets the headers of a message. */
export function setPlace(headers: MsgHdrs, { epoch, number }: Place, keyframeStart?: number): MsgHdrs {
  headers.set(placeHeaders.epoch, String(epoch));
  headers.set(placeHeaders.number, String(number));
  if (keyframeStart !== undefined) headers.set(startHeader, String(keyframeStart));
  return headers;
}

/** The client has an empty text for a header that is missing. */
const numberOf = (header: string | undefined): number =>
  header === undefined || header === '' ? Number.NaN : Number(header);

/** Reads a message. */
export function streamMessage(
  sequence: number,
  subject: string,
  headers: MsgHdrs | undefined,
  data: Uint8Array,
): StreamMessage {
  const start = headers?.get(startHeader);
  return {
    sequence,
    subject,
    place: { epoch: numberOf(headers?.get(placeHeaders.epoch)), number: numberOf(headers?.get(placeHeaders.number)) },
    keyframeStart: start === undefined || start === '' ? undefined : Number(start),
    messageId: headers?.get('Nats-Msg-Id'),
    data,
  };
}

/** Whether a message has a place: one that another program has published on a subject of the stream has none. */
export const hasPlace = ({ place: { epoch, number } }: StreamMessage): boolean =>
  Number.isSafeInteger(epoch) && epoch >= 0 && Number.isSafeInteger(number) && number >= 0;

const ofStored = (stored: StoredMsg | null): StreamMessage | undefined =>
  stored === null ? undefined : streamMessage(stored.seq, stored.subject, stored.header, stored.data);

/** Returns the message at a sequence; undefined when it is not, or no longer, stored. @throws {CodedError} bus.away */
export const messageAt = async ({ streams }: Bus, { name }: JournalStream, sequence: number) =>
  ofStored(await streams.streams.getMessage(name, { seq: sequence }).catch(noMessage));

/** Returns the newest message of a subject. @throws {CodedError} bus.away */
export const lastMessage = async ({ streams }: Bus, { name }: JournalStream, subject: string) =>
  ofStored(await streams.streams.getMessage(name, { last_by_subj: subject }).catch(noMessage));

const cannotRead = (cause: unknown) =>
  new CodedError('bus.away', `the journal cannot be read: ${(cause as Error).message}`, { cause });

/** The server's word for a message that does not exist. */
const noMessageCode = 10037;

function noMessage(error: unknown): null {
  if ((error as { code?: unknown }).code === noMessageCode) return null;
  throw cannotRead(error);
}

/**
 * Yields the messages from one sequence to another, both included.
 * @throws {CodedError} bus.away when one does not arrive in time
 */
export async function* messagesBetween(
  bus: Bus,
  { name }: JournalStream,
  first: number,
  last: number,
): AsyncIterable<StreamMessage> {
  if (first > last) return;
  const { consumer, messages } = await consume(bus, name, first).catch((cause: unknown) => {
    throw cannotRead(cause);
  });
  const timer = setTimeout(() => messages.stop(new Error('timeout')), busTimeoutMs);
  try {
    for await (const message of messages) {
      timer.refresh();
      if (message.seq > last) return;
      yield streamMessage(message.seq, message.subject, message.headers, message.data);
      if (message.seq === last) return;
    }
    throw new Error('the stream ended');
  } catch (cause) {
    throw cannotRead(cause);
  } finally {
    clearTimeout(timer);
    messages.stop();
    await consumer.delete().catch(() => undefined);
  }
}

async function consume({ publisher }: Bus, name: string, first: number) {
  const consumer = await publisher.consumers.get(name, {
    opt_start_seq: first,
    deliver_policy: 'by_start_sequence',
  });
  return { consumer, messages: await consumer.consume({ max_messages: 500 }) };
}
