// Page `/blocks/:page` of a Liquid network.
import type { LiquidBlock } from '@glassblock/contract/liquid';
import { type MetaArgs, redirect, useLoaderData } from 'react-router';
import { useApiPrefix } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { LiquidBlockTable } from '../../../features/liquid/frame/LiquidBlockTable.tsx';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { liquidApi } from '../../../features/liquid/liquid-url.ts';
import { useReloadOnBlock } from '../../../features/mining/use-reload-on-block.ts';
import { usePageKeys } from '../../../features/shell/use-page-keys.ts';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import { MessagePage, type PageProblem } from '../../../ui/failures/MessagePage.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import pageStyles from '../../../ui/page.module.css';
import { api, page } from '../../../url.ts';

/** Blocks per page: one answer of the block list. */
const perPage = 15;

interface Data {
  number: number;
  pages: number;
  blocks: LiquidBlock[];
  problem: PageProblem | undefined;
}

/** Loads blocks by page, newest first. */
async function load({ api: ask, apiPrefix, params }: LoadKit): Promise<Loaded<Data>> {
  const number = Number(params['page'] ?? 1);
  if (!Number.isInteger(number) || number < 1 || params['page'] === undefined) throw redirect(page.blocks(''));
  const tip = await ask.get<string | number>(api.tipHeight(apiPrefix));
  if (!tip.ok) return { page: { number, pages: 1, blocks: [], problem: tip }, status: tip.status || 503 };
  const pages = Math.max(1, Math.ceil((Number(tip.body) + 1) / perPage));
  const from = Number(tip.body) - (number - 1) * perPage;
  if (from < 0) return { page: { number, pages, blocks: [], problem: undefined }, status: 404 };
  const blocks = await ask.get<LiquidBlock[]>(liquidApi.blocks(apiPrefix, from));
  if (!blocks.ok) return { page: { number, pages, blocks: [], problem: blocks }, status: blocks.status || 503 };
  return { page: { number, pages, blocks: blocks.body, problem: undefined } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [{ title: pageTitle('Blocks', matches) }];

export default function LiquidBlocksRoute() {
  const text = useText();
  const { number, pages, blocks, problem } = useLoaderData<typeof loader>();
  const to = (target: number) => page.blocks('', target);
  usePageKeys(number, pages, to);
  const prefix = useApiPrefix();
  useReloadOnBlock([api.tipHeight(prefix), liquidApi.blocks(prefix, blocks[0]?.height)], number === 1);
  return (
    <LiquidPage problem={problem}>
      {blocks.length === 0 ? (
        <MessagePage title="error.notFound.title" text="blocks.none" home />
      ) : (
        <>
          <div className={`title-block ${pageStyles.titleBlock}`}>
            <h1>{text('blocks.title')}</h1>
          </div>
          <section className={cardStyles.card} data-part="card">
            <LiquidBlockTable blocks={blocks} />
          </section>
          <Pager current={number} last={pages} to={to} />
        </>
      )}
    </LiquidPage>
  );
}
