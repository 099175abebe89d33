import { useEffect, useRef, useState } from 'react';
import { useZone } from '../context/zone.ts';
import type { Zone } from '../format/age.ts';
import type { ECharts, optionOf } from './echarts.ts';
import type { ChartPlan } from './plan.ts';
import { StaticChart } from './StaticChart.tsx';
import { inZone, shiftOf } from './zone.ts';
import '../styles/graphs.css';

export interface ChartProps {
  /** What it shows, in one sentence, for those who do not see it. */
  label: string;
  /** What it shows; kept until it shows something else. */
  plan: ChartPlan;
  /** Told of the moment that the pointer or the arrow keys are at, ms; undefined when they have left. */
  onMoment?(time: number | undefined): void;
  /** Moments that the arrow keys step through, ms, oldest first. */
  moments?: readonly number[];
  /** Somebody clicked with a mouse on the place that the pointer is at. */
  onPick?(): void;
  /** Told of the stretch that the picture was zoomed to, shares of the whole; from 0 to 1: all of it. */
  onZoom?(from: number, to: number): void;
  /** Given the picture, when somebody wants to save it. */
  saveRef?: React.RefObject<SavePicture | null>;
  className?: string;
}

/** Makes the picture as it is shown now. */
export type SavePicture = (kind: 'png' | 'svg') => Promise<Blob | undefined>;

/** The library's picture, and how it is told what to show. */
interface LiveChart {
  picture: ECharts;
  optionOf: typeof optionOf;
}

/** A chart: a plain drawing, which comes with the page, until somebody turns to it. Then the library is loaded, and from then
 *  on the picture tells what the pointer is at and can be zoomed. */
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
    // the pointer may have come before the page was alive: then it only moves
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
    // a theme is a style sheet of its own: its colours are there once that has loaded
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
      // A finger reads values off; only a mouse, which has read them already, picks.
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
    // Whoever saves a chart that is still a plain drawing waits for the real one.
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
