import { useRef } from 'react';
import { useZone } from '../context/zone.ts';
import chartStyles from './chart.module.css';
import type { ChartEvents } from './chart-events.ts';
import { useLiveChart } from './interactive/use-live-chart.ts';
import { type SavePicture, useSaving } from './interactive/use-saving.ts';
import type { ChartPlan } from './plan.ts';
import { StaticChart } from './StaticChart.tsx';
import { useMomentKeys } from './use-moment-keys.ts';

/** Props of a chart. */
export interface ChartProps extends ChartEvents {
  /** Accessible description in one sentence. */
  label: string;
  /** Its content; keep the object identical until it changes. */
  plan: ChartPlan;
  /** Receives the function that saves the chart. */
  saveRef?: React.RefObject<SavePicture | null>;
  className?: string | undefined;
}

/**
 * A chart: a static SVG, which comes with the page, until the visitor interacts with it. Then the library is loaded,
 * and the chart can be read and zoomed.
 */
export function Chart(props: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const zone = useZone();
  const { live, isFailed, load } = useLiveChart(host, { plan: props.plan, zone, events: props });
  useSaving(live, props.saveRef, load);
  const onKey = useMomentKeys(props);
  return (
    <div className={`${chartStyles.chart} ${props.className ?? ''}`} data-part="chart">
      <div
        ref={host}
        className={chartStyles.chartHost}
        data-part="chart-host"
        role="img"
        aria-label={props.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys select the value to show
        tabIndex={0}
        onKeyDown={onKey}
      />
      {live === undefined && <StaticChart plan={props.plan} />}
      {isFailed && <p className="quiet chart-failed">{props.label}</p>}
    </div>
  );
}
