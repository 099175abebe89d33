import type { PaymentInvoice } from '@glassblock/contract/services';
import { Suspense, useState } from 'react';
import { count } from '../../format/amount.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { Card, Skeleton } from '../../ui/Card.tsx';
import { Outcome } from '../../ui/Form.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import listStyles from '../../ui/list.module.css';
import { Age } from '../../ui/values.tsx';
import type { AccountCard } from './Credentials.tsx';
import { Sats } from './Money.tsx';
import { Field, fieldOf, ServiceForm } from './ServiceForm.tsx';
import { useErrorText, useServices } from './service-client.ts';

const TopUpOrder = lazyComponent(() => import('../checkout/TopUpOrder.tsx'));

/** Bounds of a top-up, sats. */
const bounds = { min: 1_000_000, max: 10_000_000 };

const stateOf: Readonly<Record<string, TextId>> = {
  pending: 'account.topUp.pending',
  underpaid: 'account.topUp.underpaid',
  confirming: 'account.topUp.confirming',
  paid: 'account.topUp.paid',
  credited: 'account.topUp.credited',
  expired: 'account.topUp.expired',
};

/** Lists top-ups, and creates the invoice of a new one, which is paid here. */
export function TopUpsCard({ data: { topUps }, reload }: AccountCard) {
  const text = useText();
  const call = useServices();
  const errorText = useErrorText();
  const [paying, setPaying] = useState<string>();
  const canPay = (status: string) => status === 'pending' || status === 'underpaid';
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
                <td>
                  {canPay(status) ? (
                    <button
                      type="button"
                      className="link-button"
                      aria-expanded={paying === invoiceId}
                      onClick={() => setPaying(paying === invoiceId ? undefined : invoiceId)}
                    >
                      {text(stateOf[status]!)}
                    </button>
                  ) : (
                    text(stateOf[status] ?? 'account.topUp.paid')
                  )}
                </td>
                <td className={listStyles.number}>
                  <Age time={date / 1000} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {paying === undefined ? (
        <ServiceForm<PaymentInvoice>
          label={text('account.topUp')}
          button={text('account.topUp.create')}
          send={(fields) => call('/accelerator/top-up', { amount: Number(fieldOf(fields, 'amount')) })}
          errorText={(word) => (word === 'payment_method_not_allowed' ? text('account.topUp.none') : errorText(word))}
          onDone={({ btcpayInvoiceId: id }) => {
            setPaying(id);
            void reload();
          }}
        >
          <Field
            label={text('account.topUp.amount')}
            note={text('account.topUp.bounds', { min: count(bounds.min), max: count(bounds.max) })}
            input={{
              id: 'top-up-amount',
              name: 'amount',
              type: 'number',
              inputMode: 'numeric',
              required: true,
              ...bounds,
              defaultValue: bounds.min,
              dir: 'ltr',
            }}
          />
        </ServiceForm>
      ) : (
        <Suspense fallback={<Skeleton />}>
          <TopUpOrder key={paying} id={paying} onPaid={() => void reload()} onClose={() => setPaying(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}

/** Moves the remaining sats of an invoice that was paid without an account to the balance. */
export function ClaimCard({ reload }: Pick<AccountCard, 'reload'>) {
  const text = useText();
  const call = useServices();
  const [claimed, setClaimed] = useState<number>();
  return (
    <Card title={text('account.claim')} id="account-claim">
      <ServiceForm<{ amount: number }>
        label={text('account.claim')}
        button={text('account.claim.button')}
        send={(fields) => {
          setClaimed(undefined);
          return call('/payments/bitcoin/claim', { id: fieldOf(fields, 'id').trim() });
        }}
        errorText={(word) => (word === 'bad_request' ? text('account.claim.nothing') : undefined)}
        onDone={({ amount }) => {
          setClaimed(amount);
          void reload();
        }}
      >
        <Field
          label={text('account.claim.id')}
          note={text('account.claim.note')}
          input={{
            id: 'claim-id',
            name: 'id',
            required: true,
            maxLength: 64,
            autoComplete: 'off',
            spellCheck: false,
            dir: 'ltr',
          }}
        />
      </ServiceForm>
      {claimed !== undefined && <Outcome tone="ok">{text('account.claim.done', { sats: claimed })}</Outcome>}
    </Card>
  );
}
