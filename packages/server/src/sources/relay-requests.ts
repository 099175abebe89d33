import type { LRUCache } from 'lru-cache';
import { createFairLimit } from '../concurrency/fair-limit.ts';

/** Runs a request to a relay. @throws {Error} when too many wait */
export type RelayLimit = <T>(ask: () => Promise<T>) => Promise<T>;

const [maxRunning, maxWaiting] = [8, 32];
const failureMs = 10_000;

/** Creates the limit of one relay: visitors choose how many requests there are, and it may answer slowly. */
export function createRelayLimit(): RelayLimit {
  const limit = createFairLimit({ running: maxRunning, waiting: maxWaiting });
  return (ask) => limit.run('', ask) ?? Promise.reject(new Error('too many requests wait for the relay'));
}

/** Returns the cached value of a key, or reads and caches it; failures are cached for ten seconds. */
export function readCached<K extends string, V extends object | undefined>(
  known: LRUCache<K, Promise<V>>,
  key: K,
  read: () => Promise<V>,
): Promise<V> {
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const answer = read();
  known.set(key, answer);
  answer.catch(() => known.set(key, answer, { ttl: failureMs }));
  return answer;
}
