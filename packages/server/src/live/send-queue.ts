/** A frame whose bytes are created when it is sent. */
export interface QueuedFrame {
  /** Returns undefined when nothing is to be sent. */
  bytes(): Buffer | undefined;
}

/** Outbound frames of one client, in order. */
export interface SendQueue {
  /** Queues a frame of an event: `flush` sends it, or the next `send` does before its own frame. */
  queue(frame: QueuedFrame): void;
  /** Sends the queued frames. @returns their total size in bytes */
  flush(): number;
  /** Sends a frame after the queued ones. */
  send(frame: Buffer): void;
}

/** Creates a queue. @param sendFrame sends one frame */
export function createSendQueue(sendFrame: (frame: Buffer) => void): SendQueue {
  let queued: QueuedFrame[] = [];
  function flush(): number {
    if (queued.length === 0) return 0;
    const frames = queued;
    queued = [];
    let total = 0;
    for (const frame of frames) {
      const bytes = frame.bytes();
      if (bytes === undefined) continue;
      sendFrame(bytes);
      total += bytes.length;
    }
    return total;
  }
  return {
    queue: (frame) => void queued.push(frame),
    flush,
    send(frame) {
      flush();
      sendFrame(frame);
    },
  };
}
