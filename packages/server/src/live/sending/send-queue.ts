import type { TextFrame } from './text-frame.ts';

/** A frame that is created when it is sent. */
export interface QueuedFrame {
  /** Returns undefined when nothing is to be sent. */
  frame(): TextFrame | undefined;
}

/** Outbound frames of one client, in order. */
export interface SendQueue {
  /** Queues a frame of an event: `flush` sends it, or the next `send` does before its own frame. */
  queue(frame: QueuedFrame): void;
  /** Returns the total size of the queued frames in bytes. */
  queuedBytes(): number;
  /** Sends the queued frames. @returns their total size in bytes */
  flush(): number;
  /** Sends a frame after the queued ones. */
  send(frame: TextFrame): void;
}

/** Frames of a client up to this size in total are written together: a write takes much longer than its bytes. */
export const maxBatchBytes = 65_536;

const none: readonly QueuedFrame[] = [];

/** Creates a queue. @param sendFrames sends frames with one write */
export function createSendQueue(sendFrames: (frames: readonly TextFrame[]) => void): SendQueue {
  // without an array for the usual single frame: it would be promoted to the old generation for thousands of clients
  let first: QueuedFrame | undefined;
  let others = none;
  function sendAll(frames: readonly QueuedFrame[], last?: TextFrame): number {
    let batch: TextFrame[] = [];
    let batchBytes = 0;
    let total = 0;
    const add = (frame: TextFrame) => {
      if (batch.length > 0 && batchBytes + frame.length > maxBatchBytes) {
        sendFrames(batch);
        batch = [];
        batchBytes = 0;
      }
      batch.push(frame);
      batchBytes += frame.length;
      total += frame.length;
    };
    for (const next of frames) {
      const frame = next.frame();
      if (frame !== undefined) add(frame);
    }
    if (last !== undefined) add(last);
    if (batch.length > 0) sendFrames(batch);
    return total;
  }
  const queuedFrames = () => (first === undefined ? none : [first, ...others]);
  function takeQueued(): readonly QueuedFrame[] {
    const frames = queuedFrames();
    first = undefined;
    others = none;
    return frames;
  }
  return {
    queue(frame) {
      if (first === undefined) first = frame;
      else others = [...others, frame];
    },
    queuedBytes: () => queuedFrames().reduce((sum, next) => sum + (next.frame()?.length ?? 0), 0),
    flush: () => (first === undefined ? 0 : sendAll(takeQueued())),
    send: (frame) => void sendAll(takeQueued(), frame),
  };
}
