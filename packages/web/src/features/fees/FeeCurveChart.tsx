import type { CompressedTx, MempoolBlock } from '@glassblock/contract';
import { useMemo, useState } from 'react';
import { useText } from '../../messages/use-text.ts';
import { FeeRateText } from '../../ui/values.tsx';
import { ChartCard } from '../graphs/ChartCard.tsx';
import graphsStyles from '../graphs/graphs.module.css';
import { coarseCurve, curvePointAt, feeCurve, feeCurvePlan } from './fee-curve.ts';

/** Shows the fee rate along the weight of a block, lowest first. */
export function FeeCurveChart(props: {
  block: MempoolBlock;
  /** Transactions of the block, if known and it is a single block. */
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
  const plan = useMemo(() => feeCurvePlan(points, text('projected.curve.rate')), [points, text]);
  if (points.length === 0) return null;
  const near = curvePointAt(points, at);
  return (
    <ChartCard
      id="fee-curve"
      title={text('projected.curve.title')}
      label={text('projected.curve.label')}
      plan={plan}
      moments={points.map(([percent]) => percent)}
      onMoment={setAt}
      columns={[text('projected.curve.percent'), 'sat/vB']}
      rows={points.map(([percent, rate]) => [Math.round(percent * 10) / 10, Math.round(rate * 100) / 100])}
      fileName={props.fileName}
      readout={
        <div className={graphsStyles.chartReadout} data-part="chart-readout">
          <span>{text('projected.curve.at', { percent: String(Math.round(near[0])) })}</span>
          <strong>
            <FeeRateText rate={near[1]} dot />
          </strong>
        </div>
      }
    />
  );
}
