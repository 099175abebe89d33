// Page `/sp/:key`: documents whose time stamps SimpleProof has verified.
import type { ProofRecords } from '@glassblock/contract';
import { type MetaArgs, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { proofsApi, proofsPage } from '../../../data/operator/operator-url.ts';
import { type ProofPage, proofRows } from '../../../data/operator/proof-rows.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import styles from '../../../features/operator/operator.module.css';
import { ProofTable } from '../../../features/operator/ProofTable.tsx';
import texts from '../../../messages/en.json?operator';
import { useText } from '../../../messages/use-text.ts';
import { Failed } from '../../../ui/failures/Failed.tsx';
import type { PageProblem } from '../../../ui/failures/MessagePage.tsx';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import pageStyles from '../../../ui/page.module.css';

interface Data {
  key: string;
  current: number;
  /** Undefined with a problem, and for an unknown collection. */
  proofs?: ProofPage;
  problem?: PageProblem;
}

const perPage = 25;

async function load({ api: ask, site, network, params, query }: LoadKit): Promise<Loaded<Data>> {
  const key = params['key'] ?? '';
  const asked = query.get('page') ?? '1';
  const current = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
  const none: Data = { key, current };
  if (site.proofs !== true || network !== site.rootNetwork) return { page: none, status: 404 };
  const answer = await ask.get<ProofRecords>(proofsApi(key), 'once');
  if (!answer.ok) {
    const { status, message } = answer;
    return status === 404
      ? { page: none, status }
      : { page: { ...none, problem: { status, message } }, status: status || 503 };
  }
  return { page: { ...none, proofs: proofRows(answer.body, current, perPage) } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Verified documents', matches) },
  { name: 'description', content: 'Documents whose time stamps in the blockchain are verified.' },
];

export default function ProofsRoute() {
  return (
    <MoreTexts texts={texts}>
      <ProofsPage />
    </MoreTexts>
  );
}

function ProofsPage() {
  const text = useText();
  const { key, current, proofs, problem } = useLoaderData<typeof loader>();
  useWant('blocks', 'stats');
  if (proofs === undefined && problem === undefined) return <PageUnavailable />;
  return (
    <main className={pageStyles.page} id="main">
      <h1>{text('proofs.title')}</h1>
      <p className={`quiet ${styles.intro}`}>{text('proofs.intro')}</p>
      {problem && <Failed problem={problem} />}
      {proofs &&
        (proofs.count === 0 ? (
          <p className="quiet">{text('proofs.none')}</p>
        ) : (
          <>
            <p className={`quiet ${styles.count}`}>{text('proofs.count', { name: key, count: proofs.count })}</p>
            {proofs.rows.length > 0 && <ProofTable rows={proofs.rows} />}
            <Pager current={current} last={proofs.pages} to={(number) => proofsPage(key, number)} />
          </>
        ))}
    </main>
  );
}
