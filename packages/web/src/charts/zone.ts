import type { Zone } from '../format/age.ts';
import type { ChartOption } from './echarts.ts';

const hourMs = 3_600_000;

/** Milliseconds by which a chart in this zone draws everything later, on an axis that is labelled as if in UTC. */
export const shiftOf = (zone: Zone): number => (zone === 'local' ? 0 : zone * hourMs);

interface Series {
  data?: readonly unknown[];
}

/** A point is a pair of a time, ms, and a value; what is none stays. */
const later = (point: unknown, shift: number): unknown =>
  Array.isArray(point) && typeof point[0] === 'number' ? [point[0] + shift, ...point.slice(1)] : point;

/**
 * A chart over time with the clock of a zone. The library knows the device's zone and UTC only: for another one the times
 * are moved and read as UTC, so that its days begin at its midnight. Charts over something else stay as they are.
 */
export function inZone(option: ChartOption, zone: Zone): ChartOption {
  const axis = option['xAxis'] as { type?: unknown; min?: unknown; max?: unknown } | undefined;
  if (zone === 'local' || axis?.type !== 'time') return option;
  const shift = shiftOf(zone);
  if (shift === 0) return { ...option, useUTC: true };
  const moved = (value: unknown) => (typeof value === 'number' ? value + shift : value);
  const series = (option['series'] as readonly Series[] | undefined)?.map((each) =>
    each.data === undefined ? each : { ...each, data: each.data.map((point) => later(point, shift)) },
  );
  return {
    ...option,
    useUTC: true,
    xAxis: {
      ...axis,
      ...(axis.min !== undefined && { min: moved(axis.min) }),
      ...(axis.max !== undefined && { max: moved(axis.max) }),
    },
    ...(series && { series }),
  };
}
