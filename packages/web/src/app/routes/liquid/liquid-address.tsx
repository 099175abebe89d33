// Page `/address/:id` of a Liquid network: counts, explicit balance and transactions.
import type { LiquidAddressInfo, LiquidAddressValidation, LiquidTx, LiquidUtxo } from '@glassblock/contract/liquid';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { useApiPrefix, usePlace } from '../../../context/site-context.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { Fact } from '../../../features/liquid/frame/Fact.tsx';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { liquidApi } from '../../../features/liquid/liquid-url.ts';
import { type Balance, balanceOf } from '../../../features/liquid/tx/address-balance.ts';
import { type AssetNames, assetsOf, loadNames } from '../../../features/liquid/tx/asset-names.ts';
import { AssetNamesContext, LiquidAmount } from '../../../features/liquid/tx/LiquidAmount.tsx';
import { LiquidHistory } from '../../../features/liquid/tx/LiquidHistory.tsx';
import styles from '../../../features/liquid/tx/liquid-tx.module.css';
import { loadMissingDeposits } from '../../../features/liquid/tx/missing-deposits.ts';
import { useReloadOnNews } from '../../../features/liquid/use-reload-on-news.ts';
import { count } from '../../../format/amount.ts';
import { truncate } from '../../../format/truncate.ts';
import texts from '../../../messages/en.json?address';
import { useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';
import cardStyles from '../../../ui/card.module.css';
import { MessagePage, type PageProblem } from '../../../ui/failures/MessagePage.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import pageStyles from '../../../ui/page.module.css';
import QrCode from '../../../ui/QrCode.tsx';
import rowsStyles from '../../../ui/rows.module.css';
import { api, page } from '../../../url.ts';

type Data =
  | {
      kind: 'address';
      info: LiquidAddressInfo;
      /** The plain form of a confidential address; undefined for a plain one. */
      plain: string | undefined;
      /** Its script, hex; undefined while the node does not answer. */
      script: string | undefined;
      /** Undefined where there are too many unspent outputs. */
      balance: Balance | undefined;
      txs: LiquidTx[];
      txProblem: string | undefined;
      names: AssetNames;
      /** Outpoints that are claimed and not in the parent chain. */
      missing: string[];
      after: string | undefined;
    }
  | { kind: 'bad'; what: string }
  | { kind: 'problem'; problem: PageProblem };

/** Unspent outputs up to which the balance is summed: each comes with its proofs. */
const maxUtxos = 100;

/** Loads counts, transactions, and the node's validation of the address. */
async function load(kit: LoadKit): Promise<{ page: Data; status?: number }> {
  const { api: ask, apiPrefix, site, params, query } = kit;
  const address = params['id'] ?? '';
  const after = /^[0-9a-f]{64}$/.exec(query.get('after') ?? '')?.[0];
  const [info, txs, validation] = await Promise.all([
    ask.get<LiquidAddressInfo>(api.script(apiPrefix, { kind: 'address', id: address })),
    ask.get<LiquidTx[]>(
      after === undefined
        ? liquidApi.addressTxs(apiPrefix, address)
        : liquidApi.addressTxsAfter(apiPrefix, address, after),
      'once',
    ),
    ask.get<LiquidAddressValidation>(api.validateAddress(apiPrefix, address)),
  ]);
  if (!info.ok && [400, 404].includes(info.status)) return { page: { kind: 'bad', what: address }, status: 404 };
  if (!info.ok) return { page: { kind: 'problem', problem: info }, status: info.status || 503 };
  const { confidential_key: key = '', unconfidential, scriptPubKey: script } = validation.ok ? validation.body : {};
  const { chain_stats: chain, mempool_stats: mempool } = info.body;
  const unspent = chain.funded_txo_count + mempool.funded_txo_count - chain.spent_txo_count - mempool.spent_txo_count;
  const utxos =
    unspent > maxUtxos
      ? undefined
      : await ask.get<LiquidUtxo[]>(api.scriptUtxos(apiPrefix, { kind: 'address', id: address }), 'once');
  const shown = txs.ok ? txs.body : [];
  const balance = utxos?.ok ? balanceOf(utxos.body) : undefined;
  const native = site.liquid?.asset ?? '';
  const held = (balance?.amounts ?? []).map(({ asset }) => asset).filter((asset) => asset !== native);
  const [names, missing] = await Promise.all([
    loadNames(ask, apiPrefix, [...new Set([...held, ...assetsOf(shown, native)])]),
    loadMissingDeposits(kit, shown),
  ]);
  return {
    page: {
      kind: 'address',
      info: info.body,
      plain: key === '' ? undefined : unconfidential,
      script,
      balance,
      txs: shown,
      txProblem: txs.ok ? undefined : txs.message,
      names,
      missing,
      after,
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ params, matches }: MetaArgs) => [
  { title: pageTitle(`Address ${truncate(params['id'] ?? '')}`, matches) },
  { name: 'description', content: `Liquid address ${params['id'] ?? ''}: outputs and transactions.` },
];

export default function LiquidAddressRoute() {
  const data = useLoaderData<typeof loader>();
  const { label } = usePlace();
  return (
    <LiquidPage texts={texts} problem={data.kind === 'problem' ? data.problem : undefined}>
      {data.kind === 'bad' && (
        <MessagePage
          title="address.bad.title"
          text="address.bad.text"
          values={{ what: data.what, network: label }}
          home
        />
      )}
      {data.kind === 'address' && <AddressPage key={`${data.info.address}${data.after ?? ''}`} data={data} />}
    </LiquidPage>
  );
}

function AddressPage({ data }: { data: Extract<Data, { kind: 'address' }> }) {
  const text = useText();
  const prefix = useApiPrefix();
  const { info, plain, script, balance, names, txs } = data;
  const { address, chain_stats: chain, mempool_stats: mempool } = info;
  useReloadOnNews(address, [
    api.script(prefix, { kind: 'address', id: address }),
    api.scriptUtxos(prefix, { kind: 'address', id: address }),
    liquidApi.addressTxs(prefix, address),
  ]);
  const total = chain.tx_count + mempool.tx_count;
  return (
    <AssetNamesContext value={names}>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('liquid.address.title')}</h1>
        <Hash value={address} copy tail={8} className={pageStyles.titleHash} />
      </div>
      <section
        className={`${cardStyles.card} ${styles.summary}`}
        data-part="card"
        aria-label={text('liquid.address.title')}
      >
        <dl className={rowsStyles.rows} data-part="rows">
          {plain !== undefined && (
            <Fact label={text('liquid.address.unconfidential')}>
              <Hash value={plain} to={page.address('', plain)} copy />
            </Fact>
          )}
          <Fact label={text('liquid.address.balance')}>
            <BalanceText balance={balance} isConfidential={plain !== undefined} />
          </Fact>
          <Fact label={text('liquid.address.unspent')}>
            <span className="figure">{count(chain.funded_txo_count - chain.spent_txo_count)}</span>
          </Fact>
          <Fact label={text('liquid.address.pending')}>
            {mempool.tx_count === 0 ? (
              <span className="figure">0</span>
            ) : plain !== undefined ? (
              text('liquid.confidential')
            ) : (
              text('count.txs', { count: mempool.tx_count })
            )}
          </Fact>
          <Fact label={text('block.transactions')}>
            <span className="figure">{count(total)}</span>
          </Fact>
        </dl>
        <QrCode value={address} size={160} />
      </section>
      <LiquidHistory
        title={(shown) =>
          data.after === undefined ? text('address.history', { shown, total }) : text('address.historyPage', { total })
        }
        first={txs}
        isNewest={data.after === undefined}
        total={total}
        names={names}
        missing={data.missing}
        script={script}
        pathAfter={(txid) => liquidApi.addressTxsAfter(prefix, address, txid)}
        pageAfter={(txid) => page.address('', address, txid)}
      >
        {data.txProblem !== undefined && (
          <p className={`${bannerStyles.banner} bad`} data-part="banner" role="status">
            {text('address.historyFailed', { reason: data.txProblem })}
          </p>
        )}
        {txs.length === 0 && data.txProblem === undefined && <p className="quiet">{text('address.none')}</p>}
      </LiquidHistory>
      {data.after !== undefined && (
        <p className={pageStyles.loadMore}>
          <Link to={page.address('', address)}>{text('pager.newer')}</Link>
        </p>
      )}
    </AssetNamesContext>
  );
}

function BalanceText({ balance, isConfidential }: { balance: Balance | undefined; isConfidential: boolean }) {
  const text = useText();
  if (balance === undefined) return <span className="quiet">{text('liquid.address.unknown')}</span>;
  if (isConfidential || balance.hasConfidential) return text('liquid.confidential');
  if (balance.amounts.length === 0) return <span className="figure">0</span>;
  return (
    <span className={styles.amounts}>
      {balance.amounts.map(({ asset, value }) => (
        <LiquidAmount key={asset} held={{ asset, value }} />
      ))}
    </span>
  );
}
