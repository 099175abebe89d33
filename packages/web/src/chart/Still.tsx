import type { ReactNode } from 'react';
import { useTimestamp } from '../components/zone.ts';
import { linePath } from './mining-sums.ts';
import '../styles/graphs.css';

/*
 * Plain drawings that stand for charts until somebody turns to them.
 */

export interface StillScaleProps {
  most: ReactNode;
  /** Where the drawing does not stand on nothing. */
  least?: ReactNode;
  /** Seconds since 1970. */
  from: number;
  to: number;
}

/** What a drawing's top, its ground and its two ends are. */
export function StillScale({ most, least, from, to }: StillScaleProps) {
  const timestamp = useTimestamp();
  return (
    <p className="still-scale" dir="ltr" aria-hidden="true">
      <span>{most}</span>
      <span>{least}</span>
      <span>{timestamp(from)}</span>
      <span>{timestamp(to)}</span>
    </p>
  );
}

/** A line over time. @param figure  shows a value  @param times  of the values, seconds since 1970 */
export function StillLine(props: {
  values: readonly (number | null)[];
  times: readonly number[];
  figure(value: number): ReactNode;
}) {
  const { values, times, figure } = props;
  const path = linePath(values, 1000, 200);
  const known = values.filter((value) => value !== null);
  const [from, to] = [times[0], times.at(-1)];
  if (path === '' || from === undefined || to === undefined) return null;
  return (
    <>
      <svg viewBox="0 0 1000 200" preserveAspectRatio="none" className="chart-still" aria-hidden="true">
        <path d={`${path}V200H0Z`} className="still-ground" />
        <path d={path} className="still-line" />
      </svg>
      <StillScale most={figure(Math.max(...known))} least={figure(Math.min(...known))} from={from} to={to} />
    </>
  );
}
