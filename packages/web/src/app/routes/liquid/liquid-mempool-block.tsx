// Page `/mempool-block/:id` of a Liquid network: a projected block.
import type { MempoolBlock } from '@glassblock/contract';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { useNow } from '../../../context/clock.ts';
import { useLive } from '../../../context/live.ts';
import { useApiPrefix } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import blockStyles from '../../../features/block/block.module.css';
import { ProjectedFacts } from '../../../features/block/ProjectedFacts.tsx';
import { FeeCurveChart } from '../../../features/fees/FeeCurveChart.tsx';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { liquidApi } from '../../../features/liquid/liquid-url.ts';
import { useReloadOnBlock } from '../../../features/mining/use-reload-on-block.ts';
import nextTexts from '../../../messages/en.json?next';
import pictureTexts from '../../../messages/en.json?picture';
import { useText } from '../../../messages/use-text.ts';
import { MessagePage, type PageProblem } from '../../../ui/failures/MessagePage.tsx';
import pageStyles from '../../../ui/page.module.css';
import { Ahead } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';

/** The fee-rate curve has texts of the next block's picture. */
const texts = { ...pictureTexts, ...nextTexts };

/** Interval between blocks, ms. */
const spacingMs = 60_000;

interface Data {
  /** -1 for an invalid number. */
  index: number;
  blocks: MempoolBlock[];
  problem: PageProblem | undefined;
}

/** Loads all projected blocks: the page selects one, since they change live. */
async function load({ api: ask, apiPrefix, params }: LoadKit): Promise<Loaded<Data>> {
  const id = params['id'] ?? '';
  if (!/^\d{1,9}$/.test(id)) return { page: { index: -1, blocks: [], problem: undefined }, status: 404 };
  const index = Number(id);
  const blocks = await ask.get<MempoolBlock[]>(liquidApi.projected(apiPrefix));
  if (!blocks.ok) return { page: { index, blocks: [], problem: blocks }, status: blocks.status || 503 };
  return { page: { index, blocks: blocks.body, problem: undefined } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export function meta({ loaderData, matches }: MetaArgs<typeof loader>) {
  // the last block is shown for a number that is too large
  const index = Math.min(loaderData?.index ?? 0, (loaderData?.blocks.length ?? 1) - 1);
  return [
    { title: pageTitle(index > 0 ? `Mempool block ${index + 1}` : 'Next Block', matches) },
    { name: 'description', content: 'Fees and sizes of a projected block.' },
  ];
}

export default function LiquidMempoolBlockRoute() {
  const { index, blocks, problem } = useLoaderData<typeof loader>();
  const known = useLive((state) => state.mempoolBlocks) ?? blocks;
  useReloadOnBlock([liquidApi.projected(useApiPrefix())], true);
  // the mempool may have fewer blocks now: the last one is shown
  const shown = Math.min(index, known.length - 1);
  const block = index < 0 ? undefined : known[shown];
  return (
    <LiquidPage strip={{ projected: shown }} texts={texts} problem={problem}>
      {block !== undefined && <Projected block={block} index={shown} />}
      {block === undefined && (
        <MessagePage
          title="projected.none.title"
          text={index < 0 ? 'error.notFound.text' : 'projected.none.text'}
          home
        />
      )}
    </LiquidPage>
  );
}

function Projected({ block, index }: { block: MempoolBlock; index: number }) {
  const text = useText();
  const now = useNow();
  return (
    <>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{index === 0 ? text('projected.next') : text('projected.nth', { number: index + 1 })}</h1>
        <span className="quiet">
          <Ahead time={now + (index + 1) * spacingMs} />
        </span>
      </div>
      <div className={blockStyles.projectedPage}>
        <section className={blockStyles.projectedFacts}>
          <ProjectedFacts block={block} hasFiat={false} />
        </section>
        <section className={blockStyles.projectedFacts}>
          <FeeCurveChart block={block} txs={undefined} fileName={`projected-block-${index + 1}-fees`} />
        </section>
      </div>
      <p className={pageStyles.loadMore}>
        <Link to={page.txs('')}>{text('liquid.recent.title')}</Link>
      </p>
    </>
  );
}
