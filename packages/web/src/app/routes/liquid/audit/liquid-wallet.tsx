// Pages `/audit/wallet/utxos`, `/audit/wallet/expired` and `/audit/wallet/addresses`: outputs and addresses of the
// federation.
import type { ExpiredUtxo, FederationAddress, FederationUtxo, PegTotal } from '@glassblock/contract/liquid';
import { useEffect } from 'react';
import { type MetaArgs, redirect, useLoaderData, useLocation, useNavigate } from 'react-router';
import { inBrowser, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageCount, pageNumber } from '../../../../data/page/page-number.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../../data/part.ts';
import { Pills } from '../../../../features/liquid/assets/Pills.tsx';
import { AddressTable } from '../../../../features/liquid/audit/AddressTable.tsx';
import { askReserves } from '../../../../features/liquid/audit/ask-reserves.ts';
import styles from '../../../../features/liquid/audit/audit.module.css';
import { NoAudit } from '../../../../features/liquid/audit/NoAudit.tsx';
import { UtxoTable } from '../../../../features/liquid/audit/UtxoTable.tsx';
import { LiquidPage } from '../../../../features/liquid/frame/LiquidPage.tsx';
import { liquidPage, type WalletTab } from '../../../../features/liquid/liquid-url.ts';
import { useText } from '../../../../messages/use-text.ts';
import cardStyles from '../../../../ui/card.module.css';
import { Pager } from '../../../../ui/Pager.tsx';
import pageStyles from '../../../../ui/page.module.css';

type Row = FederationUtxo | ExpiredUtxo;

interface Data {
  tab: WalletTab;
  number: number;
  /** Rows of this page, and the number of all rows. */
  utxos: Part<{ rows: Row[]; total: number }>;
  addresses: Part<{ rows: FederationAddress[]; total: number }>;
  /** Newest audited block of the parent chain. */
  height: number | undefined;
}

const perPage = 15;
const routes = { utxos: 'utxos', expired: 'utxos/expired', addresses: 'addresses' } as const;
const isTab = (tab: string | undefined): tab is WalletTab => tab !== undefined && tab in routes;

/** Loads one list of the federation's wallet, of which the page shows a part. */
async function load(kit: LoadKit): Promise<{ page: Data }> {
  const { params, query } = kit;
  const tab = params['tab'];
  if (!isTab(tab)) throw redirect(liquidPage.wallet());
  const number = pageNumber(query.get('page'));
  const [list, reserves] = await Promise.all([
    askReserves<(Row | FederationAddress)[]>(kit, routes[tab], 'once'),
    askReserves<PegTotal>(kit),
  ]);
  const last = list.ok ? pageCount(list.body.length, perPage) : number;
  if (number > last) throw redirect(liquidPage.wallet(tab, last));
  const cut = list.ok
    ? { ...list, body: { rows: list.body.slice((number - 1) * perPage, number * perPage), total: list.body.length } }
    : list;
  const none = { body: undefined, problem: undefined };
  return {
    page: {
      tab,
      number,
      utxos: tab === 'addresses' ? none : (partOf(cut) as Data['utxos']),
      addresses: tab === 'addresses' ? (partOf(cut) as Data['addresses']) : none,
      height: reserves.ok ? reserves.body.lastBlockUpdate : undefined,
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Liquid federation wallet', matches) },
  { name: 'description', content: 'Bitcoin outputs and addresses of the Liquid federation.' },
];

export default function LiquidWalletRoute() {
  const text = useText();
  const { tab, number, utxos, addresses, height } = useLoaderData<typeof loader>();
  const part = tab === 'addresses' ? addresses : utxos;
  const total = part.body?.total ?? 0;
  useExpiredLink();
  return (
    <LiquidPage>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('liquid.wallet.title')}</h1>
        <Pills
          label={text('liquid.wallet.title')}
          tabs={[
            { id: 'utxos', label: text('liquid.wallet.utxos'), to: liquidPage.wallet() },
            { id: 'expired', label: text('liquid.wallet.expired'), to: liquidPage.wallet('expired') },
            { id: 'addresses', label: text('liquid.wallet.addresses'), to: liquidPage.wallet('addresses') },
          ]}
          current={tab}
        />
      </div>
      <section className={cardStyles.card} data-part="card" aria-label={text('liquid.wallet.title')}>
        {part.problem && <NoAudit problem={part.problem} />}
        {part.body && (
          <p className={`quiet ${styles.tableCount}`}>
            {text(tab === 'addresses' ? 'liquid.wallet.addressCount' : 'liquid.wallet.utxoCount', { count: total })}
          </p>
        )}
        {utxos.body && utxos.body.rows.length > 0 && <UtxoTable utxos={utxos.body.rows} height={height} />}
        {addresses.body && addresses.body.rows.length > 0 && <AddressTable addresses={addresses.body.rows} />}
      </section>
      <Pager current={number} last={Math.ceil(total / perPage)} to={(target) => liquidPage.wallet(tab, target)} />
    </LiquidPage>
  );
}

/** Links of other explorers name the list of expired outputs by a fragment. */
function useExpiredLink(): void {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash === '#expired' && pathname.endsWith('/utxos'))
      void navigate(liquidPage.wallet('expired'), { replace: true });
  }, [hash, pathname, navigate]);
}
