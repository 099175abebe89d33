import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { EventId, Fact, JournalEvent } from '@glassblock/journal';
import { isCoded } from '@glassblock/primitives';
import { presentFact } from '../../api/presenters/present-fact.ts';
import type { NetworkJournal } from '../../recording/journal/network-journal.ts';

/** Options of an event stream. */
export interface EventStreamOptions {
  journal: NetworkJournal;
  /** Id of the last event that the client received; absent to start with the next event. */
  after: EventId | undefined;
  /** Whether a fact is sent. */
  isWanted(fact: Fact): boolean;
  response: ServerResponse;
  /** Aborted when the stream is to end, so that its client continues elsewhere. */
  ending?: AbortSignal | undefined;
  onUnexpectedError(error: unknown): void;
}

const eventsPerBatch = 500;
const heartbeatMs = 15_000;
/** A client whose stream ends connects again after this time. */
const retryMs = 500;
/** Clients that read nothing for this long are disconnected. */
const timeoutMs = 60_000;

/**
 * Streams the journal of one network as server-sent events. A reconnecting client sends its last event id and misses
 * nothing within the retention; otherwise it gets a gap event. Unread events are not buffered: the journal is read as
 * fast as the client reads.
 */
export async function streamEvents({
  journal,
  after,
  isWanted,
  response,
  ending,
  onUnexpectedError,
}: EventStreamOptions): Promise<void> {
  let position = after ?? journal.position;
  let wake: () => void = () => undefined;
  const leave = journal.onAppend(() => wake());
  const heartbeat = setInterval(() => response.writableEnded || response.write(': here\n\n'), heartbeatMs);
  response.on('close', () => wake());
  // the client connects again with the last id it received
  const onEnding = () => response.end(`retry: ${retryMs}\n\n`);
  ending?.addEventListener('abort', onEnding);
  const closed = new Promise<void>((resolve) => response.on('close', resolve));
  const write = async (text: string) => {
    if (text === '' || response.writableEnded || response.write(text) || response.closed) return;
    const timeout = setTimeout(() => response.destroy(), timeoutMs);
    await Promise.race([once(response, 'drain'), closed]);
    clearTimeout(timeout);
  };
  try {
    while (!response.closed && !response.writableEnded) {
      const appended = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const reading = await journal.readFrom(position, eventsPerBatch);
      if (reading.gap) {
        position = journal.position;
        await write(frameOf(position, 'gap', { position }));
        continue;
      }
      position = reading.position;
      const wanted = reading.events.filter(({ fact }) => isWanted(fact));
      await write(wanted.map(({ id, fact }: JournalEvent) => frameOf(id, fact.type, presentFact(fact))).join(''));
      if (!reading.more && !response.closed) await appended;
    }
  } catch (error) {
    if (!isCoded(error)) onUnexpectedError(error);
  } finally {
    clearInterval(heartbeat);
    leave();
    ending?.removeEventListener('abort', onEnding);
    response.end();
  }
}

const frameOf = (id: string, event: string, data: object): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
