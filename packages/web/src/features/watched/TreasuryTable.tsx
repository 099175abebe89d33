import { Link } from 'react-router';
import { ringPart } from '../../charts/ring.ts';
import { usePlace } from '../../context/site-context.ts';
import type { TreasuryRow } from '../../data/watched/treasury-view.ts';
import { watchedWalletPage } from '../../data/watched/watched-url.ts';
import { count, percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { FiatAmount, useIsPriced } from '../../ui/FiatValue.tsx';
import listStyles from '../../ui/list.module.css';
import { Amount } from '../../ui/values.tsx';
import styles from './watched.module.css';

/** Number of colors; further treasuries share the last one. */
const colourCount = 7;
/** Returns the color of a treasury by its place. */
export const treasuryColour = (place: number): number => Math.min(place, colourCount - 1);

/** Lists treasuries by balance; names link to their wallets. */
export function TreasuryTable({ rows }: { rows: readonly TreasuryRow[] }) {
  const text = useText();
  const { prefix } = usePlace();
  const isPriced = useIsPriced();
  if (rows.length === 0) return <p className="quiet">{text('board.noTreasuries')}</p>;
  const total = rows.reduce((sum, { balance }) => sum + balance, 0);
  return (
    <div className={styles.scope}>
      <table className={`${listStyles.list} ${styles.treasuries}`} data-part="list" data-cy="treasuries">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{text('board.treasury')}</th>
            <th scope="col" className={listStyles.number}>
              {text('board.balance')}
            </th>
            {isPriced && (
              <th scope="col" className={`${listStyles.number} ${styles.fiat}`}>
                {text('board.value')}
              </th>
            )}
            <th scope="col" className={`${listStyles.number} ${styles.fiat}`}>
              {text('board.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, wallet, balance }, place) => (
            <tr key={wallet}>
              <td className="figure quiet">
                <i className={styles.key} data-colour={treasuryColour(place)} aria-hidden="true" /> {count(place + 1)}
              </td>
              <td>
                <Link to={watchedWalletPage(prefix, wallet)}>{escapeInvisible(name)}</Link>
              </td>
              <td className={listStyles.number}>
                <Amount sats={balance} digits={[0, 2]} />
              </td>
              {isPriced && (
                <td className={`${listStyles.number} ${styles.fiat}`}>
                  <FiatAmount sats={balance} />
                </td>
              )}
              <td className={`${listStyles.number} ${styles.fiat} figure`}>
                {percent(total === 0 ? 0 : (100 * balance) / total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows the shares of treasuries as a ring; the table has the same values. */
export function TreasuryRing({ rows }: { rows: readonly TreasuryRow[] }) {
  const total = rows.reduce((sum, { balance }) => sum + balance, 0);
  if (total === 0) return null;
  let end = 0;
  return (
    <svg viewBox="-100 -100 200 200" className={styles.ring} aria-hidden="true" focusable="false">
      {rows
        .filter(({ balance }) => balance > 0)
        .map(({ wallet, balance }, place) => {
          const from = end;
          end += balance / total;
          return <path key={wallet} d={ringPart(from, end, 62, 98)} data-colour={treasuryColour(place)} />;
        })}
    </svg>
  );
}
