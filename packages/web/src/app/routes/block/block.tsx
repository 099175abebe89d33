// Page `/block/:id`: a block by hash or height, with its picture, audit and transactions.
import type { BlockExt, BlockStatus, HistoricalPrice, Tx } from '@glassblock/contract';
import { Link, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { PriceAt } from '../../../context/PriceAt.tsx';
import { hasValue } from '../../../context/price.ts';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { useSetMark } from '../../../context/view-store.ts';
import type { Answer, Api } from '../../../data/answer.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageCount, pageNumber } from '../../../data/page/page-number.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { revalidateOn } from '../../../data/revalidate-on.ts';
import { fetchMarking } from '../../../data/tx/marking.ts';
import { BlockAudit } from '../../../features/block/BlockAudit.tsx';
import { BlockCompare } from '../../../features/block/BlockCompare.tsx';
import { BlockDetails, BlockFacts, BlockTitle } from '../../../features/block/BlockFacts.tsx';
import { BlockInside } from '../../../features/block/BlockInside.tsx';
import blockStyles from '../../../features/block/block.module.css';
import { useAuditChoice } from '../../../features/block/use-audit.ts';
import { Strip } from '../../../features/strip/Strip.tsx';
import { useBlockKeys } from '../../../features/strip/use-block-keys.ts';
import { TxList } from '../../../features/tx-list/TxBox.tsx';
import { type ListedTx, listed } from '../../../live/reducers/listed-tx.ts';
import { useText } from '../../../messages/use-text.ts';
import { PictureTexts } from '../../../pictures/block/PictureTexts.tsx';
import bannerStyles from '../../../ui/banner.module.css';
import { MessagePage, ProblemPage } from '../../../ui/failures/MessagePage.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import pageStyles from '../../../ui/page.module.css';
import { api, page } from '../../../url.ts';

/** Transactions per answer. */
const perAnswer = 25;

type Data =
  | {
      kind: 'block';
      block: BlockExt;
      stale: boolean;
      /** Price when it was mined. */
      prices: HistoricalPrice | undefined;
      /** The block of the best chain in place of a stale one. */
      winner: BlockExt | undefined;
      txs: ListedTx[];
      number: number;
      txProblem: string | undefined;
    }
  | { kind: 'unknown'; what: string }
  | { kind: 'problem'; problem: { status: number; message: string } };

/** Loads a block by hash with one page of its transactions; a height redirects to the hash. */
async function load({
  api: ask,
  prefix,
  network,
  params,
  query,
  site,
}: LoadKit): Promise<{ page: Data; status?: number }> {
  const id = (params.id ?? '').toLowerCase();
  if (/^\d{1,9}$/.test(id)) {
    const hash = await ask.get<string>(api.hashAt(prefix, id));
    if (hash.ok) throw redirect(page.block(prefix, hash.body.trim()));
    if (hash.status === 404) return { page: { kind: 'unknown', what: id }, status: 404 };
    return { page: { kind: 'problem', problem: hash }, status: hash.status || 503 };
  }
  if (!/^[0-9a-f]{64}$/.test(id)) return { page: { kind: 'unknown', what: params.id ?? '' }, status: 404 };
  const number = pageNumber(query.get('page'));
  const [block, status, txs, marking] = await Promise.all([
    ask.get<BlockExt>(api.block(prefix, id)),
    ask.get<BlockStatus>(api.blockStatus(prefix, id)),
    txsOnPage(ask, prefix, id, (number - 1) * site.itemsPerPage, site.itemsPerPage),
    fetchMarking(),
  ]);
  if (!block.ok) {
    if (block.status === 404) return { page: { kind: 'unknown', what: id }, status: 404 };
    return { page: { kind: 'problem', problem: block }, status: block.status || 503 };
  }
  const last = pageCount(block.body.tx_count, site.itemsPerPage);
  if (number > last) throw redirect(page.block(prefix, id, last));
  const stale = status.ok ? !status.body.in_best_chain : block.body.stale;
  const { height, timestamp } = block.body;
  const [winner, prices] = await Promise.all([
    stale ? blockAt(ask, prefix, height) : undefined,
    hasValue(network) ? ask.get<HistoricalPrice>(api.historicalPrice(prefix, { timestamp })) : undefined,
  ]);
  return {
    page: {
      kind: 'block',
      block: block.body,
      stale,
      winner,
      prices: prices?.ok ? prices.body : undefined,
      txs: txs.ok ? txs.body.map((tx) => listed(tx, marking)) : [],
      number,
      txProblem: txs.ok ? undefined : txs.message,
    },
  };
}

/** Loads a range of a block's transactions from the answers that contain them. */
async function txsOnPage(ask: Api, prefix: string, hash: string, from: number, size: number): Promise<Answer<Tx[]>> {
  const first = from - (from % perAnswer);
  const txs: Tx[] = [];
  for (let start = first; start < from + size; start += perAnswer) {
    const answer = await ask.get<Tx[]>(api.blockTxs(prefix, hash, start), 'once');
    // a request beyond the end fails
    if (!answer.ok && start > first && answer.status === 404) break;
    if (!answer.ok) return answer;
    txs.push(...answer.body);
    if (answer.body.length < perAnswer) break;
  }
  return { ok: true, body: txs.slice(from - first, from - first + size) };
}

/** The block of the best chain at a height; undefined when there is none, or it is unknown. */
async function blockAt(ask: Api, prefix: string, height: number): Promise<BlockExt | undefined> {
  const hash = await ask.get<string>(api.hashAt(prefix, String(height)));
  const block = hash.ok ? await ask.get<BlockExt>(api.block(prefix, hash.body.trim())) : undefined;
  return block?.ok ? block.body : undefined;
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

export default function BlockRoute() {
  const data = useLoaderData<typeof loader>();
  const { label } = usePlace();
  useWant('blocks', 'mempool-blocks');
  useSetMark(data.kind === 'block' ? { kind: 'block', height: data.block.height } : undefined);
  useBlockKeys(data.kind === 'block' ? { kind: 'block', height: data.block.height } : undefined);
  return (
    <>
      <Strip />
      <main className={pageStyles.page} id="main">
        {data.kind === 'problem' && <ProblemPage problem={data.problem} />}
        {data.kind === 'unknown' && (
          <MessagePage
            title="block.notFound.title"
            text="block.notFound.text"
            values={{ what: data.what, network: label }}
            home
          />
        )}
        {data.kind === 'block' && (
          <PictureTexts>
            <BlockPage data={data} />
          </PictureTexts>
        )}
      </main>
    </>
  );
}

function BlockPage({ data }: { data: Extract<Data, { kind: 'block' }> }) {
  const text = useText();
  const { prefix } = usePlace();
  const { block } = data;
  const { audit, itemsPerPage } = useSite();
  const choice = useAuditChoice();
  const isAudited = audit === true && block.extras.matchRate !== null;
  const toggle = isAudited && (
    <Link
      className="button quiet-button"
      to={choice.other}
      replace
      preventScrollReset
      onClick={choice.keep}
      data-cy="audit-toggle"
    >
      {text(choice.isShown ? 'compare.hide' : 'compare.show')}
    </Link>
  );
  const pager = (second: boolean) => (
    <Pager
      current={data.number}
      last={Math.ceil(block.tx_count / itemsPerPage)}
      to={(number) => page.block(prefix, block.id, number)}
      second={second}
      always
    />
  );
  return (
    <PriceAt time={block.timestamp} {...(data.prices && { known: data.prices })}>
      <BlockTitle block={block} stale={data.stale} winner={data.winner} />
      {data.winner ? (
        <>
          <BlockFacts block={block} />
          <BlockDetails block={block} />
          <BlockCompare
            key={block.id}
            sides={[
              { view: 'stale', title: text('block.stale'), block },
              { view: 'actual', title: text('compare.winning'), block: data.winner },
            ]}
          />
        </>
      ) : isAudited && choice.isShown ? (
        <>
          <BlockFacts block={block} />
          <BlockDetails block={block} />
          <BlockAudit key={block.id} block={block} toggle={toggle} />
        </>
      ) : (
        <div className={blockStyles.blockPage} data-part="block-page">
          <div>
            <BlockFacts block={block} />
            <BlockDetails block={block} />
          </div>
          <div>
            {toggle && <p className={blockStyles.auditToggle}>{toggle}</p>}
            <BlockInside key={block.id} block={block} />
          </div>
        </div>
      )}
      <section className="block-txs">
        <div className={`block-tx-title ${blockStyles.blockTxTitle}`}>
          <h2>{text('count.txs', { count: block.tx_count })}</h2>
          {pager(false)}
        </div>
        {data.txProblem !== undefined && (
          <p className={`${bannerStyles.banner} bad`} data-part="banner">
            {data.txProblem}
          </p>
        )}
        <TxList key={`${data.block.id}${data.number}`} txs={data.txs} />
        {pager(true)}
      </section>
    </PriceAt>
  );
}
