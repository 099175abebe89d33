import { type FramePart, frameBytes } from './messages/json-text.ts';
import type { Session } from './session.ts';

/**
 * Collects the parts of one event by session. Each session gets one frame; sessions with the same parts share its
 * bytes.
 */
export interface Outbox {
  put(session: Session, part: FramePart): void;
  /**
   * Sends the frames, in slices that yield to the event loop.
   * @param isRecipient the other sessions keep their parts for the next call
   */
  flush(isRecipient?: (session: Session) => boolean): Promise<void>;
}

/** A sequence of parts: sessions with the same parts in the same order share a node. */
interface Mix {
  readonly parts: readonly FramePart[];
  readonly more: Map<FramePart, Mix>;
  bytes: Buffer | undefined;
}

const sendConcurrency = 200;

/** Creates an outbox. */
export function createOutbox(): Outbox {
  const none = mixOf([]);
  const mixes = new Map<Session, Mix>();
  return {
    put(session, part) {
      const mix = mixes.get(session) ?? none;
      let next = mix.more.get(part);
      if (next === undefined) mix.more.set(part, (next = mixOf([...mix.parts, part])));
      mixes.set(session, next);
    },
    async flush(isRecipient = () => true) {
      let sent = 0;
      for (const [session, mix] of mixes) {
        if (!isRecipient(session)) continue;
        mixes.delete(session);
        const bytes = (mix.bytes ??= frameBytes(mix.parts));
        if (bytes !== undefined) session.send(bytes);
        if (++sent % sendConcurrency === 0) await nextTurn();
      }
    },
  };
}

const mixOf = (parts: readonly FramePart[]): Mix => ({ parts, more: new Map(), bytes: undefined });

/** Yields to the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
