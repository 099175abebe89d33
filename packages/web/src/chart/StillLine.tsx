import type { ReactNode } from 'react';
import { StillScale } from './Chart.tsx';
import { linePath } from './mining-sums.ts';

/** A plain drawing that stands for a chart until somebody turns to it.
 *  @param times  of the values, seconds since 1970  @param figure  shows a value */
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
