import type { PaymentInvoice } from '@glassblock/contract/services';
import { Suspense, useEffect, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { post } from '../../data/post.ts';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { FiatAmount } from '../../ui/FiatValue.tsx';
import { Outcome } from '../../ui/Form.tsx';
import formStyles from '../../ui/form.module.css';
import { CopyButton } from '../../ui/Hash.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import segmentStyles from '../../ui/segments.module.css';
import styles from './checkout.module.css';
import { checkoutApi } from './checkout-api.ts';
import { reasonText } from './reason-text.ts';

const QrCode = lazyComponent(() => import('../../ui/QrCode.tsx'));

type Way = 'lightning' | 'chain';

/** Shows the ways to pay an invoice. */
export function PayForm(props: { invoice: PaymentInvoice }) {
  const text = useText();
  const { addresses, btcDue, btcpayInvoiceId: id, expirationTime, simulated } = props.invoice;
  const ways: Way[] = [
    ...(addresses.BTC_LightningLike === undefined ? [] : (['lightning'] as const)),
    ...(addresses.BTC === undefined ? [] : (['chain'] as const)),
  ];
  const [chosen, setChosen] = useState<Way>(ways[0] ?? 'lightning');
  const sats = Math.round(Number(btcDue) * 1e8);
  const target = chosen === 'lightning' ? addresses.BTC_LightningLike : addresses.BTC;
  const uri = chosen === 'lightning' ? `lightning:${target}` : `bitcoin:${target}?amount=${btcDue}`;
  return (
    <div className={styles.pay}>
      <p className={styles.lead}>
        {count(sats)} sats <FiatAmount sats={sats} />
      </p>
      {ways.length > 1 && (
        <fieldset className={segmentStyles.segments}>
          <legend className="sr-only">{text('checkout.method')}</legend>
          {ways.map((way) => (
            <label key={way}>
              <input type="radio" name="way" checked={way === chosen} onChange={() => setChosen(way)} />
              <span>{text(`checkout.method.${way}`)}</span>
            </label>
          ))}
        </fieldset>
      )}
      {simulated === true ? (
        <SimulatedPayment id={id} />
      ) : (
        target !== undefined && (
          <>
            <Suspense fallback={<span className={styles.qr} />}>
              <span className={styles.qr}>
                <QrCode value={chosen === 'lightning' ? uri.toUpperCase() : uri} size={240} />
              </span>
            </Suspense>
            <p className={styles.target}>
              <code>{target}</code> <CopyButton value={target} />
            </p>
            <p className={styles.buttons}>
              <a className="button" href={uri}>
                {text('checkout.wallet')}
              </a>
            </p>
          </>
        )
      )}
      <p className="quiet" role="status">
        {text(chosen === 'chain' ? 'checkout.wait.chain' : 'checkout.wait')} <Left until={expirationTime} />
      </p>
    </div>
  );
}

/** Shows the time that is left for paying. */
function Left({ until }: { until: number }) {
  const text = useText();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.floor(until - now / 1000));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return text('checkout.left', { time });
}

function SimulatedPayment({ id }: { id: string }) {
  const text = useText();
  const { prefix } = usePlace();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const pay = async () => {
    setBusy(true);
    const answer = await post<string>(checkoutApi.simulate(prefix), { id });
    setBusy(false);
    setFailure(answer.ok ? undefined : answer.message);
  };
  return (
    <>
      <p>{text('checkout.simulated.pay')}</p>
      <p className={styles.buttons}>
        <button
          type="button"
          className={`button ${formStyles.primary}`}
          data-part="primary"
          disabled={isBusy}
          onClick={() => void pay()}
        >
          {text('checkout.simulated.button')}
        </button>
      </p>
      {failure !== undefined && <Outcome tone="bad">{reasonText(text, failure)}</Outcome>}
    </>
  );
}
