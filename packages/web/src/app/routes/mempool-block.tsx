import type { MempoolBlock } from '@glassblock/contract';
import { useLoaderData } from 'react-router';
import { useLive, useWant } from '../../components/live.ts';
import { useSetMark } from '../../components/mark.ts';
import { ProjectedPage } from '../../components/ProjectedPage.tsx';
import { ProblemSentence, Sentence } from '../../components/Sentence.tsx';
import { Strip } from '../../components/Strip.tsx';
import { useBlockKeys } from '../../components/use-block-keys.ts';
import { inBrowser, type LoadKit, onServer } from '../../data/load.ts';
import { api } from '../../url.ts';

/** The projected blocks; which of them is shown the page decides, since they change while one looks. */
async function load({ api: ask, prefix, params }: LoadKit) {
  const id = params.id ?? '';
  const index = /^[0-9]$/.test(id) ? Number(id) : -1;
  if (index < 0 || index > 7)
    return { page: { index: -1, blocks: [] as MempoolBlock[], problem: undefined }, status: 404 };
  const blocks = await ask.get<MempoolBlock[]>(api.mempoolBlocks(prefix));
  return blocks.ok
    ? { page: { index, blocks: blocks.body, problem: undefined } }
    : {
        page: { index, blocks: [] as MempoolBlock[], problem: { status: blocks.status, message: blocks.message } },
        status: blocks.status || 503,
      };
}

export const loader = onServer<Awaited<ReturnType<typeof load>>['page']>(load);
export const clientLoader = inBrowser<Awaited<ReturnType<typeof load>>['page']>(load);
export const meta = () => [{ title: 'Projected block · Glassblock' }];

export default function MempoolBlockRoute() {
  const { index, blocks, problem } = useLoaderData<typeof loader>();
  const live = useLive((state) => state.mempoolBlocks);
  useWant('blocks', 'mempool-blocks');
  const known = live ?? blocks;
  // When the block is gone, the highest one that is left is shown.
  const shown = index < 0 ? -1 : Math.min(index, known.length - 1);
  const block = known[shown];
  useSetMark(block && { kind: 'projected', index: shown });
  useBlockKeys(block && { kind: 'projected', index: shown });
  return (
    <>
      <Strip />
      <main className="page" id="main">
        {block ? (
          <ProjectedPage block={block} index={shown} last={shown === known.length - 1} />
        ) : problem ? (
          <ProblemSentence problem={problem} />
        ) : (
          <Sentence
            title="projected.none.title"
            text={index < 0 ? 'error.notFound.text' : 'projected.none.text'}
            home
          />
        )}
      </main>
    </>
  );
}
