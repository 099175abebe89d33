import type { Server } from 'node:http';

/** Lets a server end without an error to its clients. */
export interface Drain {
  /** The server is about to end: a load balancer should send nothing more. */
  readonly isDraining: boolean;
  /** Aborted when event streams are to end, so that their clients continue elsewhere. */
  readonly signal: AbortSignal;
  /** Watches the requests of a server. */
  watch(server: Server): void;
  /** A request is running that its server does not see; `running` identifies it. */
  started(running: object): void;
  /** It has its answer, or its connection is closed. */
  ended(running: object): void;
  /** From now on, connections end with the answer to their request. */
  begin(): void;
  /** Accepts no more connections and resolves when running requests have ended, or after some seconds. */
  finish(): Promise<void>;
}

/** Requests that take longer than this are cut off. */
const maxRunningMs = 10_000;

/** Creates a drain that has not begun. */
export function createDrain(): Drain {
  const running = new Set<object>();
  const ending = new AbortController();
  const servers: Server[] = [];
  let isDraining = false;
  let onIdle: () => void = () => undefined;
  const ended = (request: object) => {
    if (running.delete(request) && running.size === 0) onIdle();
  };
  return {
    get isDraining() {
      return isDraining;
    },
    signal: ending.signal,
    watch(server) {
      servers.push(server);
      server.prependListener('request', (_request, response) => {
        running.add(response);
        response.once('close', () => ended(response));
        if (isDraining) response.setHeader('connection', 'close');
      });
    },
    started: (request) => void running.add(request),
    ended,
    begin() {
      isDraining = true;
    },
    async finish() {
      for (const server of servers) {
        server.close();
        server.closeIdleConnections();
      }
      ending.abort();
      if (running.size === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxRunningMs);
        onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
