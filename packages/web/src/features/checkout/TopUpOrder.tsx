import { useEffect, useEffectEvent } from 'react';
import texts from '../../messages/en.json?checkout';
import { useText } from '../../messages/use-text.ts';
import { Outcome } from '../../ui/Form.tsx';
import { MoreTexts } from '../../ui/MoreTexts.tsx';
import styles from './checkout.module.css';
import { progressOf } from './checkout-state.ts';
import { Payment, Progress } from './OrderView.tsx';
import { reasonText } from './reason-text.ts';
import { useOrder } from './use-order.ts';

interface Props {
  /** Of the invoice. */
  id: string;
  /** Called when the balance has changed. */
  onPaid(): void;
  onClose(): void;
}

/** Shows the invoice of a top-up until it is paid. */
export default function TopUpOrder(props: Props) {
  return (
    <MoreTexts texts={texts}>
      <Order {...props} />
    </MoreTexts>
  );
}

function Order({ id, onPaid, onClose }: Props) {
  const text = useText();
  const order = useOrder(id);
  const isPaid = order?.ok === true && progressOf(order.body).step === undefined;
  const notify = useEffectEvent(onPaid);
  useEffect(() => {
    if (isPaid) notify();
  }, [isPaid]);
  return (
    <div className={styles.order}>
      {order === undefined ? (
        <p className="quiet">{text('checkout.loading')}</p>
      ) : !order.ok ? (
        <Outcome tone="bad">{reasonText(text, order.message)}</Outcome>
      ) : (
        <>
          <Progress order={order.body} />
          {!isPaid ? (
            <Payment order={order.body} />
          ) : order.body.status === 'paid' ? (
            <Outcome tone="ok">{text('checkout.topUp.paid')}</Outcome>
          ) : (
            <Outcome tone="bad">
              {text(order.body.status === 'expired' ? 'checkout.state.expired' : 'checkout.topUp.part')}
            </Outcome>
          )}
        </>
      )}
      <p className={styles.buttons}>
        <button type="button" className="button" onClick={onClose}>
          {text('checkout.topUp.close')}
        </button>
      </p>
    </div>
  );
}
