import { useMemo, useState } from 'react';
import type { ChartPlan, PlanLine, ThemeColour } from '../../charts/plan.ts';
import { useNow } from '../../context/clock.ts';
import { type BalancePoint, balanceAt } from '../../data/watched/wallet-view.ts';
import { isoTime } from '../../format/age.ts';
import { useText } from '../../messages/use-text.ts';
import { Amount, Moment } from '../../ui/values.tsx';
import { ChartCard } from '../graphs/ChartCard.tsx';
import graphsStyles from '../graphs/graphs.module.css';

/** The balance of a wallet over time. */
export interface BalanceLine {
  name: string;
  history: readonly BalancePoint[];
  colour: ThemeColour;
}

/** Shows balances over time as steps, one line for each wallet. */
export function BalanceCard(props: { id: string; title: string; label: string; lines: readonly BalanceLine[] }) {
  const text = useText();
  const now = Math.floor(useNow() / 1000);
  const [moment, setMoment] = useState<number>();
  const { lines } = props;
  const moments = useMemo(
    () => [...new Set(lines.flatMap(({ history }) => history.map(([time]) => time * 1000)))].sort((a, b) => a - b),
    [lines],
  );
  const plan = useMemo((): ChartPlan => {
    const isOne = lines.length === 1;
    return {
      along: 'time',
      left: { words: (sats) => (sats / 1e8).toLocaleString('en', { maximumSignificantDigits: 4 }), min: 0 },
      lines: lines.map(({ name, history, colour }): PlanLine => {
        const end = history.at(-1);
        const points = history.map(([time, sats]) => [time * 1000, sats] as const);
        return {
          name,
          points: end === undefined ? points : [...points, [Math.max(now, end[0]) * 1000, end[1]]],
          colour,
          width: 2,
          isStep: true,
          ...(isOne && { fill: 0.14 }),
        };
      }),
    };
  }, [lines, now]);
  const at = moment === undefined ? now : moment / 1000;
  const shown = lines.map(({ name, history }) => ({ name, sats: balanceAt(history, at) }));
  const total = shown.reduce((sum, { sats }) => sum + sats, 0);
  return (
    <ChartCard
      id={props.id}
      title={props.title}
      label={props.label}
      plan={plan}
      moments={moments}
      onMoment={setMoment}
      columns={[text('graphs.time'), ...lines.map(({ name }) => `${name} (sats)`)]}
      rows={moments.map((time) => [
        isoTime(time / 1000),
        ...lines.map(({ history }) => balanceAt(history, time / 1000)),
      ])}
      fileName="balances"
      readout={
        <div className={graphsStyles.chartReadout} data-part="chart-readout">
          <Moment time={at} withAge={false} />
          <strong>
            <Amount sats={total} />
          </strong>
        </div>
      }
    />
  );
}
