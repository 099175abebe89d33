import type { AddressInfo, NetworkState, ScripthashInfo, ScriptStats, Tx } from '@glassblock/contract';
import { useEffect, useMemo, useState } from 'react';
import { type MetaArgs, useLoaderData } from 'react-router';
import { AddressSummary } from '../../components/AddressSummary.tsx';
import { BalanceHistory } from '../../components/address/BalanceHistory.tsx';
import { mostUtxos, UnspentOutputs } from '../../components/address/UnspentOutputs.tsx';
import { useLive, useSession, useWant } from '../../components/live.ts';
import { ProblemSentence, Sentence } from '../../components/Sentence.tsx';
import { usePlace } from '../../components/site-context.ts';
import { TxBox } from '../../components/TxBox.tsx';
import { browserApi } from '../../data/browser-api.ts';
import { inBrowser, type LoadKit, onServer } from '../../data/load.ts';
import { isPublicKey } from '../../data/recognise.ts';
import { keyScript, scriptHash } from '../../data/script-hash.ts';
import { percent } from '../../format/amount.ts';
import { addressView, type Owns } from '../../live/fold-address.ts';
import { useText } from '../../messages/use-text.ts';
import { api, page, type ScriptRef } from '../../url.ts';

type Data =
  | {
      kind: 'address';
      address: string;
      /** Script of a public key; absent for addresses. */
      keyScript: string | undefined;
      script: ScriptRef;
      chain: ScriptStats;
      mempool: ScriptStats;
      txs: Tx[];
      after: string | undefined;
      indexPercent: number | undefined;
    }
  | { kind: 'bad'; what: string }
  | { kind: 'problem'; problem: { status: number; message: string } };

/** Balance first, then the newest page of the history; `?after=` continues below a transaction. */
async function load({ api: ask, prefix, params, query }: LoadKit): Promise<{ page: Data; status?: number }> {
  const typed = params.id ?? '';
  const isKey = isPublicKey(typed);
  const address = isKey || typed === typed.toUpperCase() ? typed.toLowerCase() : typed;
  const script: ScriptRef = isKey
    ? { kind: 'scripthash', id: await scriptHash(keyScript(address)) }
    : { kind: 'address', id: address };
  const after = query.get('after') ?? undefined;
  const [info, txs, state] = await Promise.all([
    ask.get<AddressInfo | ScripthashInfo>(api.script(prefix, script)),
    ask.get<Tx[]>(api.scriptTxs(prefix, script, after)),
    ask.get<NetworkState>(api.state(prefix)),
  ]);
  if (!info.ok) {
    if (info.status === 400 || info.status === 404) return { page: { kind: 'bad', what: typed }, status: 404 };
    return { page: { kind: 'problem', problem: info }, status: info.status || 503 };
  }
  return {
    page: {
      kind: 'address',
      address,
      keyScript: isKey ? keyScript(address) : undefined,
      script,
      chain: info.body.chain_stats,
      mempool: info.body.mempool_stats,
      txs: txs.ok ? txs.body : [],
      after,
      indexPercent: state.ok && !state.body.index.synced ? state.body.index.percent : undefined,
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ params }: MetaArgs) => [{ title: `Address ${(params.id ?? '').slice(0, 12)}… · Glassblock` }];

export default function AddressRoute() {
  const data = useLoaderData<typeof loader>();
  const { label } = usePlace();
  useWant('blocks');
  return (
    <main className="page" id="main">
      {data.kind === 'problem' && <ProblemSentence problem={data.problem} />}
      {data.kind === 'bad' && (
        <Sentence title="address.bad.title" text="address.bad.text" values={{ what: data.what, network: label }} home />
      )}
      {data.kind === 'address' && <AddressPage key={`${data.address}${data.after ?? ''}`} data={data} />}
    </main>
  );
}

function AddressPage({ data }: { data: Extract<Data, { kind: 'address' }> }) {
  const text = useText();
  const { prefix } = usePlace();
  const session = useSession();
  const { address, script, keyScript: ownScript } = data;
  useEffect(() => {
    session.trackAddress(address);
    return () => session.trackAddress(undefined);
  }, [session, address]);
  const news = useLive((state) => (state.address?.address === address ? state.address.news : undefined));
  const owns = useMemo<Owns>(
    () => (output) =>
      ownScript === undefined ? output.scriptpubkey_address === address : output.scriptpubkey === ownScript,
    [address, ownScript],
  );
  const [older, setOlder] = useState<readonly Tx[]>([]);
  const [busy, setBusy] = useState(false);
  const view = useMemo(
    () => addressView({ chain: data.chain, mempool: data.mempool, txs: data.txs }, news ?? [], owns),
    [data, news, owns],
  );
  const txs = [...view.txs, ...older.filter((tx) => !view.txs.some((known) => known.txid === tx.txid))];
  const total = view.chain.tx_count + view.mempool.tx_count;
  const last = txs.filter((tx) => tx.status.confirmed).at(-1)?.txid;
  const confirmedShown = txs.filter((tx) => tx.status.confirmed).length;
  const more =
    last !== undefined && (data.after === undefined ? confirmedShown < view.chain.tx_count : data.txs.length >= 25);

  const balance = view.chain.funded_txo_sum - view.chain.spent_txo_sum;
  const unspent = view.chain.funded_txo_count - view.chain.spent_txo_count;

  const loadMore = async () => {
    setBusy(true);
    const answer = await browserApi().get<Tx[]>(api.scriptTxs(prefix, script, last));
    setBusy(false);
    if (answer.ok) setOlder((before) => [...before, ...answer.body]);
  };

  return (
    <>
      <AddressSummary
        address={address}
        isKey={ownScript !== undefined}
        chain={view.chain}
        mempool={view.mempool}
        sample={txs[0]}
        owns={owns}
      />
      {data.indexPercent !== undefined && (
        <p className="banner info">{text('address.unsynced', { percent: percent(data.indexPercent, 2) })}</p>
      )}
      {data.after === undefined && view.chain.tx_count > 2 && (
        <BalanceHistory address={address} script={script} balance={balance} txCount={view.chain.tx_count} />
      )}
      {data.after === undefined && unspent > 2 && unspent <= mostUtxos && <UnspentOutputs script={script} />}
      <h2 className="section-title">
        {data.after === undefined
          ? text('address.history', { shown: txs.length, total })
          : text('address.historyPage', { total })}
      </h2>
      {txs.length === 0 && <p className="quiet">{text('address.none')}</p>}
      {txs.map((tx, place) => (
        <TxBox key={tx.txid} tx={tx} place={place} owns={owns} />
      ))}
      {more && (
        <p className="load-more">
          <a
            className="button"
            aria-busy={busy}
            href={`?after=${last}`}
            onClick={(event) => {
              event.preventDefault();
              if (!busy) void loadMore();
            }}
          >
            {text('address.more')}
          </a>
        </p>
      )}
      {data.after !== undefined && (
        <p>
          <a href={page.address('', address).replace(/^.*\//, '')}>{text('pager.newer')}</a>
        </p>
      )}
    </>
  );
}
