import { isoTime } from '../../../format/age.ts';
import { percent } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import listStyles from '../../../ui/list.module.css';
import { Amount } from '../../../ui/values.tsx';
import { ParentAmount } from '../audit/ParentAmount.tsx';
import { isDeficit, type Month } from '../audit/reserves.ts';

/** Lists supply, holdings and their difference at the end of each month, newest first. */
export function MonthTable({ months, ticker }: { months: readonly Month[]; ticker: string }) {
  const text = useText();
  const supply = text('liquid.holdings.supply', { ticker });
  const number = listStyles.number;
  return (
    <table className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy}`} data-part="list stacking">
      <thead>
        <tr>
          <th scope="col">{text('liquid.proof.month')}</th>
          <th scope="col" className={number}>
            {supply}
          </th>
          <th scope="col" className={number}>
            {text('liquid.holdings.held')}
          </th>
          <th scope="col" className={number}>
            {text('liquid.surplus.title')}
          </th>
          <th scope="col" className={number}>
            {text('liquid.proof.share')}
          </th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map((month) => (
          <tr key={month.time}>
            <td data-label={text('liquid.proof.month')}>{isoTime(month.time)?.slice(0, 7)}</td>
            <td data-label={supply} className={number}>
              <Amount sats={month.supply} />
            </td>
            <td data-label={text('liquid.holdings.held')} className={number}>
              {month.holdings === undefined ? '–' : <ParentAmount sats={month.holdings} />}
            </td>
            <td data-label={text('liquid.surplus.title')} className={number}>
              {month.holdings === undefined ? '–' : <ParentAmount sats={month.holdings - month.supply} signed />}
            </td>
            <td data-label={text('liquid.proof.share')} className={number}>
              {month.holdings === undefined || month.supply <= 0 ? (
                '–'
              ) : (
                <span className="figure">{percent((100 * month.holdings) / month.supply, 3)}</span>
              )}
              {isDeficit(month) && <span className="badge bad">{text('liquid.deficit.month')}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
