// Page `/graphs/mining/pools`: the ranking of mining pools.
import type { MiningPoolsRanking } from '@glassblock/contract';
import { type MetaArgs, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { GraphPage } from '../../../features/graphs/GraphPage.tsx';
import { mergeSmall } from '../../../features/graphs/mining-series/mining-sums.ts';
import {
  type MiningWindow,
  miningWindows,
  offeredWindows,
  windowOf,
} from '../../../features/graphs/mining-series/mining-windows.ts';
import { MiningPoolsRing } from '../../../features/mining/MiningPoolsRing.tsx';
import { MiningPoolsTable, networkHashrate } from '../../../features/mining/MiningPoolsTable.tsx';
import styles from '../../../features/mining/mining.module.css';
import { miningPoolColour } from '../../../features/mining/mining-pool-colour.ts';
import { RingFiles } from '../../../features/mining/ring/RingFiles.tsx';
import { useReloadOnBlock } from '../../../features/mining/use-reload-on-block.ts';
import { useText } from '../../../messages/use-text.ts';
import { escapeInvisible } from '../../../script/chain-text.ts';
import { Card } from '../../../ui/Card.tsx';
import type { PageProblem } from '../../../ui/failures/MessagePage.tsx';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import { useNarrow } from '../../../ui/hooks/use-media.ts';
import { api, page } from '../../../url.ts';

interface Data {
  window: MiningWindow;
  ranking: MiningPoolsRanking | undefined;
  total: number | undefined;
  problem: PageProblem | undefined;
}

/** Loads mining pools by the blocks of a window. */
async function load({ api: ask, prefix, query, site, chosen }: LoadKit): Promise<Loaded<Data>> {
  const window = windowOf(query.get('window'), chosen.miningWindow ?? site.miningWindow, miningWindows);
  const none = { window, ranking: undefined, total: undefined, problem: undefined };
  if (site.mining !== true) return { page: none, status: 404 };
  const ranking = await ask.get<MiningPoolsRanking>(api.miningPoolsRanking(prefix, window));
  if (!ranking.ok) return { page: { ...none, problem: ranking }, status: ranking.status || 503 };
  return { page: { window, ranking: ranking.body, total: ranking.total, problem: undefined } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Mining pool ranking', matches) },
  { name: 'description', content: 'Mining pools by number of blocks.' },
];

/** Smaller shares are combined in the ring; more of them on a phone. */
const minShare = 0.005;
const minOnPhone = 0.02;

export default function MiningPoolsRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { mining = false } = useSite();
  const { window, ranking, total, problem } = useLoaderData<typeof loader>();
  const min = useNarrow() ? minOnPhone : minShare;
  const source = api.miningPoolsRanking(prefix, window);
  useWant('blocks');
  const isAsking = useReloadOnBlock([source]);
  if (!mining) {
    return <PageUnavailable />;
  }
  return (
    <GraphPage
      tab="pools"
      title={text('mining.graph.pools')}
      windows={{
        windows: offeredWindows(miningWindows, total, window),
        current: window,
        to: (target) => page.miningGraph(prefix, 'pools', target),
        hook: 'mining',
        isMarked: true,
        remembered: 'miningWindow',
      }}
      problem={problem}
    >
      {ranking && (
        <Card
          title={text('mining.title.pools')}
          id="pools-title"
          className="pools-card"
          aside={<Files ranking={ranking} window={window} source={source} min={min} />}
        >
          {ranking.pools.length === 0 ? (
            <p className="quiet">{text('mining.none')}</p>
          ) : (
            <div className={styles.poolsSplit} aria-busy={isAsking || undefined}>
              <MiningPoolsRing
                miningPools={ranking.pools}
                networkHashrate={networkHashrate(ranking, window)}
                min={min}
              />
              <MiningPoolsTable ranking={ranking} window={window} />
            </div>
          )}
        </Card>
      )}
    </GraphPage>
  );
}

function Files(props: { ranking: MiningPoolsRanking; window: string; source: string; min: number }) {
  const text = useText();
  const { ranking, window, source, min } = props;
  const parts = () =>
    mergeSmall(ranking.pools, min).map(({ miningPool, share }) => ({
      name: miningPool === undefined ? text('mining.other') : escapeInvisible(miningPool.name),
      share,
      colour: `--category-${(miningPool && miningPoolColour(miningPool.slug)) ?? 'none'}`,
    }));
  return <RingFiles parts={parts} source={source} name={`pools-${window}`} />;
}
