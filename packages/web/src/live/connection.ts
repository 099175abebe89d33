import type { ServerFrame } from '@glassblock/contract';
import type { ConnectionState } from './live-state.ts';

/** Delays of the live socket, ms. */
export const timings = {
  reconnectMs: 2000,
  reconnectSpreadMs: 2000,
  pingAfterMs: 30_000,
  replyWithinMs: 5000,
  stopPictureMs: 2000,
  reloadMs: 60_000,
  reloadSpreadMs: 60_000,
} as const;

/** The used part of a WebSocket. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

/** Events of a socket. */
export interface SocketEvents {
  open(): void;
  message(text: string): void;
  closed(): void;
}

/** Sockets, timers and random numbers. */
export interface Platform {
  open(url: string, events: SocketEvents): Socket;
  later(ms: number, run: () => void): () => void;
  /** Reports when the device loses its network, and when it has one again; returns a function that ends it. */
  watchNetwork(events: { lost(): void; back(): void }): () => void;
  random(): number;
}

/** Events of a connection. */
export interface ConnectionEvents {
  state(state: ConnectionState): void;
  /** The socket is open; `again` unless it is the first one. */
  opened(again: boolean): void;
  /** First frame after a reconnect: active subscriptions must be sent again. */
  restored(): void;
  frame(frame: ServerFrame): void;
}

/** A persistent connection: it reconnects, pings, and reports its state. */
export interface Connection {
  /** Sends while open; messages are lost while closed, since subscriptions are sent again. */
  send(message: object): void;
  /** Closes the connection permanently. */
  end(): void;
}

/** Opens the connection. All effects go through `platform`; tests use a fake clock. */
export function connect(url: string, platform: Platform, events: ConnectionEvents): Connection {
  let socket: Socket | undefined;
  let isOpen = false;
  let ended = false;
  let opens = 0;
  let waitsForFirstFrame = false;
  let generation = 0;
  let cancelPing = () => {};
  let cancelReply = () => {};
  let cancelRetry = () => {};

  const send = (message: object) => {
    if (isOpen) socket?.send(JSON.stringify(message));
  };

  const quiet = () => {
    cancelPing();
    cancelReply();
  };

  const schedulePing = () => {
    quiet();
    cancelPing = platform.later(timings.pingAfterMs, () => {
      send({ action: 'ping' });
      cancelReply = platform.later(timings.replyWithinMs, lost);
    });
  };

  function lost() {
    if (ended) return;
    const removed = socket;
    socket = undefined;
    isOpen = false;
    generation++;
    quiet();
    cancelRetry();
    removed?.close();
    events.state(0);
    const delay = timings.reconnectMs + platform.random() * timings.reconnectSpreadMs;
    cancelRetry = platform.later(delay, () => {
      events.state(1);
      start();
    });
  }

  function start() {
    const mine = ++generation;
    const current = (run: () => void) => {
      if (!ended && mine === generation) run();
    };
    socket = platform.open(url, {
      open: () =>
        current(() => {
          isOpen = true;
          opens++;
          waitsForFirstFrame = opens > 1;
          schedulePing();
          events.opened(opens > 1);
        }),
      message: (text) =>
        current(() => {
          schedulePing();
          const frame = parse(text);
          events.state(2);
          if (waitsForFirstFrame) {
            waitsForFirstFrame = false;
            events.restored();
          }
          if (frame) events.frame(frame);
        }),
      closed: () => current(lost),
    });
  }

  start();
  const endWatch = platform.watchNetwork({
    lost() {
      if (socket !== undefined) lost();
    },
    back() {
      if (socket !== undefined) return;
      cancelRetry();
      events.state(1);
      start();
    },
  });
  return {
    send,
    end() {
      ended = true;
      endWatch();
      quiet();
      cancelRetry();
      socket?.close();
    },
  };
}

/** Parses a frame, which is a JSON object; others are ignored. */
function parse(text: string): ServerFrame | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
