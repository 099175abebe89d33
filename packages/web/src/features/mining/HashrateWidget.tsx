import { useMemo, useState } from 'react';
import { Chart } from '../../charts/Chart.tsx';
import { hashrate } from '../../format/hashrate.ts';
import { useText } from '../../messages/use-text.ts';
import { FigureText, Moment } from '../../ui/values.tsx';
import { miningPlan } from '../graphs/mining-series/mining-look.ts';
import type { MiningData } from '../graphs/mining-series/mining-series.ts';

/** Shows the hashrate of a year as a small chart, static until the user interacts with it. */
export function HashrateWidget({ data }: { data: MiningData }) {
  const text = useText();
  const [moment, setMoment] = useState<number>();
  const plan = useMemo(() => {
    const shown = data.series.filter(({ unit }) => unit === 'H/s');
    const names = new Map(shown.map((one) => [one, text(`mining.series.${one.key}`)]));
    return miningPlan(data, shown, names, 1);
  }, [data, text]);
  const mean = data.series.find(({ key }) => key === 'mean');
  const place = moment === undefined ? -1 : data.points.findLastIndex(({ time }) => time * 1000 <= moment);
  const point = data.points[place];
  if (mean === undefined || data.points.length < 2) return <p className="quiet">{text('mining.pool.noWeeks')}</p>;
  return (
    <>
      <Chart
        label={text('mining.hashrate.label')}
        plan={plan}
        moments={data.points.map(({ time }) => time * 1000)}
        onMoment={setMoment}
      />
      <p className="board-readout quiet">
        {point ? (
          <>
            <Moment time={point.time} withAge={false} />{' '}
            <FigureText figure={hashrate(mean.values[place] ?? Number.NaN)} />
          </>
        ) : (
          text('mining.hashrate.year')
        )}
      </p>
    </>
  );
}
