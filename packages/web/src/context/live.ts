import type { Feed } from '@glassblock/contract';
import { createContext, use, useEffect } from 'react';
import { useStore } from 'zustand';
import type { LiveState } from '../live/live-state.ts';
import type { LiveSession } from '../live/session.ts';

/** The live session. */
export const LiveContext = createContext<LiveSession | undefined>(undefined);

/** Returns the live session. */
export function useSession(): LiveSession {
  const session = use(LiveContext);
  if (session === undefined) throw new Error('no live session in this context');
  return session;
}

/** Returns a part of the live state. */
export function useLive<T>(select: (state: LiveState) => T): T {
  return useStore(useSession().store, select);
}

/** Subscribes to feeds while the page is shown; the order is part of the request. */
export function useWant(...feeds: readonly Feed[]): void {
  const session = useSession();
  const key = feeds.join(' ');
  useEffect(() => session.want(key.split(' ') as Feed[]), [session, key]);
}
