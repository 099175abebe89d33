import type { PaymentInvoice, PaymentOrder } from '@glassblock/contract/services';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { count } from '../../format/amount.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { Outcome } from '../../ui/Form.tsx';
import { CopyButton, Hash } from '../../ui/Hash.tsx';
import rowsStyles from '../../ui/rows.module.css';
import { Moment } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { useServices } from '../account/service-client.ts';
import styles from './checkout.module.css';
import { checkoutApi } from './checkout-api.ts';
import { chargedSats, orderSteps, progressOf, topUpSteps } from './checkout-state.ts';
import { pollAnswer } from './fresh-answer.ts';
import { PayForm } from './PayForm.tsx';
import { reasonText } from './reason-text.ts';
import { useOrder } from './use-order.ts';

interface Props {
  id: string;
  onAgain(): void;
}

/** Shows an invoice: payment methods, progress, and the receipt. */
export function OrderView({ id, onAgain }: Props) {
  const text = useText();
  const order = useOrder(id);
  if (order === undefined) return <p className="quiet">{text('checkout.loading')}</p>;
  if (!order.ok)
    return (
      <>
        <Outcome tone="bad">{reasonText(text, order.message)}</Outcome>
        <Again onAgain={onAgain} />
      </>
    );
  const { step, isFailed } = progressOf(order.body);
  return <OrderPart key={isFailed ? 'failure' : step} order={order.body} onAgain={onAgain} />;
}

/** The part of the present step. Parts have other heights: on a phone the next one would start above the viewport. */
function OrderPart({ order, onAgain }: { order: PaymentOrder; onAgain(): void }) {
  const { step, isFailed } = progressOf(order);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (top.current !== null && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView();
  }, []);
  return (
    <div className={styles.order} ref={top}>
      <Progress order={order} />
      {step === 'payment' && <Payment order={order} />}
      {isFailed && <Failure order={order} onAgain={onAgain} />}
      {!isFailed && step !== 'payment' && <Receipt order={order} />}
    </div>
  );
}

function Again({ onAgain }: { onAgain(): void }) {
  const text = useText();
  return (
    <p className={styles.buttons}>
      <button type="button" className="button" onClick={onAgain}>
        {text('checkout.again')}
      </button>
    </p>
  );
}

/** Shows the steps of an order. */
export function Progress({ order }: { order: PaymentOrder }) {
  const text = useText();
  const { step, isFailed } = progressOf(order);
  const steps = order.kind === 'top_up' ? topUpSteps : orderSteps;
  const at = step === undefined ? steps.length : steps.indexOf(step);
  if (isFailed) return null;
  return (
    <ol className={styles.steps} aria-label={text('checkout.progress')}>
      {steps.map((each, index) => {
        const state = index < at ? 'done' : index === at ? 'now' : 'ahead';
        return (
          <li key={each} className={styles[state]} aria-current={state === 'now' ? 'step' : undefined}>
            {text(`checkout.step.${each}`)}
          </li>
        );
      })}
    </ol>
  );
}

/** Shows the amount of an order that is still to be paid. */
export function Payment({ order }: { order: PaymentOrder }) {
  const text = useText();
  const { prefix } = usePlace();
  const [invoice, setInvoice] = useState<PaymentInvoice | undefined>(undefined);
  const { id, status, received, pending, amount } = order;
  // the missing amount changes with each payment
  const seen = received + pending;
  useEffect(
    () =>
      pollAnswer<PaymentInvoice>(`${checkoutApi.invoiceOf(prefix, id)}&seen=${seen}`, (answer) => {
        if (answer.ok) setInvoice(answer.body);
        return !answer.ok;
      }),
    [prefix, id, seen],
  );
  return (
    <>
      {status !== 'pending' && (
        <Outcome tone={status === 'underpaid' ? 'bad' : 'ok'}>
          {text(`checkout.state.${status as 'underpaid' | 'confirming'}`, {
            seen: count(seen),
            amount: count(amount),
          })}
        </Outcome>
      )}
      {invoice === undefined ? (
        <p className="quiet">{text('checkout.loading')}</p>
      ) : (
        status !== 'confirming' && <PayForm invoice={invoice} />
      )}
    </>
  );
}

