// Page `/`: the dashboard.
import { type MetaArgs, redirect } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { DifficultyCard } from '../../../features/dashboard/DifficultyCard.tsx';
import dashboardStyles from '../../../features/dashboard/dashboard.module.css';
import { FeeCard } from '../../../features/dashboard/FeeCard.tsx';
import { HalvingRow } from '../../../features/dashboard/HalvingRow.tsx';
import { LatestBlocks } from '../../../features/dashboard/LatestBlocks.tsx';
import { MempoolCard } from '../../../features/dashboard/MempoolCard.tsx';
import { NextBlock } from '../../../features/dashboard/NextBlock.tsx';
import { RecentReplacements } from '../../../features/dashboard/RecentReplacements.tsx';
import { RecentTransactions } from '../../../features/dashboard/RecentTransactions.tsx';
import { Strip } from '../../../features/strip/Strip.tsx';
import pageStyles from '../../../ui/page.module.css';

/** Redirects to the board that replaces the dashboard, if there is one. */
async function load({ site: { home, rootNetwork }, network }: LoadKit) {
  if (home !== undefined && network === rootNetwork) throw redirect(home);
  return { page: {} };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
/** It depends on the site alone. */
export const shouldRevalidate = () => false;

export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle(undefined, matches) },
  { name: 'description', content: 'Bitcoin blocks, the mempool and fees, live from this node.' },
];

/** The live dashboard. All its data comes with the network's start object. */
export default function Dashboard() {
  useWant('blocks', 'stats', 'mempool-blocks', 'live-2h-chart');
  return (
    <>
      <Strip />
      <main className={`${pageStyles.page} ${dashboardStyles.dashboard}`} id="main">
        <FeeCard />
        <DifficultyCard more={<HalvingRow />} />
        <MempoolCard />
        <NextBlock />
        <RecentReplacements />
        <RecentTransactions />
        <LatestBlocks />
      </main>
    </>
  );
}
