import { createSendQueue } from '../sending/send-queue.ts';
import type { Session } from '../sending/session.ts';
import { textOfFrame } from './text-of-frame.ts';

/** A session of a test that records its frames. */
export interface RecordedSession {
  readonly session: Session;
  /** Returns the parsed frames since the last call. */
  take(): unknown[];
}

/** Creates an open session that records its frames. @param onSend called at each write */
export function recordedSession(onSend: () => void = () => undefined): RecordedSession {
  const frames: unknown[] = [];
  const session: Session = {
    ...createSendQueue((sent) => {
      frames.push(...sent.map((frame) => JSON.parse(textOfFrame(frame))));
      onSend();
    }),
    isOpen: true,
    close: () => undefined,
    checkPulse: () => undefined,
  };
  return { session, take: () => frames.splice(0) };
}
