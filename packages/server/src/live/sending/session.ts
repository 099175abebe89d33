import { type ClientCommand, parseClientFrame, socketLimits } from '@glassblock/contract';
import type { WebSocket } from 'ws';
import { createSendQueue, type SendQueue } from './send-queue.ts';
import type { TextFrame } from './text-frame.ts';

/** The part of a WebSocket that a session uses. */
export interface LiveSocket
  extends Pick<WebSocket, 'readyState' | 'OPEN' | 'bufferedAmount' | 'close' | 'terminate' | 'ping'> {
  /** Sends frames with one write. */
  send(frames: readonly TextFrame[]): void;
  on(event: 'message', listener: (data: unknown, isBinary: boolean) => void): unknown;
  on(event: 'ping' | 'pong' | 'error' | 'close', listener: () => void): unknown;
}

/** One client. Its subscriptions are stored in trackers and feeds. */
export interface Session extends SendQueue {
  /** False once it is ending: nothing more may be subscribed for it. */
  readonly isOpen: boolean;
  /** Closes the connection after everything sent. */
  close(): void;
  /** Closes the connection when nothing, not even a pong, was received since the last check. */
  checkPulse(): void;
}

/** Options of a session. */
export interface SessionOptions {
  socket: LiveSocket;
  /** Handles the commands of one frame; frames of a session are sequential. A failure closes the session. */
  onCommands(session: Session, commands: readonly ClientCommand[]): Promise<void>;
  /** Called with failures of `onCommands`. */
  onFailure(error: unknown): void;
  onClose(session: Session): void;
  /** Milliseconds of a monotonic clock. */
  nowMs(): number;
  pause(ms: number): Promise<void>;
}

/** Maximum queued frames of one client. */
const maxQueued = socketLimits.inboundFrames;
/** With more unread bytes a client gets no answers: they are created per client, and would pile up. */
const maxUnreadBytes = 250_000;
const pollMs = 100;

/**
 * Opens the session of a client: limits its rate, answers its frames sequentially and no faster than it reads, drops it
 * when it reads too slowly. The size of frames is bounded by the socket server.
 */
export function openSession(options: SessionOptions): Session {
  const { socket } = options;
  const arrivals: number[] = [];
  let isOpen = true;
  let isReceived = true;
  let queued = 0;
  let work = Promise.resolve();

  /** Sends frames; closes a client that does not read. */
  function sendFrames(frames: readonly TextFrame[]): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > socketLimits.outboundBytes) socket.terminate();
    else socket.send(frames);
  }

  const session: Session = {
    ...createSendQueue(sendFrames),
    get isOpen() {
      return isOpen;
    },
    close() {
      isOpen = false;
      socket.close();
    },
    checkPulse() {
      if (!isReceived) return socket.terminate();
      isReceived = false;
      socket.ping();
    },
  };

  /** Waits until the client has read everything sent, or has disconnected. */
  async function untilRead(): Promise<void> {
    while (isOpen && socket.bufferedAmount > maxUnreadBytes) await options.pause(pollMs);
  }

  function isFlood(): boolean {
    const now = options.nowMs();
    arrivals.push(now);
    while (arrivals[0]! <= now - socketLimits.inboundWindowMs) arrivals.shift();
    return arrivals.length > socketLimits.inboundFrames;
  }

  socket.on('message', (data, isBinary) => {
    isReceived = true;
    if (isFlood()) return socket.terminate();
    // ignore frames after the end
    if (!isOpen) return;
    const commands = isBinary || queued >= maxQueued ? undefined : parseClientFrame(String(data));
    if (commands === undefined) return session.close();
    queued++;
    work = work
      .then(untilRead)
      .then(() => (isOpen ? options.onCommands(session, commands) : undefined))
      .catch((error: unknown) => {
        options.onFailure(error);
        session.close();
      })
      .finally(() => queued--);
  });
  socket.on('pong', () => {
    isReceived = true;
    if (isFlood()) socket.terminate();
  });
  // the library answers pings itself
  socket.on('ping', () => {
    if (isFlood()) socket.terminate();
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    isOpen = false;
    options.onClose(session);
  });
  return session;
}
