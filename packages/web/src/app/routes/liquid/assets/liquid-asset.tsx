// Page `/assets/asset/:id`: totals of an asset, and the transactions that change them.
import type { IssuedAsset, LiquidTx, NativeAsset } from '@glassblock/contract/liquid';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { useApiPrefix, usePlace } from '../../../../context/site-context.ts';
import { inBrowser, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { AssetMark } from '../../../../features/liquid/assets/AssetMark.tsx';
import { type AssetTotals, totalsOf } from '../../../../features/liquid/assets/asset-totals.ts';
import { loadIcons } from '../../../../features/liquid/assets/load-icons.ts';
import { Fact } from '../../../../features/liquid/frame/Fact.tsx';
import { LiquidPage } from '../../../../features/liquid/frame/LiquidPage.tsx';
import { liquidApi, liquidPage } from '../../../../features/liquid/liquid-url.ts';
import { type AssetNames, assetsOf, loadNames, nameOf } from '../../../../features/liquid/tx/asset-names.ts';
import { UnitsOf } from '../../../../features/liquid/tx/LiquidAmount.tsx';
import { LiquidHistory } from '../../../../features/liquid/tx/LiquidHistory.tsx';
import styles from '../../../../features/liquid/tx/liquid-tx.module.css';
import { loadMissingDeposits } from '../../../../features/liquid/tx/missing-deposits.ts';
import { useLiquid } from '../../../../features/liquid/use-liquid.ts';
import { useReloadOnBlock } from '../../../../features/mining/use-reload-on-block.ts';
import { count } from '../../../../format/amount.ts';
import { truncate } from '../../../../format/truncate.ts';
import texts from '../../../../messages/en.json?address';
import { useText } from '../../../../messages/use-text.ts';
import cardStyles from '../../../../ui/card.module.css';
import { Failed } from '../../../../ui/failures/Failed.tsx';
import { MessagePage, type PageProblem } from '../../../../ui/failures/MessagePage.tsx';
import { Hash } from '../../../../ui/Hash.tsx';
import pageStyles from '../../../../ui/page.module.css';
import rowsStyles from '../../../../ui/rows.module.css';
import { page } from '../../../../url.ts';

type Asset = IssuedAsset | NativeAsset;

type Data =
  | {
      kind: 'asset';
      asset: Asset;
      txs: LiquidTx[];
      txProblem: PageProblem | undefined;
      hasIcon: boolean;
      names: AssetNames;
      /** Outpoints that are claimed and not in the parent chain. */
      missing: string[];
      after: string | undefined;
    }
  | { kind: 'unknown'; what: string }
  | { kind: 'problem'; problem: PageProblem };

/** Loads an asset and a page of its transactions. */
async function load(kit: LoadKit): Promise<{ page: Data; status?: number }> {
  const { api: ask, apiPrefix, site, params, query } = kit;
  const id = (params['id'] ?? '').toLowerCase();
  const after = /^[0-9a-f]{64}$/.exec(query.get('after') ?? '')?.[0];
  const [asset, txs, icons] = await Promise.all([
    ask.get<Asset>(liquidApi.asset(apiPrefix, id)),
    ask.get<LiquidTx[]>(
      after === undefined ? liquidApi.assetTxs(apiPrefix, id) : liquidApi.assetTxsAfter(apiPrefix, id, after),
      'once',
    ),
    loadIcons(ask, apiPrefix, [id]),
  ]);
  if (!asset.ok && [400, 404].includes(asset.status)) return { page: { kind: 'unknown', what: id }, status: 404 };
  if (!asset.ok) return { page: { kind: 'problem', problem: asset }, status: asset.status || 503 };
  const shown = txs.ok ? txs.body : [];
  const others = assetsOf(shown, site.liquid?.asset ?? '').filter((other) => other !== id);
  const own = 'issuance_txin' in asset.body ? { [id]: nameOf(asset.body) } : {};
  const [names, missing] = await Promise.all([loadNames(ask, apiPrefix, others), loadMissingDeposits(kit, shown)]);
  return {
    page: {
      kind: 'asset',
      asset: asset.body,
      txs: shown,
      txProblem: txs.ok ? undefined : txs,
      hasIcon: icons.length > 0,
      names: { ...names, ...own },
      missing,
      after,
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ params, loaderData, matches }: MetaArgs<typeof loader>) => {
  const asset = loaderData?.kind === 'asset' ? loaderData.asset : undefined;
  const name = asset !== undefined && 'name' in asset ? asset.name : undefined;
  return [
    { title: pageTitle(`Asset ${name ?? truncate(params['id'] ?? '')}`, matches) },
    { name: 'description', content: `Liquid asset ${params['id'] ?? ''}: issuances, burns and circulating amount.` },
  ];
};

export default function LiquidAssetRoute() {
  const data = useLoaderData<typeof loader>();
  const { label } = usePlace();
  return (
    <LiquidPage texts={texts} problem={data.kind === 'problem' ? data.problem : undefined}>
      {data.kind === 'unknown' && (
        <MessagePage
          title="liquid.asset.unknown.title"
          text="liquid.asset.unknown.text"
          values={{ what: truncate(data.what), network: label }}
          home
        />
      )}
      {data.kind === 'asset' && <AssetPage key={`${data.asset.asset_id}${data.after ?? ''}`} data={data} />}
    </LiquidPage>
  );
}

function AssetPage({ data }: { data: Extract<Data, { kind: 'asset' }> }) {
  const text = useText();
  const prefix = useApiPrefix();
  const { asset, txs, txProblem, after } = data;
  const { asset_id: id } = asset;
  const isNative = !('issuance_txin' in asset);
  const totals = totalsOf(asset);
  useReloadOnBlock([liquidApi.asset(prefix, id), liquidApi.assetTxs(prefix, id)], after === undefined);
  return (
    <>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('liquid.asset.title')}</h1>
        <Hash value={id} copy tail={8} className={pageStyles.titleHash} />
      </div>
      <section
        className={`${cardStyles.card} ${styles.summary}`}
        data-part="card"
        aria-label={text('liquid.asset.title')}
      >
        <AssetFacts asset={asset} totals={totals} />
        <AssetMark id={data.hasIcon ? id : undefined} isLarge />
      </section>
      <LiquidHistory
        title={(shown) =>
          text(isNative ? 'liquid.asset.pegTxs' : 'liquid.asset.issuanceTxs', {
            shown: count(shown),
            total: count(totals.txs),
          })
        }
        first={txs}
        isNewest={after === undefined}
        total={totals.txs}
        names={data.names}
        missing={data.missing}
        pathAfter={(txid) => liquidApi.assetTxsAfter(prefix, id, txid)}
        pageAfter={(txid) => liquidPage.asset(id, txid)}
      >
        {txProblem !== undefined && <Failed problem={txProblem} />}
      </LiquidHistory>
      {after !== undefined && (
        <p className={pageStyles.loadMore}>
          <Link to={liquidPage.asset(id)}>{text('pager.newer')}</Link>
        </p>
      )}
    </>
  );
}

function AssetFacts({ asset, totals }: { asset: Asset; totals: AssetTotals }) {
  const text = useText();
  const { ticker } = useLiquid();
  const { label } = usePlace();
  const issued = 'issuance_txin' in asset ? asset : undefined;
  const precision = issued === undefined ? 8 : (issued.precision ?? 0);
  const unit = issued === undefined ? ticker : (issued.ticker ?? '');
  const name = issued === undefined ? `${label} Bitcoin (${ticker})` : nameWords(issued);
  const units = (amount: number | undefined) => <UnitsOf units={amount} precision={precision} unit={unit} />;
  return (
    <dl className={rowsStyles.rows} data-part="rows">
      <Fact label={text('liquid.asset.name')}>
        {name === undefined ? <span className="quiet">{text('liquid.asset.unregistered')}</span> : <bdi>{name}</bdi>}
      </Fact>
      <Fact label={text('liquid.asset.precision')}>
        {issued !== undefined && issued.precision === undefined ? '–' : <span className="figure">{precision}</span>}
      </Fact>
      {issued?.entity !== undefined && (
        <Fact label={text('liquid.asset.domain')}>
          <Domain name={issued.entity.domain} assetId={issued.asset_id} />
        </Fact>
      )}
      {issued !== undefined && name !== undefined && <ContractFact isVerified={issued.contract !== undefined} />}
      {issued !== undefined && (
        <Fact label={text('liquid.asset.issuanceTx')}>
          <Hash
            value={issued.issuance_txin.txid}
            to={page.input('', issued.issuance_txin.txid, issued.issuance_txin.vin)}
          />
        </Fact>
      )}
      {totals.pegged !== undefined && (
        <>
          <Fact label={text('liquid.asset.peggedIn')}>{units(totals.pegged.in)}</Fact>
          <Fact label={text('liquid.asset.peggedOut')}>{units(totals.pegged.out)}</Fact>
        </>
      )}
      {totals.pegged === undefined && <Fact label={text('liquid.asset.issued')}>{units(totals.issued)}</Fact>}
      <Fact label={text('liquid.asset.burned')}>{units(totals.burned)}</Fact>
      <Fact label={text('liquid.asset.circulating')}>{units(totals.circulating)}</Fact>
      {issued !== undefined && (
        <Fact label={text('liquid.asset.token')}>
          <Hash value={issued.reissuance_token} copy tail={8} />
        </Fact>
      )}
    </dl>
  );
}

/** The server leaves out entries whose contract the issuance did not commit to. */
function ContractFact({ isVerified }: { isVerified: boolean }) {
  const text = useText();
  const state = isVerified ? 'verified' : 'none';
  return (
    <Fact label={text('liquid.asset.contract')}>
      <span title={text(`liquid.asset.contract.${state}.help`)} className={isVerified ? undefined : 'quiet'}>
        {text(`liquid.asset.contract.${state}`)}
      </span>
    </Fact>
  );
}

/** Links an issuer's domain, and the file there that confirms the asset; a text that is none is only shown. */
function Domain({ name, assetId }: { name: string; assetId: string }) {
  const text = useText();
  if (!/^([a-z0-9-]+\.)+[a-z0-9-]+$/i.test(name)) return <bdi>{name}</bdi>;
  const site = `https://${name}`;
  const proof = `${site}/.well-known/liquid-asset-proof-${assetId}`;
  return (
    <>
      <a href={site} target="_blank" rel="noopener nofollow">
        {name}
      </a>
      {' · '}
      <a href={proof} target="_blank" rel="noopener nofollow">
        {text('liquid.asset.domainProof')}
      </a>
    </>
  );
}

const nameWords = ({ name, ticker }: IssuedAsset): string | undefined =>
  name === undefined || ticker === undefined ? name : `${name} (${ticker})`;
