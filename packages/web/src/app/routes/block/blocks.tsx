// Page `/blocks/:page`: the list of blocks.
import type { BlockExt } from '@glassblock/contract';
import { type MetaArgs, redirect, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePlace } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { DayDownload } from '../../../features/block/DayDownload.tsx';
import { BlockTable } from '../../../features/dashboard/LatestBlocks.tsx';
import { useReloadOnBlock } from '../../../features/mining/use-reload-on-block.ts';
import { usePageKeys } from '../../../features/shell/use-page-keys.ts';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import { MessagePage, type PageProblem, ProblemPage } from '../../../ui/failures/MessagePage.tsx';
import { useRetry } from '../../../ui/hooks/use-retry.ts';
import { Pager } from '../../../ui/Pager.tsx';
import pageStyles from '../../../ui/page.module.css';
import { api, page } from '../../../url.ts';

/** Blocks per page: one answer of the block list. */
const perPage = 15;

interface Data {
  number: number;
  pages: number;
  blocks: BlockExt[];
  problem: PageProblem | undefined;
}

/** Loads blocks by page, newest first. */
async function load({ api: ask, prefix, params }: LoadKit): Promise<Loaded<Data>> {
  const number = Number(params.page ?? 1);
  if (!Number.isInteger(number) || number < 1 || params.page === undefined) throw redirect(page.blocks(prefix));
  const tip = await ask.get<string | number>(api.tipHeight(prefix));
  if (!tip.ok) return { page: { number, pages: 1, blocks: [], problem: tip }, status: tip.status || 503 };
  const height = Number(tip.body);
  const pages = Math.max(1, Math.ceil((height + 1) / perPage));
  const from = height - (number - 1) * perPage;
  if (from < 0) return { page: { number, pages, blocks: [], problem: undefined }, status: 404 };
  const blocks = await ask.get<BlockExt[]>(api.blocks(prefix, from));
  if (!blocks.ok) return { page: { number, pages, blocks: [], problem: blocks }, status: blocks.status || 503 };
  return { page: { number, pages, blocks: blocks.body, problem: undefined } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Blocks', matches) }];

export default function BlocksRoute() {
  const text = useText();
  const { prefix } = usePlace();
  const { number, pages, blocks, problem } = useLoaderData<typeof loader>();
  const to = (target: number) => page.blocks(prefix, target);
  useWant('blocks');
  usePageKeys(number, pages, to);
  useRetry(problem !== undefined);
  // the first page has the newest; another tip of the same height has other blocks below it
  useReloadOnBlock([api.tipHeight(prefix), api.blocks(prefix, blocks[0]?.height)], number === 1);
  if (problem) {
    return (
      <main className={pageStyles.page} id="main">
        <ProblemPage problem={problem} />
      </main>
    );
  }
  return (
    <main className={pageStyles.page} id="main">
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('blocks.title')}</h1>
      </div>
      {blocks.length === 0 ? (
        <MessagePage title="error.notFound.title" text="blocks.none" home />
      ) : (
        <section className={cardStyles.card} data-part="card">
          <BlockTable blocks={blocks} wide />
        </section>
      )}
      <Pager current={number} last={pages} to={to} />
      <DayDownload />
    </main>
  );
}
