// Page `/wallet`: balances of a group of addresses.
import { Link, type MetaArgs, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePlace } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { loadWallet, type WalletData } from '../../../data/wallet.ts';
import { Logo } from '../../../features/shell/brand/Logo.tsx';
import { GroupWallet } from '../../../features/wallet/GroupWallet.tsx';
import { WalletForm } from '../../../features/wallet/WalletForm.tsx';
import styles from '../../../features/wallet/wallet.module.css';
import texts from '../../../messages/en.json?wallet';
import { useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { useHiddenQuery } from '../../../ui/hooks/use-hidden-query.ts';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import { page } from '../../../url.ts';

/** Without header and footer. */
export const handle = { frame: 'none' };

interface Page {
  wallet: WalletData | undefined;
  hasSecret: boolean;
}

async function load({ api, prefix, query }: LoadKit): Promise<Loaded<Page>> {
  const given = query.get('addresses') ?? '';
  const wallet = await loadWallet(api, prefix, given);
  const { entries } = wallet;
  // see `ssr/posted-form.ts`
  const hasSecret = wallet.hasSecret || query.has('refused');
  return { page: { wallet: entries.length === 0 ? undefined : wallet, hasSecret }, ...(hasSecret && { status: 400 }) };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

/** Another page of the table reloads nothing. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  const list = (url: URL) => `${url.pathname}?${url.searchParams.get('addresses') ?? ''}`;
  return currentUrl.href === nextUrl.href || list(currentUrl) !== list(nextUrl);
}

export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Balances', matches) },
  { name: 'description', content: 'Live balances of a group of addresses.' },
  // a group of addresses is private
  { name: 'robots', content: 'noindex' },
];

export default function WalletRoute() {
  return (
    <MoreTexts texts={texts}>
      <Wallet />
    </MoreTexts>
  );
}

function Wallet() {
  const text = useText();
  const { wallet, hasSecret } = useLoaderData<typeof loader>();
  const { prefix } = usePlace();
  useWant('blocks', 'stats');
  useHiddenQuery(hasSecret);
  return (
    <main className={styles.wallet} id="main">
      <h1>
        <Link to={page.home(prefix)} aria-label={text('wallet.home')}>
          <Logo size={32} />
        </Link>
        {text('wallet.title')}
      </h1>
      {hasSecret && (
        <p className={`${bannerStyles.banner} warn`} data-part="banner" role="alert">
          {text('wallet.secret')}
        </p>
      )}
      {wallet === undefined ? (
        <WalletForm
          path={page.wallet(prefix)}
          label="wallet.form.label"
          desk={page.walletDesk(prefix)}
          aside={<Link to={page.walletDesk(prefix)}>{text('wallet.form.desk')}</Link>}
        />
      ) : (
        <GroupWallet key={wallet.entries.map(({ address }) => address).join()} data={wallet} />
      )}
    </main>
  );
}
