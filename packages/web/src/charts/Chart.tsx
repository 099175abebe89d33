import { useEffect, useRef, useState } from 'react';
import { useZone } from '../context/zone.ts';
import type { Zone } from '../format/age.ts';
import type { ECharts, optionOf } from './echarts.ts';
import type { ChartPlan } from './plan.ts';
import { StaticChart } from './StaticChart.tsx';
import { inZone, shiftOf } from './zone.ts';
import '../styles/graphs.css';

/** Props of a chart. */
export interface ChartProps {
  /** Accessible description in one sentence. */
  label: string;
  /** What it shows; keep the object identical until it changes. */
  plan: ChartPlan;
  /** Called with the time at the pointer or keyboard cursor, ms; undefined when it leaves. */
  onMoment?(time: number | undefined): void;
  /** Times for the arrow keys, ms, oldest first. */
  moments?: readonly number[];
  /** Called on a mouse click at the current time. */
  onPick?(): void;
  /** Called with the zoomed range, as shares of the whole. */
  onZoom?(from: number, to: number): void;
  /** Receives the function that saves the chart. */
  saveRef?: React.RefObject<SavePicture | null>;
  className?: string;
}

/** Renders the chart as shown now. */
export type SavePicture = (kind: 'png' | 'svg') => Promise<Blob | undefined>;

/** The chart of the library, and how to update it. */
interface LiveChart {
  picture: ECharts;
  optionOf: typeof optionOf;
}

/**
 * A chart: a static SVG, which comes with the page, until the visitor interacts with it. Then the library is loaded,
 * and the chart can be read and zoomed.
 */
export function Chart(props: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const [live, setLive] = useState<LiveChart>();
  const [failed, setFailed] = useState(false);
  const [wanted, setWanted] = useState(false);
  const toSave = useRef<() => void>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const zone = useZone();
  const shownZone = useRef(zone);
  shownZone.current = zone;

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
  }, [wanted]);

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
  }, [wanted]);

  useEffect(() => {
    const element = host.current;
    if (live === undefined || element === null) return undefined;
    const { picture } = live;
    const sized = new ResizeObserver(() => {
      picture.resize();
      draw(live, latest.current.plan, shownZone.current);
    });
    const drawAgain = () => draw(live, latest.current.plan, shownZone.current);
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
  }, [live]);

  const { plan } = props;
  useEffect(() => {
    if (live !== undefined) draw(live, plan, zone);
  }, [live, plan, zone]);

  const chart = live?.picture;
  useEffect(() => {
    if (chart === undefined) return undefined;
    const onPointer = (event: unknown) => {
      const [axis] = (event as { axesInfo?: { value: number }[] }).axesInfo ?? [];
      latest.current.onMoment?.(axis && axis.value - shiftOf(shownZone.current));
    };
    chart.on('updateAxisPointer', onPointer);
    return () => void chart.off('updateAxisPointer', onPointer);
  }, [chart]);

  useEffect(() => {
    if (chart === undefined) return undefined;
    const ground = chart.getZr();
    const onClick = (click: { event: unknown }) => {
      // Touch only reads values; a mouse click picks.
      const { pointerType } = click.event as { pointerType?: string };
      if (pointerType !== 'touch' && click.event instanceof MouseEvent) latest.current.onPick?.();
    };
    const onZoom = () => {
      const [zoom] = (chart.getOption()['dataZoom'] ?? []) as { start?: number; end?: number }[];
      latest.current.onZoom?.((zoom?.start ?? 0) / 100, (zoom?.end ?? 100) / 100);
    };
    ground.on('click', onClick);
    chart.on('datazoom', onZoom);
    return () => {
      if (chart.isDisposed()) return;
      ground.off('click', onClick);
      chart.off('datazoom', onZoom);
    };
  }, [chart]);

  useEffect(() => {
    const { saveRef } = latest.current;
    if (saveRef === undefined) return;
    const picture = async (of: ECharts, kind: 'png' | 'svg') => {
      const backgroundColor = getComputedStyle(of.getDom()).getPropertyValue('--surface-1').trim();
      if (kind === 'png') return blobOfDataUrl(of.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor }));
      const { svgOf } = await import('./echarts-svg.ts');
      const svg = svgOf({ ...of.getOption(), backgroundColor }, of.getWidth(), of.getHeight());
      return new Blob([svg], { type: 'image/svg+xml' });
    };
    if (chart !== undefined) {
      saveRef.current = (kind) => picture(chart, kind);
      toSave.current?.();
      toSave.current = undefined;
      return;
    }
    // Saving a static chart waits for the real one.
    saveRef.current = async (kind) => {
      setWanted(true);
      await new Promise<void>((drawn) => {
        toSave.current = drawn;
      });
      return saveRef.current?.(kind);
    };
  }, [chart]);

  const at = useRef(-1);
  function onKey(event: React.KeyboardEvent): void {
    const { moments, onMoment } = props;
    if (moments === undefined || moments.length === 0 || onMoment === undefined) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    const from = at.current < 0 ? moments.length - 1 : at.current;
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? moments.length - 1 : from + (step ?? 0);
    at.current = Math.max(0, Math.min(moments.length - 1, to));
    onMoment(moments[at.current]);
  }

  return (
    <div className={`chart ${props.className ?? ''}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read values off the chart */}
      <div ref={host} className="chart-host" role="img" aria-label={props.label} tabIndex={0} onKeyDown={onKey} />
      {chart === undefined && <StaticChart plan={plan} />}
      {failed && <p className="quiet chart-failed">{props.label}</p>}
    </div>
  );
}

function draw({ picture, optionOf }: LiveChart, plan: ChartPlan, zone: Zone): void {
  picture.setOption(inZone(optionOf(plan, picture.getDom()), zone), { notMerge: true });
}

function blobOfDataUrl(url: string): Blob {
  const [head = '', body = ''] = url.split(',');
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: /data:([^;]+)/.exec(head)?.[1] ?? 'image/png' });
}
