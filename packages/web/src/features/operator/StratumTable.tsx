import type { MiningPoolName, StratumJob } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace, useSite } from '../../context/site-context.ts';
import type { StratumRow } from '../../data/operator/stratum-view.ts';
import { count } from '../../format/amount.ts';
import { printable } from '../../format/script-text.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import listStyles from '../../ui/list.module.css';
import { Age, Amount } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { MiningPoolMark } from '../mining/MiningPoolMark.tsx';
import markStyles from '../mining/mining-pool-mark.module.css';
import { Branches } from './Branches.tsx';
import styles from './operator.module.css';

/** Lists the jobs of mining pools; equal branches of adjacent rows are one band. */
export function StratumTable({
  rows,
  miningPools,
}: {
  rows: readonly StratumRow[];
  miningPools: readonly MiningPoolName[];
}) {
  const text = useText();
  const nameOf = ({ pool }: StratumJob) => {
    const known = miningPools.find(({ unique_id: id }) => id === pool);
    return { slug: known?.slug, name: known?.name ?? text('stratum.pool', { id: pool }) };
  };
  const labels = {
    branches: text('stratum.branches'),
    pool: text('stratum.miningPool'),
    tag: text('stratum.tag'),
    reward: text('stratum.reward'),
    height: text('stratum.height'),
    received: text('stratum.received'),
  };
  return (
    <table
      className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy} ${styles.table}`}
      data-part="list stacking"
      data-cy="stratum-jobs"
    >
      <thead>
        <tr>
          <th scope="col">{labels.branches}</th>
          <th scope="col">{labels.pool}</th>
          <th scope="col">{labels.tag}</th>
          <th scope="col" className={listStyles.number}>
            {labels.reward}
          </th>
          <th scope="col" className={listStyles.number}>
            {labels.height}
          </th>
          <th scope="col">{labels.received}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={row.job.pool}>
            <td data-label={labels.branches} className={styles.branchCell}>
              <Branches row={row} above={place === 0 ? '' : nameOf(rows[place - 1]!.job).name} />
            </td>
            <td data-label={labels.pool}>
              <Miner {...nameOf(row.job)} />
            </td>
            <td data-label={labels.tag} className={styles.tag}>
              <bdi>{escapeInvisible(printable(row.job.scriptsig)) || '~'}</bdi>
            </td>
            <td data-label={labels.reward} className={listStyles.number}>
              <Amount sats={row.job.reward} />
            </td>
            <td data-label={labels.height} className={listStyles.number}>
              <Height job={row.job} />
            </td>
            <td data-label={labels.received} className="quiet">
              <Age time={Math.floor(row.job.received / 1000)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Miner({ slug, name }: { slug: string | undefined; name: string }) {
  const { prefix } = usePlace();
  const { mining = false } = useSite();
  const face = (
    <>
      <MiningPoolMark slug={slug ?? 'unknown'} name={name} />
      <span>{escapeInvisible(name)}</span>
    </>
  );
  return mining && slug !== undefined ? (
    <Link className={`miner-name ${markStyles.minerName}`} to={page.miningPool(prefix, slug)}>
      {face}
    </Link>
  ) : (
    <span className={`miner-name ${markStyles.minerName}`}>{face}</span>
  );
}

/** Height of the block of a job; links the preview of its coinbase. */
function Height({ job }: { job: StratumJob }) {
  const { prefix } = usePlace();
  if (job.coinbase === '') return <span className="figure">{count(job.height)}</span>;
  return (
    <Link className="figure" to={page.preview(prefix, job.coinbase)}>
      {count(job.height)}
    </Link>
  );
}
