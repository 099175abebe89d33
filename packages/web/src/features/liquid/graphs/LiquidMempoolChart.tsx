import type { StatisticsRow } from '@glassblock/contract';
import { useMemo } from 'react';
import chartStyles from '../../../charts/chart.module.css';
import type { ChartPlan } from '../../../charts/plan.ts';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import { ChartCard } from '../../graphs/ChartCard.tsx';
import { bandLines, bandTable, shortest } from '../../mempool/band-plan.ts';
import { megaText, mempoolBands } from '../../mempool/mempool-bands.ts';

/** Bounds of the bands of a Liquid network are tenths of those of Bitcoin networks. */
const scale = 10;

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
      lines: bandLines(bands, scale),
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
  const table = bandTable(text, rows, bands, scale);
  return (
    <ChartCard
      id="mempool-graph"
      title={text('graphs.mempool.title', { unit: 'sat/vB' })}
      label={text('graphs.mempool.label', { window })}
      plan={plan}
      moments={moments}
      columns={table.columns}
      rows={table.rows}
      fileName={`mempool-${window}`}
      className={chartStyles.tall}
    />
  );
}
