import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { type DeskFacts, isFinal, lookup } from '../../wallet/desk-lookup.ts';
import { noProgress, openSpots, type Progress, withLookup } from '../../wallet/scan.ts';
import type { Chain } from '../../wallet/wallet-source.ts';

/** Mean delay between two lookups, ms. */
export const paces = { quick: 150, calm: 1_000, slow: 15_000 } as const;
/** Speed of the lookups. */
export type Pace = keyof typeof paces;

/** An address that was looked up. */
export interface Found {
  chain: number;
  index: number;
  address: string;
  facts: DeskFacts;
}

/** Progress and results of a wallet's lookups. */
export interface Scan {
  state: 'running' | 'stopped' | 'done';
  progress: Progress;
  /** Used addresses only. */
  found: readonly Found[];
  /** Number of addresses whose last lookup failed, and that are looked up again. */
  retried: number;
  /** Number of addresses whose lookup will not succeed. */
  failed: number;
  /** Message of the last failure. */
  reason: string;
  stop(): void;
  go(): void;
  /** Discards the results and starts again. */
  again(): void;
}

interface Known {
  progress: Progress;
  found: readonly Found[];
  /** Addresses whose last lookup failed. */
  waiting: ReadonlySet<string>;
  failed: number;
  reason: string;
}

const emptyOf = (chains: readonly Chain[]): Known => ({
  progress: noProgress(chains),
  found: [],
  waiting: new Set(),
  failed: 0,
  reason: '',
});
/** Consecutive addresses that the server refuses, after which the lookup pauses until the user continues. */
const maxRefused = 3;
/** Delay after another failure, doubled with each further one in a row, and its maximum, ms. */
const retryMs = 2_000;
const maxRetryMs = 30_000;

/** Returns the data after the lookup of an address. */
function withResult(known: Known, place: Omit<Found, 'facts'>, result: DeskFacts | { error: unknown }): Known {
  const { address } = place;
  const waiting = new Set(known.waiting);
  waiting.delete(address);
  if (!('error' in result)) {
    const isUsed = result.txCount > 0;
    const found = isUsed ? [...known.found, { ...place, facts: result }] : known.found;
    return { ...known, progress: withLookup(known.progress, place, isUsed), found, waiting };
  }
  const reason = result.error instanceof Error ? result.error.message : 'Unknown error';
  if (!isFinal(result.error)) return { ...known, waiting: waiting.add(address), reason };
  // not counted as unused, or it could become the next address to receive on
  return { ...known, progress: withLookup(known.progress, place, true), waiting, failed: known.failed + 1, reason };
}

/** Looks up the addresses of a wallet one by one, in random order, with random delays. */
export function useScan(chains: readonly Chain[], pace: Pace): Scan {
  const { prefix } = usePlace();
  const [known, setKnown] = useState<Known>(() => emptyOf(chains));
  const [state, setState] = useState<Scan['state']>('running');
  const latest = useRef(known);
  const put = useCallback((next: Known) => {
    latest.current = next;
    setKnown(next);
  }, []);
  useEffect(() => {
    if (state !== 'running') return undefined;
    let isRemoved = false;
    let wake = () => {};
    const run = async () => {
      let refused = 0;
      let missed = 0;
      while (!isRemoved) {
        const spots = openSpots(chains, latest.current.progress);
        const spot = spots[Math.floor(Math.random() * spots.length)];
        if (spot === undefined) return setState('done');
        const address = chains[spot.chain]?.addressAt(spot.index) ?? '';
        const result = await lookup(browserApi(), prefix, address).catch((error: unknown) => ({ error }));
        if (isRemoved) return;
        put(withResult(latest.current, { ...spot, address }, result));
        if (!('error' in result)) {
          refused = 0;
          missed = 0;
        } else if (!isFinal(result.error)) missed++;
        else if (++refused >= maxRefused) return setState('stopped');
        const backOff = missed === 0 ? 0 : Math.min(maxRetryMs, retryMs * 2 ** (missed - 1));
        const pause = Math.max(backOff, paces[pace]) * (0.5 + Math.random());
        await new Promise<void>((done) => {
          const timer = setTimeout(done, pause);
          wake = () => {
            clearTimeout(timer);
            done();
          };
        });
      }
    };
    const online = () => wake();
    window.addEventListener('online', online);
    void run();
    return () => {
      isRemoved = true;
      window.removeEventListener('online', online);
      wake();
    };
  }, [state, chains, pace, prefix, put]);
  const { waiting, ...rest } = known;
  return {
    ...rest,
    retried: waiting.size,
    state,
    stop: () => setState('stopped'),
    go: () => setState('running'),
    again: () => {
      put(emptyOf(chains));
      setState('running');
    },
  };
}
