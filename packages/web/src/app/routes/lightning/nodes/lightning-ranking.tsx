// Pages `/lightning/nodes/rankings/:by` and `/lightning/nodes/oldest`: the first hundred nodes of a ranking.
import type { LightningLatest, RankedNode } from '@glassblock/contract';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../../data/part.ts';
import styles from '../../../../features/lightning/lightning.module.css';
import { CsvLink } from '../../../../features/lightning/lightning-figures.tsx';
import { lightningApi, lightningPage } from '../../../../features/lightning/lightning-url.ts';
import { askPending, PendingContext } from '../../../../features/lightning/lookups.ts';
import { ChannelsPending } from '../../../../features/lightning/network/ChannelsPending.tsx';
import {
  isRanking,
  type RankingName,
  RankingTable,
  rankingTitles,
} from '../../../../features/lightning/network/RankingTable.tsx';
import { useText } from '../../../../messages/use-text.ts';
import cardStyles from '../../../../ui/card.module.css';
import { Failed } from '../../../../ui/failures/Failed.tsx';
import { PageUnavailable } from '../../../../ui/failures/PageUnavailable.tsx';
import pageStyles from '../../../../ui/page.module.css';

interface Data {
  by: RankingName | undefined;
  nodes: Part<RankedNode[]>;
  latest: LightningLatest | undefined;
  isPending: boolean;
}

/** Loads a ranking; the one of the path without a name is by age. */
async function load({ api: ask, prefix, params }: LoadKit): Promise<Loaded<Data>> {
  const by = params['by'] ?? 'oldest';
  if (!isRanking(by)) {
    const nodes = { body: undefined, problem: undefined };
    return { page: { by: undefined, nodes, latest: undefined, isPending: false }, status: 404 };
  }
  const [nodes, latest, isPending] = await Promise.all([
    ask.get<RankedNode[]>(lightningApi.ranking(prefix, by === 'oldest' ? 'age' : by)),
    ask.get<LightningLatest>(lightningApi.latest(prefix)),
    askPending(ask, prefix),
  ]);
  return {
    page: { by, nodes: partOf(nodes), latest: latest.ok ? latest.body : undefined, isPending },
    ...(!nodes.ok && { status: nodes.status || 503 }),
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Lightning node ranking', matches) }];

export default function LightningRankingRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { by, nodes, latest, isPending } = useLoaderData<typeof loader>();
  if (by === undefined) return <PageUnavailable />;
  return (
    <PendingContext value={isPending}>
      <main className={pageStyles.page} id="main">
        <div className={`title-block ${pageStyles.titleBlock}`}>
          <h1>{text(rankingTitles[by])}</h1>
          <span className={styles.links}>
            <Link to={lightningPage.rankings(prefix)} className="more">
              {text('lightning.rankings')}
            </Link>
            <CsvLink source={lightningApi.ranking(prefix, by === 'oldest' ? 'age' : by)} />
          </span>
        </div>
        <ChannelsPending />
        <section className={cardStyles.card} data-part="card" aria-label={text(rankingTitles[by])}>
          {nodes.problem && <Failed problem={nodes.problem} />}
          {nodes.body && <RankingTable by={by} nodes={nodes.body} total={latest?.latest} />}
        </section>
      </main>
    </PendingContext>
  );
}
