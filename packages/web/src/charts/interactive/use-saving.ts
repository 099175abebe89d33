import { type RefObject, useEffect, useRef } from 'react';
import type { LiveChart } from './live-chart.ts';

/** Renders the chart as shown now. */
export type SavePicture = (kind: 'png' | 'svg') => Promise<Blob | undefined>;

/** Provides the function that saves a chart; saving a static chart loads the library first. */
export function useSaving(
  live: LiveChart | undefined,
  saveRef: RefObject<SavePicture | null> | undefined,
  load: () => void,
): void {
  const onDrawn = useRef<() => void>(undefined);
  const target = useRef(saveRef);
  target.current = saveRef;
  useEffect(() => {
    const ref = target.current;
    if (ref === undefined) return;
    if (live !== undefined) {
      ref.current = live.save;
      onDrawn.current?.();
      onDrawn.current = undefined;
      return;
    }
    ref.current = async (kind) => {
      load();
      await new Promise<void>((drawn) => {
        onDrawn.current = drawn;
      });
      return ref.current?.(kind);
    };
  }, [live, load]);
}
