// Page `/wallet/:wallet`: a wallet that the operator watches.
import type { WatchedWallet } from '@glassblock/contract';
import { type MetaArgs, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePlace } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { type WalletView, walletView } from '../../../data/watched/wallet-view.ts';
import { siteApi, watchedWalletPage } from '../../../data/watched/watched-url.ts';
import { useReloadOnBlock } from '../../../features/mining/use-reload-on-block.ts';
import { AddressList } from '../../../features/watched/AddressList.tsx';
import { AddressMap } from '../../../features/watched/AddressMap.tsx';
import { BalanceCard } from '../../../features/watched/BalanceCard.tsx';
import { WalletRows } from '../../../features/watched/WalletRows.tsx';
import styles from '../../../features/watched/watched.module.css';
import { count } from '../../../format/amount.ts';
import texts from '../../../messages/en.json?board';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import cardStyles from '../../../ui/card.module.css';
import { FiatValue } from '../../../ui/FiatValue.tsx';
import { Failed } from '../../../ui/failures/Failed.tsx';
import type { PageProblem } from '../../../ui/failures/MessagePage.tsx';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import foldStyles from '../../../ui/fold.module.css';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import pageStyles from '../../../ui/page.module.css';
import rowsStyles from '../../../ui/rows.module.css';
import { Amount } from '../../../ui/values.tsx';

interface Data {
  name: string;
  current: number;
  wallet?: WalletView;
  problem?: PageProblem;
}

const perPage = 25;

async function load({ api: ask, site, network, params, query }: LoadKit): Promise<Loaded<Data>> {
  const name = params['wallet'] ?? '';
  const asked = query.get('page') ?? '1';
  const current = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
  const none: Data = { name, current };
  if (network !== site.rootNetwork) return { page: none, status: 404 };
  const answer = await ask.get<WatchedWallet>(siteApi.watchedWallet(name), 'once');
  if (!answer.ok) {
    const { status, message } = answer;
    return status === 404 ? { page: none, status } : { page: { ...none, problem: { status, message } }, status };
  }
  const rows = { from: (current - 1) * perPage, count: perPage };
  return { page: { ...none, wallet: walletView(answer.body, Math.floor(Date.now() / 1000), rows) } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) => [
  { title: pageTitle(loaderData?.name, matches) },
];

export default function WatchedWalletRoute() {
  return (
    <MoreTexts texts={texts}>
      <WalletPage />
    </MoreTexts>
  );
}

function WalletPage() {
  const text = useText();
  const { name, wallet, problem } = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks', 'stats');
  useReloadOnBlock([siteApi.watchedWallet(name)]);
  if (wallet === undefined && problem === undefined) return <PageUnavailable />;
  return (
    <main className={pageStyles.page} id="main">
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{name}</h1>
      </div>
      {problem && (
        <>
          <p>{text('board.failed')}</p>
          <Failed problem={problem} />
        </>
      )}
      {wallet && <Content name={name} wallet={wallet} />}
    </main>
  );
}

function Content({ name, wallet }: { name: string; wallet: WalletView }) {
  const text = useText();
  const { prefix } = usePlace();
  const { current } = useLoaderData<typeof loader>();
  return (
    <div className={styles.grid}>
      <Card title={text('board.confirmed')} id="wallet-balance">
        <p className={cardStyles.headline}>
          <Amount sats={wallet.balance} /> <FiatValue sats={wallet.balance} />
        </p>
        <dl className={rowsStyles.rows} data-part="rows">
          <div>
            <dt>{text('board.utxos')}</dt>
            <dd className="figure">{count(wallet.utxos)}</dd>
          </div>
          <div>
            <dt>{text('board.received')}</dt>
            <dd>
              <Amount sats={wallet.received} />
            </dd>
          </div>
        </dl>
        {wallet.isPartial && <p className={`quiet ${styles.legend}`}>{text('board.partial')}</p>}
      </Card>
      <Addresses addresses={wallet.addresses} />
      {wallet.balance > 0 && wallet.addresses.length > 1 && (
        <div className={styles.whole}>
          <AddressMap addresses={wallet.addresses} />
        </div>
      )}
      {wallet.history.length > 0 && (
        <div className={styles.whole}>
          <BalanceCard
            id="wallet-history"
            title={text('board.history')}
            label={text('board.historyLabel', { name })}
            lines={[{ name, history: wallet.history, colour: '--accent' }]}
          />
        </div>
      )}
      <div className={styles.whole}>
        <Card title={text('board.txs')} id="wallet-txs">
          <WalletRows rows={wallet.rows} />
          <Pager
            current={current}
            last={Math.max(1, Math.ceil(wallet.rowCount / perPage))}
            to={(number) => watchedWalletPage(prefix, name, number)}
          />
        </Card>
      </div>
    </div>
  );
}

/** Addresses that are shown at first. */
const firstAddresses = 2;

function Addresses({ addresses }: { addresses: WalletView['addresses'] }) {
  const text = useText();
  const rest = addresses.slice(firstAddresses);
  return (
    <Card title={text('board.addresses')} id="wallet-addresses">
      <AddressList addresses={addresses.slice(0, firstAddresses)} />
      {rest.length > 0 && (
        <details className={`${foldStyles.fold} ${styles.more}`} data-part="fold">
          <summary>
            <span className={styles.whenClosed}>{text('board.showAll', { count: count(addresses.length) })}</span>
            <span className={styles.whenOpen}>{text('board.hide')}</span>
          </summary>
          <AddressList addresses={rest} />
        </details>
      )}
    </Card>
  );
}
