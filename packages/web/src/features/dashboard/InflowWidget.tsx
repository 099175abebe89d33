import type { StatisticsRow } from '@glassblock/contract';
import { useMemo, useState } from 'react';
import { Chart } from '../../charts/Chart.tsx';
import { usePreferences } from '../../context/preferences.tsx';
import { useApiPrefix, usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { flow } from '../../format/rate.ts';
import { useText } from '../../messages/use-text.ts';
import { useAnswer } from '../../ui/hooks/use-answer.ts';
import { FigureText, Moment } from '../../ui/values.tsx';
import { api } from '../../url.ts';
import { blockCapacity } from '../block/block-facts.ts';
import { inflowPlan } from '../mempool/inflow.ts';
import { inflowLine, rowAt } from '../mempool/row-lines.ts';
import { useMinutes } from '../mempool/use-minutes.ts';
import dashboardStyles from './dashboard.module.css';

const none: readonly StatisticsRow[] = [];

/** Shows the mempool inflow of the last two hours, live. @param own capacity of blocks, vB/s; default: of Bitcoin's */
export default function InflowWidget({ capacity: own }: { capacity?: number }) {
  const text = useText();
  const prefix = useApiPrefix();
  const { pace } = usePlace();
  const capacity = own ?? blockCapacity(pace);
  const { rateUnit } = usePreferences().preferences;
  const [moment, setMoment] = useState<number>();
  const path = api.statistics(prefix, '2h');
  const { data, isPending } = useAnswer(path, () => browserApi().body<StatisticsRow[]>(path));
  const loaded = isPending ? undefined : Array.isArray(data) ? data : none;
  const rows = useMinutes(loaded ?? none, loaded !== undefined);
  const factor = rateUnit === 'wu' ? 4 : 1;
  const shown = useMemo(() => rows.toReversed().map(({ added }) => added * 1000), [rows]);
  const plan = useMemo(
    () =>
      inflowPlan(
        inflowLine(rows),
        factor,
        { each: text('graphs.inflow.each'), mean: text('graphs.inflow.mean') },
        { hasSlider: false, capacity, parts: 2 },
      ),
    [rows, factor, capacity, text],
  );
  if (loaded === undefined) return null;
  if (rows.length < 2) return <p className="quiet">{text('graphs.none')}</p>;
  const at = moment === undefined ? undefined : rowAt(rows, moment);
  return (
    <>
      <Chart label={text('graphs.inflow.label', { window: '2h' })} plan={plan} moments={shown} onMoment={setMoment} />
      <p className={`${dashboardStyles.inflowReadout} quiet`} data-part="inflow-readout">
        {at ? (
          <>
            <Moment time={at.added} withAge={false} /> <FigureText figure={flow(at.vbytes_per_second, rateUnit)} />
          </>
        ) : (
          text('graphs.inflow.title', { unit: rateUnit === 'wu' ? 'WU/s' : 'vB/s' })
        )}
      </p>
    </>
  );
}
