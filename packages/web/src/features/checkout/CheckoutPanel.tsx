import type { AccelerationQuote } from '@glassblock/contract';
import { useEffect, useRef, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import Checkout from './Checkout.tsx';
import { checkoutApi } from './checkout-api.ts';
import { freshAnswer } from './fresh-answer.ts';

/** Shows the checkout on the page of a transaction; its quote is loaded when it is opened. */
export default function CheckoutPanel({ txid }: { txid: string }) {
  const { prefix } = usePlace();
  const [offer, setOffer] = useState<AccelerationQuote | undefined>(undefined);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let isLatest = true;
    void freshAnswer<AccelerationQuote>(checkoutApi.quote(prefix, txid)).then((answer) => {
      if (!isLatest) return;
      setOffer(answer.ok ? answer.body : undefined);
      setLoaded(true);
    });
    return () => {
      isLatest = false;
    };
  }, [prefix, txid]);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isLoaded) section.current?.scrollIntoView({ block: 'nearest' });
  }, [isLoaded]);
  return (
    <section id="accelerate" ref={section}>
      {isLoaded ? <Checkout txid={txid} offer={offer} /> : <span className="skeleton-loader" />}
    </section>
  );
}
