// Page `/audit/reserves`: every output of the federation with the facts of both chains that justify it.
import type {
  AuditState,
  Deficit,
  ExpiredUtxo,
  FederationOutput,
  MonthlyAmount,
  UnmatchedPegIn,
  UnmatchedPegOut,
  UtxosTotal,
} from '@glassblock/contract/liquid';
import { type MetaArgs, redirect, useLoaderData } from 'react-router';
import { useApiPrefix, useSite } from '../../../../context/site-context.ts';
import { inBrowser, type LoadKit, onServer } from '../../../../data/load.ts';
import { pageCount, pageNumber } from '../../../../data/page/page-number.ts';
import { pageTitle } from '../../../../data/page/page-title.ts';
import { type Part, partOf } from '../../../../data/part.ts';
import { askAudit, askReserves } from '../../../../features/liquid/audit/ask-reserves.ts';
import styles from '../../../../features/liquid/audit/audit.module.css';
import { NoAudit } from '../../../../features/liquid/audit/NoAudit.tsx';
import { ParentAmount } from '../../../../features/liquid/audit/ParentAmount.tsx';
import { monthsOf } from '../../../../features/liquid/audit/reserves.ts';
import { Fact } from '../../../../features/liquid/frame/Fact.tsx';
import { LiquidPage } from '../../../../features/liquid/frame/LiquidPage.tsx';
import { liquidApi, liquidPage, parentPage } from '../../../../features/liquid/liquid-url.ts';
import { DeficitTable } from '../../../../features/liquid/proof/DeficitTable.tsx';
import { MonthTable } from '../../../../features/liquid/proof/MonthTable.tsx';
import { ProofTable } from '../../../../features/liquid/proof/ProofTable.tsx';
import { UnmatchedPegInTable, UnmatchedTable } from '../../../../features/liquid/proof/UnmatchedTable.tsx';
import { ParentHash } from '../../../../features/liquid/tx/ParentLink.tsx';
import { useLiquid } from '../../../../features/liquid/use-liquid.ts';
import { count, percent } from '../../../../format/amount.ts';
import { useText } from '../../../../messages/use-text.ts';
import { Card } from '../../../../ui/Card.tsx';
import cardStyles from '../../../../ui/card.module.css';
import { Failed } from '../../../../ui/failures/Failed.tsx';
import { Hash } from '../../../../ui/Hash.tsx';
import { Pager } from '../../../../ui/Pager.tsx';
import pageStyles from '../../../../ui/page.module.css';
import rowsStyles from '../../../../ui/rows.module.css';
import { Amount } from '../../../../ui/values.tsx';
import { page } from '../../../../url.ts';

interface Data {
  number: number;
  state: Part<AuditState>;
  /** Counted outputs of this page, and the number of all. */
  outputs: Part<FederationOutput[]>;
  total: number;
  expired: { count: number; sats: number } | undefined;
  emergency: FederationOutput[];
  unmatched: UnmatchedPegOut[];
  missing: UnmatchedPegIn[];
  deficits: Deficit[] | undefined;
  months: { changes: MonthlyAmount[]; reserves: MonthlyAmount[] };
}

const perPage = 25;
/** Rows of the other lists. */
const maxRows = 100;
/** The newest periods; the file has all. */
const maxDeficits = 10;

