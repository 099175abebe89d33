import { type ClientCommand, parseClientFrame, socketLimits } from '@glassblock/contract';
import type { WebSocket } from 'ws';

/** The side of a WebSocket that a session uses. */
export interface LiveSocket
  extends Pick<WebSocket, 'readyState' | 'OPEN' | 'bufferedAmount' | 'close' | 'terminate' | 'ping'> {
  send(frame: Buffer, options: { binary: boolean }): void;
  on(event: 'message', listener: (data: unknown, isBinary: boolean) => void): unknown;
  on(event: 'pong' | 'error' | 'close', listener: () => void): unknown;
}

/** One client. What it listens to is known by the trackers and feeds, not by itself. */
export interface Session {
  /** False from the moment on in which its end has begun: nothing more may be subscribed for it. */
  readonly isOpen: boolean;
  /** Sends one frame; ends a client that does not read. */
  send(frame: Buffer): void;
  /** Ends the connection behind what was sent. */
  close(): void;
  /** Ends the connection when nothing, not even an answer to the last ping, was heard since the last check. */
  checkPulse(): void;
}

export interface SessionOptions {
  socket: LiveSocket;
  /** Handles the commands of one frame; frames of a session follow one after the other. A failure ends the session. */
  onCommands(session: Session, commands: readonly ClientCommand[]): Promise<void>;
  /** Told of the failures of `onCommands`. */
  onFailure(error: unknown): void;
  onClose(session: Session): void;
  /** Milliseconds of a steady clock. */
  nowMs(): number;
  pause(ms: number): Promise<void>;
}

/** Frames of one client that may wait for their turn. */
const maxQueued = socketLimits.inboundFrames;
/** With more than this unread, a client is not answered: answers are made for one client, and would pile up for each. */
const maxUnreadBytes = 250_000;
const pollMs = 100;

/**
 * One client: counts what it sends, answers its frames one after the other and no faster than it reads, drops it when it reads
 * too slowly.
 * The size of its frames is bounded by the socket server. */
export function openSession(options: SessionOptions): Session {
  const { socket } = options;
  const arrivals: number[] = [];
  let isOpen = true;
  let isReceived = true;
  let queued = 0;
  let work = Promise.resolve();

  const session: Session = {
    get isOpen() {
      return isOpen;
    },
    send(frame) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > socketLimits.outboundBytes) socket.terminate();
      else socket.send(frame, { binary: false });
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

  /** Waits until the client has read what it was sent, or is gone. */
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
    // what still comes in after the end has begun is not even looked at
    if (!isOpen) return;
    const commands = isFlood() || isBinary || queued >= maxQueued ? undefined : parseClientFrame(String(data));
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
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    isOpen = false;
    options.onClose(session);
  });
  return session;
}
