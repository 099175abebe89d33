import { type FramePart, frameBytes } from './json-text.ts';
import type { Session } from './session.ts';

/** What one event has for whom. Each session gets one frame of all its parts; sessions with the same parts share its bytes. */
export interface Outbox {
  put(session: Session, part: FramePart): void;
  /** Sends what is there, in slices, so that ten thousand sockets do not hold up the rest of the server.
   *  @param isMeant  the others keep theirs for the next time */
  flush(isMeant?: (session: Session) => boolean): Promise<void>;
}

/** A way through the parts: sessions that were given the same ones in the same order are at the same place. */
interface Mix {
  readonly parts: readonly FramePart[];
  readonly more: Map<FramePart, Mix>;
  bytes: Buffer | undefined;
}

const sendConcurrency = 200;

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
    async flush(isMeant = () => true) {
      let sent = 0;
      for (const [session, mix] of mixes) {
        if (!isMeant(session)) continue;
        mixes.delete(session);
        const bytes = (mix.bytes ??= frameBytes(mix.parts));
        if (bytes !== undefined) session.send(bytes);
        if (++sent % sendConcurrency === 0) await nextTurn();
      }
    },
  };
}

const mixOf = (parts: readonly FramePart[]): Mix => ({ parts, more: new Map(), bytes: undefined });

/** Lets other work of this thread go first. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
