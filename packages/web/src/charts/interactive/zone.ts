import type { Zone } from '../../format/age.ts';
import type { ChartOption } from './echarts.ts';

const hourMs = 3_600_000;

/** Returns the shift in ms of a chart in this zone whose axis is labelled in UTC. */
export const shiftOf = (zone: Zone): number => (zone === 'local' ? 0 : zone * hourMs);

interface Series {
  data?: readonly unknown[];
}

/** Shifts a pair of time, ms, and value; other values are unchanged. */
const later = (point: unknown, shift: number): unknown =>
  Array.isArray(point) && typeof point[0] === 'number' ? [point[0] + shift, ...point.slice(1)] : point;

/**
 * Shifts a time chart to a time zone. The library supports the device zone and UTC only: for another one the times are
 * shifted and shown as UTC. Other charts are unchanged.
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
