import type {
  AuditStatus,
  EmergencyStats,
  FederationAddress,
  MonthlyAmount,
  Peg,
  PegTotal,
} from '@glassblock/contract/liquid';
import { Link } from 'react-router';
import type { Part } from '../../../data/part.ts';
import { count, percent } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { Failed } from '../../../ui/failures/Failed.tsx';
import { Amount } from '../../../ui/values.tsx';
import { page } from '../../../url.ts';
import { liquidPage } from '../liquid-url.ts';
import { useLiquid } from '../use-liquid.ts';
import { AddressTable } from './AddressTable.tsx';
import styles from './audit.module.css';
import { ParentAmount } from './ParentAmount.tsx';
import { PegTable } from './PegTable.tsx';
import { minMonths, ReservesChart } from './ReservesChart.tsx';
import { ReservesGauge } from './ReservesGauge.tsx';
import { auditPercent, deficitCount, type Month, monthsOf } from './reserves.ts';

/** Number and sum of some outputs. */
interface Sum {
  count: number;
  sats: number;
}

/** Data of the dashboard. */
export interface ReservesData {
  supply: Part<PegTotal>;
  months: Part<MonthlyAmount[]>;
  pegs: Part<Peg[]>;
  status: Part<AuditStatus>;
  /** The others are undefined while there is no audit. */
  held: PegTotal | undefined;
  heldMonths: MonthlyAmount[];
  expired: { all: Sum; nonDust: Sum } | undefined;
  emergency: EmergencyStats | undefined;
  addresses: FederationAddress[] | undefined;
}

/** The Liquid dashboard: reserves of the federation and circulating supply. */
export function ReservesDashboard({ data }: { data: ReservesData }) {
  const text = useText();
  const { ticker } = useLiquid();
  const { supply, months, pegs, status, held, addresses } = data;
  const waiting = useWaiting(status);
  const series = monthsOf(months.body ?? [], data.heldMonths, { supply: supply.body, reserves: held });
  const hasChart = series.length >= minMonths;
  const statistics = <Statistics data={data} months={series} waiting={waiting} />;
  const wallet = <Wallet addresses={addresses} waiting={waiting} />;
  return (
    <>
      <h1 className="sr-only">{text('liquid.dashboard')}</h1>
      {status.problem && status.problem.status !== 404 && <Failed problem={status.problem} />}
      {status.body && !status.body.isAuditSynced && (
        <p>
          <span className="badge warn">{waiting}</span>
        </p>
      )}
      <div className={styles.two}>
        <Holdings supply={supply} held={held} waiting={waiting} />
        <Expired expired={data.expired} waiting={waiting} />
      </div>
      {hasChart ? (
        <div className={styles.two}>
          <ReservesChart months={series} waiting={held === undefined ? waiting : undefined} />
          {statistics}
        </div>
      ) : (
        // the wallet has the place of the chart, and the list of pegs all its columns
        <div className={styles.two}>
          {statistics}
          {wallet}
        </div>
      )}
      {months.problem && (
        <Card title={text('liquid.reserves.chart', { ticker })} id="reserves-chart" className={styles.below}>
          <Failed problem={months.problem} />
        </Card>
      )}
      {hasChart ? (
        <div className={styles.two}>
          <RecentPegs pegs={pegs} hasParent={false} />
          {wallet}
        </div>
      ) : (
        <RecentPegs pegs={pegs} />
      )}
    </>
  );
}

function RecentPegs({ pegs, hasParent = true }: { pegs: Part<Peg[]>; hasParent?: boolean }) {
  const text = useText();
  return (
    <Card
      title={text('liquid.pegs.title')}
      id="pegs-title"
      aside={<Link to={liquidPage.pegs()}>{text('liquid.more')}</Link>}
    >
      {pegs.problem && <Failed problem={pegs.problem} />}
      {pegs.body?.length === 0 && <p className="quiet">{text('liquid.pegs.none')}</p>}
      {pegs.body !== undefined && pegs.body.length > 0 && <PegTable pegs={pegs.body} isShort hasParent={hasParent} />}
    </Card>
  );
}

function Wallet({ addresses, waiting }: { addresses: FederationAddress[] | undefined; waiting: string }) {
  const text = useText();
  return (
    <Card
      title={text('liquid.wallet.title')}
      id="wallet-title"
      aside={<Link to={liquidPage.wallet('addresses')}>{text('liquid.more')}</Link>}
    >
      {addresses === undefined ? <p className="quiet">{waiting}</p> : <AddressTable addresses={addresses} isShort />}
    </Card>
  );
}

/** Returns why there is no audit. */
function useWaiting({ body, problem }: Part<AuditStatus>): string {
  const text = useText();
  if (problem?.status === 404) return text('liquid.audit.none');
  return body === undefined
    ? text('liquid.audit.waiting')
    : text('liquid.audit.progress', { percent: percent(auditPercent(body), 1) });
}

