import type { PairPolicies } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace } from '../../../context/site-context.ts';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import listStyles from '../../../ui/list.module.css';
import { Moment } from '../../../ui/values.tsx';
import styles from '../lightning.module.css';
import { FeePpm, Msat, NodeLink } from '../lightning-figures.tsx';
import { lightningPage } from '../lightning-url.ts';

/** Rows in the page; the rest is in the CSV. */
const maxRows = 200;

/** Lists the policies of the channels between two nodes, newest first. */
export function PairHistory(props: {
  policies: PairPolicies;
  keys: readonly [string, string];
  aliases: readonly [string, string];
}) {
  const text = useText();
  const { prefix } = usePlace();
  const { policies, keys, aliases } = props;
  return (
    <Card title={text('lightning.pair.policies')} id="pair-policies">
      {policies.length === 0 && <p className="quiet">{text('lightning.pair.none')}</p>}
      {policies.length > maxRows && (
        <p className={`${styles.lead} quiet`}>{text('lightning.pair.more', { count: maxRows })}</p>
      )}
      {policies.length > 0 && (
        <table className={`${listStyles.list} ${listStyles.stacking} ${styles.channelTable}`} data-part="list stacking">
          <thead>
            <tr>
              <th scope="col">{text('lightning.life.time')}</th>
              <th scope="col">{text('lightning.node')}</th>
              <th scope="col">{text('lightning.channelId')}</th>
              <th scope="col" className={listStyles.number}>
                {text('lightning.feeRate')}
              </th>
              <th scope="col" className={listStyles.number}>
                {text('lightning.baseFee')}
              </th>
            </tr>
          </thead>
          <tbody>
            {policies.slice(0, maxRows).map((row) => (
              <tr key={`${row.time} ${row.id} ${row.public_key}`}>
                <td data-label={text('lightning.life.time')}>
                  <Moment time={row.time} withAge={false} />
                </td>
                <td data-label={text('lightning.node')} className={styles.nameCell}>
                  <NodeLink publicKey={row.public_key} alias={aliases[row.public_key === keys[0] ? 0 : 1]} />
                </td>
                <td data-label={text('lightning.channelId')}>
                  <Link to={lightningPage.lifetime(prefix, row.short_id)} className="figure">
                    {row.short_id}
                  </Link>
                </td>
                <td data-label={text('lightning.feeRate')} className={listStyles.number}>
                  <FeePpm ppm={row.fee_rate} />
                </td>
                <td data-label={text('lightning.baseFee')} className={listStyles.number}>
                  <Msat msat={row.base_fee_mtokens} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
