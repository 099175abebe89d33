import type { StatisticsRow } from '@glassblock/contract';
import { useMemo, useState } from 'react';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace } from '../../context/site-context.ts';
import { storedSwitch } from '../../data/device-storage.ts';
import { isoTime } from '../../format/age.ts';
import { flow } from '../../format/rate.ts';
import { useText } from '../../messages/use-text.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { FigureText, Moment } from '../../ui/values.tsx';
import { blockCapacity } from '../block/block-facts.ts';
import { ChartCard } from '../graphs/ChartCard.tsx';
import graphsStyles from '../graphs/graphs.module.css';
import { shortest } from './band-plan.ts';
import { inflowPlan } from './inflow.ts';
import { inflowLine, outlierCap, rowAt } from './row-lines.ts';

const offByDefault = storedSwitch(false);

/** Shows incoming transactions per second, and the capacity of blocks. */
export function InflowChart(props: {
  rows: readonly StatisticsRow[];
  window: string;
  /** Of blocks, vB/s; default: of this Bitcoin network. */
  capacity?: number;
}) {
  const { rows, window } = props;
  const text = useText();
  const { rateUnit } = usePreferences().preferences;
  const { pace } = usePlace();
  const capacity = props.capacity ?? blockCapacity(pace);
  const [isCapped, setCapped] = useStored('cap-outliers', offByDefault);
  const [moment, setMoment] = useState<number>();
  const factor = rateUnit === 'wu' ? 4 : 1;
  const moments = useMemo(() => rows.map(({ added }) => added * 1000).toReversed(), [rows]);
  const plan = useMemo(() => {
    const line = inflowLine(rows, isCapped ? outlierCap(rows) : undefined);
    const words = { each: text('graphs.inflow.each'), mean: text('graphs.inflow.mean') };
    return inflowPlan(line, factor, words, { hasSlider: window !== shortest, capacity });
  }, [rows, isCapped, window, factor, capacity, text]);
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
          <div className={graphsStyles.chartReadout} data-part="chart-readout">
            <Moment time={at.added} withAge={false} />
            <strong>
              <FigureText figure={flow(at.vbytes_per_second, rateUnit)} />
            </strong>
            <span className="quiet">
              {text('graphs.inflow.limit', { rate: Math.round(capacity * factor).toLocaleString('en'), unit })}
            </span>
          </div>
        )
      }
    />
  );
}
