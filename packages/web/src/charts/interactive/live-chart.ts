import type { Zone } from '../../format/age.ts';
import type { ChartEvents } from '../chart-events.ts';
import type { ChartPlan } from '../plan.ts';
import { type ECharts, init, optionOf } from './echarts.ts';
import { inZone, shiftOf } from './zone.ts';

/** Content of a chart, and the receiver of its events; functions, which return the current ones. */
export interface ChartInputs {
  readonly plan: ChartPlan;
  readonly zone: Zone;
  readonly events: ChartEvents;
}

/** A chart drawn by the library. */
export interface LiveChart {
  draw(): void;
  /** Renders the chart as shown now. */
  save(kind: 'png' | 'svg'): Promise<Blob>;
  dispose(): void;
}

/** Draws a chart into an element, and again when the element's size or the theme changes. */
export function openLiveChart(element: HTMLElement, inputs: () => ChartInputs): LiveChart {
  const chart = init(element, undefined, { renderer: 'canvas' });
  const draw = () => {
    const { plan, zone } = inputs();
    chart.setOption(inZone(optionOf(plan, chart.getDom()), zone), { notMerge: true });
  };
  const stopRedrawing = redrawing(element, chart, draw);
  reportEvents(chart, inputs);
  return {
    draw,
    save: (kind) => picture(chart, kind),
    dispose() {
      stopRedrawing();
      chart.dispose();
    },
  };
}

function redrawing(element: HTMLElement, chart: ECharts, draw: () => void): () => void {
  const sized = new ResizeObserver(() => {
    chart.resize();
    draw();
  });
  sized.observe(element);
  // a theme is a separate style sheet: its colours are available once loaded
  document.head.addEventListener('load', draw, true);
  const scheme = matchMedia('(prefers-color-scheme: light)');
  scheme.addEventListener('change', draw);
  return () => {
    sized.disconnect();
    document.head.removeEventListener('load', draw, true);
    scheme.removeEventListener('change', draw);
  };
}

/** Reports pointer, click and zoom. */
function reportEvents(chart: ECharts, inputs: () => ChartInputs): void {
  chart.on('updateAxisPointer', (event: unknown) => {
    const [axis] = (event as { axesInfo?: { value: number }[] }).axesInfo ?? [];
    const { events, zone } = inputs();
    events.onMoment?.(axis && axis.value - shiftOf(zone));
  });
  chart.on('datazoom', () => {
    const [zoom] = (chart.getOption()['dataZoom'] ?? []) as { start?: number; end?: number }[];
    inputs().events.onZoom?.((zoom?.start ?? 0) / 100, (zoom?.end ?? 100) / 100);
  });
  chart.getZr().on('click', (click: { event: unknown }) => {
    // Touch only reads values; a mouse click picks.
    const { pointerType } = click.event as { pointerType?: string };
    if (pointerType !== 'touch' && click.event instanceof MouseEvent) inputs().events.onPick?.();
  });
}

async function picture(of: ECharts, kind: 'png' | 'svg'): Promise<Blob> {
  const backgroundColor = getComputedStyle(of.getDom()).getPropertyValue('--surface-1').trim();
  if (kind === 'png') return blobOfDataUrl(of.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor }));
  const { svgOf } = await import('./echarts-svg.ts');
  const svg = svgOf({ ...of.getOption(), backgroundColor }, of.getWidth(), of.getHeight());
  return new Blob([svg], { type: 'image/svg+xml' });
}

function blobOfDataUrl(url: string): Blob {
  const [head = '', body = ''] = url.split(',');
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: /data:([^;]+)/.exec(head)?.[1] ?? 'image/png' });
}
