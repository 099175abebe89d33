import { expect } from 'vitest';
import type { Program } from '../support/program.ts';
import { until } from './cluster.ts';

/** An event of a stream. */
export interface StreamEvent {
  id: string;
  event: string;
  data: string;
}

/**
 * Opens an event stream; `next` waits for the first event that satisfies the test.
 * @param after id of the last event that a client has
 * @param prefix path of the network
 */
export async function openEvents(program: Program, after?: string, prefix = '') {
  const stopping = new AbortController();
  const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': after };
  const response = await fetch(`${program.url}${prefix}/api/glass/v1/events`, { headers, signal: stopping.signal });
  const seen: StreamEvent[] = [];
  const reading = (async () => {
    let text = '';
    for await (const part of response.body!) {
      text += Buffer.from(part).toString();
      const frames = text.split('\n\n');
      text = frames.pop()!;
      for (const frame of frames) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? '';
        if (frame.includes('event: ')) seen.push({ id: field('id'), event: field('event'), data: field('data') });
      }
    }
  })();
  reading.catch(() => undefined);
  return {
    seen,
    async next(test: (event: StreamEvent) => boolean): Promise<StreamEvent> {
      let found: StreamEvent | undefined;
      await until(
        () => {
          found = seen.find(test);
          return found !== undefined;
        },
        () => JSON.stringify(seen),
      );
      return found!;
    },
    close: () => stopping.abort(),
  };
}

/** Expects the types of the events that name each transaction, in order. @param txids display order */
export function expectTxEvents(seen: readonly StreamEvent[], txids: readonly string[], types: readonly string[]): void {
  for (const txid of txids) {
    const own = seen.filter(({ data }) => data.includes(txid)).map(({ event }) => event);
    expect([txid, own]).toEqual([txid, types]);
  }
}
