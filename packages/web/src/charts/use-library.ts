import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Zone } from '../format/age.ts';
import type { ECharts, optionOf } from './echarts.ts';
import type { ChartPlan } from './plan.ts';
import { inZone } from './zone.ts';

/** The chart of the library, and how to update it. */
interface LiveChart {
  picture: ECharts;
  optionOf: typeof optionOf;
}

/** Loads the library when the visitor interacts with the host, or on demand. */
export function useLibrary(host: RefObject<HTMLElement | null>): {
  live: LiveChart | undefined;
  isFailed: boolean;
  load(): void;
} {
  const [live, setLive] = useState<LiveChart>();
  const [isFailed, setFailed] = useState(false);
  const [wanted, setWanted] = useState(false);

  useEffect(() => {
    const element = host.current;
    if (element === null || wanted) return undefined;
    const want = () => setWanted(true);
    // the pointer may have entered before hydration: then it only moves
    const signs = ['pointerenter', 'pointermove', 'focus'] as const;
    for (const sign of signs) element.addEventListener(sign, want);
    return () => {
      for (const sign of signs) element.removeEventListener(sign, want);
    };
  }, [host, wanted]);

  useEffect(() => {
    const element = host.current;
    if (element === null || !wanted) return undefined;
    if (document.createElement('canvas').getContext('2d') === null) return setFailed(true);
    let made: ECharts | undefined;
    let isRemoved = false;
    import('./echarts.ts').then(
      ({ init, optionOf }) => {
        if (isRemoved) return;
        made = init(element, undefined, { renderer: 'canvas' });
        setLive({ picture: made, optionOf });
      },
      () => setFailed(true),
    );
    return () => {
      isRemoved = true;
      made?.dispose();
    };
  }, [host, wanted]);

  return { live, isFailed, load: useCallback(() => setWanted(true), []) };
}

/** Draws a plan, and again when the size, the theme or the time zone changes. */
export function useDrawing(
  host: RefObject<HTMLElement | null>,
  live: LiveChart | undefined,
  plan: ChartPlan,
  zone: Zone,
): void {
  const latest = useRef({ plan, zone });
  latest.current = { plan, zone };
  useEffect(() => {
    const element = host.current;
    if (live === undefined || element === null) return undefined;
    const { picture } = live;
    const sized = new ResizeObserver(() => {
      picture.resize();
      draw(live, latest.current.plan, latest.current.zone);
    });
    const drawAgain = () => draw(live, latest.current.plan, latest.current.zone);
    sized.observe(element);
    // a theme is a separate style sheet: its colours are available once loaded
    document.head.addEventListener('load', drawAgain, true);
    const scheme = matchMedia('(prefers-color-scheme: light)');
    scheme.addEventListener('change', drawAgain);
    return () => {
      sized.disconnect();
      document.head.removeEventListener('load', drawAgain, true);
      scheme.removeEventListener('change', drawAgain);
    };
  }, [host, live]);

  useEffect(() => {
    if (live !== undefined) draw(live, plan, zone);
  }, [live, plan, zone]);
}

function draw({ picture, optionOf }: LiveChart, plan: ChartPlan, zone: Zone): void {
  picture.setOption(inZone(optionOf(plan, picture.getDom()), zone), { notMerge: true });
}