async function load(kit: LoadKit): Promise<{ page: Data }> {
  const { api: ask, apiPrefix, query } = kit;
  const number = pageNumber(query.get('page'));
  const rows = { start: (number - 1) * perPage, limit: perPage };
  const audited = <T,>(path: string) => askAudit<T>(kit, path, 'once');
  const [state, outputs, count, expired, emergency, unmatched, missing, deficits, changes, reserves] =
    await Promise.all([
      ask.get<AuditState>(liquidApi.audit(apiPrefix), 'once'),
      audited<FederationOutput[]>(liquidApi.outputs(apiPrefix, 'unspent', rows)),
      askReserves<UtxosTotal>(kit, 'utxos/total', 'once'),
      askReserves<ExpiredUtxo[]>(kit, 'utxos/expired', 'once'),
      audited<FederationOutput[]>(liquidApi.outputs(apiPrefix, 'emergency-spent', { start: 0, limit: maxRows })),
      audited<UnmatchedPegOut[]>(liquidApi.unmatchedPegOuts(apiPrefix)),
      audited<UnmatchedPegIn[]>(liquidApi.unmatchedPegIns(apiPrefix)),
      audited<Deficit[]>(liquidApi.deficits(apiPrefix)),
      ask.get<MonthlyAmount[]>(liquidApi.pegsMonth(apiPrefix)),
      askReserves<MonthlyAmount[]>(kit, 'month'),
    ]);
  const last = count.ok ? pageCount(count.body.utxo_count, perPage) : number;
  if (number > last) throw redirect(liquidPage.proof(last));
  return {
    page: {
      number,
      state: partOf(state),
      outputs: partOf(outputs),
      total: count.ok ? count.body.utxo_count : 0,
      expired: expired.ok
        ? { count: expired.body.length, sats: expired.body.reduce((sum, { amount }) => sum + amount, 0) }
        : undefined,
      emergency: emergency.ok ? emergency.body : [],
      unmatched: unmatched.ok ? unmatched.body.slice(0, maxRows) : [],
      missing: missing.ok ? missing.body.slice(0, maxRows) : [],
      deficits: deficits.ok ? deficits.body.slice(0, maxDeficits) : undefined,
      months: { changes: changes.ok ? changes.body : [], reserves: reserves.ok ? reserves.body : [] },
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Proof of reserves', matches) },
  { name: 'description', content: 'Every output of the Liquid federation with the facts that justify it.' },
];

export default function LiquidProofRoute() {
  const text = useText();
  const { ticker, hasAudit } = useLiquid();
  const csv = useCsv();
  const { number, state, outputs, total, expired, emergency, unmatched, missing, deficits, months } =
    useLoaderData<typeof loader>();
  const series = monthsOf(months.changes, months.reserves, amountsOf(state.body));
  return (
    <LiquidPage>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('liquid.proof.title')}</h1>
      </div>
      <p className={`quiet ${pageStyles.pageIntro}`}>{text('liquid.proof.intro')}</p>
      <section className={`${cardStyles.card} ${styles.below}`} data-part="card" aria-label={text('liquid.proof.sums')}>
        {state.problem && <Failed problem={state.problem} />}
        {state.body && <ProofSums state={state.body} expired={expired} />}
      </section>
      <Card
        title={text('liquid.proof.outputs', { count: total })}
        id="proof-outputs"
        aside={hasAudit && <a href={csv.outputs}>{text('liquid.proof.csv')}</a>}
      >
        {outputs.problem && <NoAudit problem={outputs.problem} />}
        {outputs.body?.length === 0 && <p className="quiet">{text('liquid.proof.none')}</p>}
        {outputs.body !== undefined && outputs.body.length > 0 && <ProofTable outputs={outputs.body} />}
      </Card>
      <Pager current={number} last={pageCount(total, perPage)} to={(target) => liquidPage.proof(target)} />
      {deficits !== undefined && (
        <Card
          title={text('liquid.proof.deficits')}
          id="proof-deficits"
          className={styles.below}
          aside={deficits.length > 0 && <a href={csv.deficits}>{text('liquid.proof.deficitsCsv')}</a>}
        >
          {deficits.length === 0 ? (
            <p className="quiet">{text('liquid.proof.noDeficits')}</p>
          ) : (
            <DeficitTable deficits={deficits} />
          )}
        </Card>
      )}
      {unmatched.length > 0 && (
        <Card title={text('liquid.proof.unmatched')} id="proof-unmatched" className={styles.below}>
          <UnmatchedTable pegOuts={unmatched} />
        </Card>
      )}
      {missing.length > 0 && (
        <Card title={text('liquid.proof.missing')} id="proof-missing" className={styles.below}>
          <UnmatchedPegInTable pegIns={missing} />
        </Card>
      )}
      {emergency.length > 0 && (
        <Card title={text('liquid.proof.emergency')} id="proof-emergency" className={styles.below}>
          <ProofTable outputs={emergency} isSpent />
        </Card>
      )}
      {series.length > 0 && (
        <Card title={text('liquid.proof.months')} id="proof-months" className={styles.below}>
          <MonthTable months={series} ticker={ticker} />
        </Card>
      )}
    </LiquidPage>
  );
}

/** Returns the amounts of the audit, which the newest month has too: the monthly changes may include a newer block. */
function amountsOf(state: AuditState | undefined): Parameters<typeof monthsOf>[2] {
  const { supply = null, reserves = null } = state ?? {};
  return {
    supply: supply === null ? undefined : { amount: supply },
    reserves: reserves === null ? undefined : { amount: reserves },
  };
}

/** Returns the URLs of whole lists as CSV. */
function useCsv(): { outputs: string; deficits: string } {
  const base = useSite().basePath.slice(0, -1);
  const prefix = useApiPrefix();
  return {
    outputs: base + liquidApi.outputs(prefix, 'held'),
    deficits: `${base}${liquidApi.deficits(prefix)}?format=csv`,
  };
}

function ProofSums({ state, expired }: { state: AuditState; expired: Data['expired'] }) {
  const text = useText();
  const site = useLiquid();
  const { block, parentBlock, supply, reserves, sentence } = state;
  if (block === null || parentBlock === null || supply === null || reserves === null) return <p>{sentence}</p>;
  return (
    <dl className={`${rowsStyles.rows} ${rowsStyles.two}`} data-part="rows">
      <Fact label={text('liquid.holdings.supply', { ticker: site.ticker })}>
        <Amount sats={Number(supply)} />
      </Fact>
      <Fact label={text('liquid.holdings.held')}>
        <ParentAmount sats={Number(reserves)} />
      </Fact>
      <Fact label={text('liquid.proof.block', { height: count(block.height) })}>
        <Hash value={block.hash} to={page.block('', block.hash)} copy />
      </Fact>
      <Fact label={text('liquid.proof.parentBlock', { height: count(parentBlock.height) })}>
        <ParentHash value={parentBlock.hash} href={parentPage.block(site, parentBlock.hash)} />
      </Fact>
      <Fact label={text('liquid.surplus.title')}>
        <ParentAmount sats={Number(BigInt(reserves) - BigInt(supply))} signed />
      </Fact>
      <Fact label={text('liquid.proof.share')}>
        <span className="figure">
          {Number(supply) > 0 ? percent((100 * Number(reserves)) / Number(supply), 3) : '–'}
        </span>
      </Fact>
      {expired !== undefined && (
        <Fact label={text('liquid.proof.expired', { count: expired.count })}>
          <ParentAmount sats={expired.sats} />
        </Fact>
      )}
      <Fact label={text('liquid.proof.unmatched')}>
        <span className="figure">{count(state.unmatchedPegOuts)}</span>
      </Fact>
      {state.missingDeposits > 0 && (
        <Fact label={text('liquid.proof.missing')} title={text('liquid.proof.missingHint')}>
          <span className="figure loss">{count(state.missingDeposits)}</span>
        </Fact>
      )}
    </dl>
  );
}
