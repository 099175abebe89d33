// Page `/txs`: transactions as they enter the mempool.
import type { V1RecentTx } from '@glassblock/contract';
import { useEffect, useRef, useState } from 'react';
import { type MetaArgs, useLoaderData } from 'react-router';
import { useSession, useWant } from '../../../context/live.ts';
import { usePreferences } from '../../../context/preferences.tsx';
import { usePlace } from '../../../context/site-context.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { Strip } from '../../../features/strip/Strip.tsx';
import { count } from '../../../format/amount.ts';
import { type RecentLine, withNews } from '../../../live/reducers/recent-txs.ts';
import { useText } from '../../../messages/use-text.ts';
import { BlockSpace, useBlockSpaceLabel } from '../../../ui/BlockSpace.tsx';
import cardStyles from '../../../ui/card.module.css';
import { FiatValue, useIsPriced } from '../../../ui/FiatValue.tsx';
import { ProblemPage } from '../../../ui/failures/MessagePage.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import listStyles from '../../../ui/list.module.css';
import pageStyles from '../../../ui/page.module.css';
import segmentsStyles from '../../../ui/segments.module.css';
import { Amount, FeeRateText } from '../../../ui/values.tsx';
import { api, page } from '../../../url.ts';
import txListsStyles from './tx-lists.module.css';

const limits = [10, 50, 100, 500, 1000] as const;
const max = 1000;
/** Scrolled further down than this, the list does not move. */
const topPx = 80;

type Data = { kind: 'txs'; txs: V1RecentTx[] } | { kind: 'problem'; problem: { status: number; message: string } };

