import { Suspense } from 'react';
import { useLive } from '../../../context/live.ts';
import { usePreferences } from '../../../context/preferences.tsx';
import { bytes, count } from '../../../format/amount.ts';
import { flow } from '../../../format/rate.ts';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { useInView } from '../../../ui/hooks/use-in-view.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { FigureText } from '../../../ui/values.tsx';
import { liquidCapacity } from '../graphs/capacity.ts';
import styles from './audit.module.css';

const InflowWidget = lazyComponent(() => import('../../dashboard/InflowWidget.tsx'));

/** Shows the figures of the mempool, and its incoming transactions of two hours; the chart is loaded when visible. */
export function TestMempoolCard() {
  const text = useText();
  const info = useLive((state) => state.mempoolInfo);
  const rate = useLive((state) => state.vBytesPerSecond);
  const { rateUnit } = usePreferences().preferences;
  const [chart, isSeen] = useInView<HTMLDivElement>();
  return (
    <Card title={text('liquid.mempool.title')} id="mempool-title">
      <dl className={styles.figures}>
        <div>
          <dt>{text('liquid.mempool.txs')}</dt>
          <dd className="figure">{info ? count(info.size) : '–'}</dd>
        </div>
        <div>
          <dt>{text('liquid.mempool.size')}</dt>
          <dd>{info ? <FigureText figure={bytes(info.bytes)} /> : '–'}</dd>
        </div>
        <div>
          <dt>{text('mempool.incoming')}</dt>
          <dd>{rate === undefined ? '–' : <FigureText figure={flow(rate, rateUnit)} />}</dd>
        </div>
      </dl>
      <div ref={chart} className={`${styles.inflow} js-only`} data-part="inflow-widget">
        {isSeen && (
          <Suspense fallback={null}>
            <InflowWidget capacity={liquidCapacity} />
          </Suspense>
        )}
      </div>
    </Card>
  );
}
