import type { StatisticsRow } from '@glassblock/contract';
import { useMemo } from 'react';
import chartStyles from '../../../charts/chart.module.css';
import type { ChartPlan, PlanLine } from '../../../charts/plan.ts';
import { isoTime } from '../../../format/age.ts';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import { ChartCard } from '../../graphs/ChartCard.tsx';
import { bandColour, bandName } from '../../mempool/bands.tsx';
import { shortest } from '../../mempool/MempoolChart.tsx';
import { bandTops, megaText, mempoolBands } from '../../mempool/mempool-bands.ts';

/** Bounds of the bands of a Liquid network are tenths of those of Bitcoin networks. */
const scale = 10;
const scaled = (bound: number | undefined) => (bound === undefined ? undefined : bound / scale);

/** Shows the mempool of a Liquid network over time, by fee rate. */
export function LiquidMempoolChart({ rows, window }: { rows: readonly StatisticsRow[]; window: string }) {
  const text = useText();
  const bands = useMemo(() => mempoolBands(rows), [rows]);
  const moments = useMemo(() => rows.map(({ added }) => added * 1000).toReversed(), [rows]);
  const plan = useMemo(
    (): ChartPlan => ({
      along: 'time',
      hasSlider: window !== shortest,
      left: { words: megaText },
      // highest first: each area covers the lower part of the previous one
      lines: bandTops(bands)
        .toReversed()
        .map(
          (band): PlanLine => ({
            name: bandName(band.from / scale, scaled(band.to)),
            points: band.points,
            colour: bandColour(band.from),
            width: 0,
            fill: 1,
          }),
        ),
    }),
    [bands, window],
  );
  if (bands.length === 0) {
    return (
      <p className={`${cardStyles.card} quiet`} data-part="card">
        {text('graphs.past.empty')}
      </p>
    );
  }
  return (
    <ChartCard
      id="mempool-graph"
      title={text('graphs.mempool.title', { unit: 'sat/vB' })}
      label={text('graphs.mempool.label', { window })}
      plan={plan}
      moments={moments}
      columns={[
        text('graphs.time'),
        text('graphs.count'),
        ...bands.map(({ from, to }) => `${bandName(from / scale, scaled(to))} sat/vB, vB`),
      ]}
      rows={rows
        .toReversed()
        .map((row) => [isoTime(row.added), row.count, ...bands.map(({ place }) => row.vsizes[place] ?? 0)])}
      fileName={`mempool-${window}`}
      className={chartStyles.tall}
    />
  );
}
