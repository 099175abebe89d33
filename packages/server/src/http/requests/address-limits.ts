import { LRUCache } from 'lru-cache';

/** Connections that one client address may keep open or start. */
export interface AddressLimits {
  /**
   * Takes a place for a long-lived connection.
   * @param key see `addressKey`
   * @returns the function that frees it, once; undefined when all places of the address are taken
   */
  open(kind: OpenKind, key: string): (() => void) | undefined;
  /** Counts an attempt to open a socket; false when the address has made too many in the last minute. */
  upgrade(key: string): boolean;
}

/** Kinds of long-lived connections. */
export type OpenKind = 'socket' | 'event-stream' | 'page';

/** Maximum that one address may have open at the same time, by kind. */
export type OpenLimits = Readonly<Record<OpenKind, number>>;

/** Addresses whose upgrades are counted; the least recently seen is dropped. */
const maxCounted = 20_000;
const windowMs = 60_000;

/**
 * Creates the limits of client addresses.
 * @param upgradesPerMinute of one address; 0: no limit
 */
export function createAddressLimits(open: OpenLimits, upgradesPerMinute: number): AddressLimits {
  const counts: Record<OpenKind, Map<string, number>> = {
    socket: new Map(),
    'event-stream': new Map(),
    page: new Map(),
  };
  const upgrades = new LRUCache<string, { count: number }>({ max: maxCounted, ttl: windowMs });
  return {
    open(kind, key) {
      const byKey = counts[kind];
      const count = byKey.get(key) ?? 0;
      if (count >= open[kind]) return undefined;
      byKey.set(key, count + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = (byKey.get(key) ?? 1) - 1;
        if (left === 0) byKey.delete(key);
        else byKey.set(key, left);
      };
    },
    upgrade(key) {
      if (upgradesPerMinute === 0) return true;
      const known = upgrades.get(key);
      if (known === undefined) upgrades.set(key, { count: 1 });
      else known.count++;
      return (known?.count ?? 1) <= upgradesPerMinute;
    },
  };
}
