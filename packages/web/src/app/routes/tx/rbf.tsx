// Page `/rbf`: the latest replacements.
import type { RbfTree } from '@glassblock/contract';
import { useEffect } from 'react';
import { Link, type MetaArgs, useLoaderData, useLocation, useNavigate } from 'react-router';
import { useLive, useSession, useWant } from '../../../context/live.ts';
import { usePlace } from '../../../context/site-context.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { Strip } from '../../../features/strip/Strip.tsx';
import { RbfTimeline } from '../../../features/tx/RbfTimeline.tsx';
import txListStyles from '../../../features/tx-list/tx-list.module.css';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import { ProblemPage } from '../../../ui/failures/MessagePage.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import pageStyles from '../../../ui/page.module.css';
import segmentsStyles from '../../../ui/segments.module.css';
import { Age } from '../../../ui/values.tsx';
import { api, page } from '../../../url.ts';
import txListsStyles from './tx-lists.module.css';

/** Trees per answer. */
const perPage = 25;

type Data =
  | { kind: 'trees'; trees: RbfTree[]; fullOnly: boolean; after: string | undefined }
  | { kind: 'problem'; problem: { status: number; message: string } };

/** Loads the latest replacements, or those after one of them. */
async function load({ api: ask, prefix, query }: LoadKit): Promise<{ page: Data; status?: number }> {
  const fullOnly = query.get('full') === 'true';
  const given = query.get('after') ?? '';
  const after = /^[0-9a-f]{64}$/.test(given) ? given : undefined;
  const trees = await ask.get<RbfTree[]>(api.replacements(prefix, fullOnly, after));
  if (!trees.ok) return { page: { kind: 'problem', problem: trees }, status: trees.status || 503 };
  return { page: { kind: 'trees', trees: trees.body, fullOnly, after } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('RBF Replacements', matches) },
  { name: 'description', content: 'Bitcoin transactions replaced by a higher fee (RBF).' },
];

export default function RbfRoute() {
  const data = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks');
  return (
    <>
      <Strip />
      <main className={pageStyles.page} id="main">
        {data.kind === 'problem' ? <ProblemPage problem={data.problem} /> : <Replacements data={data} />}
      </main>
    </>
  );
}

function Replacements({ data }: { data: Extract<Data, { kind: 'trees' }> }) {
  const text = useText();
  const { prefix } = usePlace();
  const session = useSession();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const { fullOnly, after } = data;
  const isLatest = after === undefined;
  useEffect(() => {
    if (hash === '#fullrbf') void navigate(page.rbf(prefix, true), { replace: true });
  }, [hash, navigate, prefix]);
  useEffect(() => {
    if (isLatest) session.trackRbf(fullOnly ? 'fullRbf' : 'all');
    return () => session.trackRbf(undefined);
  }, [session, fullOnly, isLatest]);
  const live = useLive((state) => state.rbfTrees);
  const trees = (isLatest ? live : undefined) ?? data.trees;
  const last = trees.at(-1);
  return (
    <>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('rbf.title')}</h1>
        <nav
          className={`${segmentsStyles.segments} ${segmentsStyles.links}`}
          data-part="segments"
          aria-label={text('rbf.mode')}
        >
          <Link to={page.rbf(prefix)} aria-current={fullOnly ? undefined : 'page'}>
            {text('rbf.all')}
          </Link>
          <Link to={page.rbf(prefix, true)} aria-current={fullOnly ? 'page' : undefined}>
            {text('rbf.full')}
          </Link>
        </nav>
      </div>
      <p className={`quiet ${pageStyles.pageIntro}`}>{text(fullOnly ? 'rbf.fullIntro' : 'rbf.intro')}</p>
      {trees.length === 0 && (
        <div
          className={`${cardStyles.card} no-replacements ${txListsStyles.noReplacements}`}
          data-part="card"
          role="status"
        >
          <p className="strong">{text('rbf.none')}</p>
          <p className="quiet">{text('rbf.none.text')}</p>
        </div>
      )}
      <div className={txListsStyles.trees}>
        {trees.map((tree) => (
          <Tree key={tree.tx.txid} tree={tree} />
        ))}
      </div>
      {trees.length >= perPage && last && (
        <p className={pageStyles.loadMore} data-part="load-more">
          <Link className="button" to={page.rbf(prefix, fullOnly, last.tx.txid)}>
            {text('rbf.more')}
          </Link>
        </p>
      )}
    </>
  );
}

function Tree({ tree }: { tree: RbfTree }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <article className={`${cardStyles.card} tree ${txListsStyles.tree}`} data-part="card">
      <header className={txListStyles.txHead} data-part="tx-head">
        <Hash value={tree.tx.txid} to={page.tx(prefix, tree.tx.txid)} tail={12} />
        <span className={txListsStyles.treeMarks}>
          {(tree.mined || tree.tx.mined) && <span className="badge ok">{text('rbf.status.mined')}</span>}
          {tree.fullRbf && <span className="badge warn">{text('rbf.status.full')}</span>}
          {tree.time > 0 && (
            <span className="quiet">
              <Age time={tree.time} />
            </span>
          )}
        </span>
      </header>
      <RbfTimeline tree={tree} />
    </article>
  );
}
