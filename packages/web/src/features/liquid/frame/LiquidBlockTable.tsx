import type { LiquidBlock } from '@glassblock/contract/liquid';
import { Link } from 'react-router';
import { bytes, count } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import listStyles from '../../../ui/list.module.css';
import { FigureText, Moment } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import styles from './liquid-frame.module.css';

/** Lists blocks of a Liquid network. */
export function LiquidBlockTable({ blocks }: { blocks: readonly LiquidBlock[] }) {
  const text = useText();
  return (
    <table className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy}`} data-part="list stacking">
      <thead>
        <tr>
          <th scope="col">{text('block.height')}</th>
          <th scope="col">{text('block.timestamp')}</th>
          <th scope="col" className={listStyles.number}>
            {text('block.transactions')}
          </th>
          <th scope="col" className={listStyles.number}>
            {text('block.size')}
          </th>
        </tr>
      </thead>
      <tbody>
        {blocks.map((block) => (
          <tr key={block.id}>
            <td data-label={text('block.height')}>
              <Link to={page.block('', block.id)} className="figure">
                {count(block.height)}
              </Link>
            </td>
            <td data-label={text('block.timestamp')}>
              <span className={styles.wrapping}>
                <Moment time={block.timestamp} />
              </span>
            </td>
            <td data-label={text('block.transactions')} className={listStyles.number}>
              <span className="figure">{count(block.tx_count)}</span>
            </td>
            <td data-label={text('block.size')} className={listStyles.number}>
              <FigureText figure={bytes(block.size)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