function Holdings(props: { supply: Part<PegTotal>; held: PegTotal | undefined; waiting: string }) {
  const text = useText();
  const { ticker } = useLiquid();
  const { supply, held } = props;
  return (
    <Card
      title={text('liquid.holdings.title')}
      id="holdings-title"
      aside={<Link to={page.blocks('')}>{text('header.blocks')}</Link>}
    >
      {supply.problem && <Failed problem={supply.problem} />}
      <dl className={styles.figures}>
        {supply.body && (
          <div>
            <dt>{text('liquid.holdings.supply', { ticker })}</dt>
            <dd>
              <Amount sats={Number(supply.body.amount)} />
            </dd>
            <dd className={styles.note}>{text('liquid.asOf', { height: count(supply.body.lastBlockUpdate) })}</dd>
          </div>
        )}
        {held !== undefined && (
          <div>
            <dt>{text('liquid.holdings.held')}</dt>
            <dd>
              <ParentAmount sats={Number(held.amount)} />
            </dd>
            <dd className={styles.note}>{text('liquid.asOf', { height: count(held.lastBlockUpdate) })}</dd>
          </div>
        )}
      </dl>
      {held === undefined && <p className="quiet">{props.waiting}</p>}
    </Card>
  );
}

function Expired({ expired, waiting }: { expired: ReservesData['expired']; waiting: string }) {
  const text = useText();
  const figure = (label: string, hint: string, sum: Sum) => (
    <div title={hint}>
      <dt>{label}</dt>
      <dd>
        <ParentAmount sats={sum.sats} digits={[5, 5]} />
      </dd>
      <dd className={styles.note}>{text('liquid.wallet.utxoCount', { count: sum.count })}</dd>
    </div>
  );
  return (
    <Card
      title={text('liquid.expired.title')}
      id="expired-title"
      aside={<Link to={liquidPage.wallet('expired')}>{text('liquid.more')}</Link>}
    >
      {expired === undefined ? (
        <p className="quiet">{waiting}</p>
      ) : (
        <dl className={styles.figures}>
          {figure(text('liquid.expired.nonDust'), text('liquid.expired.nonDustHint'), expired.nonDust)}
          {figure(text('liquid.expired.all'), text('liquid.expired.allHint'), expired.all)}
        </dl>
      )}
    </Card>
  );
}

/** Shows the ratio of reserves to supply, and when the chart of both appears. */
function Statistics(props: { data: ReservesData; months: readonly Month[]; waiting: string }) {
  const text = useText();
  const { ticker } = useLiquid();
  const { data, months, waiting } = props;
  const { held, supply } = data;
  const isKnown = held !== undefined && supply.body !== undefined && Number(supply.body.amount) > 0;
  return (
    <Card
      title={text('liquid.gauge.title')}
      id="gauge-title"
      aside={<Link to={liquidPage.proof()}>{text('liquid.proof.title')}</Link>}
    >
      {isKnown ? (
        <>
          <StatisticsFigures data={data} months={months} />
          <ReservesGauge share={Number(held.amount) / Number(supply.body?.amount)} />
          {months.length < minMonths && (
            <p className={`quiet ${styles.few}`}>
              {text('liquid.reserves.few', { count: months.length, min: minMonths, ticker })}
            </p>
          )}
        </>
      ) : (
        <p className="quiet">{waiting}</p>
      )}
    </Card>
  );
}

function StatisticsFigures({ data, months }: { data: ReservesData; months: readonly Month[] }) {
  const text = useText();
  const { held, supply, emergency } = data;
  const change = changeOf(months);
  const surplus = Number(held?.amount ?? 0) - Number(supply.body?.amount ?? 0);
  return (
    <dl className={styles.figures}>
      <div title={text('liquid.surplus.hint')}>
        <dt>{text('liquid.surplus.title')}</dt>
        <dd className={styles.middle}>
          <ParentAmount sats={surplus} signed digits={[2, 8]} />
        </dd>
      </div>
      <div title={text('liquid.deficit.hint')}>
        <dt>{text('liquid.deficit.title')}</dt>
        <dd className={styles.middle}>{text('liquid.deficit.count', { count: deficitCount(months) })}</dd>
      </div>
      {change !== undefined && (
        <div>
          <dt>{text('liquid.change.title')}</dt>
          <dd className={styles.middle}>
            <ParentAmount sats={change} signed digits={[2, 8]} />
          </dd>
        </div>
      )}
      {emergency !== undefined && (
        <div>
          <dt>{text('liquid.emergency.title')}</dt>
          <dd className={styles.middle}>{text('liquid.emergency.count', { count: emergency.utxo_count })}</dd>
        </div>
      )}
    </dl>
  );
}

/** Returns the change of the holdings since the end of the month before; undefined without two months. */
function changeOf(months: readonly Month[]): number | undefined {
  const [before, now] = months.slice(-2).map(({ holdings }) => holdings);
  return before === undefined || now === undefined ? undefined : now - before;
}
