import { Link } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { useText } from '../../../../messages/use-text.ts';
import { Card } from '../../../../ui/Card.tsx';
import listStyles from '../../../../ui/list.module.css';
import { Moment } from '../../../../ui/values.tsx';
import styles from '../../lightning.module.css';
import { FeePpm, Msat, NodeLink } from '../../lightning-figures.tsx';
import { lightningPage } from '../../lightning-url.ts';

/** A policy in a list. */
export interface ListedPolicy {
  time: number;
  short_id: string;
  fee_rate: number;
  base_fee_mtokens: number;
  is_disabled: boolean;
  /** The node that is named in its row. */
  node: { public_key: string; alias: string };
}

/** Rows in the page; the rest is in the CSV. */
const maxRows = 50;

/** Lists policies, newest first. @param none text for an empty list @param nodeTitle title of the column of nodes */
export function PolicyTable(props: {
  id: string;
  title: string;
  policies: readonly ListedPolicy[];
  none: string;
  nodeTitle: string;
}) {
  const text = useText();
  const { prefix } = usePlace();
  const { policies, nodeTitle } = props;
  return (
    <Card title={props.title} id={props.id}>
      {policies.length === 0 && <p className="quiet">{props.none}</p>}
      {policies.length > maxRows && (
        <p className={`${styles.lead} quiet`}>{text('lightning.pair.more', { count: maxRows })}</p>
      )}
      {policies.length > 0 && (
        <table className={`${listStyles.list} ${listStyles.stacking} ${styles.channelTable}`} data-part="list stacking">
          <thead>
            <tr>
              <th scope="col">{text('lightning.life.time')}</th>
              <th scope="col">{nodeTitle}</th>
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
              <tr key={`${row.time} ${row.short_id} ${row.node.public_key}`}>
                <td data-label={text('lightning.life.time')}>
                  <Moment time={row.time} withAge={false} />
                </td>
                <td data-label={nodeTitle} className={styles.nameCell}>
                  <NodeLink publicKey={row.node.public_key} alias={row.node.alias} />
                </td>
                <td data-label={text('lightning.channelId')}>
                  <Link to={lightningPage.lifetime(prefix, row.short_id)} className="figure">
                    {row.short_id}
                  </Link>{' '}
                  {row.is_disabled && <span className="badge off">{text('lightning.disabled')}</span>}
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
