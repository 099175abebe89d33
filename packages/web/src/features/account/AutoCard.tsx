import type { AutoAccelerations } from '@glassblock/contract/services';
import { useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { count } from '../../format/amount.ts';
import { type Text, type TextId, useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { Outcome } from '../../ui/Form.tsx';
import { Hash } from '../../ui/Hash.tsx';
import listStyles from '../../ui/list.module.css';
import { Age, Moment } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import styles from './account.module.css';
import { CancelButton } from './CancelButton.tsx';
import type { AccountCard } from './Credentials.tsx';
import { useErrorText, useServices } from './service-client.ts';

type Auto = AutoAccelerations[number];

const statusOf: Readonly<Record<Auto['status'], TextId>> = {
  tracking: 'account.auto.tracking',
  accelerated: 'account.auto.accelerated',
  confirmed: 'account.auto.confirmed',
  canceled: 'account.auto.canceled',
};

/** Returns when an automatic acceleration starts. */
function triggerOf({ trigger_type: type, trigger_value: value }: Auto, text: Text): React.ReactNode {
  if (type === 'timestamp') return <Moment time={value} withAge={false} withSeconds={false} />;
  if (type === 'block_height') return text('account.auto.height', { height: count(value) });
  if (type === 'time_delay') return text('account.auto.hours', { hours: value });
  return text('account.auto.next');
}

/** Lists the automatic accelerations of the user, with a button that cancels one; nothing without any. */
export function AutoCard({ data: { auto }, reload }: AccountCard) {
  const text = useText();
  const { prefix } = usePlace();
  const errorText = useErrorText();
  const call = useServices();
  const [failure, setFailure] = useState<string>();
  if (auto.length === 0) return null;
  async function cancel({ txid, trigger_type: type }: Auto): Promise<void> {
    const answer = await call('/accelerator/auto-accelerate/cancel', { txid, type });
    setFailure(answer.ok ? undefined : errorText(answer.word));
    await reload();
  }
  const labels = {
    tx: text('account.tx'),
    trigger: text('account.auto.trigger'),
    status: text('account.status'),
    added: text('account.added'),
  };
  return (
    <div className={styles.whole}>
      <Card title={text('account.auto')} id="account-auto">
        <table className={`${listStyles.list} ${listStyles.stacking}`} data-part="list stacking">
          <thead>
            <tr>
              <th scope="col">{labels.tx}</th>
              <th scope="col">{labels.trigger}</th>
              <th scope="col">{labels.status}</th>
              <th scope="col" className={listStyles.number}>
                {labels.added}
              </th>
            </tr>
          </thead>
          <tbody>
            {auto.map((row) => (
              <tr key={`${row.txid} ${row.trigger_type} ${row.trigger_value} ${row.added}`}>
                <td data-label={labels.tx}>
                  <Hash value={row.txid} to={page.tx(prefix, row.txid)} />
                </td>
                <td data-label={labels.trigger}>{triggerOf(row, text)}</td>
                <td data-label={labels.status}>
                  {text(statusOf[row.status])}
                  {row.status === 'tracking' && <CancelButton txid={row.txid} onCancel={() => void cancel(row)} />}
                </td>
                <td data-label={labels.added} className={listStyles.number}>
                  <Age time={row.added} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {failure !== undefined && <Outcome tone="bad">{failure}</Outcome>}
      </Card>
    </div>
  );
}
