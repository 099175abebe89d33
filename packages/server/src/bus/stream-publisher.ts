import type { Place } from '@glassblock/journal';
import { backOffMs, CodedError, isCoded } from '@glassblock/primitives';
import { type Bus, isMissing, isWrongSequence } from './bus.ts';
import { hasPlace, type JournalStream, lastSequence, messageAt, setPlace } from './journal-stream.ts';

const retryMs = { firstMs: 100, maxMs: 5_000 };

/** A message that is to be published. */
export interface Publication {
  readonly subject: string;
  readonly id: string;
  readonly place: Place;
  readonly data: Uint8Array;
  /** Last part of a keyframe. */
  readonly isEnd: boolean;
  /** First part of a keyframe. */
  readonly isStart: boolean;
}

/** Publishes messages on a stream, each behind the one before. */
export interface StreamPublisher {
  readonly isClosed: boolean;
  /**
   * Publishes messages in order; tries each again until it is stored.
   * @throws {CodedError} journal.fenced when another follower has published, journal.no-stream when the bus lacks the
   * stream; any error after `close`
   */
  publish(publications: readonly Publication[]): Promise<void>;
  /** Continues behind a message, of a stream that was created again. */
  continueAfter(sequence: number): void;
  close(): void;
}

/** Where a publisher publishes. */
export interface StreamPublisherOptions {
  bus: Bus;
  stream: JournalStream;
  /** Sequence of the last message. */
  last: number;
  /** Called with the reason when a message is not stored, and with undefined when one is. */
  onFailure(failure: string | undefined): void;
}

/** Creates a publisher. */
export function createStreamPublisher({ bus, stream, last: end, onFailure }: StreamPublisherOptions): StreamPublisher {
  let last = end;
  let isClosed = false;

  /** Returns the sequence; undefined when another program has published first: it is published behind that message. */
  async function publishOnce(
    { subject, id, place, data, isEnd }: Publication,
    start: number,
  ): Promise<number | undefined> {
    const headers = setPlace(bus.headers(), place, isEnd ? start : undefined);
    try {
      const { seq } = await bus.publisher.publish(subject, data, {
        msgID: id,
        headers,
        expect: { lastSequence: last },
      });
      return seq;
    } catch (error) {
      if (!isWrongSequence(error)) throw error;
      const next = await messageAt(bus, stream, last + 1);
      // stored before, when only the acknowledgement was lost
      if (next?.messageId === id) return next.sequence;
      if (next !== undefined && !hasPlace(next)) {
        last = next.sequence;
        return undefined;
      }
      // a serving process that starts creates a stream that the bus has lost
      if (next === undefined && (await lastSequence(bus, stream)) < last) throw noStream(error);
      throw fenced();
    }
  }

  /** Publishes one message until it is stored; returns its sequence. */
  async function publishOne(publication: Publication, start: number): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      if (isClosed) throw new Error('the publisher is closed');
      try {
        const sequence = await publishOnce(publication, start);
        if (sequence === undefined) continue;
        onFailure(undefined);
        return sequence;
      } catch (error) {
        if (isClosed || isFenced(error) || isCoded(error, 'journal.no-stream')) throw error;
        if (await isMissing(bus, stream.name).catch(() => false)) throw noStream(error);
        onFailure(`the bus does not store events: ${error instanceof Error ? error.message : String(error)}`);
        await new Promise((resolve) => setTimeout(resolve, backOffMs(attempt, retryMs)));
      }
    }
  }

  return {
    get isClosed() {
      return isClosed;
    },
    async publish(publications) {
      let start = 0;
      for (const publication of publications) {
        if (publication.isStart) start = last + 1;
        last = await publishOne(publication, start);
      }
    },
    continueAfter(sequence) {
      last = sequence;
    },
    close() {
      isClosed = true;
    },
  };
}

const noStream = (cause: unknown) =>
  new CodedError('journal.no-stream', 'the bus has lost the journal of this network', { cause });

/** Returns the error of a follower after another one has published. */
export const fenced = () => new CodedError('journal.fenced', 'another follower publishes the journal of this network');

/** Whether another follower has published. */
export const isFenced = (error: unknown): error is CodedError =>
  error instanceof CodedError && error.code === 'journal.fenced';
