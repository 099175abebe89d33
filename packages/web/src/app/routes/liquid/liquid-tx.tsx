// Page `/tx/:id` of a Liquid network. Its fragment may reveal confidential amounts, in the browser only.
import type { Outspend } from '@glassblock/contract';
import type { LiquidTx } from '@glassblock/contract/liquid';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { useApiPrefix, usePlace } from '../../../context/site-context.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { Fact } from '../../../features/liquid/frame/Fact.tsx';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { liquidPage } from '../../../features/liquid/liquid-url.ts';
import { type AssetNames, assetsOf, loadNames } from '../../../features/liquid/tx/asset-names.ts';
import { AssetNamesContext } from '../../../features/liquid/tx/LiquidAmount.tsx';
import { LiquidFlow } from '../../../features/liquid/tx/LiquidFlow.tsx';
import { Confirmations, LiquidSides, Total } from '../../../features/liquid/tx/LiquidTxList.tsx';
import styles from '../../../features/liquid/tx/liquid-tx.module.css';
import { loadMissingDeposits, MissingDepositsContext } from '../../../features/liquid/tx/missing-deposits.ts';
import { useUnblinding } from '../../../features/liquid/unblinding/use-unblinding.ts';
import { useReloadOnBlock } from '../../../features/mining/use-reload-on-block.ts';
import txListStyles from '../../../features/tx-list/tx-list.module.css';
import { bytes, count, hex32, vbytes, weight } from '../../../format/amount.ts';
import { feeRate } from '../../../format/rate.ts';
import { truncate } from '../../../format/truncate.ts';
import texts from '../../../messages/en.json?tx';
import { useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';
import cardStyles from '../../../ui/card.module.css';
import { MessagePage, type PageProblem } from '../../../ui/failures/MessagePage.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import { useRetry } from '../../../ui/hooks/use-retry.ts';
import pageStyles from '../../../ui/page.module.css';
import rowsStyles from '../../../ui/rows.module.css';
import { Amount, FeeRateText, FigureText, Moment } from '../../../ui/values.tsx';
import { api, page } from '../../../url.ts';

type Data =
  | { kind: 'tx'; tx: LiquidTx; outspends: Outspend[]; names: AssetNames; missing: string[] }
  | { kind: 'unknown' | 'bad'; what: string }
  | { kind: 'problem'; problem: PageProblem };

/** Loads a transaction, the spends of its outputs, and the names of its assets. */
async function load(kit: LoadKit): Promise<{ page: Data; status?: number }> {
  const { api: ask, apiPrefix, site, params } = kit;
  const txid = (params['id'] ?? '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(txid)) return { page: { kind: 'bad', what: params['id'] ?? '' }, status: 404 };
  const [tx, outspends] = await Promise.all([
    ask.get<LiquidTx>(api.tx(apiPrefix, txid)),
    ask.get<Outspend[]>(api.outspends(apiPrefix, txid)),
  ]);
  if (!tx.ok && tx.status === 404) return { page: { kind: 'unknown', what: txid }, status: 404 };
  if (!tx.ok) return { page: { kind: 'problem', problem: tx }, status: tx.status || 503 };
  const [names, missing] = await Promise.all([
    loadNames(ask, apiPrefix, assetsOf([tx.body], site.liquid?.asset ?? '')),
    loadMissingDeposits(kit, [tx.body]),
  ]);
  return { page: { kind: 'tx', tx: tx.body, outspends: outspends.ok ? outspends.body : [], names, missing } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

/** The server does not receive the fragment: its changes reload nothing. */
export const meta = ({ params, matches }: MetaArgs) => [
  { title: pageTitle(`Transaction ${truncate(params['id'] ?? '')}`, matches) },
  { name: 'description', content: `Liquid transaction ${params['id'] ?? ''}: inputs, outputs, assets and fee.` },
];

export default function LiquidTxRoute() {
  const data = useLoaderData<typeof loader>();
  const { label } = usePlace();
  useRetry(data.kind === 'problem');
  return (
    <LiquidPage
      texts={texts}
      strip={{ marked: data.kind === 'tx' ? data.tx.status.block_height : undefined }}
      problem={data.kind === 'problem' ? data.problem : undefined}
    >
      {data.kind === 'bad' && <MessagePage title="tx.bad.title" text="tx.bad.text" values={{ what: data.what }} home />}
      {data.kind === 'unknown' && <Unknown txid={data.what} label={label} />}
      {data.kind === 'tx' && <TxPage key={data.tx.txid} data={data} />}
    </LiquidPage>
  );
}

function Unknown({ txid, label }: { txid: string; label: string }) {
  const prefix = useApiPrefix();
  useReloadOnBlock([api.tx(prefix, txid)]);
  return (
    <MessagePage
      title="tx.waiting.title"
      text="liquid.tx.unknown"
      values={{ network: label }}
      detail={truncate(txid)}
      home
    />
  );
}

function TxPage({ data }: { data: Extract<Data, { kind: 'tx' }> }) {
  const text = useText();
  const { tx, outspends, names } = data;
  const { rows, fault } = useUnblinding(tx);
  const prefix = useApiPrefix();
  useReloadOnBlock([api.tx(prefix, tx.txid), api.outspends(prefix, tx.txid)], !tx.status.confirmed);
  return (
    <AssetNamesContext value={names}>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('tx.title')}</h1>
        <Hash value={tx.txid} copy className={pageStyles.titleHash} />
        <Confirmations height={tx.status.confirmed ? tx.status.block_height : undefined} />
      </div>
      <TxFacts tx={tx} />
      {fault !== undefined && (
        <p className={`${bannerStyles.banner} ${styles.rowsGap} bad error-unblinded`} data-part="banner" role="status">
          {text(`liquid.blinded.${fault}`)}
        </p>
      )}
      <section className={txListStyles.txBox} data-part="tx-box" aria-label={text('tx.inputsOutputs')}>
        <h2 className={styles.sides}>{text('tx.inputsOutputs')}</h2>
        <MissingDepositsContext value={data.missing}>
          <LiquidSides tx={tx} outspends={outspends} isWhole {...(rows && { revealed: rows })} />
        </MissingDepositsContext>
        <footer className={txListStyles.txFoot} data-part="tx-foot">
          <span className={txListStyles.txFootEnd}>
            <Total tx={tx} />
          </span>
        </footer>
      </section>
      <LiquidFlow tx={tx} outspends={outspends} revealed={rows} />
    </AssetNamesContext>
  );
}

function TxFacts({ tx }: { tx: LiquidTx }) {
  const text = useText();
  const { status } = tx;
  const { discount_vsize: discount } = tx;
  const rate = feeRate(tx.fee, tx.discount_weight ?? tx.weight);
  return (
    <section className={`${cardStyles.card} ${styles.rowsGap}`} data-part="card" aria-label={text('tx.details')}>
      <dl className={`${rowsStyles.rows} ${rowsStyles.two}`} data-part="rows">
        {status.confirmed && status.block_time !== undefined && (
          <Fact label={text('tx.timestamp')}>
            <Moment time={status.block_time} />
          </Fact>
        )}
        {status.confirmed && status.block_hash !== undefined && (
          <Fact label={text('tx.inBlock')}>
            <Link to={page.block('', status.block_hash)} className="figure">
              {count(status.block_height ?? 0)}
            </Link>
          </Fact>
        )}
        {!status.confirmed && <Fact label={text('tx.eta')}>{text('liquid.tx.eta')}</Fact>}
        {tx.fee > 0 && (
          <Fact label={text('tx.fee')}>
            <Amount sats={tx.fee} />
          </Fact>
        )}
        {rate !== undefined && (
          <Fact label={text('tx.feeRate')}>
            <FeeRateText rate={rate} dot />
          </Fact>
        )}
        <Fact label={text('tx.size')}>
          <FigureText figure={bytes(tx.size)} />
        </Fact>
        <Fact label={text('tx.vsize')}>
          <FigureText figure={vbytes(tx.weight / 4)} />
        </Fact>
        {discount !== undefined && discount < Math.ceil(tx.weight / 4) && (
          <Fact label={text('liquid.tx.discountVsize')} title={text('liquid.tx.discountHint')}>
            <FigureText figure={vbytes(discount)} />
          </Fact>
        )}
        <Fact label={text('tx.weight')}>
          <FigureText figure={weight(tx.weight)} />
        </Fact>
        <Fact label={text('tx.version')}>
          <span className="figure">{hex32(tx.version)}</span>
        </Fact>
        <Fact label={text('tx.locktime')}>
          <span className="figure">{count(tx.locktime)}</span>
        </Fact>
        {issuedBy(tx).map((id) => (
          <Fact key={id} label={text('liquid.asset.title')}>
            <Hash value={id} to={liquidPage.asset(id)} tail={8} />
          </Fact>
        ))}
      </dl>
    </section>
  );
}

/** Assets that a transaction issues. */
const issuedBy = ({ vin }: LiquidTx): string[] => [
  ...new Set(vin.flatMap(({ issuance }) => (issuance === undefined ? [] : [issuance.asset_id]))),
];
