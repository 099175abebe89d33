import { useEffect, useRef, useState } from 'react';
import type { ChartOption, ECharts } from './echarts.ts';
import { type ChartColours, coloursOf } from './look.ts';

export interface ChartProps {
  /** What it shows, in one sentence, for those who do not see it. */
  label: string;
  /** Makes the picture; called again when data, size or theme change. */
  option(colours: ChartColours, isNarrow: boolean): ChartOption;
  /** Told of the moment that the pointer or the arrow keys are at, ms; undefined when they have left. */
  onMoment?(time: number | undefined): void;
  /** Moments that the arrow keys step through, ms, oldest first. */
  moments?: readonly number[];
  /** Given the picture as a PNG, when somebody wants to save it. */
  saveRef?: React.RefObject<(() => Promise<Blob | undefined>) | null>;
  className?: string;
}

const narrowBelow = 560;

/** A chart on a canvas. Its library is loaded when the first one is shown; the words beside it do not wait for that. */
export function Chart(props: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ECharts>();
  const [failed, setFailed] = useState(false);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    let made: ECharts | undefined;
    let isGone = false;
    import('./echarts.ts').then(
      ({ init }) => {
        if (isGone) return;
        made = init(element, undefined, { renderer: 'canvas' });
        setChart(made);
      },
      () => setFailed(true),
    );
    return () => {
      isGone = true;
      made?.dispose();
    };
  }, []);

  useEffect(() => {
    const element = host.current;
    if (chart === undefined || element === null) return undefined;
    const draw = () => {
      const { option } = latest.current;
      chart.setOption(option(coloursOf(element), element.clientWidth < narrowBelow), { notMerge: true });
    };
    const sized = new ResizeObserver(() => {
      chart.resize();
      draw();
    });
    sized.observe(element);
    // a theme is a style sheet of its own: its colours are there once that has loaded
    document.head.addEventListener('load', draw, true);
    const scheme = matchMedia('(prefers-color-scheme: light)');
    scheme.addEventListener('change', draw);
    return () => {
      sized.disconnect();
      document.head.removeEventListener('load', draw, true);
      scheme.removeEventListener('change', draw);
    };
  }, [chart]);

  const { option } = props;
  useEffect(() => {
    const element = host.current;
    if (chart === undefined || element === null) return;
    chart.setOption(option(coloursOf(element), element.clientWidth < narrowBelow), { notMerge: true });
  }, [chart, option]);

  useEffect(() => {
    if (chart === undefined) return undefined;
    const onPointer = (event: unknown) => {
      const [axis] = (event as { axesInfo?: { value: number }[] }).axesInfo ?? [];
      latest.current.onMoment?.(axis?.value);
    };
    chart.on('updateAxisPointer', onPointer);
    return () => void chart.off('updateAxisPointer', onPointer);
  }, [chart]);

  useEffect(() => {
    const { saveRef } = latest.current;
    if (saveRef === undefined || chart === undefined) return;
    saveRef.current = async () => {
      const ground = coloursOf(chart.getDom()).ground;
      const url = chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: ground });
      return blobOfDataUrl(url);
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
      {failed && <p className="quiet chart-failed">{props.label}</p>}
    </div>
  );
}

function blobOfDataUrl(url: string): Blob {
  const [head = '', body = ''] = url.split(',');
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: /data:([^;]+)/.exec(head)?.[1] ?? 'image/png' });
}