/** Loads the newest mempool transactions. */
async function load({ api: ask, prefix }: LoadKit): Promise<{ page: Data; status?: number }> {
  const txs = await ask.get<V1RecentTx[]>(api.recentTxs(prefix));
  if (!txs.ok) return { page: { kind: 'problem', problem: txs }, status: txs.status || 503 };
  return { page: { kind: 'txs', txs: txs.body } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Recent transactions', matches) },
  { name: 'description', content: 'Recent Bitcoin transactions as they enter the mempool.' },
];

export default function TxsRoute() {
  const data = useLoaderData<typeof loader>();
  const { prefix } = usePlace();
  useWant('blocks', 'mempool-blocks', 'stats');
  return (
    <>
      <Strip />
      <main className={pageStyles.page} id="main">
        {data.kind === 'problem' ? (
          <ProblemPage problem={data.problem} />
        ) : (
          <RecentList key={prefix} first={data.txs} />
        )}
      </main>
    </>
  );
}

/** Transactions of the page. */
interface RecentTxs {
  /** All, newest first. */
  all: readonly RecentLine[];
  /** Those in the table. */
  shown: readonly RecentLine[];
}

/**
 * Returns the newest transactions, live. Those in the table change only while `follows` returns true.
 * @param first from the loader
 */
function useRecentTxs(first: readonly RecentLine[], follows: () => boolean): RecentTxs & { showAll(): void } {
  const { store } = useSession();
  const [txs, setTxs] = useState<RecentTxs>({ all: first, shown: first });
  const latestFollows = useRef(follows);
  latestFollows.current = follows;
  // The listener sets the state itself. An effect that did so after rendering the live state would nest one update per
  // message when messages have queued up, and React rejects 50 of them.
  useEffect(() => {
    const add = (news: readonly RecentLine[]) =>
      setTxs(({ all: before, shown }) => {
        const all = withNews(before, news, max);
        return { all, shown: latestFollows.current() ? all : shown };
      });
    add(store.getState().transactions);
    return store.subscribe((state, before) => {
      if (state.transactions !== before.transactions) add(state.transactions);
    });
  }, [store]);
  return { ...txs, showAll: () => setTxs(({ all }) => ({ all, shown: all })) };
}

function RecentList({ first }: { first: readonly RecentLine[] }) {
  const text = useText();
  const [limit, setLimit] = useState<number>(50);
  const [isPaused, setPaused] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const isAtTop = () => window.scrollY <= (top.current?.offsetTop ?? 0) + topPx;
  const { all, shown, showAll } = useRecentTxs(first, () => !isPaused && isAtTop());
  const pause = (paused: boolean) => {
    setPaused(paused);
    if (!paused && isAtTop()) showAll();
  };
  const seen = new Set(shown.map(({ txid }) => txid));
  const waiting = all.filter(({ txid }) => !seen.has(txid)).length;
  return (
    <>
      <div className={`title-block ${pageStyles.titleBlock}`} ref={top}>
        <h1>{text('txs.title')}</h1>
        <ListControls limit={limit} setLimit={setLimit} isPaused={isPaused} setPaused={pause} />
      </div>
      <p className={`quiet ${pageStyles.pageIntro}`}>{text('txs.intro')}</p>
      {waiting > 0 && !isPaused && (
        <p className={txListsStyles.newPill} role="status">
          <button
            type="button"
            className="button"
            data-cy="new-tx-pill"
            onClick={() => {
              showAll();
              window.scrollTo({ top: 0 });
            }}
          >
            {text('txs.new', { count: waiting })}
          </button>
        </p>
      )}
      <section className={cardStyles.card} data-part="card">
        {shown.length === 0 ? <p className="quiet">{text('txs.none')}</p> : <RecentTable txs={shown} limit={limit} />}
      </section>
    </>
  );
}

/** Chooses the length of the list and pauses it. */
function ListControls(props: {
  limit: number;
  setLimit(limit: number): void;
  isPaused: boolean;
  setPaused(isPaused: boolean): void;
}) {
  const text = useText();
  const { limit, setLimit, isPaused, setPaused } = props;
  return (
    <div className={`${txListsStyles.txsControls} js-only`}>
      <fieldset className={segmentsStyles.segments} data-part="segments" aria-label={text('txs.limit')}>
        {limits.map((each) => (
          <button
            key={each}
            type="button"
            data-cy={`limit-${each}`}
            aria-pressed={limit === each}
            onClick={() => setLimit(each)}
          >
            {each}
          </button>
        ))}
      </fieldset>
      <button
        type="button"
        className="button"
        data-cy="btn-pause"
        aria-pressed={isPaused}
        onClick={() => setPaused(!isPaused)}
      >
        {text(isPaused ? 'txs.resume' : 'txs.pause')}
      </button>
    </div>
  );
}

/** Shows the first transactions of the list; rows that are missing yet are placeholders. */
function RecentTable({ txs, limit }: { txs: readonly RecentLine[]; limit: number }) {
  const text = useText();
  const room = useBlockSpaceLabel();
  const isPriced = useIsPriced();
  const { currency } = usePreferences().preferences;
  const { prefix } = usePlace();
  return (
    <table
      className={`${listStyles.list} ${listStyles.stacking} ${listStyles.roomy} txs-table`}
      data-part="list stacking"
      data-cy="transactions-list"
    >
      <thead>
        <tr>
          <th>{text('tx.id')}</th>
          <th className={listStyles.number}>{text('recent.amount')}</th>
          {isPriced && <th className={listStyles.number}>{currency}</th>}
          <th className={listStyles.number}>{text(room)}</th>
          <th className={listStyles.number}>{text('tx.fee')}</th>
          <th className={listStyles.number}>{text('tx.feeRate')}</th>
        </tr>
      </thead>
      <tbody>
        {txs.slice(0, limit).map(({ txid, value, vsize, fee }) => (
          <tr key={txid}>
            <td data-label={text('tx.id')}>
              <Hash value={txid} to={page.tx(prefix, txid)} />
            </td>
            <td className={listStyles.number} data-label={text('recent.amount')}>
              <Amount sats={value} />
            </td>
            {isPriced && (
              <td className={`${listStyles.number} table-cell-fiat ${listStyles.tableCellFiat}`} data-label={currency}>
                <FiatValue sats={value} />
              </td>
            )}
            <td className={listStyles.number} data-label={text(room)}>
              <BlockSpace vsize={vsize} />
            </td>
            <td className={listStyles.number} data-label={text('tx.fee')}>
              {count(fee)} <small>sats</small>
            </td>
            <td className={listStyles.number} data-label={text('tx.feeRate')}>
              <FeeRateText rate={fee / vsize} dot />
            </td>
          </tr>
        ))}
        {txs.length < limit && (
          <tr data-cy="transactions-skeleton-row">
            <td colSpan={isPriced ? 6 : 5}>
              <span className="skeleton-loader" />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
