// Page `/tx/:id`: a transaction.
import { useEffect, useRef } from 'react';
import {
  Link,
  type MetaArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useRevalidator,
} from 'react-router';
import { useLive, useSession, useWant } from '../../../context/live.ts';
import { PriceAt } from '../../../context/PriceAt.tsx';
import { usePlace } from '../../../context/site-context.ts';
import { useSetMark } from '../../../context/view-store.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { loadTx, type TxData } from '../../../data/tx/tx-data.ts';
import { blockVsize } from '../../../features/block/block-facts.ts';
import { TxChannelsContext } from '../../../features/lightning/channel/TxChannelBadges.tsx';
import { Strip } from '../../../features/strip/Strip.tsx';
import { AccelerateButton, AccelerateSection, useAccelerator } from '../../../features/tx/AccelerateSection.tsx';
import { ClusterSection, hasRelatives } from '../../../features/tx/ClusterSection.tsx';
import { FlowSection } from '../../../features/tx/FlowDiagram.tsx';
import { RbfSection } from '../../../features/tx/RbfTimeline.tsx';
import { InOutSection } from '../../../features/tx/scripts/InOutSection.tsx';
import { TxDetails, TxFacts } from '../../../features/tx/TxFacts.tsx';
import { TxStoryPanel } from '../../../features/tx/TxStory.tsx';
import txStyles from '../../../features/tx/tx.module.css';
import { useMiningPools } from '../../../features/tx/use-mining-pools.ts';
import { feeRate } from '../../../format/rate.ts';
import { truncate } from '../../../format/truncate.ts';
import { effectiveRate, estimatePosition, type TxView, txView } from '../../../live/reducers/fold-tx.ts';
import { isPaid } from '../../../live/reducers/tx-acceleration.ts';
import { txStory } from '../../../live/reducers/tx-story.ts';
import { useText } from '../../../messages/use-text.ts';
import { duplicateCoinbases } from '../../../script/duplicates.ts';
import { featureHeights } from '../../../script/tx-input/feature-heights.ts';
import { useTxSound } from '../../../sound/use-sound.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { MessagePage, ProblemPage } from '../../../ui/failures/MessagePage.tsx';
import messageStyles from '../../../ui/failures/message-page.module.css';
import { Hash } from '../../../ui/Hash.tsx';
import pageStyles from '../../../ui/page.module.css';
import { page } from '../../../url.ts';

