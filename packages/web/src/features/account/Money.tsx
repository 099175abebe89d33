import { useState } from 'react';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { amount } from '../../format/amount.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { Outcome } from '../../ui/Form.tsx';
import { Hash } from '../../ui/Hash.tsx';
import listStyles from '../../ui/list.module.css';
import rowStyles from '../../ui/rows.module.css';
import { Age, FigureText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import styles from './account.module.css';
import { CancelButton } from './CancelButton.tsx';
import type { AccountCard } from './Credentials.tsx';
import { useErrorText, useServices } from './service-client.ts';
import type { AccountData } from './use-account.ts';

/** An amount in sats. */
export function Sats({ value }: { value: number }) {
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

const stateOf: Readonly<Record<string, TextId>> = {
  requested: 'account.state.requested',
  accelerating: 'account.state.accelerating',
  completed_provisional: 'account.state.mined',
  completed: 'account.state.completed',
  failed_provisional: 'account.state.failing',
  failed: 'account.state.failed',
};

const isOpen = (status: string) => status === 'requested' || status === 'accelerating';

/** Lists the accelerations of the user, with a button that cancels an open one. */
export function AccelerationsCard({ data: { accelerations }, reload }: AccountCard) {
  const text = useText();
  const { prefix } = usePlace();
  const errorText = useErrorText();
  const call = useServices();
  const [failure, setFailure] = useState<string>();
  async function cancel(id: number): Promise<void> {
    const answer = await call('/accelerator/cancel', { id });
    setFailure(answer.ok ? undefined : errorText(answer.word));
    await reload();
  }
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
                <td data-label={text('account.status')}>
                  {text(stateOf[status] ?? 'account.state.failed')}
                  {isOpen(status) && <CancelButton txid={txid} onCancel={() => void cancel(id)} />}
                </td>
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
      {failure !== undefined && <Outcome tone="bad">{failure}</Outcome>}
    </Card>
  );
}
