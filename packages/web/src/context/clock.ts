import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The time, ms; initially the server's clock at rendering, also while hydrating. */
type Clock = StoreApi<number>;

/** The clock of this app instance. */
export const ClockContext = createContext<Clock | undefined>(undefined);

const everyMs = 5_000;

/** Creates the clock of an app instance; it runs in the browser only. @param serverNow ms */
export function useOwnClock(serverNow: number): Clock {
  const [clock] = useState(() => createStore(() => serverNow));
  useEffect(() => {
    const tick = () => clock.setState(Date.now(), true);
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [clock]);
  return clock;
}

/**
 * Returns the current time, ms, updated every few seconds. While rendering on the server and hydrating it is the
 * server's clock.
 */
export function useNow(): number {
  const clock = use(ClockContext);
  if (clock === undefined) throw new Error('no clock in this context');
  return useStore(clock);
}

const noChange = () => () => {};

/** Returns false on the server and while hydrating, for values that only the browser has (time zone, sizes). */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  );
}
