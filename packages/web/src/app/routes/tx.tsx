import type { Outspend, Tx } from '@glassblock/contract';
import { useEffect } from 'react';
import {
  Link,
  type MetaArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { blockVsize } from '../../components/block-facts.ts';
import { useLive, useSession, useWant } from '../../components/live.ts';
import { useSetMark } from '../../components/mark.ts';
import { ProblemSentence, Sentence } from '../../components/Sentence.tsx';
import { Strip } from '../../components/Strip.tsx';
import { TxBox } from '../../components/TxBox.tsx';
import { TxAnswer, TxDetails } from '../../components/TxFacts.tsx';
import { inBrowser, type LoadKit, onServer } from '../../data/load.ts';
import { feeRate } from '../../format/rate.ts';
import { estimatePosition, type TxView, txView } from '../../live/fold-tx.ts';
import { useText } from '../../messages/use-text.ts';
import { api, page } from '../../url.ts';

type Data =
  | { kind: 'tx'; txid: string; tx: Tx; outspends: Outspend[] }
  | { kind: 'waiting'; txid: string }
  | { kind: 'bad'; what: string }
  | { kind: 'problem'; problem: { status: number; message: string } };

/** A transaction and who spends it; `<txid>:<vout>` and `<vin>:<txid>` go to the place on its page. */
async function load({ api: ask, prefix, params }: LoadKit): Promise<{ page: Data; status?: number }> {
  const what = params.id ?? '';
  const id = what.toLowerCase();
  const output = /^([0-9a-f]{64}):(\d{1,7})$/.exec(id);
  if (output?.[1] !== undefined) throw redirect(page.output(prefix, output[1], Number(output[2])));
  const input = /^(\d{1,7}):([0-9a-f]{64})$/.exec(id);
  if (input?.[2] !== undefined) throw redirect(page.input(prefix, input[2], Number(input[1])));
  if (!/^[0-9a-f]{64}$/.test(id)) return { page: { kind: 'bad', what }, status: 404 };
  const [tx, outspends] = await Promise.all([
    ask.get<Tx>(api.tx(prefix, id)),
    ask.get<Outspend[]>(api.outspends(prefix, id)),
  ]);
  if (tx.ok) return { page: { kind: 'tx', txid: id, tx: tx.body, outspends: outspends.ok ? outspends.body : [] } };
  if (tx.status === 404) return { page: { kind: 'waiting', txid: id }, status: 404 };
  return { page: { kind: 'problem', problem: tx }, status: tx.status || 503 };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

/** Opening the scripts asks nothing anew. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;
export const meta = ({ params }: MetaArgs) => [
  { title: `Transaction ${(params.id ?? '').slice(0, 12)}… · Glassblock` },
];

export default function TxRoute() {
  const data = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks');
  if (data.kind === 'problem' || data.kind === 'bad') {
    return (
      <>
        <Strip />
        <main className="page" id="main">
          {data.kind === 'problem' ? (
            <ProblemSentence problem={data.problem} />
          ) : (
            <Sentence title="tx.bad.title" text="tx.bad.text" values={{ what: data.what }} home />
          )}
        </main>
      </>
    );
  }
  return <LiveTx key={data.txid} data={data} />;
}

/** Follows the transaction until it is confirmed; one that nobody knows appears by itself. */
function LiveTx({ data }: { data: Extract<Data, { kind: 'tx' | 'waiting' }> }) {
  const session = useSession();
  const tracked = useLive((state) => (state.tx?.txid === data.txid ? state.tx : undefined));
  const blocks = useLive((state) => state.mempoolBlocks);
  const view = txView(data.kind === 'tx' ? data : undefined, tracked);
  const pending = data.kind === 'waiting' || !data.tx.status.confirmed;
  const { txid } = data;
  const unknown = data.kind === 'waiting';
  useEffect(() => {
    if (pending) session.trackTx(txid, unknown);
    return () => session.trackTx(undefined);
  }, [session, txid, pending, unknown]);

  const position = view && (view.position ?? estimated(view, blocks));
  useSetMark(
    view?.tx.status.confirmed
      ? { kind: 'block', height: view.tx.status.block_height ?? 0 }
      : position && { kind: 'projected', index: position.block, share: 1 - position.vsize / blockVsize },
  );
  return (
    <>
      <Strip />
      <main className="page" id="main">
        {view ? (
          <TxPage view={position ? { ...view, position } : view} certain={view.position !== undefined} />
        ) : (
          <Waiting txid={txid} />
        )}
      </main>
    </>
  );
}

function estimated(view: TxView, blocks: Parameters<typeof estimatePosition>[1] | undefined) {
  const rate = feeRate(view.tx.fee, view.tx.weight);
  return view.tx.status.confirmed || rate === undefined || view.replacedBy !== undefined
    ? undefined
    : estimatePosition(rate, blocks ?? []);
}

function Waiting({ txid }: { txid: string }) {
  return (
    <Sentence title="tx.waiting.title" text="tx.waiting.text" detail={txid} home>
      <span className="pulse" aria-hidden="true" />
    </Sentence>
  );
}

function TxPage({ view, certain }: { view: TxView; certain: boolean }) {
  const text = useText();
  const scripts = useSearchParams()[0].get('showDetails') === 'true';
  return (
    <>
      <TxAnswer view={view} certain={certain} />
      <div className="section-head">
        <h2 className="section-title">{text('tx.inputsOutputs')}</h2>
        <Link
          className="button btn-outline-info"
          to={scripts ? '?' : '?showDetails=true'}
          replace
          preventScrollReset
          aria-pressed={scripts}
          role="button"
        >
          {text('tx.details')}
        </Link>
      </div>
      <TxBox tx={view.tx} place={0} outspends={view.outspends} own scripts={scripts} />
      <TxDetails tx={view.tx} />
    </>
  );
}
