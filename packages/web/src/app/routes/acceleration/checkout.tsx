// Page `/tx/:id/accelerate`: quote, payment and receipt of an acceleration.
import type { AccelerationQuote } from '@glassblock/contract';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { sellsAccelerations } from '../../../data/site/site.ts';
import Checkout from '../../../features/checkout/Checkout.tsx';
import { checkoutApi } from '../../../features/checkout/checkout-api.ts';
import { Strip } from '../../../features/strip/Strip.tsx';
import texts from '../../../messages/en.json?checkout';
import { useText } from '../../../messages/use-text.ts';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import pageStyles from '../../../ui/page.module.css';
import { page } from '../../../url.ts';

interface Data {
  txid: string;
  offer: AccelerationQuote | undefined;
}

async function load({ api, network, prefix, params, site }: LoadKit): Promise<Loaded<Data>> {
  const txid = (params['id'] ?? '').toLowerCase();
  if (!sellsAccelerations(site, network) || !/^[0-9a-f]{64}$/.test(txid))
    return { page: { txid, offer: undefined }, status: 404 };
  const answer = await api.get<AccelerationQuote>(checkoutApi.quote(prefix, txid), 'once');
  return { page: { txid, offer: answer.ok ? answer.body : undefined } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
/** The invoice in the address changes nothing of the quote. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Accelerate transaction', matches) },
  // the address may have an invoice, with which a balance can be claimed
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function CheckoutRoute() {
  const { network } = usePlace();
  const site = useSite();
  const { txid, offer } = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks');
  if (!sellsAccelerations(site, network)) return <PageUnavailable />;
  return (
    <MoreTexts texts={texts}>
      <Strip />
      <main className={pageStyles.page} id="main">
        <Title txid={txid} />
        <Checkout key={txid} txid={txid} offer={offer} />
      </main>
    </MoreTexts>
  );
}

function Title({ txid }: { txid: string }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <div className={`title-block ${pageStyles.titleBlock}`}>
      <h1>{text('checkout.page')}</h1>
      <Hash value={txid} to={page.tx(prefix, txid)} tail={12} className={pageStyles.titleHash} part="title-hash" />
      <Link className="sr-only" to={page.tx(prefix, txid)}>
        {text('checkout.back')}
      </Link>
    </div>
  );
}
