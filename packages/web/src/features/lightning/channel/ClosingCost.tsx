import type { ChannelLifetime } from '@glassblock/contract';
import { usePlace } from '../../../context/site-context.ts';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { FiatValue } from '../../../ui/FiatValue.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import listStyles from '../../../ui/list.module.css';
import rowsStyles from '../../../ui/rows.module.css';
import { Amount } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import styles from '../lightning.module.css';
import { spendText } from './ClosingSection.tsx';

/** Shows the closing cost of a channel, with its transactions. */
export function ClosingCost({ closing }: { closing: NonNullable<ChannelLifetime['closing']> }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <Card title={text('lightning.cost')} id="channel-cost">
      <dl className={`${rowsStyles.rows} ${rowsStyles.two}`} data-part="rows">
        <div>
          <dt>{text('lightning.cost.total')}</dt>
          <dd>
            {closing.total_fee === 0 ? '–' : <Amount sats={closing.total_fee} />}
            {closing.total_fee > 0 && <FiatValue sats={closing.total_fee} />}
          </dd>
        </div>
        <div>
          <dt>{text('lightning.closingFee')}</dt>
          <dd>{closing.fee === 0 ? '–' : <Amount sats={closing.fee} />}</dd>
        </div>
      </dl>
      <p className={`${styles.lead} quiet`}>
        {text(closing.resolved ? 'lightning.cost.about' : 'lightning.cost.open')}
      </p>
      {closing.sweeps.length > 0 && (
        <table className={`${listStyles.list} ${listStyles.stacking} ${styles.channelTable}`} data-part="list stacking">
          <thead>
            <tr>
              <th scope="col">{text('lightning.evidence.output')}</th>
              <th scope="col">{text('lightning.evidence.spend')}</th>
              <th scope="col">{text('lightning.cost.tx')}</th>
              <th scope="col" className={listStyles.number}>
                {text('lightning.cost.fee')}
              </th>
            </tr>
          </thead>
          <tbody>
            {closing.sweeps.map(({ vout, spent, txid, fee }) => (
              <tr key={`${vout} ${txid}`}>
                <td data-label={text('lightning.evidence.output')} className="figure">
                  {vout}
                </td>
                <td data-label={text('lightning.evidence.spend')}>{text(spendText(spent))}</td>
                <td data-label={text('lightning.cost.tx')}>
                  <Hash value={txid} to={page.tx(prefix, txid)} tail={8} className={styles.shortHash} />
                </td>
                <td data-label={text('lightning.cost.fee')} className={listStyles.number}>
                  <Amount sats={fee} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
