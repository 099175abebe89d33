import { useEffect, useRef } from 'react';
import type { Zone } from '../format/age.ts';
import type { ECharts } from './echarts.ts';
import { shiftOf } from './zone.ts';

/** What a chart reports. */
export interface ChartEvents {
  /** Called with the time at the pointer or keyboard cursor, ms; undefined when it leaves. */
  onMoment?(time: number | undefined): void;
  /** Times for the arrow keys, ms, oldest first. */
  moments?: readonly number[];
  /** Called on a mouse click at the current time. */
  onPick?(): void;
  /** Called with the zoomed range, as shares of the whole. */
  onZoom?(from: number, to: number): void;
}

/** Reports pointer, click and zoom of a chart. */
export function useChartEvents(chart: ECharts | undefined, events: ChartEvents, zone: Zone): void {
  const latest = useRef(events);
  latest.current = events;
  const shownZone = useRef(zone);
  shownZone.current = zone;
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
}

/** Returns the key handler that walks the moments. */
export function useMomentKeys({ moments, onMoment }: ChartEvents): (event: React.KeyboardEvent) => void {
  const at = useRef(-1);
  return (event) => {
    if (moments === undefined || moments.length === 0 || onMoment === undefined) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    const from = at.current < 0 ? moments.length - 1 : at.current;
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? moments.length - 1 : from + (step ?? 0);
    at.current = Math.max(0, Math.min(moments.length - 1, to));
    onMoment(moments[at.current]);
  };
}
