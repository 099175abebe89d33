import type { Deficit } from '@glassblock/contract/liquid';
import { Link } from 'react-router';
import { count } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import listStyles from '../../../ui/list.module.css';
import { Moment } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import styles from '../audit/audit.module.css';
import { ParentAmount } from '../audit/ParentAmount.tsx';
import { ParentBlock } from './ProofTable.tsx';

/** Lists periods in which the reserves were below the supply, with the blocks of both chains. */
export function DeficitTable({ deficits }: { deficits: readonly Deficit[] }) {
  const text = useText();
  return (
    <table className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy}`} data-part="list stacking">
      <thead>
        <tr>
          <th scope="col">{text('liquid.proof.from')}</th>
          <th scope="col">{text('liquid.proof.to')}</th>
          <th scope="col" className={listStyles.number}>
            {text('liquid.proof.largest')}
          </th>
          <th scope="col" className={styles.apart}>
            {text('liquid.proof.largestAt')}
          </th>
        </tr>
      </thead>
      <tbody>
        {deficits.map(({ start, end, largest, largest_at: at }) => (
          <tr key={`${start.height} ${start.parent_height}`}>
            <td data-label={text('liquid.proof.from')}>
              <Point point={start} />
            </td>
            <td data-label={text('liquid.proof.to')}>
              {end === null ? <span className="badge bad">{text('liquid.proof.ongoing')}</span> : <Point point={end} />}
            </td>
            <td data-label={text('liquid.proof.largest')} className={listStyles.number}>
              <ParentAmount sats={-Number(largest)} signed />
            </td>
            <td data-label={text('liquid.proof.largestAt')} className={styles.apart}>
              <Point point={at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows the newest block of each chain at a moment, and its time. */
function Point({ point: { height, parent_height: parentHeight, time } }: { point: Deficit['start'] }) {
  return (
    <span className={styles.wrapping}>
      <Link className="figure" to={page.block('', height)}>
        {count(height)}
      </Link>
      {' · '}
      <ParentBlock height={parentHeight} />{' '}
      <span className="quiet">
        <Moment time={time} withAge={false} withSeconds={false} />
      </span>
    </span>
  );
}
