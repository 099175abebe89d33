import type { DifficultyRecord } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { count, difficulty, percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import listStyles from '../../ui/list.module.css';
import { Age } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import styles from './mining.module.css';

const maxRows = 6;

/**
 * Lists the newest difficulty adjustments.
 * @param records newest first
 */
export function AdjustmentsTable({ records }: { records: readonly DifficultyRecord[] }) {
  const text = useText();
  const { prefix } = usePlace();
  if (records.length === 0) return <p className="quiet">{text('mining.noAdjustments')}</p>;
  return (
    <table className={`${listStyles.list} ${styles.boardTable}`} data-part="list">
      <thead>
        <tr>
          <th>{text('block.height')}</th>
          <th>{text('mining.adjusted')}</th>
          <th className={listStyles.number}>{text('mining.series.difficulty')}</th>
          <th className={listStyles.number}>{text('mining.change')}</th>
        </tr>
      </thead>
      <tbody>
        {records.slice(0, maxRows).map(([time, height, value, ratio]) => {
          const change = 100 * (ratio - 1);
          return (
            <tr key={height}>
              <td>
                <Link className="figure strong" to={page.block(prefix, height)}>
                  {count(height)}
                </Link>
              </td>
              <td className="quiet">
                <Age time={time} />
              </td>
              <td className={`${listStyles.number} figure`}>{difficulty(value)}</td>
              {/* The first difficulty of a chain is not a change. */}
              <td className={`${listStyles.number} figure ${ratio <= 0 ? '' : change >= 0 ? 'gain' : 'loss'}`}>
                {ratio <= 0 ? '–' : `${change > 0 ? '+' : ''}${percent(change, 2)}`}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
