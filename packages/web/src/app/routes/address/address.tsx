// Page `/address/:id`: totals, balance history, unspent outputs and transactions of an address or public key.
import type { AddressInfo, NetworkState, ScripthashInfo, ScriptStats, Tx } from '@glassblock/contract';
import { useEffect, useMemo, useState } from 'react';
import { type MetaArgs, useLoaderData } from 'react-router';
import { useLive, useSession, useWant } from '../../../context/live.ts';
import { usePlace } from '../../../context/site-context.ts';
import { browserApi } from '../../../data/browser-api.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { isPublicKey } from '../../../data/search/public-key.ts';
import { keyScript, scriptHash } from '../../../data/search/script-hash.ts';
import { fetchMarking } from '../../../data/tx/marking.ts';
import { AddressSummary } from '../../../features/address/AddressSummary.tsx';
import { BalanceHistory } from '../../../features/address/BalanceHistory.tsx';
import { LookAlikeWarning } from '../../../features/address/LookAlikeWarning.tsx';
import { TaprootTree } from '../../../features/address/TaprootTree.tsx';
import { maxUtxos, UnspentOutputs } from '../../../features/address/UnspentOutputs.tsx';
import { useTapTree } from '../../../features/address/use-tap-tree.ts';
import { TxList } from '../../../features/tx-list/TxBox.tsx';
import { useMarking } from '../../../features/tx-list/use-marking.ts';
import { percent } from '../../../format/amount.ts';
import { truncate } from '../../../format/truncate.ts';
import { addressView } from '../../../live/reducers/fold-address.ts';
import { type ListedTx, listed } from '../../../live/reducers/listed-tx.ts';
import { netChange, type Owns } from '../../../live/reducers/net-change.ts';
import texts from '../../../messages/en.json?address';
import { useText } from '../../../messages/use-text.ts';
import { type ScriptPathSpend, scriptPathSpends } from '../../../script/taproot/script-path-spends.ts';
import type { TapTree } from '../../../script/taproot/tap-tree.ts';
import { useAddressSound } from '../../../sound/use-sound.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { MessagePage, type PageProblem, ProblemPage } from '../../../ui/failures/MessagePage.tsx';
import { useNearViewport } from '../../../ui/hooks/use-near-viewport.ts';
import { useOlderRows } from '../../../ui/hooks/use-older-rows.ts';
import { ReloadIcon } from '../../../ui/icons.tsx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import pageStyles from '../../../ui/page.module.css';
import { api, page, type ScriptRef } from '../../../url.ts';

type Data =
  | {
      kind: 'address';
      address: string;
      /** Script of a public key; absent for addresses. */
      keyScript: string | undefined;
      script: ScriptRef;
      chain: ScriptStats;
      mempool: ScriptStats;
      txs: ListedTx[];
      /** Why the transactions are missing. */
      txsProblem: PageProblem | undefined;
      /** Revealed scripts of a Taproot address, and the spends that reveal them. */
      tree: TapTree | undefined;
      spends: ScriptPathSpend[];
      after: string | undefined;
      indexPercent: number | undefined;
    }
  | { kind: 'bad'; what: string }
  | { kind: 'problem'; problem: PageProblem };

/** Statuses for an address with too many transactions. */
const isTooMuch = ({ status }: PageProblem): boolean => [405, 413, 504].includes(status);
/** Transactions of the first page, and number added each time its end comes near. */
const firstPage = 12;
const nextPage = 25;
const taproot = /^(bc|tb|bcrt)1p[02-9ac-hj-np-z]{58}$/;

/** Loads the balance, then the newest page of the history; `?after=` continues after a transaction. */
async function load({ api: ask, prefix, params, query }: LoadKit): Promise<{ page: Data; status?: number }> {
  const typed = params.id ?? '';
  const isKey = isPublicKey(typed);
  const address = isKey || typed === typed.toUpperCase() ? typed.toLowerCase() : typed;
  const script: ScriptRef = isKey
    ? { kind: 'scripthash', id: await scriptHash(keyScript(address)) }
    : { kind: 'address', id: address };
  const after = query.get('after') ?? undefined;
  const [info, txs, state, marking] = await Promise.all([
    ask.get<AddressInfo | ScripthashInfo>(api.script(prefix, script)),
    ask.get<Tx[]>(api.scriptTxs(prefix, script, firstPage, after), 'once'),
    ask.get<NetworkState>(api.state(prefix)),
    fetchMarking(),
  ]);
  if (!info.ok) {
    if (info.status === 400 || info.status === 404) return { page: { kind: 'bad', what: typed }, status: 404 };
    return { page: { kind: 'problem', problem: info }, status: info.status || 503 };
  }
  const owns = ownsOf(address, isKey ? keyScript(address) : undefined);
  const spends = txs.ok ? scriptPathSpends(txs.body, owns) : [];
  const { spentPaths, tapTree } = spends.length > 0 ? await import('../../../script/taproot/tap-tree.ts') : {};
  return {
    page: {
      kind: 'address',
      address,
      keyScript: isKey ? keyScript(address) : undefined,
      script,
      chain: info.body.chain_stats,
      mempool: info.body.mempool_stats,
      txs: txs.ok ? txs.body.map((tx) => listed(tx, marking, owns)) : [],
      txsProblem: txs.ok ? undefined : { status: txs.status, message: txs.message },
      tree: spentPaths && tapTree ? tapTree(spentPaths(spends)) : undefined,
      spends,
      after,
      indexPercent: state.ok && !state.body.index.synced ? state.body.index.percent : undefined,
    },
  };
}

