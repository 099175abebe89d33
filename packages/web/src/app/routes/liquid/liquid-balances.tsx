// Page `/wallet?addresses=` of a Liquid network: balances of a group of addresses, confidential ones too.
import { type MetaArgs, useLoaderData } from 'react-router';
import { useApiPrefix } from '../../../context/site-context.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page-title.ts';
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
import { Card } from '../../../ui/Card.tsx';
import cardStyles from '../../../ui/card.module.css';
import pageStyles from '../../../ui/page.module.css';
import { api, page } from '../../../url.ts';
import { addressList } from '../../../wallet/address-list.ts';

interface Data {
  entries: GroupEntry[];
  /** Addresses above the limit. */
  left: number;
  names: AssetNames;
}

async function load({ api: ask, apiPrefix, site, query }: LoadKit): Promise<{ page: Data }> {
  const { addresses, left } = addressList(query.get('addresses') ?? '');
  const entries = await loadGroup(ask, apiPrefix, addresses.slice(0, maxGroup));
  const held = groupTotals(entries).amounts.map(({ asset }) => asset);
  const names = await loadNames(
    ask,
    apiPrefix,
    held.filter((asset) => asset !== site.liquid?.asset),
  );
  return { page: { entries, left: left + Math.max(0, addresses.length - maxGroup), names } };
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
  const { entries, left, names } = useLoaderData<typeof loader>();
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
