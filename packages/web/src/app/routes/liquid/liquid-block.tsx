// Page `/block/:id` of a Liquid network.
import type { BlockStatus } from '@glassblock/contract';
import type { HeaderExt, LiquidBlockWithExt, LiquidTx } from '@glassblock/contract/liquid';
import { Link, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { usePlace, useSite } from '../../../context/site-context.ts';
import type { Answer, Api } from '../../../data/answer.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageCount, pageNumber } from '../../../data/page/page-number.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { revalidateOn } from '../../../data/revalidate-on.ts';
import blockStyles from '../../../features/block/block.module.css';
import { Fact } from '../../../features/liquid/frame/Fact.tsx';
import { LiquidBlockPicture } from '../../../features/liquid/frame/LiquidBlockPicture.tsx';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { useLiquidBlocks } from '../../../features/liquid/liquid-live.ts';
import { liquidApi } from '../../../features/liquid/liquid-url.ts';
import { type AssetNames, assetsOf, loadNames } from '../../../features/liquid/tx/asset-names.ts';
import { LiquidTxList } from '../../../features/liquid/tx/LiquidTxList.tsx';
import { loadMissingDeposits } from '../../../features/liquid/tx/missing-deposits.ts';
import { bytes, count, hex32, weight } from '../../../format/amount.ts';
import texts from '../../../messages/en.json?picture';
import { useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';
import cardStyles from '../../../ui/card.module.css';
import { MessagePage, type PageProblem } from '../../../ui/failures/MessagePage.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import { LeftIcon, RightIcon } from '../../../ui/icons.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import pageStyles from '../../../ui/page.module.css';
import rowsStyles from '../../../ui/rows.module.css';
import { FigureText, Moment } from '../../../ui/values.tsx';
import { api, page } from '../../../url.ts';

type Data =
  | {
      kind: 'block';
      block: LiquidBlockWithExt;
      isStale: boolean;
      txs: LiquidTx[];
      names: AssetNames;
      /** Outpoints that are claimed and not in the parent chain. */
      missing: string[];
      number: number;
      txProblem: string | undefined;
    }
  | { kind: 'unknown'; what: string }
  | { kind: 'problem'; problem: PageProblem };

/** Transactions per answer. */
const perAnswer = 25;

/** Loads a block by hash or height, and one page of its transactions. */
async function load(kit: LoadKit): Promise<{ page: Data; status?: number }> {
  const { api: ask, apiPrefix, site, params, query } = kit;
  const typed = params['id'] ?? '';
  const unknown = { page: { kind: 'unknown' as const, what: typed }, status: 404 };
  const hash = await hashOf(ask, apiPrefix, typed);
  if (hash === undefined) return unknown;
  if (!hash.ok) return hash.status === 404 ? unknown : problemOf(hash);
  const id = hash.body.trim();
  const number = pageNumber(query.get('page'));
  const [block, status, txs] = await Promise.all([
    ask.get<LiquidBlockWithExt>(liquidApi.block(apiPrefix, id)),
    ask.get<BlockStatus>(api.blockStatus(apiPrefix, id)),
    txsOnPage(ask, apiPrefix, id, (number - 1) * site.itemsPerPage, site.itemsPerPage),
  ]);
  if (!block.ok) return block.status === 404 ? unknown : problemOf(block);
  const last = pageCount(block.body.tx_count, site.itemsPerPage);
  if (number > last) throw redirect(page.block('', id, last));
  const shown = txs.ok ? txs.body : [];
  const [names, missing] = await Promise.all([
    loadNames(ask, apiPrefix, assetsOf(shown, site.liquid?.asset ?? '')),
    loadMissingDeposits(kit, shown),
  ]);
  return {
    page: {
      kind: 'block',
      block: block.body,
      isStale: status.ok && !status.body.in_best_chain,
      txs: shown,
      names,
      missing,
      number,
      txProblem: txs.ok ? undefined : txs.message,
    },
  };
}

const problemOf = (problem: PageProblem) => ({
  page: { kind: 'problem' as const, problem },
  status: problem.status || 503,
});

/** Returns the hash of a block; undefined for a text that names none. */
async function hashOf(ask: Api, prefix: string, typed: string): Promise<Answer<string> | undefined> {
  if (/^[0-9a-f]{64}$/i.test(typed)) return { ok: true, body: typed.toLowerCase() };
  return /^\d{1,9}$/.test(typed) ? ask.get<string>(api.hashAt(prefix, typed)) : undefined;
}

async function txsOnPage(
  ask: Api,
  prefix: string,
  hash: string,
  from: number,
  size: number,
): Promise<Answer<LiquidTx[]>> {
  const first = from - (from % perAnswer);
  const txs: LiquidTx[] = [];
  for (let start = first; start < from + size; start += perAnswer) {
    const answer = await ask.get<LiquidTx[]>(api.blockTxs(prefix, hash, start), 'once');
    // a request beyond the end fails
    if (!answer.ok && start > first && answer.status === 404) break;
    if (!answer.ok) return answer;
    txs.push(...answer.body);
    if (answer.body.length < perAnswer) break;
  }
  return { ok: true, body: txs.slice(from - first, from - first + size) };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const shouldRevalidate = revalidateOn('page');

export function meta({ loaderData, matches }: MetaArgs<typeof loader>) {
  const found = loaderData?.kind === 'block' ? loaderData.block : undefined;
  return found
    ? [
        { title: pageTitle(`Block ${found.height}`, matches) },
        { name: 'description', content: `Block ${found.height} with ${found.tx_count} transactions, ${found.id}` },
      ]
    : [{ title: pageTitle('Block', matches) }];
}

export default function LiquidBlockRoute() {
  const data = useLoaderData<typeof loader>();
  const { label } = usePlace();
  return (
    <LiquidPage
      texts={texts}
      strip={{ marked: data.kind === 'block' ? data.block.height : undefined }}
      problem={data.kind === 'problem' ? data.problem : undefined}
    >
      {data.kind === 'unknown' && (
        <MessagePage
          title="block.notFound.title"
          text="block.notFound.text"
          values={{ what: data.what, network: label }}
          home
        />
      )}
      {data.kind === 'block' && <BlockPage data={data} />}
    </LiquidPage>
  );
}

function BlockPage({ data }: { data: Extract<Data, { kind: 'block' }> }) {
  const text = useText();
  const { itemsPerPage } = useSite();
  const tip = useLiquidBlocks()[0]?.height ?? data.block.height;
  const { block } = data;
  const pager = (second: boolean) => (
    <Pager
      current={data.number}
      last={Math.ceil(block.tx_count / itemsPerPage)}
      to={(number) => page.block('', block.id, number)}
      second={second}
      always
    />
  );
  return (
    <>
      {data.isStale && (
        <p className={`${bannerStyles.banner} bad alert`} data-part="banner">
          {text('block.staleNotice')} <Link to={page.block('', block.height)}>{count(block.height)}</Link>
        </p>
      )}
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>
          {text(data.isStale ? 'block.stale' : block.height === 0 ? 'block.genesis' : 'block.title')}{' '}
          <span className="figure">{count(block.height)}</span>
        </h1>
        <span className={blockStyles.steps} data-part="steps">
          <Step to={page.block('', block.height + 1)} label={text('block.next')} isOff={block.height >= tip}>
            <LeftIcon />
          </Step>
          <Step to={page.block('', block.height - 1)} label={text('block.previous')} isOff={block.height === 0}>
            <RightIcon />
          </Step>
        </span>
      </div>
      <div className={blockStyles.blockPage} data-part="block-page">
        <section className={cardStyles.card} data-part="card block-facts" aria-label={text('block.details')}>
          <dl className={rowsStyles.rows} data-part="rows">
            <Fact label={text('block.hash')}>
              <Hash value={block.id} copy />
            </Fact>
            <Fact label={text('block.timestamp')}>
              <Moment time={block.timestamp} />
            </Fact>
            <Fact label={text('block.size')}>
              <FigureText figure={bytes(block.size)} />
            </Fact>
            <Fact label={text('block.weight')}>
              <FigureText figure={weight(block.weight)} />
            </Fact>
            <Fact label={text('block.version')}>
              <span className="figure">{hex32(block.version)}</span>
            </Fact>
            <Fact label={text('block.merkle')}>
              <Hash value={block.merkle_root} copy />
            </Fact>
            <SignerFacts ext={block.ext} />
          </dl>
        </section>
        <LiquidBlockPicture block={block} />
      </div>
      <section className="block-txs">
        <div className={`block-tx-title ${pageStyles.sectionHead}`}>
          <h2 className={pageStyles.sectionTitle}>{text('count.txs', { count: block.tx_count })}</h2>
          {pager(false)}
        </div>
        {data.txProblem !== undefined && (
          <p className={`${bannerStyles.banner} bad`} data-part="banner">
            {data.txProblem}
          </p>
        )}
        <LiquidTxList key={`${block.id}${data.number}`} txs={data.txs} names={data.names} missing={data.missing} />
        {pager(true)}
      </section>
    </>
  );
}

/** Links the block on one side of the strip, on which the newest is on the left. */
function Step(props: { to: string; label: string; isOff: boolean; children: React.ReactNode }) {
  if (props.isOff) return <span className="icon-button off">{props.children}</span>;
  return (
    <Link className="icon-button" to={props.to} aria-label={props.label} title={props.label}>
      {props.children}
    </Link>
  );
}

/** Shows how a block is signed: by a fixed script, or by the one of a dynamic federation. */
function SignerFacts({ ext }: { ext: HeaderExt }) {
  const text = useText();
  const isDynamic = 'current' in ext;
  return (
    <>
      <Fact label={text('liquid.block.signing')}>
        {text(isDynamic ? 'liquid.block.dynamic' : 'liquid.block.fixed')}
      </Fact>
      {isDynamic && 'signblockscript' in ext.proposed && (
        <Fact label={text('liquid.block.proposal')}>
          <Hash value={ext.proposed.signblockscript} copy />
        </Fact>
      )}
    </>
  );
}
