import type { AccelerationQuote } from '@glassblock/contract';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import texts from '../../messages/en.json?checkout';
import { useText } from '../../messages/use-text.ts';
import bannerStyles from '../../ui/banner.module.css';
import { Card } from '../../ui/Card.tsx';
import { Outcome } from '../../ui/Form.tsx';
import { MoreTexts } from '../../ui/MoreTexts.tsx';
import { page } from '../../url.ts';
import styles from './checkout.module.css';
import { OrderView } from './OrderView.tsx';
import { QuoteForm } from './QuoteForm.tsx';
import { reasonText } from './reason-text.ts';

interface Props {
  txid: string;
  /** Undefined while it is loaded, and when it could not be. */
  offer: AccelerationQuote | undefined;
}

/** Name of the query parameter of the invoice. */
export const invoiceParameter = 'invoice';

/** Sells the acceleration of a transaction: quote, payment, progress and receipt. The address has the invoice. */
export default function Checkout(props: Props) {
  return (
    <MoreTexts texts={texts}>
      <Steps {...props} />
    </MoreTexts>
  );
}

function Steps({ txid, offer }: Props) {
  const text = useText();
  const { network, prefix } = usePlace();
  const [query, setQuery] = useSearchParams();
  const invoice = query.get(invoiceParameter);
  const [isBought, setBought] = useState(false);
  const onInvoice = (id: string | undefined) =>
    setQuery(id === undefined ? {} : { [invoiceParameter]: id }, { replace: true, preventScrollReset: true });
  return (
    <Card id="checkout" title={text('checkout.title')} className={styles.checkout}>
      {offer?.isSimulated === true && (
        <p className={`${bannerStyles.banner} info`} data-part="banner">
          {text('checkout.simulated')}
        </p>
      )}
      {invoice !== null ? (
        <OrderView key={invoice} id={invoice} onAgain={() => onInvoice(undefined)} />
      ) : isBought ? (
        <>
          <Outcome tone="ok">{text('checkout.active')}</Outcome>
          <p>
            <Link to={page.account(prefix)}>{text('checkout.account')}</Link>
          </p>
        </>
      ) : offer === undefined ? (
        <p className="quiet">{text('checkout.noQuote')}</p>
      ) : offer.quote === undefined ? (
        <p role="status">{reasonText(text, offer.reason)}</p>
      ) : (
        <QuoteForm
          key={`${txid} ${network}`}
          txid={txid}
          quote={offer.quote}
          hasInvoices={offer.hasInvoices}
          onInvoice={onInvoice}
          onBought={() => setBought(true)}
        />
      )}
    </Card>
  );
}
