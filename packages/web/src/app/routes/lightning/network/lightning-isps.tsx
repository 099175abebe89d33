// Page `/graphs/lightning/nodes-per-isp`: internet service providers with nodes.
import type { GeographyState, IspRanking } from '@glassblock/contract';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../../data/part.ts';
import graphsStyles from '../../../../features/graphs/graphs.module.css';
import styles from '../../../../features/lightning/lightning.module.css';
import { lightningApi, lightningPage } from '../../../../features/lightning/lightning-url.ts';
import { askPending, PendingContext } from '../../../../features/lightning/lookups.ts';
import { ChannelsPending } from '../../../../features/lightning/network/ChannelsPending.tsx';
import { LightningTabs } from '../../../../features/lightning/network/LightningTabs.tsx';
import { GeographyNote } from '../../../../features/lightning-places/GeographyNote.tsx';
import { providerRows } from '../../../../features/lightning-places/provider-rows.ts';
import { ringShares } from '../../../../features/lightning-places/ring-shares.ts';
import { ShareFiles } from '../../../../features/lightning-places/ShareFiles.tsx';
import { ShareRing } from '../../../../features/lightning-places/ShareRing.tsx';
import { ShareTable } from '../../../../features/lightning-places/ShareTable.tsx';
import ringStyles from '../../../../features/lightning-places/share-ring.module.css';
import { useMinShare } from '../../../../features/lightning-places/use-min-share.ts';
import { count } from '../../../../format/amount.ts';
import { useText } from '../../../../messages/use-text.ts';
import { Card } from '../../../../ui/Card.tsx';
import { Failed } from '../../../../ui/failures/Failed.tsx';
import pageStyles from '../../../../ui/page.module.css';

interface Data {
  ranking: Part<IspRanking>;
  geography: GeographyState | undefined;
  isByNodes: boolean;
  isPending: boolean;
}

/** Loads providers, and which geographic files are read; `?sort=nodes` orders them by nodes. */
async function load({ api: ask, prefix, query }: LoadKit): Promise<Loaded<Data>> {
  const [ranking, geography, isPending] = await Promise.all([
    ask.get<IspRanking>(lightningApi.isps(prefix)),
    ask.get<GeographyState>(lightningApi.geography(prefix)),
    askPending(ask, prefix),
  ]);
  const isByNodes = query.get('sort') === 'nodes';
  return {
    page: { ranking: partOf(ranking), geography: geography.ok ? geography.body : undefined, isByNodes, isPending },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Lightning nodes per ISP', matches) }];

const maxRows = 100;

export default function LightningIspsRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { ranking, geography, isByNodes, isPending } = useLoaderData<typeof loader>();
  const rows = ranking.body === undefined ? [] : providerRows(ranking.body, prefix, isByNodes, maxRows);
  const providers = ranking.body?.ispRanking.length ?? 0;
  const parts = ringShares(rows, useMinShare('providers'));
  const order = (nodes: boolean) => (
    <Link
      to={lightningPage.isps(prefix, nodes)}
      preventScrollReset
      replace
      {...(nodes === isByNodes && { 'aria-current': 'true' as const })}
    >
      {text(nodes ? 'lightning.nodes' : 'lightning.capacity')}
    </Link>
  );
  return (
    <PendingContext value={isPending}>
      <main className={`${pageStyles.page} ${graphsStyles.graphs}`} data-part="graphs page" id="main">
        <LightningTabs current="nodes-per-isp" />
        <div className={`title-block ${pageStyles.titleBlock}`}>
          <h1>
            {text('lightning.isps')} <span className={`${styles.hint} quiet`}>{text('lightning.map.note')}</span>
          </h1>
        </div>
        <ChannelsPending />
        <GeographyNote geography={geography} />
        <Card
          title={text('lightning.isps.short')}
          id="lightning-isps"
          aside={
            <span className={styles.links}>
              <nav className={styles.tabs} aria-label={text('lightning.isps.sort')}>
                {order(false)}
                {order(true)}
              </nav>
              <ShareFiles parts={parts} source={lightningApi.isps(prefix)} name="lightning-isps" />
            </span>
          }
        >
          {ranking.problem && <Failed problem={ranking.problem} />}
          {ranking.body && rows.length === 0 && <p className="quiet">{text('lightning.map.empty')}</p>}
          {rows.length > 0 && (
            <div className={parts.length > 0 ? ringStyles.split : undefined}>
              <ShareRing
                parts={parts}
                total={{ figure: count(providers), unit: text('lightning.isps.unit', { count: providers }) }}
              />
              <ShareTable rows={rows} parts={parts} title={text('lightning.isp')} />
            </div>
          )}
        </Card>
      </main>
    </PendingContext>
  );
}
