import type { MetaFunction } from 'react-router';
import { DifficultyCard } from '../../components/DifficultyCard.tsx';
import { FeeCard } from '../../components/FeeCard.tsx';
import { HalvingRow } from '../../components/HalvingRow.tsx';
import { InsideCard } from '../../components/InsideCard.tsx';
import { LatestBlocks } from '../../components/LatestBlocks.tsx';
import { useWant } from '../../components/live.ts';
import { MempoolCard } from '../../components/MempoolCard.tsx';
import { NextBlock } from '../../components/NextBlock.tsx';
import { RecentReplacements } from '../../components/RecentReplacements.tsx';
import { RecentTransactions } from '../../components/RecentTransactions.tsx';
import { Strip } from '../../components/Strip.tsx';

export const meta: MetaFunction = () => [
  { title: 'Glassblock' },
  { name: 'description', content: 'Bitcoin blocks, the mempool and fees, live from this node.' },
];

/** One-page live overview. All its data comes with the network's start object. */
export default function Dashboard() {
  useWant('blocks', 'stats', 'mempool-blocks', 'live-2h-chart');
  return (
    <>
      <Strip />
      <main className="page dashboard" id="main">
        <NextBlock />
        <FeeCard />
        <InsideCard />
        <MempoolCard />
        <DifficultyCard more={<HalvingRow />} />
        <RecentReplacements />
        <RecentTransactions />
        <LatestBlocks />
      </main>
    </>
  );
}
