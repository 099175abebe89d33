// Page `/audit/reserves`: every output of the federation with the facts of both chains that justify it.
import type {
  AuditState,
  ExpiredUtxo,
  FederationUtxo,
  MonthlyAmount,
  UnmatchedPegOut,
} from '@glassblock/contract/liquid';
import { type MetaArgs, useLoaderData } from 'react-router';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page-title.ts';
import { type Part, partOf } from '../../../data/part.ts';
import { askReserves } from '../../../features/liquid/audit/ask-reserves.ts';
import styles from '../../../features/liquid/audit/audit.module.css';
import { MonthTable } from '../../../features/liquid/audit/MonthTable.tsx';
import { NoAudit } from '../../../features/liquid/audit/NoAudit.tsx';
import { ParentAmount } from '../../../features/liquid/audit/ParentAmount.tsx';
import { ProofTable, SaveProof } from '../../../features/liquid/audit/ProofTable.tsx';
import { monthsOf } from '../../../features/liquid/audit/reserves.ts';
import { UnmatchedTable } from '../../../features/liquid/audit/UnmatchedTable.tsx';
import { Fact } from '../../../features/liquid/frame/Fact.tsx';
import { LiquidPage } from '../../../features/liquid/frame/LiquidPage.tsx';
import { liquidApi, liquidPage, parentPage } from '../../../features/liquid/liquid-url.ts';
import { ParentHash } from '../../../features/liquid/tx/ParentLink.tsx';
import { useLiquid } from '../../../features/liquid/use-liquid.ts';
import { count, percent } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import cardStyles from '../../../ui/card.module.css';
import { Failed } from '../../../ui/Failed.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import pageStyles from '../../../ui/page.module.css';
import rowsStyles from '../../../ui/rows.module.css';
import { Amount } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';

interface Data {
  number: number;
  state: Part<AuditState>;
  /** Rows of this page, and how many there are. */
  utxos: Part<{ rows: FederationUtxo[]; total: number }>;
  expired: { count: number; sats: number } | undefined;
  emergency: FederationUtxo[];
  unmatched: UnmatchedPegOut[];
  months: { changes: MonthlyAmount[]; reserves: MonthlyAmount[] };
}

const perPage = 25;
/** Rows of the other lists. */
const maxRows = 100;

async function load(kit: LoadKit): Promise<{ page: Data }> {
  const { api: ask, apiPrefix, site, query } = kit;
  const number = Math.max(1, Math.floor(Number(query.get('page') ?? 1)) || 1);
  const [state, utxos, expired, emergency, unmatched, changes, reserves] = await Promise.all([
    ask.get<AuditState>(liquidApi.audit(apiPrefix), 'once'),
    askReserves<FederationUtxo[]>(kit, 'utxos', 'once'),
    askReserves<ExpiredUtxo[]>(kit, 'utxos/expired', 'once'),
    askReserves<FederationUtxo[]>(kit, 'utxos/emergency-spent', 'once'),
    site.liquid?.hasAudit ? ask.get<UnmatchedPegOut[]>(liquidApi.unmatchedPegOuts(apiPrefix), 'once') : undefined,
    ask.get<MonthlyAmount[]>(liquidApi.pegsMonth(apiPrefix)),
    askReserves<MonthlyAmount[]>(kit, 'month'),
  ]);
  const cut = utxos.ok
    ? { ...utxos, body: { rows: utxos.body.slice((number - 1) * perPage, number * perPage), total: utxos.body.length } }
    : utxos;
  return {
    page: {
      number,
      state: partOf(state),
      utxos: partOf(cut),
      expired: expired.ok
        ? { count: expired.body.length, sats: expired.body.reduce((sum, { amount }) => sum + amount, 0) }
        : undefined,
      emergency: emergency.ok ? emergency.body.slice(0, maxRows) : [],
      unmatched: unmatched?.ok ? unmatched.body.slice(0, maxRows) : [],
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
  const { ticker } = useLiquid();
  const { number, state, utxos, expired, emergency, unmatched, months } = useLoaderData<typeof loader>();
  const series = monthsOf(months.changes, months.reserves, { supply: undefined, reserves: undefined });
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
        title={text('liquid.proof.outputs', { count: utxos.body?.total ?? 0 })}
        id="proof-outputs"
        aside={utxos.body && <SaveProof />}
      >
        {utxos.problem && <NoAudit problem={utxos.problem} />}
        {utxos.body?.total === 0 && <p className="quiet">{text('liquid.proof.none')}</p>}
        {utxos.body && utxos.body.rows.length > 0 && <ProofTable utxos={utxos.body.rows} />}
      </Card>
      <Pager
        current={number}
        last={Math.max(1, Math.ceil((utxos.body?.total ?? 0) / perPage))}
        to={(target) => liquidPage.proof(target)}
      />
      {unmatched.length > 0 && (
        <Card title={text('liquid.proof.unmatched')} id="proof-unmatched" className={styles.below}>
          <UnmatchedTable pegOuts={unmatched} />
        </Card>
      )}
      {emergency.length > 0 && (
        <Card title={text('liquid.proof.emergency')} id="proof-emergency" className={styles.below}>
          <ProofTable utxos={emergency} />
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
          <span className="figure bad">{count(state.missingDeposits)}</span>
        </Fact>
      )}
    </dl>
  );
}
