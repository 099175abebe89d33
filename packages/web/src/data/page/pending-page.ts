import { create } from 'zustand';
import type { Api } from '../answer.ts';

/** Delay before a page without an answer is requested again, ms. */
const retryMs = 2_000;

/** Number of navigations that wait for the server to respond. */
export const usePendingPages = create(() => ({ pending: 0 }));

const change = (by: number) => usePendingPages.setState(({ pending }) => ({ pending: pending + by }));

/** Resolves after a delay, when the network is back, or when the signal aborts. */
const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const stop = new AbortController();
    const finish = () => {
      stop.abort();
      clearTimeout(timer);
      done();
    };
    const timer = setTimeout(finish, retryMs);
    window.addEventListener('online', finish, { signal: stop.signal });
    signal.addEventListener('abort', finish, { signal: stop.signal });
  });

/**
 * Loads a page, and again while one of its requests gets no answer at all: the visitor stays on the page shown.
 * @param signal aborts when the navigation is given up; then the last result is returned
 */
export async function loadAnswered<D>(api: Api, signal: AbortSignal, load: (api: Api) => Promise<D>): Promise<D> {
  let isPending = false;
  try {
    for (;;) {
      let isAnswered = true;
      const result = await load({
        async get(path, use) {
          const answer = await api.get<never>(path, use);
          if (!answer.ok && answer.status === 0) isAnswered = false;
          return answer;
        },
      });
      if (isAnswered || signal.aborted) return result;
      if (!isPending) change(1);
      isPending = true;
      await pause(signal);
    }
  } finally {
    if (isPending) change(-1);
  }
}
