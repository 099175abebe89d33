import { Suspense } from 'react';
import { useLive } from '../../context/live.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { bytes, count } from '../../format/amount.ts';
import { flow } from '../../format/rate.ts';
import { useText } from '../../messages/use-text.ts';
import barStyles from '../../ui/bar.module.css';
import { Card, Skeleton } from '../../ui/Card.tsx';
import cardStyles from '../../ui/card.module.css';
import { useInView } from '../../ui/hooks/use-in-view.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import rowsStyles from '../../ui/rows.module.css';
import { FeeRateText, FigureText } from '../../ui/values.tsx';
import dashboardStyles from './dashboard.module.css';

const InflowWidget = lazyComponent(() => import('./InflowWidget.tsx'));

/** Converts BTC/kvB to sat/vB. */
const perVbyte = (btcPerKvb: number): number => Math.round(btcPerKvb * 1e8) / 1000;

/** Green up to half, amber up to three quarters, red above. */
const tone = (share: number): string => (share <= 0.5 ? 'ok' : share <= 0.75 ? 'warn' : 'bad');

/** Shows mempool size, memory usage, minimum fee rate and inflow; the chart is loaded when the card becomes visible. */
export function MempoolCard() {
  const text = useText();
  const info = useLive((state) => state.mempoolInfo);
  const rate = useLive((state) => state.vBytesPerSecond);
  const { rateUnit } = usePreferences().preferences;
  const share = info && info.maxmempool > 0 ? Math.min(1, info.usage / info.maxmempool) : 0;
  const [chart, isSeen] = useInView<HTMLDivElement>();
  const purging = info !== undefined && info.mempoolminfee > info.minrelaytxfee;
  return (
    <Card title={text('mempool.title')} id="mempool-title" className={dashboardStyles.mempoolCard}>
      <p className={cardStyles.headline}>
        {info ? <span className="figure">{count(info.size)}</span> : <Skeleton />}{' '}
        <small>{text('mempool.unconfirmed')}</small>
      </p>
      <dl className={rowsStyles.rows} data-part="rows">
        <div>
          <dt>{text('mempool.usage')}</dt>
          <dd className={rowsStyles.usage}>
            <svg
              viewBox="0 0 100 6"
              preserveAspectRatio="none"
              className={barStyles.bar}
              data-part="bar"
              role="img"
              aria-label={text('mempool.usage')}
            >
              <rect className={barStyles.barGround} width="100" height="6" />
              <rect
                className={`${barStyles.barFill} ${tone(share)}`}
                data-part="bar-fill"
                width={Math.round(share * 1000) / 10}
                height="6"
              />
            </svg>
            {info ? (
              <span className="figure">
                <FigureText figure={bytes(info.usage, 1)} /> / <FigureText figure={bytes(info.maxmempool, 0)} />
              </span>
            ) : (
              <Skeleton />
            )}
          </dd>
        </div>
        <div>
          <dt>{purging ? text('mempool.purging') : text('mempool.minimum')}</dt>
          <dd>
            {purging && '< '}
            {info ? <FeeRateText rate={perVbyte(Math.max(info.mempoolminfee, info.minrelaytxfee))} /> : <Skeleton />}
          </dd>
        </div>
        <div>
          <dt>{text('mempool.incoming')}</dt>
          <dd>{rate === undefined ? <Skeleton /> : <FigureText figure={flow(rate, rateUnit)} />}</dd>
        </div>
      </dl>
      <div ref={chart} className={`${dashboardStyles.inflowWidget} js-only`} data-part="inflow-widget">
        {isSeen && (
          <Suspense fallback={null}>
            <InflowWidget />
          </Suspense>
        )}
      </div>
    </Card>
  );
}
