import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { usePlace, useSite } from '../../context/site-context.ts';
import { sellsAccelerations } from '../../data/site/site.ts';
import { useText } from '../../messages/use-text.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { page } from '../../url.ts';

const CheckoutPanel = lazyComponent(() => import('../checkout/CheckoutPanel.tsx'));

/**
 * Returns whether the checkout is open, and the function that opens it: `#accelerate`, an invoice in the address, or
 * the button.
 */
export function useAccelerator() {
  const { network } = usePlace();
  const site = useSite();
  const { hash } = useLocation();
  const [query] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const isSold = sellsAccelerations(site, network);
  const isWanted = isSold && (query.has('invoice') || hash.slice(1).split('&').includes('accelerate'));
  // after the first render: the server does not receive the fragment
  useEffect(() => {
    if (isWanted) setOpen(true);
  }, [isWanted]);
  return { isOpen, setOpen, hasButton: isSold && site.acceleratorButton !== false };
}

/** Opens and closes the checkout; without scripts it is a link to its page. */
export function AccelerateButton(props: { txid: string; isOpen: boolean; setOpen(isOpen: boolean): void }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <p>
      <Link
        className="button"
        data-part="accelerate"
        to={page.accelerate(prefix, props.txid)}
        aria-expanded={props.isOpen}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          props.setOpen(!props.isOpen);
        }}
      >
        {text(props.isOpen ? 'accelerated.hide' : 'accelerated.button')}
      </Link>
    </p>
  );
}

/** Shows the checkout of a transaction. */
export function AccelerateSection({ txid }: { txid: string }) {
  return (
    <Suspense fallback={<span className="skeleton-loader" />}>
      <CheckoutPanel txid={txid} />
    </Suspense>
  );
}
