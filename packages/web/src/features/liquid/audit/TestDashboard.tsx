import type { LiquidRecentTx } from '@glassblock/contract/liquid';
import { useLive } from '../../../context/live.ts';
import { count } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { FeeRateText } from '../../../ui/values.tsx';
import { LiquidBlockPicture } from '../frame/LiquidBlockPicture.tsx';
import { LiquidBlockTable } from '../frame/LiquidBlockTable.tsx';
import { RecentLiquidTxs } from '../frame/RecentLiquidTxs.tsx';
import { useLiquidBlocks } from '../liquid-live.ts';
import styles from './audit.module.css';
import { TestMempoolCard } from './TestMempoolCard.tsx';

const maxBlocks = 6;

/** The dashboard of the test network: fees, mempool, picture of the newest block, newest blocks and transactions. */
export function TestDashboard({ recent }: { recent: readonly LiquidRecentTx[] }) {
  const text = useText();
  const blocks = useLiquidBlocks();
  const [newest] = blocks;
  const fees = useLive((state) => state.fees);
  const rates = fees && [
    { label: text('fees.none'), rate: fees.economyFee },
    { label: text('fees.low'), rate: fees.hourFee },
    { label: text('fees.medium'), rate: fees.halfHourFee },
    { label: text('fees.high'), rate: fees.fastestFee },
  ];
  return (
    <>
      <h1 className="sr-only">{text('liquid.dashboard')}</h1>
      <div className={`${styles.two} ${styles.ownHeights}`}>
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
        <TestMempoolCard />
      </div>
      <div className={styles.two}>
        {newest !== undefined && (
          <Card title={text('liquid.newest.title', { height: count(newest.height) })} id="newest-title">
            <LiquidBlockPicture block={newest} />
          </Card>
        )}
        <div className={styles.stack}>
          <Card title={text('liquid.blocks.title')} id="latest-title">
            <LiquidBlockTable blocks={blocks.slice(0, maxBlocks)} />
          </Card>
          <RecentLiquidTxs txs={recent} />
        </div>
      </div>
    </>
  );
}
