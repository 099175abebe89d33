import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { amount } from '../../format/amount.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { Hash } from '../../ui/Hash.tsx';
import listStyles from '../../ui/list.module.css';
import rowStyles from '../../ui/rows.module.css';
import { Age, FigureText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import styles from './account.module.css';
import type { AccountData } from './use-account.ts';

function Sats({ value }: { value: number }) {
  const { network } = usePlace();
  return <FigureText figure={amount(value, 'sats', network)} />;
}

/** Shows the balance. */
export function BalanceCard({ data: { balance, user } }: { data: AccountData }) {
  const text = useText();
  const rows: [TextId, number][] = [
    ['account.balance', balance.balance],
    ['account.hold', balance.hold],
    ['account.paid', balance.feesPaid],
  ];
  return (
    <Card title={text('account.overview')} id="account-overview">
      <dl className={rowStyles.rows}>
        <div>
          <dt>{text('account.user')}</dt>
          <dd dir="ltr">{user.username}</dd>
        </div>
        {user.email !== null && (
          <div>
            <dt>{text('account.email')}</dt>
            <dd dir="ltr" className={styles.long}>
              {user.email}
            </dd>
          </div>
        )}
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{text(label)}</dt>
            <dd>
              <Sats value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Lists credits. */
export function TopUpsCard({ data: { topUps } }: { data: AccountData }) {
  const text = useText();
  return (
    <Card title={text('account.topUps')} id="account-top-ups">
      {topUps.length === 0 ? (
        <p className="quiet">{text('account.topUps.none')}</p>
      ) : (
        <table className={listStyles.list}>
          <thead>
            <tr>
              <th>{text('account.amount')}</th>
              <th>{text('account.status')}</th>
              <th className={listStyles.number}>{text('account.added')}</th>
            </tr>
          </thead>
          <tbody>
            {topUps.map(({ invoiceId, amount: sats, status, date }) => (
              <tr key={invoiceId}>
                <td>
                  <Sats value={sats} />
                </td>
                <td>{status}</td>
                <td className={listStyles.number}>
                  <Age time={date / 1000} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

/** Lists the accelerations of the user. */
export function AccelerationsCard({ data: { accelerations } }: { data: AccountData }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <Card title={text('account.accelerations')} id="account-accelerations">
      {accelerations.length === 0 ? (
        <p className="quiet">
          {text('account.accelerations.none')} <Link to={page.txs(prefix)}>{text('account.accelerations.find')}</Link>
        </p>
      ) : (
        <table className={`${listStyles.list} ${listStyles.stacking}`}>
          <thead>
            <tr>
              <th>{text('account.tx')}</th>
              <th>{text('account.status')}</th>
              <th className={listStyles.number}>{text('account.bid')}</th>
              <th className={listStyles.number}>{text('account.charged')}</th>
              <th className={listStyles.number}>{text('account.added')}</th>
            </tr>
          </thead>
          <tbody>
            {accelerations.map(({ id, txid, status, fee_paid: paid, max_bid: bid, added }) => (
              <tr key={id}>
                <td data-label={text('account.tx')}>
                  <Hash value={txid} to={page.tx(prefix, txid)} />
                </td>
                <td data-label={text('account.status')}>{status.replaceAll('_', ' ')}</td>
                <td data-label={text('account.bid')} className={listStyles.number}>
                  <Sats value={bid} />
                </td>
                <td data-label={text('account.charged')} className={listStyles.number}>
                  <Sats value={paid} />
                </td>
                <td data-label={text('account.added')} className={listStyles.number}>
                  <Age time={added} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
