import { Link } from 'react-router';
import { count, percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import listStyles from '../../ui/list.module.css';
import styles from '../lightning/lightning.module.css';
import { Capacity, Unknown } from '../lightning/lightning-figures.tsx';
import { useIsUnknown } from '../lightning/lookups.ts';
import { otherColour, type RingShare } from './ring-shares.ts';
import type { ShareRow } from './share-row.ts';

/**
 * Lists countries or providers with their shares as bars, in the colors of a ring.
 * @param props.title of the column of names
 */
export function ShareTable({
  rows,
  parts,
  title,
  isShort = false,
}: {
  rows: readonly ShareRow[];
  parts: readonly RingShare[];
  title: string;
  isShort?: boolean;
}) {
  const text = useText();
  const isUnknown = useIsUnknown();
  const colours = new Map(parts.map(({ row, colour }) => [row?.key, colour]));
  const largest = rows.reduce((max, { share }) => Math.max(max, share), 0);
  return (
    <table
      className={`${listStyles.list} ${isShort ? styles.shortShares : `${listStyles.stacking} ${styles.shares}`}`}
      data-part={isShort ? 'list' : 'list stacking'}
      data-cy="share-table"
    >
      <thead>
        <tr>
          {!isShort && <th scope="col">#</th>}
          <th scope="col">{title}</th>
          <th scope="col">{text('lightning.share')}</th>
          {!isShort && (
            <th scope="col" className={listStyles.number}>
              {text('lightning.nodes')}
            </th>
          )}
          <th scope="col" className={listStyles.number}>
            {text('lightning.capacity')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, to, share, nodes, sats }, at) => (
          <tr key={key}>
            {!isShort && (
              <td data-label="#" className="figure quiet">
                {at + 1}
              </td>
            )}
            <td data-label={title} className={styles.nameCell}>
              <Link to={to} className={styles.nodeName}>
                <bdi>{name}</bdi>
              </Link>
            </td>
            <td data-label={text('lightning.share')} className={styles.shareCell}>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <rect
                  width={largest === 0 ? 0 : (100 * share) / largest}
                  height="8"
                  rx="1"
                  fill={`var(${colours.get(key) ?? otherColour})`}
                />
              </svg>
              {isUnknown(share) ? <Unknown /> : <span className="figure">{percent(share, 1)}</span>}
            </td>
            {!isShort && (
              <td data-label={text('lightning.nodes')} className={`${listStyles.number} figure`}>
                {count(nodes)}
              </td>
            )}
            <td data-label={text('lightning.capacity')} className={listStyles.number}>
              <Capacity sats={sats} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
