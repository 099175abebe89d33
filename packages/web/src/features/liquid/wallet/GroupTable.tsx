import { count } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import { Hash } from '../../../ui/Hash.tsx';
import listStyles from '../../../ui/list.module.css';
import { page } from '../../../url.ts';
import type { Balance } from '../tx/address-balance.ts';
import { LiquidAmount } from '../tx/LiquidAmount.tsx';
import styles from './group.module.css';
import type { GroupEntry } from './group.ts';

/** Lists the addresses of a group with their explicit balances. */
export function GroupTable({ entries }: { entries: readonly GroupEntry[] }) {
  const text = useText();
  const number = listStyles.number;
  return (
    <table className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy}`} data-part="list stacking">
      <thead>
        <tr>
          <th scope="col">{text('wallet.address')}</th>
          <th scope="col" className={number}>
            {text('liquid.address.unspent')}
          </th>
          <th scope="col" className={number}>
            {text('block.transactions')}
          </th>
          <th scope="col" className={number}>
            {text('liquid.address.balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.address}>
            <td data-label={text('wallet.address')}>
              {entry.kind === 'invalid' ? (
                <bdi>{entry.address}</bdi>
              ) : (
                <Hash value={entry.address} to={page.address('', entry.address)} tail={8} />
              )}
            </td>
            {entry.kind === 'address' ? (
              <>
                <td data-label={text('liquid.address.unspent')} className={number}>
                  <span className="figure">{count(entry.unspent)}</span>
                </td>
                <td data-label={text('block.transactions')} className={number}>
                  <span className="figure">{count(entry.txs)}</span>
                </td>
                <td data-label={text('liquid.address.balance')} className={number}>
                  {entry.balance === undefined ? (
                    <span className="quiet">{text('liquid.address.unknown')}</span>
                  ) : (
                    <BalanceLines balance={entry.balance} />
                  )}
                </td>
              </>
            ) : (
              <td className={number} colSpan={3}>
                <span className="badge bad">{text(entry.kind === 'invalid' ? 'wallet.invalid' : 'wallet.retry')}</span>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows the amounts of a balance, and that there are confidential ones. @param props.isTotal of a group: on one line */
export function BalanceLines({ balance, isTotal = false }: { balance: Balance; isTotal?: boolean }) {
  const text = useText();
  const { amounts, hasConfidential } = balance;
  return (
    <span className={isTotal ? styles.total : styles.lines}>
      {amounts.map(({ asset, value }) => (
        <LiquidAmount key={asset} held={{ asset, value }} />
      ))}
      {hasConfidential && (
        // the amounts are not the whole balance
        <span className="quiet">
          {amounts.length > 0 && '+ '}
          {text('liquid.confidential')}
        </span>
      )}
      {amounts.length === 0 && !hasConfidential && <span className="figure">0</span>}
    </span>
  );
}
