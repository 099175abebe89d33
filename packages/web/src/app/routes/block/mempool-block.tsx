// Page `/mempool-block/:id`: a projected block, also of an earlier minute.
import type { MempoolAt, MempoolBlock } from '@glassblock/contract';
import { type MetaArgs, useLoaderData } from 'react-router';
import { useLive, useWant } from '../../../context/live.ts';
import { useSetMark } from '../../../context/view-store.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { revalidateOn } from '../../../data/revalidate-on.ts';
import { stackSize } from '../../../features/block/block-facts.ts';
import { ProjectedPage } from '../../../features/block/ProjectedPage.tsx';
import { Strip } from '../../../features/strip/Strip.tsx';
import { useBlockKeys } from '../../../features/strip/use-block-keys.ts';
import { PictureTexts } from '../../../pictures/block/PictureTexts.tsx';
import { MessagePage, type PageProblem, ProblemPage } from '../../../ui/failures/MessagePage.tsx';
import pageStyles from '../../../ui/page.module.css';
import { api } from '../../../url.ts';

interface Data {
  /** -1 for an invalid number. */
  index: number;
  blocks: MempoolBlock[];
  problem: PageProblem | undefined;
  /** The mempool at the requested time. */
  past: MempoolAt | undefined;
  /** There is no data for the requested time. */
  unknownTime: boolean;
}

const nothing = { blocks: [], problem: undefined, past: undefined, unknownTime: false };

/** Loads the projected blocks; the page selects one, since they change live. `?at=` is a time. */
async function load({ api: ask, prefix, params, query }: LoadKit): Promise<Loaded<Data>> {
  const id = params.id ?? '';
  const index = /^\d{1,9}$/.test(id) ? Number(id) : -1;
  if (index < 0) return { page: { ...nothing, index }, status: 404 };
  const at = query.get('at') ?? '';
  const time = /^[1-9]\d{0,10}$/.test(at) ? Number(at) : undefined;
  const [blocks, past] = await Promise.all([
    ask.get<MempoolBlock[]>(api.mempoolBlocks(prefix)),
    time === undefined ? undefined : ask.get<MempoolAt>(api.mempoolAt(prefix, time)),
  ]);
  if (!blocks.ok) return { page: { ...nothing, index, problem: blocks }, status: blocks.status || 503 };
  return {
    page: {
      index,
      blocks: blocks.body,
      problem: undefined,
      past: past?.ok ? past.body : undefined,
      unknownTime: past !== undefined && !past.ok,
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const shouldRevalidate = revalidateOn('at');

export function meta({ loaderData, matches }: MetaArgs<typeof loader>) {
  const blocks = loaderData?.past?.['mempool-blocks'] ?? loaderData?.blocks ?? [];
  const index = Math.min(loaderData?.index ?? 0, blocks.length - 1);
  const block = blocks[index];
  const stack = block && index === blocks.length - 1 ? stackSize(block) : 1;
  const name = stack > 1 ? `Stack of ${stack} mempool blocks` : index > 0 ? `Mempool block ${index + 1}` : 'Next Block';
  return [
    { title: pageTitle(name, matches) },
    {
      name: 'description',
      content: 'Transactions and fee rates of the next projected Bitcoin block.',
    },
  ];
}

export default function MempoolBlockRoute() {
  const { index, blocks, problem, past, unknownTime } = useLoaderData<typeof loader>();
  const live = useLive((state) => state.mempoolBlocks);
  useWant('blocks', 'mempool-blocks');
  const known = past?.['mempool-blocks'] ?? live ?? blocks;
  // When the block disappears, the highest remaining one is shown.
  const shown = index < 0 ? -1 : Math.min(index, known.length - 1);
  const block = known[shown];
  const mark = block && !past ? ({ kind: 'projected', index: shown } as const) : undefined;
  useSetMark(mark);
  useBlockKeys(mark);
  return (
    <>
      <Strip />
      <main className={pageStyles.page} id="main">
        <PictureTexts>
          {block ? (
            <ProjectedPage
              block={block}
              index={shown}
              last={shown === known.length - 1}
              past={past}
              unknownTime={unknownTime}
            />
          ) : problem ? (
            <ProblemPage problem={problem} />
          ) : (
            <MessagePage
              title={index === 0 ? 'projected.empty.title' : 'projected.none.title'}
              text={index < 0 ? 'error.notFound.text' : index === 0 ? 'projected.empty.text' : 'projected.none.text'}
              home
            />
          )}
        </PictureTexts>
      </main>
    </>
  );
}
