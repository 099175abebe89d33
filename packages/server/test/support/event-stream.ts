import { expect } from 'vitest';

/** An event of a journal as its stream sends it. */
export interface SentEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

/**
 * Reads an event stream until one satisfies the test.
 * @param url `http://host:port/path/api/glass/v1/events?..`
 * @returns all up to it
 */
export async function eventsUntil(
  url: string,
  lastId: string | undefined,
  test: (event: SentEvent) => boolean,
): Promise<SentEvent[]> {
  const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
  const response = await fetch(url, { headers });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const seen: SentEvent[] = [];
  let text = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    const frames = text.split('\n\n');
    text = frames.pop()!;
    for (const frame of frames.filter((one) => !one.startsWith(':'))) {
      const [id = '', event = '', data = ''] = frame.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
      seen.push({ id, event, data: JSON.parse(data) as Record<string, unknown> });
      if (test(seen.at(-1)!)) return seen;
    }
  }
  return seen;
}

/** Returns the id of the newest event of a stream. */
export async function newestEvent(url: string): Promise<string> {
  // an id of another run is a gap, which has the position
  const [gap] = await eventsUntil(`${url}?after=5-5`, undefined, () => true);
  return String(gap!.data['position']);
}
