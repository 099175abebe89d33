import type { LiquidRecentTx } from '@glassblock/contract/liquid';
import { useLive } from '../../../context/live.ts';
import { bytes, count } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { FeeRateText, FigureText } from '../../../ui/values.tsx';
import { LiquidBlockTable } from '../frame/LiquidBlockTable.tsx';
import { RecentLiquidTxs } from '../frame/RecentLiquidTxs.tsx';
import { useLiquidBlocks } from '../liquid-live.ts';
import styles from './audit.module.css';

const maxBlocks = 6;

/** The dashboard of the test network: fees, mempool, newest blocks and transactions. */
export function TestDashboard({ recent }: { recent: readonly LiquidRecentTx[] }) {
  const text = useText();
  const blocks = useLiquidBlocks();
  const fees = useLive((state) => state.fees);
  const info = useLive((state) => state.mempoolInfo);
  const rates = fees && [
    { label: text('fees.none'), rate: fees.economyFee },
    { label: text('fees.low'), rate: fees.hourFee },
    { label: text('fees.medium'), rate: fees.halfHourFee },
    { label: text('fees.high'), rate: fees.fastestFee },
  ];
  return (
    <>
      <h1 className="sr-only">{text('liquid.dashboard')}</h1>
      <div className={styles.two}>
        <Card title={text('fees.title')} id="fees-title">
          <dl className={styles.figures}>
            {rates?.map(({ label, rate }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <FeeRateText rate={rate} />
                </dd>
              </div>
            ))}
          </dl>
          {rates === undefined && <p className="quiet">{text('liquid.fees.unknown')}</p>}
        </Card>
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
          </dl>
        </Card>
      </div>
      <div className={styles.two}>
        <Card title={text('latest.title')} id="latest-title">
          <LiquidBlockTable blocks={blocks.slice(0, maxBlocks)} />
        </Card>
        <RecentLiquidTxs txs={recent} />
      </div>
    </>
  );
}
