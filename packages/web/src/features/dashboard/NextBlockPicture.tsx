import type { CompressedTx } from '@glassblock/contract';
import { useMemo, useState } from 'react';
import type { Chart } from '../../charts/Chart.tsx';
import { useText } from '../../messages/use-text.ts';
import PresetPicture from '../../pictures/block/PresetPicture.tsx';
import { FeeRateText } from '../../ui/values.tsx';
import { type CurvePoint, curvePointAt, feeCurve, feeCurvePlan } from '../fees/fee-curve.ts';
import styles from './next-block.module.css';

interface NextBlockPictureProps {
  /** Undefined until loaded. */
  txs: ReadonlyMap<string, CompressedTx> | undefined;
  /** The dashboard has charts already; other pages load pictures without them. */
  LineChart: typeof Chart;
}

/** Shows the squares of the next block, and its fee rates. */
export default function NextBlockPicture({ txs, LineChart }: NextBlockPictureProps) {
  return (
    <PresetPicture txs={txs}>
      <FeeRates txs={txs} LineChart={LineChart} />
    </PresetPicture>
  );
}

const noPoints: readonly CurvePoint[] = [];

/** Shows the fee rate along the weight of a block, lowest first, as a small chart. */
function FeeRates({ txs, LineChart }: NextBlockPictureProps) {
  const text = useText();
  const [at, setAt] = useState<number>();
  const points = useMemo(() => (txs === undefined ? noPoints : feeCurve(txs.values())), [txs]);
  const plan = useMemo(() => feeCurvePlan(points, text('projected.curve.rate')), [points, text]);
  if (points.length === 0) return null;
  const near = curvePointAt(points, at);
  return (
    <div className={styles.feeRates}>
      <p className={styles.title}>{text('projected.curve.title')}</p>
      <LineChart
        label={text('projected.curve.label')}
        plan={plan}
        moments={points.map(([percent]) => percent)}
        onMoment={setAt}
      />
      <p className={styles.readout}>
        <span>{text('projected.curve.at', { percent: String(near[0]) })}</span>
        <span>
          <FeeRateText rate={near[1]} dot />
        </span>
      </p>
    </div>
  );
}
