// Page `/wallet/desk`: looks up a wallet by key or descriptor in the browser.
import { type MetaArgs, useLocation } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { Desk } from '../../../features/wallet-desk/Desk.tsx';
import styles from '../../../features/wallet-desk/desk.module.css';
import texts from '../../../messages/en.json?wallet';
import { useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import pageStyles from '../../../ui/page.module.css';

export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Wallet desk', matches) },
  { name: 'description', content: 'Look up a whole wallet by its public key: balance, UTXOs, history, next address.' },
];

export default function WalletDeskRoute() {
  return (
    <MoreTexts texts={texts}>
      <WalletDesk />
    </MoreTexts>
  );
}

function WalletDesk() {
  const text = useText();
  useWant('blocks', 'mempool-blocks', 'stats');
  return (
    <main className={`${pageStyles.page} ${styles.desk}`} data-cy="desk" id="main">
      <div>
        <h1>{text('desk.title')}</h1>
        <p className="quiet">{text('desk.intro')}</p>
      </div>
      <noscript>
        <p className={`${bannerStyles.banner} warn`} data-part="banner">
          {text('desk.noscript')}
        </p>
      </noscript>
      {/* a new input may be passed while the page is open */}
      <Desk key={useLocation().key} />
    </main>
  );
}
