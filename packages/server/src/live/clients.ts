import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientCommand } from '@glassblock/contract';
import pLimit from 'p-limit';
import type { CommandRunner } from './commands.ts';
import { type LiveSocket, openSession, type Session } from './sending/session.ts';

/** The connected clients of a hub. */
export interface Clients {
  readonly count: number;
  sessions(): Iterable<Session>;
  /** Opens a session for a socket. */
  accept(socket: LiveSocket): void;
  /** Closes all sockets with code 1001 (going away). */
  leave(reason: string): void;
  /** Terminates all connections. */
  close(): void;
}

/** Options of the clients. */
export interface ClientsOptions {
  run: CommandRunner;
  /** Called when a session has ended. */
  onLeave(session: Session): void;
  onFailure(error: unknown): void;
  nowMs(): number;
  /** Interval of the check that clients are alive; default 60,000. */
  pulseMs?: number | undefined;
}

/** Maximum sessions whose commands run concurrently. */
const maxConcurrent = 64;
/** For commands with large mempool queries: more would delay everyone else. */
const maxConcurrentExpensive = 2;
const expensiveCommands: ReadonlySet<ClientCommand['type']> = new Set([
  'track-txs',
  'track-address',
  'track-addresses',
  'track-scriptpubkeys',
]);
const pulsesPerBatch = 200;
/** RFC 6455, 7.4.1. */
const goingAway = 1001;
const defaultPulseMs = 60_000;

/** Creates an empty set of clients. */
export function createClients(options: ClientsOptions): Clients {
  const { run, onFailure, nowMs } = options;
  const sockets = new Map<Session, LiveSocket>();
  const limit = pLimit(maxConcurrent);
  const expensiveLimit = pLimit(maxConcurrentExpensive);

  async function checkPulses(): Promise<void> {
    let checked = 0;
    for (const session of [...sockets.keys()]) {
      session.checkPulse();
      if (++checked % pulsesPerBatch === 0) await nextTurn();
    }
  }
  const pulse = setInterval(() => void checkPulses().catch(onFailure), options.pulseMs ?? defaultPulseMs);

  return {
    get count() {
      return sockets.size;
    },
    sessions: () => sockets.keys(),
    accept(socket) {
      const session = openSession({
        socket,
        onCommands(sender, commands) {
          // pings need no data, so they skip the queue
          if (commands.every(({ type }) => type === 'ping')) return run(sender, commands);
          const isExpensive = commands.some(({ type }) => expensiveCommands.has(type));
          if (!isExpensive) return limit(() => run(sender, commands));
          return expensiveLimit(async () => {
            // commands that need no other thread, such as those with invalid addresses, would run without a break
            await nextTurn();
            await run(sender, commands);
          });
        },
        onFailure,
        onClose(closed) {
          sockets.delete(closed);
          options.onLeave(closed);
        },
        nowMs,
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      });
      sockets.set(session, socket);
    },
    leave(reason) {
      for (const socket of sockets.values()) socket.close(goingAway, reason);
    },
    close() {
      clearInterval(pulse);
      for (const socket of sockets.values()) socket.terminate();
    },
  };
}
