import { createContext, use, useSyncExternalStore } from 'react';

/** The server's clock at rendering, ms; also used for hydration. */
export const ClockContext = createContext(0);

const everyMs = 5_000;
let current = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  current = Date.now();
  timer ??= setInterval(() => {
    current = Date.now();
    for (const each of listeners) each();
  }, everyMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function read(): number {
  if (current === 0) current = Date.now();
  return current;
}

/**
 * Returns the current time, ms, updated every few seconds. While rendering on the server and hydrating it is the
 * server's clock.
 */
export function useNow(): number {
  const server = use(ClockContext);
  return useSyncExternalStore(subscribe, read, () => server);
}

const noChange = () => () => {};

/** Returns false on the server and while hydrating, for what only the browser knows (time zone, sizes). */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  );
}
