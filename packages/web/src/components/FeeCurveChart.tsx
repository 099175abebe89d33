import type { CompressedTx, MempoolBlock } from '@glassblock/contract';
import { useCallback, useMemo, useState } from 'react';
import { coarseCurve, feeCurve, leastRate } from '../chart/fee-curve.ts';
import { type ChartColours, timeChart } from '../chart/look.ts';
import { useText } from '../messages/use-text.ts';
import { ChartCard } from './graphs/ChartCard.tsx';
import { Rate } from './values.tsx';

/** What the block's weight pays, from its cheapest part to its dearest. */
export function FeeCurveChart(props: {
  block: MempoolBlock;
  /** Its transactions, when they are known and it is one block. */
  txs: ReadonlyMap<string, CompressedTx> | undefined;
  fileName: string;
}) {
  const text = useText();
  const { block, txs } = props;
  const [at, setAt] = useState<number>();
  const range = block.feeRange.join(' ');
  const points = useMemo(
    () => (txs && txs.size > 0 ? feeCurve(txs.values()) : coarseCurve(range.split(' ').filter(Boolean).map(Number))),
    [txs, range],
  );
  const option = useCallback(
    (colours: ChartColours, isNarrow: boolean) => {
      const base = timeChart(colours, isNarrow);
      return {
        ...base,
        dataZoom: [],
        xAxis: {
          ...(base['xAxis'] as object),
          type: 'value',
          min: 0,
          max: 100,
          axisLabel: { color: colours.quiet, fontSize: 12, formatter: '{value} %' },
        },
        yAxis: { ...(base['yAxis'] as object), type: 'log', logBase: 10 },
        series: [
          {
            type: 'line',
            name: text('projected.curve.rate'),
            symbol: 'none',
            silent: true,
            lineStyle: { color: colours.accent, width: 2 },
            areaStyle: { color: colours.accent, opacity: 0.14, origin: 'start' },
            data: points.map(([percent, rate]) => [percent, Math.max(leastRate, rate)]),
          },
        ],
      };
    },
    [points, text],
  );
  if (points.length === 0) return null;
  const asked = Math.min(100, Math.max(0, at ?? 50));
  const near = points.reduce((best, point) => (Math.abs(point[0] - asked) < Math.abs(best[0] - asked) ? point : best));
  return (
    <ChartCard
      id="fee-curve"
      title={text('projected.curve.title')}
      label={text('projected.curve.label')}
      option={option}
      moments={points.map(([percent]) => percent)}
      onMoment={setAt}
      columns={[text('projected.curve.percent'), 'sat/vB']}
      rows={points.map(([percent, rate]) => [Math.round(percent * 10) / 10, Math.round(rate * 100) / 100])}
      fileName={props.fileName}
      readout={
        <div className="chart-readout">
          <span>{text('projected.curve.at', { percent: String(Math.round(near[0])) })}</span>
          <strong>
            <Rate rate={near[1]} dot />
          </strong>
        </div>
      }
    />
  );
}
