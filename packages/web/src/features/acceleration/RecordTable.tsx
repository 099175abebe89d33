import type { AccelerationRecord, MiningPoolName } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace, useSite } from '../../context/site-context.ts';
import { amount, count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { Hash } from '../../ui/Hash.tsx';
import listStyles from '../../ui/list.module.css';
import { Age, FigureText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { MiningPoolMark } from '../mining/MiningPoolMark.tsx';
import mining from '../mining/mining.module.css';
import markStyles from '../mining/mining-pool-mark.module.css';
import styles from './acceleration.module.css';
import { statusOf } from './acceleration-status.ts';

/** Placeholder of an unknown value. */
const nothing = '~';

/**
 * Lists acceleration requests and their outcome.
 * @param miningPools mining pools that may have mined them; undefined: without the columns for miner and request time
 */
export function RecordTable(props: {
  records: readonly AccelerationRecord[];
  miningPools?: readonly MiningPoolName[];
}) {
  const text = useText();
  const { network, prefix } = usePlace();
  const { records, miningPools } = props;
  const words = {
    boost: text('accel.bidBoost'),
    block: text('accel.block'),
    miningPool: text('accel.pool'),
    status: text('accel.status'),
    requested: text('accel.requested'),
  };
  return (
    <table
      className={`${listStyles.list} ${listStyles.stacking} ${mining.boardTable} ${styles.table}`}
      data-part="list stacking"
    >
      <thead>
        <tr>
          <th>{text('tx.id')}</th>
          <th className={`${listStyles.number} ${styles.number}`}>{words.boost}</th>
          <th className={`${listStyles.number} ${styles.number}`}>{words.block}</th>
          {miningPools && <th>{words.miningPool}</th>}
          <th>{words.status}</th>
          {miningPools && <th>{words.requested}</th>}
        </tr>
      </thead>
      <tbody>
        {records.map((record) => {
          const boost = record.bidBoost ?? record.boostCost;
          return (
            <tr key={`${record.txid} ${record.added}`}>
              <td data-label={text('tx.id')}>
                <Hash value={record.txid} to={page.tx(prefix, record.txid)} />
              </td>
              <td data-label={words.boost} className={`${listStyles.number} ${styles.number}`}>
                {boost === undefined ? nothing : <FigureText figure={amount(boost, 'sats', network)} />}
              </td>
              <td data-label={words.block} className={`${listStyles.number} ${styles.number}`}>
                {record.blockHeight === undefined ? (
                  nothing
                ) : (
                  <Link className="figure" to={page.block(prefix, record.blockHeight)}>
                    {count(record.blockHeight)}
                  </Link>
                )}
              </td>
              {miningPools && (
                <td data-label={words.miningPool} className={mining.poolCell}>
                  <Miner miningPool={miningPools.find(({ unique_id }) => unique_id === record.minedByPoolUniqueId)} />
                </td>
              )}
              <td data-label={words.status}>
                <StatusBadge record={record} />
              </td>
              {miningPools && (
                <td data-label={words.requested} className="quiet">
                  <Age time={record.added} />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Miner({ miningPool }: { miningPool: MiningPoolName | undefined }) {
  const { prefix } = usePlace();
  const { mining = false } = useSite();
  if (miningPool === undefined) return nothing;
  const face = (
    <>
      <MiningPoolMark slug={miningPool.slug} name={miningPool.name} />
      <span>{escapeInvisible(miningPool.name)}</span>
    </>
  );
  return mining ? (
    <Link className={`miner-name ${markStyles.minerName}`} to={page.miningPool(prefix, miningPool.slug)}>
      {face}
    </Link>
  ) : (
    <span className={`miner-name ${markStyles.minerName}`}>{face}</span>
  );
}

function StatusBadge({ record }: { record: AccelerationRecord }) {
  const text = useText();
  const status = statusOf(record);
  if (status === undefined) return nothing;
  return (
    <span className={`badge ${status.tone}`}>
      {text(`accel.status.${status.name}`)}
      {status.isProvisional && (
        <>
          {' '}
          <span title={text('accel.provisional')}>
            <span aria-hidden="true">⌛</span>
            <span className="sr-only">({text('accel.provisional')})</span>
          </span>
        </>
      )}
    </span>
  );
}
