// Page `/wallet?addresses=` of a Liquid network: balances of a group of addresses, confidential ones too.
import { type MetaArgs, useLoaderData } from 'react-router';
import { useApiPrefix } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { type AssetNames, loadNames } from '../../../features/liquid/tx/asset-names.ts';
import { AssetNamesContext } from '../../../features/liquid/tx/LiquidAmount.tsx';
import { BalanceLines, GroupTable } from '../../../features/liquid/wallet/GroupTable.tsx';
import groupStyles from '../../../features/liquid/wallet/group.module.css';
import { type GroupEntry, groupTotals, loadGroup, maxGroup } from '../../../features/liquid/wallet/group.ts';
import { useReloadOnBlock } from '../../../features/mining/use-reload-on-block.ts';
import { WalletForm } from '../../../features/wallet/WalletForm.tsx';
import texts from '../../../messages/en.json?wallet';
import { useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { Card } from '../../../ui/Card.tsx';
import cardStyles from '../../../ui/card.module.css';
import { useHiddenQuery } from '../../../ui/hooks/use-hidden-query.ts';
import pageStyles from '../../../ui/page.module.css';
import { api, page } from '../../../url.ts';
import { addressList } from '../../../wallet/address-list.ts';
import { isSecret } from '../../../wallet/secret-text.ts';

interface Data {
  entries: GroupEntry[];
  /** Addresses above the limit. */
  left: number;
  /** The link has a private key or seed phrase: nothing was looked up. */
  hasSecret: boolean;
  names: AssetNames;
}

async function load({ api: ask, apiPrefix, site, query }: LoadKit): Promise<Loaded<Data>> {
  const given = query.get('addresses') ?? '';
  // see `ssr/posted-form.ts`
  const hasSecret = query.has('refused') || isSecret(given);
  const { addresses, left } = addressList(hasSecret ? '' : given);
  const entries = await loadGroup(ask, apiPrefix, addresses.slice(0, maxGroup));
  const held = groupTotals(entries).amounts.map(({ asset }) => asset);
  const names = await loadNames(
    ask,
    apiPrefix,
    held.filter((asset) => asset !== site.liquid?.asset),
  );
  const unread = left + Math.max(0, addresses.length - maxGroup);
  return { page: { entries, left: unread, hasSecret, names }, ...(hasSecret && { status: 400 }) };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Balances', matches) },
  { name: 'description', content: 'Balances of a group of Liquid addresses.' },
  // a group of addresses is private
  { name: 'robots', content: 'noindex' },
];

export default function LiquidBalancesRoute() {
  return (
    <LiquidPage texts={texts}>
      <Content />
    </LiquidPage>
  );
}

function Content() {
  const text = useText();
  const prefix = useApiPrefix();
  const { entries, left, hasSecret, names } = useLoaderData<typeof loader>();
  useHiddenQuery(hasSecret);
  const scripts = entries.map(({ address }) => ({ kind: 'address', id: address }) as const);
  useReloadOnBlock(
    scripts.flatMap((script) => [api.script(prefix, script), api.scriptUtxos(prefix, script)]),
    entries.length > 0,
  );
  return (
    <AssetNamesContext value={names}>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('wallet.title')}</h1>
      </div>
      {hasSecret && (
        <p className={`${bannerStyles.banner} warn`} data-part="banner" role="alert">
          {text('wallet.secret')}
        </p>
      )}
      {entries.length === 0 ? (
        <WalletForm path={page.wallet('')} label="liquid.balances.label" />
      ) : (
        <>
          <Card title={text('wallet.total')} id="wallet-total" className={groupStyles.below}>
            <BalanceLines balance={groupTotals(entries)} isTotal />
          </Card>
          {left > 0 && <p className="quiet">{text('wallet.left', { max: maxGroup, left })}</p>}
          <section className={cardStyles.card} data-part="card" aria-label={text('wallet.title')}>
            <GroupTable entries={entries} />
          </section>
        </>
      )}
    </AssetNamesContext>
  );
}
