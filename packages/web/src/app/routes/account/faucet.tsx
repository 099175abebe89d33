// Page `/faucet` of a test network: test coins from the wallet of the operator.
import type { MetaArgs } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import styles from '../../../features/account/account.module.css';
import { FaucetForm } from '../../../features/account/FaucetForm.tsx';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import pageStyles from '../../../ui/page.module.css';

const load = async ({ site, network }: LoadKit): Promise<Loaded<object>> => ({
  page: {},
  ...(site.accounts?.faucets.includes(network) !== true && { status: 404 }),
});

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Faucet', matches) }];

export default function FaucetRoute() {
  const text = useText();
  const { accounts } = useSite();
  const { network, label } = usePlace();
  useWant('blocks', 'mempool-blocks', 'stats');
  if (accounts?.faucets.includes(network) !== true) return <PageUnavailable />;
  return (
    <main className={`${pageStyles.page} ${styles.narrow}`} data-cy="faucet" id="main">
      <h1>{text('faucet.title', { network: label })}</h1>
      <noscript>
        <p>{text('account.noscript')}</p>
      </noscript>
      <section className={cardStyles.card} data-part="card">
        <FaucetForm />
      </section>
    </main>
  );
}
