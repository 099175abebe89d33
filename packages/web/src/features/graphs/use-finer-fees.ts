import type { BlockFees } from '@glassblock/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { api } from '../../url.ts';

/** Delay after the last zoom event, ms. */
const settleMs = 400;
/** Data is reloaded when the zoomed range is shorter than this share of the loaded one. */
const worthAsking = 0.7;
/** Maximum range that the API returns block by block, seconds. */
const exactSeconds = 3 * 86_400;

interface Finer {
  rows: BlockFees[];
  source: string;
  seconds: number;
}

/** Loads fees of a zoomed range at a finer resolution than the whole window. */
export function useFinerFees(isWanted: boolean) {
  const { prefix } = usePlace();
  const [finer, setFiner] = useState<Finer>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const zoom = useCallback(
    (points: readonly { time: number }[], from: number, to: number) => {
      clearTimeout(timer.current);
      const first = points[0]?.time;
      const last = points.at(-1)?.time;
      if (!isWanted || first === undefined || last === undefined || to - from > worthAsking) return;
      const start = Math.floor(first + from * (last - first));
      const end = Math.ceil(first + to * (last - first));
      // single blocks have no finer resolution
      if (end - start < 3_600 || last - first <= exactSeconds) return;
      timer.current = setTimeout(() => {
        const turn = ++latest.current;
        const source = api.feesBetween(prefix, start, end);
        void browserApi()
          .get<BlockFees[]>(source)
          .then((answer) => {
            if (answer.ok && answer.body.length > 1 && turn === latest.current)
              setFiner({ rows: answer.body, source, seconds: end - start });
          });
      }, settleMs);
    },
    [isWanted, prefix],
  );
  return {
    rows: finer?.rows,
    source: finer?.source,
    isExact: finer !== undefined && finer.seconds <= exactSeconds,
    zoom,
    /** Shows the whole window again. */
    reset() {
      latest.current++;
      setFiner(undefined);
    },
  };
}
