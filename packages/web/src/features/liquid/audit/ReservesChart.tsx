import { useMemo, useState } from 'react';
import type { ChartPlan } from '../../../charts/plan.ts';
import { isoTime } from '../../../format/age.ts';
import { percent } from '../../../format/amount.ts';
import { shortNumber } from '../../../format/short-number.ts';
import { useText } from '../../../messages/use-text.ts';
import { Amount } from '../../../ui/values.tsx';
import { ChartCard } from '../../graphs/ChartCard.tsx';
import { useLiquid } from '../use-liquid.ts';
import styles from './audit.module.css';
import { ParentAmount } from './ParentAmount.tsx';
import type { Month } from './reserves.ts';

/** Months of the shortest chart: with fewer, the dashboard shows when it appears. */
export const minMonths = 3;

/** Shows supply and holdings by month. @param props.waiting why there are no holdings; undefined: they are known */
export function ReservesChart({ months, waiting }: { months: readonly Month[]; waiting: string | undefined }) {
  const text = useText();
  const { ticker } = useLiquid();
  const [moment, setMoment] = useState<number>();
  const plan = useMemo(() => planOf(months, ticker), [months, ticker]);
  const title = text('liquid.reserves.chart', { ticker });
  const found = moment === undefined ? months.length - 1 : months.findLastIndex(({ time }) => time * 1000 <= moment);
  const shown = months[Math.max(0, found)];
  return (
    <ChartCard
      id="reserves-chart"
      title={title}
      label={title}
      plan={plan}
      moments={months.map(({ time }) => time * 1000)}
      onMoment={setMoment}
      columns={[text('graphs.time'), `${ticker} (sats)`, 'BTC (sats)']}
      rows={months.map(({ time, supply, holdings }) => [isoTime(time), supply, holdings])}
      fileName="liquid-reserves"
      readout={
        shown !== undefined && (
          <dl className={styles.figures}>
            <div>
              <dt>{isoTime(shown.time)?.slice(0, 7)}</dt>
              <dd className={styles.note}>
                <i className={styles.supplyKey} aria-hidden="true" />
                <Amount sats={shown.supply} digits={[2, 2]} />
                {shown.holdings !== undefined && (
                  <>
                    {' · '}
                    <i className={styles.heldKey} aria-hidden="true" />
                    <ParentAmount sats={shown.holdings} digits={[2, 2]} />
                    {shown.supply > 0 && ` · ${percent((100 * shown.holdings) / shown.supply, 3)}`}
                  </>
                )}
              </dd>
            </div>
          </dl>
        )
      }
      below={waiting !== undefined && <p className="quiet">{waiting}</p>}
    />
  );
}

function planOf(months: readonly Month[], ticker: string): ChartPlan {
  const points = (of: (month: Month) => number | undefined) =>
    months.map((month): [number, number | null] => [month.time * 1000, of(month) ?? null]);
  return {
    along: 'time',
    left: { words: (sats) => shortNumber(sats / 1e8), min: 0 },
    hasSlider: true,
    lines: [
      { name: ticker, points: points(({ supply }) => supply), colour: '--accent', width: 1, fill: 0.3 },
      { name: 'BTC', points: points(({ holdings }) => holdings), colour: '--warn', width: 2 },
    ],
  };
}
