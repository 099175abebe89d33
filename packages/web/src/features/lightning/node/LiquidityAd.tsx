import type { LightningNode } from '@glassblock/contract';
import { count, percent } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import foldStyles from '../../../ui/fold.module.css';
import { CopyButton } from '../../../ui/Hash.tsx';
import rowsStyles from '../../../ui/rows.module.css';
import { FigureText } from '../../../ui/values.tsx';
import styles from '../lightning.module.css';
import { FeePpm, Msat } from '../lightning-figures.tsx';
import { decodeLeaseRates, liquidityAdRecord } from './liquidity-ad.ts';

/** Shows the lease rates of a node that offers channels with its own funds; nothing without an ad. */
export function LiquidityAd({ records }: { records: LightningNode['custom_records'] }) {
  const text = useText();
  const payload = records[liquidityAdRecord] ?? '';
  const rates = decodeLeaseRates(payload);
  if (rates === undefined) return null;
  return (
    <details className={foldStyles.fold} data-part="fold">
      <summary>{text('lightning.ad')}</summary>
      <dl className={`${rowsStyles.rows} ${rowsStyles.two}`} data-part="rows">
        <div>
          <dt>{text('lightning.ad.leaseRate')}</dt>
          <dd className="figure">{percent(rates.leaseFeeBasis / 100, 2)}</dd>
        </div>
        <div>
          <dt>{text('lightning.ad.leaseBase')}</dt>
          <dd>
            <FigureText figure={{ value: count(rates.leaseFeeBaseSats), unit: 'sats' }} />
          </dd>
        </div>
        <div>
          <dt>{text('lightning.ad.weight')}</dt>
          <dd>
            <FigureText figure={{ value: count(rates.fundingWeight), unit: 'WU' }} />
          </dd>
        </div>
        <div>
          <dt>{text('lightning.ad.feeRate')}</dt>
          <dd>
            <FeePpm ppm={rates.maxFeeRatePpm} />
          </dd>
        </div>
        <div>
          <dt>{text('lightning.ad.baseFee')}</dt>
          <dd>
            <Msat msat={rates.maxBaseFeeMsat} />
          </dd>
        </div>
        <div>
          <dt>{text('lightning.ad.compact')}</dt>
          <dd className={styles.keyed}>
            <code className="code">{payload}</code>
            <CopyButton value={payload} />
          </dd>
        </div>
      </dl>
    </details>
  );
}
