import type { StatisticsRow } from '@glassblock/contract';
import { useMemo, useState } from 'react';
import { inflowLine, movingMean, outlierCap, rowAt } from '../../chart/mempool-bands.ts';
import { type ChartPlan, levelLine } from '../../chart/plan.ts';
import { isoTime } from '../../format/age.ts';
import { flow } from '../../format/rate.ts';
import { useText } from '../../messages/use-text.ts';
import { usePreferences } from '../preferences.tsx';
import { FigureText, Moment } from '../values.tsx';
import { ChartCard } from './ChartCard.tsx';
import { shortest } from './MempoolChart.tsx';

import { useStored } from './use-stored.ts';

/** A block of a million vB every ten minutes. */
const perBlock = 1_667;
const leastMaximum = 1_800;

/** How much comes in, and how much blocks could take. */
export function InflowChart({ rows, window }: { rows: readonly StatisticsRow[]; window: string }) {
  const text = useText();
  const { rateUnit } = usePreferences().preferences;
  const [isCapped, setCapped] = useStored('cap-outliers', false);
  const [moment, setMoment] = useState<number>();
  const factor = rateUnit === 'wu' ? 4 : 1;
  const line = useMemo(
    () =>
      inflowLine(rows, isCapped ? outlierCap(rows) : undefined).map(([time, rate]): [number, number | null] => [
        time,
        rate === null ? null : rate * factor,
      ]),
    [rows, isCapped, factor],
  );
  const moments = useMemo(() => rows.map(({ added }) => added * 1000).toReversed(), [rows]);
  const plan = useMemo((): ChartPlan => {
    const highest = line.reduce((most, [, value]) => Math.max(most, value ?? 0), 0);
    const least = leastMaximum * factor;
    return {
      along: 'time',
      hasSlider: window !== shortest,
      left: { words: (rate) => rate.toLocaleString('en'), ...(highest <= least && { max: least }) },
      lines: [
        { name: text('graphs.inflow.each'), points: line, colour: '--accent', width: 1, opacity: 0.45 },
        {
          name: text('graphs.inflow.mean'),
          points: movingMean(line, Math.max(3, Math.round(line.length / 24))),
          colour: '--accent',
          width: 2,
        },
        levelLine(perBlock * factor, [line[0]?.[0] ?? 0, line.at(-1)?.[0] ?? 0], '--warn'),
      ],
    };
  }, [line, window, factor, text]);
  const at = moment === undefined ? rows[0] : rowAt(rows, moment);
  const unit = rateUnit === 'wu' ? 'WU/s' : 'vB/s';
  return (
    <ChartCard
      id="inflow-graph"
      title={text('graphs.inflow.title', { unit })}
      label={text('graphs.inflow.label', { window })}
      plan={plan}
      moments={moments}
      onMoment={setMoment}
      columns={[text('graphs.time'), 'vB/s']}
      rows={rows.toReversed().map((row) => [isoTime(row.added), row.vbytes_per_second])}
      fileName={`inflow-${window}`}
      controls={
        <label>
          <input
            type="checkbox"
            id="hide-outliers"
            checked={isCapped}
            onChange={(event) => setCapped(event.target.checked)}
          />{' '}
          {text('graphs.inflow.cap')}
        </label>
      }
      readout={
        at && (
          <div className="chart-readout">
            <Moment time={at.added} withAge={false} />
            <strong>
              <FigureText figure={flow(at.vbytes_per_second, rateUnit)} />
            </strong>
            <span className="quiet">
              {text('graphs.inflow.limit', { rate: (perBlock * factor).toLocaleString('en'), unit })}
            </span>
          </div>
        )
      }
    />
  );
}
