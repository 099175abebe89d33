import type { BlockFees } from '@glassblock/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { api } from '../../url.ts';

/** After the last turn of the wheel, ms. */
const settleMs = 400;
/** A stretch is asked for anew when it is shorter than this part of what is shown. */
const worthAsking = 0.7;
/** Up to here the API gives block by block, seconds. */
const exactSeconds = 3 * 86_400;

interface Finer {
  rows: BlockFees[];
  source: string;
  seconds: number;
}

/** Fees of a stretch that somebody zoomed into, in finer steps than the whole window has them. */
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
      // Block by block there is nothing finer.
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
    /** The whole window again. */
    reset() {
      latest.current++;
      setFiner(undefined);
    },
  };
}
