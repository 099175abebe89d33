import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FramePart, frameOf } from './json-text.ts';
import { maxBatchBytes, type QueuedFrame } from './send-queue.ts';
import type { Session } from './session.ts';
import type { TextFrame } from './text-frame.ts';

/**
 * Collects the parts of one event by session. Each session gets one frame; sessions with the same parts share its
 * bytes.
 */
export interface Outbox {
  put(session: Session, part: FramePart): void;
  /**
   * Queues the frames of the sessions before it returns, and sends them in slices that yield to the event loop. Frames
   * of later events are sent after them, whichever outbox is flushed first.
   */
  flush(options?: FlushOptions): Promise<void>;
}

/** Options of an outbox. */
export interface OutboxOptions {
  /**
   * True: a session with long frames of earlier events, whose flush is under way, gets its frame after them, from that
   * flush.
   */
  isUrgent?: boolean;
  /** Called at each flush. */
  onFlush?(): void;
  /** Called before each slice, which is sent when the promise resolves, or now without one. */
  whenDue?(): Promise<void> | undefined;
}

/** Options of a flush. */
export interface FlushOptions {
  /** Default: all; the other sessions keep their parts for the next flush. */
  isRecipient?(session: Session): boolean;
  /** False: frames that are not sent yet are dropped. */
  isCurrent?(): boolean;
}

/** A sequence of parts: sessions with the same parts in the same order share a node. */
interface Mix extends QueuedFrame {
  readonly parts: readonly FramePart[];
  readonly more: Map<FramePart, Mix>;
}

/** A slice ends at either limit. */
const maxSlice = { sessions: 200, bytes: 4_000_000 };

/** Creates an outbox. */
export function createOutbox({ isUrgent = false, onFlush, whenDue }: OutboxOptions = {}): Outbox {
  const none = mixOf([]);
  let mixes = new Map<Session, Mix>();

  /** Queues the frames of the recipients, and returns those to which this flush sends. */
  function queue({ isRecipient, isCurrent }: FlushOptions): readonly Session[] {
    const frames = new Map<Mix, QueuedFrame>();
    // one object for all sessions of a mix: with thousands of them those that wait would reach the old generation
    const frameOnce = (mix: Mix) => {
      if (isCurrent === undefined) return mix;
      let frame = frames.get(mix);
      if (frame === undefined) frames.set(mix, (frame = { frame: () => (isCurrent() ? mix.frame() : undefined) }));
      return frame;
    };
    const recipients: Session[] = [];
    const others = new Map<Session, Mix>();
    for (const [session, mix] of mixes) {
      if (isRecipient?.(session) === false) {
        others.set(session, mix);
        continue;
      }
      if (!isUrgent || session.queuedBytes() <= maxBatchBytes) recipients.push(session);
      session.queue(frameOnce(mix));
    }
    mixes = others;
    return recipients;
  }

  return {
    put(session, part) {
      const mix = mixes.get(session) ?? none;
      let next = mix.more.get(part);
      if (next === undefined) mix.more.set(part, (next = mixOf([...mix.parts, part])));
      mixes.set(session, next);
    },
    async flush(options = {}) {
      onFlush?.();
      const slice = { sessions: 0, bytes: 0 };
      const recipients = queue(options);
      const due = whenDue?.();
      if (due !== undefined) await due;
      for (const session of recipients) {
        slice.sessions++;
        slice.bytes += session.flush();
        if (slice.sessions < maxSlice.sessions && slice.bytes < maxSlice.bytes) continue;
        await nextTurn();
        await whenDue?.();
        slice.sessions = slice.bytes = 0;
      }
    },
  };
}

function mixOf(parts: readonly FramePart[]): Mix {
  let made: { frame: TextFrame | undefined } | undefined;
  return { parts, more: new Map(), frame: () => (made ??= { frame: frameOf(parts) }).frame };
}
