import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { ChartInputs, LiveChart } from './live-chart.ts';

/** Loads the library when the visitor interacts with the host, or on demand, and draws the chart with it. */
export function useLiveChart(
  host: RefObject<HTMLElement | null>,
  inputs: ChartInputs,
): { live: LiveChart | undefined; isFailed: boolean; load(): void } {
  const [live, setLive] = useState<LiveChart>();
  const [isFailed, setFailed] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const latest = useRef(inputs);
  latest.current = inputs;

  useEffect(() => {
    const element = host.current;
    if (element === null || isWanted) return undefined;
    const want = () => setWanted(true);
    // the pointer may have entered before hydration: then it only moves
    const signs = ['pointerenter', 'pointermove', 'focus'] as const;
    for (const sign of signs) element.addEventListener(sign, want);
    return () => {
      for (const sign of signs) element.removeEventListener(sign, want);
    };
  }, [host, isWanted]);

  useEffect(() => {
    const element = host.current;
    if (element === null || !isWanted) return undefined;
    if (document.createElement('canvas').getContext('2d') === null) return setFailed(true);
    let made: LiveChart | undefined;
    let isRemoved = false;
    import('./live-chart.ts').then(
      ({ openLiveChart }) => {
        if (isRemoved) return;
        made = openLiveChart(element, () => latest.current);
        setLive(made);
      },
      () => setFailed(true),
    );
    return () => {
      isRemoved = true;
      made?.dispose();
    };
  }, [host, isWanted]);

  const { plan, zone } = inputs;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it draws the latest plan in the latest zone
  useEffect(() => live?.draw(), [live, plan, zone]);

  return { live, isFailed, load: useCallback(() => setWanted(true), []) };
}
