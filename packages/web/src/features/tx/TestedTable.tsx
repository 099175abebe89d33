import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import type { TestedLine } from '../../script/tx-input/package-lines.ts';
import { AllowedMark } from '../../ui/Form.tsx';
import { Hash } from '../../ui/Hash.tsx';
import listStyles from '../../ui/list.module.css';
import { FeeRateText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import txStyles from './tx.module.css';

/**
 * Shows the node's result for each transaction.
 * @param linked accepted transactions are links
 */
export function TestedTable({ lines, linked }: { lines: readonly TestedLine[]; linked: boolean }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <table
      className={`${listStyles.list} ${listStyles.stacking} ${txStyles.tested} ${listStyles.roomy}`}
      data-part="tested list stacking"
    >
      <thead>
        <tr>
          <th>{text('test.allowed')}</th>
          <th>{text('tx.id')}</th>
          <th className={listStyles.number}>{text('test.rate')}</th>
          <th>{text('test.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ txid, allowed, rate, reason }) => (
          <tr key={txid}>
            <td data-label={text('test.allowed')}>
              <AllowedMark allowed={allowed} />
            </td>
            <td data-label={text('tx.id')}>
              <Hash value={txid} {...(linked && allowed && { to: page.tx(prefix, txid) })} />
            </td>
            <td className={listStyles.number} data-label={text('test.rate')}>
              {rate === undefined ? '–' : <FeeRateText rate={rate} dot />}
            </td>
            <td data-label={text('test.reason')} className={txStyles.wraps} data-part="wraps">
              {reason ?? '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
