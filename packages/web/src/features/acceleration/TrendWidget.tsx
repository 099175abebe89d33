import { useMemo, useState } from 'react';
import { Chart } from '../../charts/Chart.tsx';
import { usePreferences } from '../../context/preferences.tsx';
import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { FigureText, Moment } from '../../ui/values.tsx';
import { seriesFigure } from '../graphs/figures.ts';
import { miningPlan } from '../graphs/mining-series/mining-look.ts';
import type { MiningData } from '../graphs/mining-series/mining-series.ts';
import styles from '../mining/mining.module.css';

/**
 * Shows added fees over time as a small chart, static until the user interacts with it.
 * @param words name of the window
 */
export function TrendWidget({ data, words }: { data: MiningData; words: string }) {
  const text = useText();
  const { network } = usePlace();
  const { rateUnit } = usePreferences().preferences;
  const [moment, setMoment] = useState<number>();
  const boost = useMemo(() => data.series.filter(({ key }) => key === 'boost'), [data]);
  const plan = useMemo(() => {
    const names = new Map(boost.map((one) => [one, text('mining.series.boost')]));
    // the only series uses the default axis side
    const shown = boost.map((one) => ({ ...one, right: false, look: 'area' as const }));
    return miningPlan({ ...data, series: shown }, shown, names, 1);
  }, [data, boost, text]);
  const [series] = boost;
  if (series === undefined || data.points.length === 0) return <p className="quiet">{text('accel.noFees')}</p>;
  const found = moment === undefined ? -1 : data.points.findLastIndex(({ time }) => time * 1000 <= moment);
  const place = found < 0 ? data.points.length - 1 : found;
  const figureOf = (value: number | null) => (
    <FigureText figure={seriesFigure(value, series.unit, network, rateUnit)} />
  );
  return (
    <>
      <Chart
        label={text('accel.fees.label', { window: words })}
        plan={plan}
        moments={data.points.map(({ time }) => time * 1000)}
        onMoment={setMoment}
      />
      <p className={`${styles.boardReadout} quiet`}>
        <Moment time={data.points[place]?.time ?? 0} withAge={false} /> {figureOf(series.values[place] ?? null)}
      </p>
    </>
  );
}