/** Loads a transaction; `<txid>:<vout>` and `<vin>:<txid>` redirect to the position on its page. */
async function load(kit: LoadKit): Promise<{ page: TxData; status?: number }> {
  const { prefix, params } = kit;
  const what = params.id ?? '';
  const id = what.toLowerCase();
  const output = /^([0-9a-f]{64}):(\d{1,7})$/.exec(id);
  if (output?.[1] !== undefined) throw redirect(page.output(prefix, output[1], Number(output[2])));
  const input = /^(\d{1,7}):([0-9a-f]{64})$/.exec(id);
  if (input?.[2] !== undefined) throw redirect(page.input(prefix, input[2], Number(input[1])));
  if (!/^[0-9a-f]{64}$/.test(id)) return { page: { kind: 'bad', what }, status: 404 };
  return loadTx(kit, id);
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

/** Opening the scripts reloads nothing; only another transaction does, or the page itself when needed. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;
export const meta = ({ params, matches }: MetaArgs) => [
  { title: pageTitle(`Transaction ${truncate(params.id ?? '')}`, matches) },
  {
    name: 'description',
    content: `Bitcoin transaction ${params.id ?? ''}: status, fee, inputs and outputs.`,
  },
];

export default function TxRoute() {
  const data = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks');
  if (data.kind === 'problem' || data.kind === 'bad') {
    return (
      <>
        <Strip />
        <main className={pageStyles.page} id="main">
          {data.kind === 'problem' ? (
            <ProblemPage problem={data.problem} />
          ) : (
            <MessagePage title="tx.bad.title" text="tx.bad.text" values={{ what: data.what }} home />
          )}
        </main>
      </>
    );
  }
  return <LiveTx key={data.txid} data={data} />;
}

/** Follows the transaction until it is confirmed; an unknown one appears when it arrives. */
function LiveTx({ data }: { data: Extract<TxData, { kind: 'tx' | 'waiting' }> }) {
  const session = useSession();
  const { revalidate } = useRevalidator();
  const tracked = useLive((state) => (state.tx?.txid === data.txid ? state.tx : undefined));
  const blocks = useLive((state) => state.mempoolBlocks);
  const tip = useLive((state) => state.blocks[0]?.height);
  const loaded = data.kind === 'tx' ? data : undefined;
  const known = txView(loaded, tracked);
  const miningPools = useMiningPools(loaded?.miningPools, known?.acceleration?.state === 'pending');
  const view = known && { ...known, ...(miningPools && { miningPools }) };
  useTxSound(tracked, isPaid(view?.acceleration));
  const { txid } = data;
  const isUnknown = loaded === undefined || loaded.removed === true;
  const isPending = isUnknown || !loaded.tx.status.confirmed;
  useEffect(() => {
    if (isPending) session.trackTx(txid, isUnknown);
    return () => session.trackTx(undefined);
  }, [session, txid, isPending, isUnknown]);

  // A block without it may conflict with it, and evictions are not always reported.
  const isOpen = view !== undefined && !view.tx.status.confirmed && !view.removed;
  const isReplaced = isOpen && view.replacedBy !== undefined;
  const asked = `${tip ?? ''} ${isReplaced}`;
  // The result of an acceleration is known after the block.
  useRefetchOn(asked, isOpen || view?.acceleration?.state === 'settling', revalidate);
  // Just confirmed: the server now has its miner and its package.
  useRefetchOn(String(tracked?.block?.id ?? ''), tracked?.block !== undefined, revalidate);

  const estimate = view && isOpen && !isReplaced ? estimated(view, blocks) : undefined;
  const position = view?.position ?? estimate;
  useSetMark(
    view?.tx.status.confirmed
      ? { kind: 'block', height: view.tx.status.block_height ?? 0 }
      : position && { kind: 'projected', index: position.block, share: 1 - position.vsize / blockVsize },
  );
  return (
    <>
      <Strip />
      <main className={`${pageStyles.page} ${txStyles.txPage}`} id="main">
        {view ? (
          <PriceAt time={view.tx.status.block_time} {...(loaded?.prices && { known: loaded.prices })}>
            <TxChannelsContext value={loaded?.channels}>
              <TxPage
                view={view}
                story={txStory(view, tip, estimate)}
                {...(loaded?.forecast && isOpen && { forecast: loaded.forecast })}
              />
            </TxChannelsContext>
          </PriceAt>
        ) : (
          <Waiting txid={txid} />
        )}
      </main>
    </>
  );
}

/** Reloads when `mark` changes, but not for its initial value. */
function useRefetchOn(mark: string, isWanted: boolean, ask: () => Promise<void>): void {
  const seen = useRef(mark);
  useEffect(() => {
    if (seen.current === mark) return;
    seen.current = mark;
    if (isWanted) void ask();
  }, [mark, isWanted, ask]);
}

function estimated(view: TxView, blocks: Parameters<typeof estimatePosition>[1] | undefined) {
  const rate = effectiveRate(view);
  return rate === undefined ? undefined : estimatePosition(rate, blocks ?? []);
}

function Waiting({ txid }: { txid: string }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <MessagePage title="tx.waiting.title" text="tx.waiting.text" home>
      <span className={messageStyles.pulse} aria-hidden="true" />
      <Hash value={txid} copy tail={12} />
      <p className="quiet">{text('waiting.known')}</p>
      <p className="quiet">
        <Link to={page.fate(prefix, txid)}>{text('fate.link')}</Link> ·{' '}
        <Link to={page.push(prefix)}>{text('waiting.push')}</Link>
      </p>
    </MessagePage>
  );
}

type PageProps = Omit<Parameters<typeof TxStoryPanel>[0], 'view'> & { view: TxView };

function TxPage({ view, story, forecast }: PageProps) {
  const text = useText();
  const { prefix, network } = usePlace();
  const { tx, cpfp, rbf } = view;
  const twins = duplicateCoinbases(tx.txid);
  const accelerator = useAccelerator();
  const canAccelerate = accelerator.hasButton && story.kind === 'pending' && view.acceleration === undefined;
  return (
    <>
      {view.replacedBy !== undefined && (
        <p
          className={`${bannerStyles.banner} bad alert ${bannerStyles.alert} alert-replaced ${txStyles.alertReplaced}`}
          data-part="banner"
        >
          {text('tx.replacedBy')} <Hash value={view.replacedBy} to={page.tx(prefix, view.replacedBy)} />
        </p>
      )}
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('tx.title')}</h1>
        <Hash value={tx.txid} copy tail={12} className={pageStyles.titleHash} part="title-hash" />
      </div>
      {twins && (
        <p className={`${bannerStyles.banner} info`} data-part="banner">
          {text('tx.duplicate', { first: twins[0], second: twins[1] })}
        </p>
      )}
      <TxStoryPanel
        view={view}
        story={story}
        {...(forecast && { forecast })}
        action={canAccelerate && <AccelerateButton txid={tx.txid} {...accelerator} />}
      />
      {accelerator.isOpen && <AccelerateSection txid={tx.txid} />}
      <TxFacts view={view} heights={featureHeights(network)} />
      {hasRelatives(cpfp) && <ClusterSection cpfp={cpfp} txid={tx.txid} ownRate={feeRate(tx.fee, tx.weight) ?? 0} />}
      {rbf && rbf.replaces.length > 0 && <RbfSection tree={rbf} txid={tx.txid} />}
      <FlowSection tx={tx} outspends={view.outspends} />
      <InOutSection tx={tx} outspends={view.outspends} />
      <TxDetails view={view} />
    </>
  );
}