/** Matches outputs of an address, or of the script of a public key. */
const ownsOf =
  (address: string, ownScript: string | undefined): Owns =>
  (output) =>
    ownScript === undefined ? output.scriptpubkey_address === address : output.scriptpubkey === ownScript;

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ params, matches }: MetaArgs) => [
  { title: pageTitle(`Address ${truncate(params.id ?? '')}`, matches) },
  {
    name: 'description',
    content: `Bitcoin address ${params.id ?? ''}: balance, unspent outputs and transactions.`,
  },
];

export default function AddressRoute() {
  const data = useLoaderData<typeof loader>();
  const { label } = usePlace();
  useWant('blocks');
  return (
    <MoreTexts texts={texts}>
      <main className={pageStyles.page} id="main">
        {data.kind === 'problem' && (
          <>
            <ProblemPage problem={data.problem} />
            {isTooMuch(data.problem) && <LimitReached />}
          </>
        )}
        {data.kind === 'bad' && (
          <MessagePage
            title="address.bad.title"
            text="address.bad.text"
            values={{ what: data.what, network: label }}
            home
          />
        )}
        {data.kind === 'address' && <AddressPage key={`${data.address}${data.after ?? ''}`} data={data} />}
      </main>
    </MoreTexts>
  );
}

type AddressData = Extract<Data, { kind: 'address' }>;

/** The confirmed rows of the initial data, which stay below newer ones; unconfirmed ones may disappear. */
const confirmedRows = ({ txs, spends }: AddressData) =>
  txs
    .filter(({ status }) => status.confirmed)
    .map((tx) => ({ tx, spends: spends.filter(({ txid }) => txid === tx.txid) }));

/** The rows of the page: loaded ones with live changes, and older ones below. */
function useRows(data: AddressData) {
  const session = useSession();
  const { address, keyScript: ownScript } = data;
  useEffect(() => {
    session.trackAddress(address);
    return () => session.trackAddress(undefined);
  }, [session, address]);
  const news = useLive((state) => (state.address?.address === address ? state.address.news : undefined));
  const owns = useMemo(() => ownsOf(address, ownScript), [address, ownScript]);
  const marking = useMarking((news?.length ?? 0) > 0);
  useAddressSound(news, (tx) => netChange(tx, owns));
  const { older, add } = useOlderRows(
    useMemo(() => confirmedRows(data), [data]),
    ({ tx }) => (tx.status.confirmed ? tx.txid : undefined),
  );
  const view = useMemo(
    () => addressView({ chain: data.chain, mempool: data.mempool, txs: data.txs }, news ?? [], owns, marking),
    [data, news, owns, marking],
  );
  const txs = useMemo(() => {
    const known = new Set(view.txs.map(({ txid }) => txid));
    return [...view.txs, ...older.map(({ tx }) => tx).filter(({ txid }) => !known.has(txid))];
  }, [view, older]);
  const isTaproot = taproot.test(address);
  const spends = useMemo(() => {
    const came = news?.flatMap(({ kind, txs: published }) => (kind === 'removed' ? [] : published)) ?? [];
    const known = new Set(data.spends.map(({ txid }) => txid));
    const below = older.flatMap(({ tx, spends }) => (known.has(tx.txid) ? [] : spends));
    return isTaproot ? [...data.spends, ...below, ...scriptPathSpends(came, owns)] : [];
  }, [isTaproot, data, older, news, owns]);
  const tap = useTapTree({ address, isTaproot, loaded: data.tree, loadedSpends: data.spends.length, spends });
  return { view, txs, owns, add, tap: isTaproot ? tap : undefined };
}

type Rows = ReturnType<typeof useRows>;

