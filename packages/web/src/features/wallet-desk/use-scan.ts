import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { type DeskFacts, lookup } from '../../wallet/desk-lookup.ts';
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
  failed: number;
  reason: string;
}

const emptyOf = (chains: readonly Chain[]): Known => ({
  progress: noProgress(chains),
  found: [],
  failed: 0,
  reason: '',
});
/** Consecutive failures after which the lookup pauses until the user continues. */
const maxConsecutive = 3;

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
      let row = 0;
      while (!isRemoved) {
        const spots = openSpots(chains, latest.current.progress);
        const spot = spots[Math.floor(Math.random() * spots.length)];
        if (spot === undefined) return setState('done');
        const address = chains[spot.chain]?.addressAt(spot.index);
        const result = await lookup(browserApi(), prefix, address ?? '').catch((error: unknown) =>
          error instanceof Error ? error.message : 'Unknown error',
        );
        if (isRemoved) return;
        const { progress, found, failed } = latest.current;
        if (typeof result === 'string') {
          row++;
          put({ progress: withLookup(progress, spot, false), found, failed: failed + 1, reason: result });
          if (row >= maxConsecutive) return setState('stopped');
        } else {
          row = 0;
          const isUsed = result.txCount > 0;
          put({
            ...latest.current,
            progress: withLookup(progress, spot, isUsed),
            found: isUsed && address !== undefined ? [...found, { ...spot, address, facts: result }] : found,
          });
        }
        const pause = paces[pace] * (0.5 + Math.random());
        await new Promise<void>((done) => {
          const timer = setTimeout(done, pause);
          wake = () => {
            clearTimeout(timer);
            done();
          };
        });
      }
    };
    void run();
    return () => {
      isRemoved = true;
      wake();
    };
  }, [state, chains, pace, prefix, put]);
  return {
    ...known,
    state,
    stop: () => setState('stopped'),
    go: () => setState('running'),
    again: () => {
      put(emptyOf(chains));
      setState('running');
    },
  };
}
