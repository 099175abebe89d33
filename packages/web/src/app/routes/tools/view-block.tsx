// Page `/view/block/:id`: the picture of a block alone.
import type { BlockExt } from '@glassblock/contract';
import { Suspense } from 'react';
import { type MetaArgs, redirect, useLoaderData } from 'react-router';
import { usePlace } from '../../../context/site-context.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { useSummary } from '../../../features/block/use-summary.ts';
import { useText } from '../../../messages/use-text.ts';
import { noFilter } from '../../../pictures/filter/filter.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { MessagePage, ProblemPage } from '../../../ui/failures/MessagePage.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { api, page } from '../../../url.ts';
import styles from './views.module.css';

const PlainPicture = lazyComponent(() => import('../../../features/tools/PlainPicture.tsx'));

export const handle = { frame: 'none' };

type Data =
  | { kind: 'block'; block: BlockExt }
  | { kind: 'unknown'; what: string }
  | { kind: 'problem'; problem: { status: number; message: string } };

/** Loads a block by hash; a height redirects to the hash. */
async function load({ api: ask, prefix, params }: LoadKit): Promise<{ page: Data; status?: number }> {
  const id = (params['id'] ?? '').toLowerCase();
  if (/^\d{1,9}$/.test(id)) {
    const hash = await ask.get<string>(api.hashAt(prefix, id));
    if (hash.ok) throw redirect(page.viewBlock(prefix, hash.body.trim()));
    if (hash.status === 404) return { page: { kind: 'unknown', what: id }, status: 404 };
    return { page: { kind: 'problem', problem: hash }, status: hash.status || 503 };
  }
  if (!/^[0-9a-f]{64}$/.test(id)) return { page: { kind: 'unknown', what: params['id'] ?? '' }, status: 404 };
  const block = await ask.get<BlockExt>(api.block(prefix, id));
  if (block.ok) return { page: { kind: 'block', block: block.body } };
  if (block.status === 404) return { page: { kind: 'unknown', what: id }, status: 404 };
  return { page: { kind: 'problem', problem: block }, status: block.status || 503 };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Block', matches) },
  { name: 'robots', content: 'noindex' },
];

/** The picture of a mined block alone. */
export default function ViewBlockRoute() {
  const data = useLoaderData<typeof loader>();
  const { label } = usePlace();
  return (
    <main className={styles.bareView} id="main">
      {data.kind === 'problem' && <ProblemPage problem={data.problem} />}
      {data.kind === 'unknown' && (
        <MessagePage
          title="block.notFound.title"
          text="block.notFound.text"
          values={{ what: data.what, network: label }}
          home
        />
      )}
      {data.kind === 'block' && <Picture block={data.block} />}
    </main>
  );
}

function Picture({ block }: { block: BlockExt }) {
  const text = useText();
  const { txs, failed } = useSummary(block.id);
  return (
    <>
      <h1 className="off-screen">{text('bare.block', { height: block.height })}</h1>
      {failed && (
        <p className={`${bannerStyles.banner} bad`} data-part="banner">
          {text('bare.failed')}
        </p>
      )}
      {txs && (
        <Suspense>
          <PlainPicture txs={txs} filter={noFilter} />
        </Suspense>
      )}
    </>
  );
}