function AddressPage({ data }: { data: AddressData }) {
  const text = useText();
  const { address, script } = data;
  const rows = useRows(data);
  const { view, txs, owns, tap } = rows;
  const total = view.chain.tx_count + view.mempool.tx_count;
  const balance = view.chain.funded_txo_sum - view.chain.spent_txo_sum;
  const unspent = view.chain.funded_txo_count - view.chain.spent_txo_count;
  return (
    <>
      <AddressSummary
        address={address}
        isKey={data.keyScript !== undefined}
        chain={view.chain}
        mempool={view.mempool}
        outputType={txs[0]?.ownType}
      />
      <LookAlikeWarning address={address} txs={txs} />
      {data.indexPercent !== undefined && (
        <p className={`${bannerStyles.banner} info`} data-part="banner">
          {text('address.unsynced', { percent: percent(data.indexPercent, 2) })}
        </p>
      )}
      {tap && <TaprootTree address={address} {...tap} />}
      {data.after === undefined && view.chain.tx_count > 2 && (
        <BalanceHistory
          address={address}
          script={script}
          balance={balance}
          txCount={view.chain.tx_count}
          newest={txs.find(({ status }) => status.confirmed)?.status.block_time}
        />
      )}
      {data.after === undefined && unspent > 2 && unspent <= maxUtxos && (
        <UnspentOutputs script={script} count={unspent} />
      )}
      <h2 className={pageStyles.sectionTitle} data-part="section-title">
        {data.after === undefined
          ? text('address.history', { shown: txs.length, total })
          : text('address.historyPage', { total })}
      </h2>
      {data.txsProblem !== undefined && <HistoryProblem problem={data.txsProblem} after={data.after} />}
      {txs.length === 0 && data.txsProblem === undefined && <p className="quiet">{text('address.none')}</p>}
      <TxList txs={txs} owns={owns} />
      <OlderTxs data={data} rows={rows} total={total} />
      {data.after !== undefined && (
        <p>
          <a href={page.address('', address).replace(/^.*\//, '')}>{text('pager.newer')}</a>
        </p>
      )}
    </>
  );
}

/** Shows why there is no history, and how to try again. */
function HistoryProblem({ problem, after }: { problem: PageProblem; after: string | undefined }) {
  const text = useText();
  return (
    <>
      <p className={`${bannerStyles.banner} bad`} data-part="banner" role="status">
        {text('address.historyFailed', { reason: problem.message })}{' '}
        <a className="button" href={after === undefined ? '' : `?after=${after}`}>
          <ReloadIcon /> {text('address.retry')}
        </a>
      </p>
      {isTooMuch(problem) && <LimitReached />}
    </>
  );
}

/** Loads older transactions when the end of the list is near, or on a click. */
function OlderTxs({ data, rows, total }: { data: AddressData; rows: Rows; total: number }) {
  const text = useText();
  const { prefix } = usePlace();
  const { txs, owns, add } = rows;
  const [state, setState] = useState<'idle' | 'busy' | { reason: string }>('idle');
  const [isEnd, setEnd] = useState(data.txs.length < (data.after === undefined ? 1 : firstPage));
  const last = txs.at(-1)?.txid;
  const hasMore = last !== undefined && !isEnd && (data.after !== undefined || txs.length < total);
  const loadMore = async () => {
    if (state === 'busy') return;
    setState('busy');
    const [answer, marks] = await Promise.all([
      browserApi().get<Tx[]>(api.scriptTxs(prefix, data.script, nextPage, last)),
      fetchMarking(),
    ]);
    setState(answer.ok ? 'idle' : { reason: answer.message });
    if (!answer.ok) return;
    setEnd(answer.body.length === 0);
    add(answer.body.map((tx) => ({ tx: listed(tx, marks, owns), spends: scriptPathSpends([tx], owns) })));
  };
  const end = useNearViewport<HTMLParagraphElement>(hasMore && state === 'idle', () => void loadMore());
  if (!hasMore) return null;
  return (
    <p className={pageStyles.loadMore} data-part="load-more" ref={end} role="status">
      {typeof state === 'object' && <span>{text('address.moreFailed', { reason: state.reason })} </span>}
      <a
        className="button"
        aria-busy={state === 'busy'}
        href={`?after=${last}`}
        onClick={(event) => {
          event.preventDefault();
          void loadMore();
        }}
      >
        {typeof state === 'object' ? (
          <>
            <ReloadIcon /> {text('address.retry')}
          </>
        ) : (
          text(state === 'busy' ? 'address.loading' : 'address.more')
        )}
      </a>
    </p>
  );
}

/** Advice about an address that exceeds the limits of this server. */
function LimitReached() {
  const text = useText();
  return (
    <p className={`${bannerStyles.banner} warn`} data-part="banner">
      {text('address.tooMany')}
    </p>
  );
}
