import { type RefObject, useEffect, useRef } from 'react';
import type { ECharts } from './echarts.ts';

/** Renders the chart as shown now. */
export type SavePicture = (kind: 'png' | 'svg') => Promise<Blob | undefined>;

async function picture(of: ECharts, kind: 'png' | 'svg'): Promise<Blob> {
  const backgroundColor = getComputedStyle(of.getDom()).getPropertyValue('--surface-1').trim();
  if (kind === 'png') return blobOfDataUrl(of.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor }));
  const { svgOf } = await import('./echarts-svg.ts');
  const svg = svgOf({ ...of.getOption(), backgroundColor }, of.getWidth(), of.getHeight());
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** Provides the function that saves a chart; saving a static chart loads the library first. */
export function useSaving(
  chart: ECharts | undefined,
  saveRef: RefObject<SavePicture | null> | undefined,
  load: () => void,
): void {
  const onDrawn = useRef<() => void>(undefined);
  const target = useRef(saveRef);
  target.current = saveRef;
  useEffect(() => {
    const ref = target.current;
    if (ref === undefined) return;
    if (chart !== undefined) {
      ref.current = (kind) => picture(chart, kind);
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
  }, [chart, load]);
}

function blobOfDataUrl(url: string): Blob {
  const [head = '', body = ''] = url.split(',');
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: /data:([^;]+)/.exec(head)?.[1] ?? 'image/png' });
}
