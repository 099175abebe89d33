import { useMemo, useState } from 'react';
import { type ChartPlan, cssColour, type PlanLine, type ThemeColour } from '../../../charts/plan.ts';
import { usePlace } from '../../../context/site-context.ts';
import { isoTime } from '../../../format/age.ts';
import { amount } from '../../../format/amount.ts';
import { shortNumber } from '../../../format/short-number.ts';
import { type TextId, useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { Moment } from '../../../ui/values.tsx';
import { ChartCard } from '../../graphs/ChartCard.tsx';
import styles from '../lightning.module.css';

/** A series of daily values. */
export interface DailySeries {
  key: TextId;
  colour: ThemeColour;
  values: readonly number[];
  /** Uses the right axis. */
  isRight?: boolean;
  /** Filled down to zero. */
  isArea?: boolean;
  /** Formats a value of the legend. */
  words(value: number, network: string): string;
}

/** Charts with fewer points say when they will fill. */
const minPoints = 10;

const btcShort = (sats: number): string => {
  const btc = sats / 1e8;
  return btc >= 100 ? shortNumber(Math.round(btc)) : String(Number(btc.toPrecision(3)));
};

/** Formats sats of a legend. */
export function btcWords(sats: number, network: string): string {
  const { value, unit } = amount(sats, 'btc', network, [2, 2]);
  return `${value} ${unit}`;
}

/** Returns the plan of a chart of daily series; a stack adds each series to those before it. */
function planOf(
  times: readonly number[],
  series: readonly DailySeries[],
  isStack: boolean,
  text: (id: TextId) => string,
) {
  const sums = times.map(() => 0);
  const lines = series.map((one): PlanLine => {
    const points = times.map((time, at): [number, number] => {
      const value = one.values[at] ?? 0;
      return [time * 1000, isStack ? (sums[at] = (sums[at] ?? 0) + value) : value];
    });
    return {
      name: text(one.key),
      points,
      colour: one.colour,
      width: isStack ? 1 : 2,
      ...((isStack || one.isArea) && { fill: isStack ? 1 : 0.25 }),
      ...(one.isRight && { isRight: true }),
    };
  });
  const hasRight = series.some(({ isRight }) => isRight);
  const plan: ChartPlan = {
    along: 'time',
    left: { words: (value) => shortNumber(value), min: 0 },
    ...(hasRight && { right: { words: (value: number) => (value === 0 ? '0' : btcShort(value)), min: 0 } }),
    // the largest sum is at the back
    lines: isStack
      ? lines.toReversed()
      : lines.toSorted((a, b) => Number(b.isRight ?? false) - Number(a.isRight ?? false)),
  };
  return plan;
}

/** Shows daily values as a chart with a readout, downloads and a table. @param times  Unix seconds, ascending */
export function HistoryChart(props: {
  id: string;
  title: string;
  label: string;
  times: readonly number[];
  series: readonly DailySeries[];
  isStack?: boolean;
  fileName: string;
  controls?: React.ReactNode;
}) {
  const text = useText();
  const { network } = usePlace();
  const { times, series, isStack = false } = props;
  const [moment, setMoment] = useState<number>();
  const plan = useMemo(() => planOf(times, series, isStack, text), [times, series, isStack, text]);
  const found = moment === undefined ? times.length - 1 : times.findLastIndex((time) => time * 1000 <= moment);
  const at = Math.max(0, found);
  if (times.length < minPoints) {
    return (
      <Card title={props.title} id={props.id}>
        <p className="quiet">{text('lightning.history.few', { count: times.length, min: minPoints })}</p>
      </Card>
    );
  }
  return (
    <ChartCard
      id={props.id}
      title={props.title}
      label={props.label}
      plan={plan}
      moments={times.map((time) => time * 1000)}
      onMoment={setMoment}
      columns={[text('graphs.time'), ...series.map(({ key }) => text(key))]}
      rows={times.map((time, row) => [isoTime(time), ...series.map(({ values }) => values[row])])}
      fileName={props.fileName}
      controls={props.controls}
      readout={
        <div className={styles.readout}>
          <Moment time={times[at] ?? 0} withAge={false} />
          <ul>
            {series.map((one) => (
              <li key={one.key}>
                <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" focusable="false">
                  <rect width="12" height="12" rx="3" fill={cssColour(one.colour)} />
                </svg>
                {text(one.key)} <strong className="figure">{one.words(one.values[at] ?? 0, network)}</strong>
              </li>
            ))}
          </ul>
        </div>
      }
    />
  );
}
