// Page `/lightning/nodes/rankings`: the first nodes of each ranking.
import type { LightningLatest, RankedNode } from '@glassblock/contract';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../../data/part.ts';
import styles from '../../../../features/lightning/lightning.module.css';
import { lightningApi } from '../../../../features/lightning/lightning-url.ts';
import { askPending, PendingContext } from '../../../../features/lightning/lookups.ts';
import { ChannelsPending } from '../../../../features/lightning/network/ChannelsPending.tsx';
import { RankingCard } from '../../../../features/lightning/network/RankingCard.tsx';
import type { RankingName } from '../../../../features/lightning/network/RankingTable.tsx';
import { useText } from '../../../../messages/use-text.ts';
import pageStyles from '../../../../ui/page.module.css';
import { page } from '../../../../url.ts';

interface Data {
  rankings: { by: RankingName; nodes: Part<RankedNode[]> }[];
  latest: LightningLatest | undefined;
  isPending: boolean;
}

const names: readonly RankingName[] = ['liquidity', 'connectivity', 'oldest'];
const maxRows = 10;

/** Loads the rankings with separate failures. */
async function load({ api: ask, prefix }: LoadKit): Promise<Loaded<Data>> {
  const [latest, isPending, ...rankings] = await Promise.all([
    ask.get<LightningLatest>(lightningApi.latest(prefix)),
    askPending(ask, prefix),
    ...names.map((by) =>
      ask.get<RankedNode[]>(lightningApi.ranking(prefix, by === 'oldest' ? 'age' : by), 'once').then(partOf),
    ),
  ]);
  return {
    page: {
      latest: latest.ok ? latest.body : undefined,
      isPending,
      rankings: rankings.map((nodes, at) => ({
        by: names[at] ?? 'liquidity',
        nodes: { ...nodes, body: nodes.body?.slice(0, maxRows) },
      })),
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Lightning node rankings', matches) }];

export default function LightningRankingsRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { rankings, latest, isPending } = useLoaderData<typeof loader>();
  return (
    <PendingContext value={isPending}>
      <main className={pageStyles.page} id="main">
        <div className={`title-block ${pageStyles.titleBlock}`}>
          <h1>{text('lightning.rankings')}</h1>
          <Link to={page.lightning(prefix)} className="more">
            {text('lightning.title')}
          </Link>
        </div>
        <ChannelsPending />
        <div className={styles.three}>
          {rankings.map(({ by, nodes }) => (
            <RankingCard key={by} by={by} nodes={nodes} latest={latest} />
          ))}
        </div>
      </main>
    </PendingContext>
  );
}
