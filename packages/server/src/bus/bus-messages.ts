import { randomUUID } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { Msg, MsgHdrs, Subscription } from '@nats-io/transport-node';
import { type Bus, partsOf } from './bus.ts';

/** Header with `NUMBER/COUNT/VALUE` of a part of a value, from 0; `VALUE` is random, and missing in earlier versions. */
const partHeader = 'Part';
/** Largest value of several parts; the table of a full mempool's ids has 10 MB. */
const maxValueBytes = 64 * 1024 * 1024;

/** Returns the messages of a value, as many as it needs. */
export function messagesOf({ headers }: Bus, value: unknown): { data: Uint8Array; headers: MsgHdrs }[] {
  const parts = partsOf(serialize(value));
  const id = randomUUID();
  return parts.map((data, i) => {
    const head = headers();
    head.set(partHeader, `${i}/${parts.length}/${id}`);
    return { data, headers: head };
  });
}

/** Publishes a value, in as many messages as it needs, in order. */
export function publishValue(bus: Bus, subject: string, value: unknown): void {
  for (const { data, headers } of messagesOf(bus, value)) bus.connection.publish(subject, data, { headers });
}

/** Assembles values from parts: of a publisher, or of two while one replaces the other. */
export interface ValueParts {
  /** Returns the value when this is its last part; undefined before, and for a value whose start was missed. */
  add(message: { headers?: Msg['headers'] | undefined; data: Uint8Array }): { value: unknown } | undefined;
}

/** Creates an empty assembly; a value that is incomplete or too large is dropped. */
export function createValueParts(): ValueParts {
  let parts: Uint8Array[] = [];
  let length = 0;
  let current: string | undefined;
  return {
    add({ headers, data }) {
      const [first, second, value] = (headers?.get(partHeader) ?? '0/1').split('/');
      const [number, count] = [Number(first), Number(second)];
      if (number === 0) [parts, length, current] = [[], 0, value];
      if (value !== current || number !== parts.length || length + data.length > maxValueBytes) return undefined;
      parts.push(data);
      length += data.length;
      if (parts.length < count) return undefined;
      const whole: unknown = deserialize(parts.length === 1 ? data : Buffer.concat(parts, length));
      parts = [];
      return { value: whole };
    },
  };
}

/** Calls back with every value that is published to a subject. */
export function subscribeValues(
  { connection }: Bus,
  subject: string,
  listener: (value: unknown) => void,
  onError: (error: unknown) => void,
): Subscription {
  const parts = createValueParts();
  return connection.subscribe(subject, {
    callback(error, message) {
      if (error !== null) return onError(error);
      try {
        const whole = parts.add(message);
        if (whole !== undefined) listener(whole.value);
      } catch (cause) {
        onError(cause);
      }
    },
  });
}
