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

/** A series of values. */
export interface ValueSeries {
  key: TextId;
  /** Instead of the text of its key. */
  name?: string;
  /** Each value holds up to the next time. */
  isStep?: boolean;
  colour: ThemeColour;
  /** Undefined in a gap. */
  values: readonly (number | undefined)[];
  /** Uses the right axis. */
  isRight?: boolean;
  /** Filled down to zero. */
  isArea?: boolean;
  /** Formats a value of the legend. */
  words(value: number, network: string): string;
}

/** Charts with fewer points show a text instead. */
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

const hasValue = (series: readonly ValueSeries[], at: number): boolean =>
  series.some(({ values }) => values[at] !== undefined);

/** Returns the plan of a chart of daily series; a stack adds each series to those before it. */
function planOf(
  times: readonly number[],
  series: readonly ValueSeries[],
  isStack: boolean,
  text: (id: TextId) => string,
) {
  const sums = times.map(() => 0);
  const lines = series.map((one): PlanLine => {
    const points = times.map((time, at): [number, number | null] => {
      const value = one.values[at];
      if (!isStack) return [time * 1000, value ?? null];
      return [time * 1000, (sums[at] = (sums[at] ?? 0) + (value ?? 0))];
    });
    return {
      name: one.name ?? text(one.key),
      points,
      colour: one.colour,
      width: isStack ? 1 : 2,
      ...((isStack || one.isArea) && { fill: isStack ? 1 : 0.25 }),
      ...(one.isRight && { isRight: true }),
      ...(one.isStep && { isStep: true }),
    };
  });
  const hasRight = series.some(({ isRight }) => isRight);
  const plan: ChartPlan = {
    along: 'time',
    left: { words: (value) => shortNumber(value), min: 0 },
    ...(hasRight && {
      right: { words: (value: number) => (value === 0 ? '0' : `${btcShort(value)} BTC`), min: 0, isWide: true },
    }),
    // the largest sum is at the back
    lines: isStack
      ? lines.toReversed()
      : lines.toSorted((a, b) => Number(b.isRight ?? false) - Number(a.isRight ?? false)),
  };
  return plan;
}

/** Shows values over time as a chart with a readout, downloads and a table. @param times Unix seconds, ascending */
export function HistoryChart(props: {
  id: string;
  title: string;
  label: string;
  times: readonly number[];
  series: readonly ValueSeries[];
  isStack?: boolean;
  fileName: string;
  /** URL of the full series as CSV; without it the file is made from the values. */
  csvHref?: string;
  controls?: React.ReactNode;
  /**
   * Text shown in place of a chart with fewer values than days are needed; a chart of changes is drawn from the second
   * value on.
   */
  few?: string;
}) {
  const text = useText();
  const { network } = usePlace();
  const { times, series, isStack = false } = props;
  const [moment, setMoment] = useState<number>();
  const plan = useMemo(() => planOf(times, series, isStack, text), [times, series, isStack, text]);
  const found = moment === undefined ? times.length - 1 : times.findLastIndex((time) => time * 1000 <= moment);
  const at = Math.max(0, found);
  const { few } = props;
  const isEmpty = few !== undefined && !times.some((_, each) => hasValue(series, each));
  if (isEmpty || times.length < (few === undefined ? minPoints : 2)) {
    return (
      <Card title={props.title} id={props.id}>
        <p className="quiet">{few ?? text('lightning.history.few', { count: times.length, min: minPoints })}</p>
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
      columns={[text('graphs.time'), ...series.map(({ key, name }) => name ?? text(key))]}
      rows={times.map((time, row) => [isoTime(time), ...series.map(({ values }) => values[row])])}
      fileName={props.fileName}
      {...(props.csvHref !== undefined && { csvHref: props.csvHref })}
      controls={props.controls}
      readout={
        <div className={styles.readout}>
          <Moment time={times[at] ?? 0} withAge={false} />
          <ul>
            {series.map((one) => (
              <li key={one.name ?? one.key}>
                <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" focusable="false">
                  <rect width="12" height="12" rx="3" fill={cssColour(one.colour)} />
                </svg>
                <bdi>{one.name ?? text(one.key)}</bdi> <strong className="figure">{wordsOf(one, at, network)}</strong>
              </li>
            ))}
          </ul>
        </div>
      }
    />
  );
}

function wordsOf({ values, words }: ValueSeries, at: number, network: string): string {
  const value = values[at];
  return value === undefined ? '–' : words(value, network);
}