function Failure({ order, onAgain }: { order: PaymentOrder; onAgain(): void }) {
  const text = useText();
  const key: TextId =
    order.status === 'expired'
      ? 'checkout.state.expired'
      : order.acceleration === undefined
        ? 'checkout.state.credited'
        : 'checkout.state.refunded';
  return (
    <>
      <Outcome tone="bad">
        {text(key, { sats: order.received })}
        {order.reason !== null && ` ${reasonText(text, order.reason)}`}
        {!order.guest && order.received > 0 && ` ${text('checkout.state.onBalance')}`}
      </Outcome>
      {order.claimable > 0 && <Claim order={order} />}
      <Again onAgain={onAgain} />
    </>
  );
}

/** Shows the rest of a payment without an account, and moves it to the balance of the signed-in user. */
function Claim({ order: { claimable, id } }: { order: PaymentOrder }) {
  const text = useText();
  const call = useServices();
  const { prefix } = usePlace();
  const [outcome, setOutcome] = useState<'busy' | 'done' | { word: string } | undefined>(undefined);
  const claim = async () => {
    setOutcome('busy');
    const answer = await call('/payments/bitcoin/claim', { id });
    setOutcome(answer.ok ? 'done' : { word: answer.word });
  };
  if (outcome === 'done') return <Outcome tone="ok">{text('checkout.claim.done', { sats: claimable })}</Outcome>;
  return (
    <div className={styles.claim}>
      <p>
        {text('checkout.claim', { sats: claimable })} <code className="code">{id}</code> <CopyButton value={id} />
      </p>
      {typeof outcome === 'object' ? (
        outcome.word === 'unauthorized' ? (
          <Link to={page.login(prefix)}>{text('checkout.claim.signIn')}</Link>
        ) : (
          <Outcome tone="bad">{text('checkout.claim.failed')}</Outcome>
        )
      ) : (
        <button type="button" className="button" disabled={outcome === 'busy'} onClick={() => void claim()}>
          {text('checkout.claim.button')}
        </button>
      )}
    </div>
  );
}

function Receipt({ order }: { order: PaymentOrder }) {
  const text = useText();
  const { prefix } = usePlace();
  const { acceleration, received, payments, added } = order;
  const charged = chargedSats(order);
  if (acceleration === undefined) return <p className="quiet">{text('checkout.state.paid')}</p>;
  return (
    <>
      <Outcome tone="ok">
        {text(
          charged !== undefined
            ? 'checkout.done'
            : acceleration.blockHeight === null
              ? 'checkout.active'
              : 'checkout.mined',
        )}
      </Outcome>
      <dl className={rowsStyles.rows} data-part="rows">
        <div>
          <dt>{text('checkout.receipt.tx')}</dt>
          <dd>
            <Hash value={acceleration.txid} to={page.tx(prefix, acceleration.txid)} tail={8} copy />
          </dd>
        </div>
        <div>
          <dt>{text('checkout.receipt.time')}</dt>
          <dd>
            <Moment time={added} withAge={false} />
          </dd>
        </div>
        <div>
          <dt>{text('checkout.receipt.paid')}</dt>
          <dd>
            {count(received)} sats
            {payments.map(({ method }) => ` · ${text(`checkout.method.${method}`)}`)}
          </dd>
        </div>
        <div>
          <dt>{text('checkout.maxBid')}</dt>
          <dd>{count(acceleration.maxBid)} sats</dd>
        </div>
        {(['baseFee', 'vsizeFee'] as const).map((fee) => (
          <div key={fee}>
            <dt>{text(`checkout.${fee}`)}</dt>
            <dd>{count(acceleration[fee])} sats</dd>
          </div>
        ))}
        {acceleration.blockHeight !== null && (
          <div>
            <dt>{text('checkout.receipt.block')}</dt>
            <dd>
              <Link to={page.block(prefix, acceleration.blockHeight)}>{count(acceleration.blockHeight)}</Link>
            </dd>
          </div>
        )}
        {charged !== undefined && (
          <div className={styles.total}>
            <dt>{text('checkout.receipt.charged')}</dt>
            <dd>
              <strong>{count(charged)} sats</strong>
              {received > charged &&
                ` · ${text(order.guest ? 'checkout.receipt.rest' : 'checkout.receipt.refunded', { sats: received - charged })}`}
            </dd>
          </div>
        )}
        <div>
          <dt>{text('checkout.receipt.invoice')}</dt>
          <dd>
            <Hash value={order.id} tail={8} copy />
          </dd>
        </div>
      </dl>
      {order.claimable > 0 && <Claim order={order} />}
      {charged !== undefined && (
        <p>
          <button type="button" className="button" onClick={() => print()}>
            {text('checkout.receipt.print')}
          </button>
        </p>
      )}
    </>
  );
}
