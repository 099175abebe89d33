// Page `/treasuries`: watched wallets with an owner.
import type { Treasuries } from '@glassblock/contract';
import { useMemo } from 'react';
import { type MetaArgs, useLoaderData } from 'react-router';
import { useLive, useWant } from '../../../context/live.ts';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import type { Part } from '../../../data/part.ts';
import { mapped } from '../../../data/watched/board-data.ts';
import { supplyAt, type TreasuryRow, treasuryRows } from '../../../data/watched/treasury-view.ts';
import { siteApi } from '../../../data/watched/watched-url.ts';
import { useReloadOnBlock } from '../../../features/mining/use-reload-on-block.ts';
import { Strip } from '../../../features/strip/Strip.tsx';
import { BalanceCard, type BalanceLine } from '../../../features/watched/BalanceCard.tsx';
import { TreasuryRing, TreasuryTable, treasuryColour } from '../../../features/watched/TreasuryTable.tsx';
import styles from '../../../features/watched/watched.module.css';
import { count, percent } from '../../../format/amount.ts';
import texts from '../../../messages/en.json?board';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { FiatValue } from '../../../ui/FiatValue.tsx';
import { Failed } from '../../../ui/failures/Failed.tsx';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import pageStyles from '../../../ui/page.module.css';
import { Amount } from '../../../ui/values.tsx';

interface Data {
  treasuries: Part<TreasuryRow[]> | undefined;
}

async function load({ api: ask, site, network }: LoadKit): Promise<Loaded<Data>> {
  if (site.treasuries !== true || network !== site.rootNetwork) return { page: { treasuries: undefined }, status: 404 };
  const answer = await ask.get<Treasuries>(siteApi.treasuries, 'once');
  return { page: { treasuries: mapped(answer, treasuryRows) }, status: answer.ok ? 200 : answer.status };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Treasuries', matches) },
  { name: 'description', content: 'Bitcoin treasuries by the balance of their published addresses.' },
];

/** Lines of the chart: more cannot be distinguished. */
const maxLines = 7;
const colours = ['--fee-1', '--fee-2', '--fee-4', '--fee-5', '--fee-6', '--fee-7', '--fee-9'] as const;

export default function TreasuriesRoute() {
  return (
    <MoreTexts texts={texts}>
      <TreasuryPage />
    </MoreTexts>
  );
}

function TreasuryPage() {
  const text = useText();
  const { treasuries } = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks', 'stats');
  useReloadOnBlock([siteApi.treasuries]);
  if (treasuries === undefined) return <PageUnavailable />;
  const { body, problem } = treasuries;
  return (
    <>
      <Strip />
      <main className={pageStyles.page} id="main">
        <h1>{text('board.treasuries')}</h1>
        <p className={`quiet ${styles.intro}`}>{text('board.treasuries.intro')}</p>
        {problem && <Failed problem={problem} />}
        {body && <Content rows={body} />}
      </main>
    </>
  );
}

function Content({ rows }: { rows: readonly TreasuryRow[] }) {
  const text = useText();
  const lines = useMemo(
    () =>
      rows
        .slice(0, maxLines)
        .filter(({ history }) => history.length > 0)
        .map(({ name, history }, place): BalanceLine => ({ name, history, colour: colours[treasuryColour(place)]! })),
    [rows],
  );
  return (
    <div className={styles.grid}>
      <Totals rows={rows} />
      <Card title={text('board.distribution')} id="distribution-title">
        <TreasuryRing rows={rows} />
      </Card>
      <div className={styles.whole}>
        <Card title={text('board.leaderboard')} id="leaderboard-title">
          <TreasuryTable rows={rows} />
        </Card>
      </div>
      {lines.length > 0 && (
        <div className={styles.whole}>
          <BalanceCard
            id="treasury-history"
            title={text('board.history')}
            label={text('board.historyLabel', { name: text('board.treasuries') })}
            lines={lines}
          />
        </div>
      )}
    </div>
  );
}

/** Shows how many treasuries there are, and their share of all bitcoin. */
function Totals({ rows }: { rows: readonly TreasuryRow[] }) {
  const text = useText();
  const { network } = usePlace();
  const interval = useSite().networks.find(({ name }) => name === network)?.halvingInterval;
  const height = useLive((state) => state.blocks[0]?.height);
  const held = rows.reduce((sum, { balance }) => sum + balance, 0);
  const supply = interval === undefined || height === undefined ? undefined : supplyAt(height, interval);
  return (
    <Card title={text('board.held')} id="held-title">
      <dl className={styles.figures}>
        <div>
          <dt>{text('board.holdings')}</dt>
          <dd>
            <Amount sats={held} digits={[0, 2]} /> <FiatValue sats={held} />
          </dd>
        </div>
        {supply !== undefined && (
          <div>
            <dt>{text('board.supply')}</dt>
            <dd className="figure">{percent((100 * held) / supply, 4)}</dd>
          </div>
        )}
        <div>
          <dt>{text('board.count')}</dt>
          <dd className="figure">{count(rows.length)}</dd>
        </div>
      </dl>
    </Card>
  );
}
