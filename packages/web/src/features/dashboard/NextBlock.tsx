import { Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { Chart } from '../../charts/Chart.tsx';
import { useNow } from '../../context/clock.ts';
import { useLive, useSession } from '../../context/live.ts';
import { usePlace } from '../../context/site-context.ts';
import { count, percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import cardStyles from '../../ui/card.module.css';
import { useInView } from '../../ui/hooks/use-in-view.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Ahead, Amount, BlockFeeRate, FeeRateRange } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { blockVsize, expectedAt } from '../block/block-facts.ts';
import dashboardStyles from './dashboard.module.css';

const NextBlockPicture = lazyComponent(() => import('./NextBlockPicture.tsx'));

/** Element of the title: the page's title on the dashboard, one of several on a board. */
type Heading = 'h1' | 'h2';

/** Shows the next block, the largest card of the dashboard: its figures beside its picture. */
export function NextBlock({ heading = 'h1' }: { heading?: Heading }) {
  return (
    <section
      className={`${cardStyles.card} ${dashboardStyles.nextBlock}`}
      data-part="card next-block"
      aria-labelledby="next-block-title"
    >
      <Figures heading={heading} />
      <Picture />
    </section>
  );
}

function Figures({ heading: Heading }: { heading: Heading }) {
  const text = useText();
  const { prefix, pace } = usePlace();
  const now = useNow();
  const da = useLive((state) => state.da);
  const next = useLive((state) => state.mempoolBlocks?.[0]);
  const block = next ?? { blockSize: 0, blockVSize: 0, nTx: 0, totalFees: 0, medianFee: 0, feeRange: [] };
  return (
    <div className={dashboardStyles.nextFacts}>
      <Heading id="next-block-title">{text('next.title')}</Heading>
      <p className={dashboardStyles.nextWhen}>
        <Ahead time={expectedAt(0, now, da, pace)} /> {pace !== 'on-demand' && <small>{text('next.estimate')}</small>}
      </p>
      <dl className={dashboardStyles.facts}>
        <div className={dashboardStyles.factLarge}>
          <dt>{text('block.medianFee')}</dt>
          <dd>
            <BlockFeeRate medianFee={block.medianFee} feeRange={block.feeRange} transactions={block.nTx} />
          </dd>
        </div>
        <div>
          <dt>{text('block.feeSpan')}</dt>
          <dd>
            <FeeRateRange range={block.feeRange} />
          </dd>
        </div>
        <div>
          <dt>{text('block.totalFees')}</dt>
          <dd>
            <Amount sats={block.totalFees} digits={[3, 3]} />
          </dd>
        </div>
        <div>
          <dt>{text('block.transactions')}</dt>
          <dd className="figure">{count(block.nTx)}</dd>
        </div>
        <div>
          <dt>{text('block.full')}</dt>
          <dd className="figure">{percent(Math.min(100, (100 * block.blockVSize) / blockVsize))}</dd>
        </div>
      </dl>
      <Link to={page.mempoolBlock(prefix, 0)} className="more">
        {text('next.open')}
      </Link>
    </div>
  );
}

/** The squares of the block; picture and data are loaded when they become visible. */
function Picture() {
  const session = useSession();
  const [ref, seen] = useInView<HTMLDivElement>();
  // the list is empty until its first frame, and complete again after a reconnection
  const txs = useLive(({ projected: block }) =>
    block?.index === 0 && (block.txs.size > 0 || block.sequence >= 0) ? block.txs : undefined,
  );
  useEffect(() => {
    if (!seen) return;
    session.trackMempoolBlock(0);
    return () => session.trackMempoolBlock(undefined);
  }, [session, seen]);
  const waiting = <div className={dashboardStyles.presetWaiting} />;
  return (
    <div ref={ref} className="js-only" data-part="inside-card">
      {seen ? (
        <Suspense fallback={waiting}>
          <NextBlockPicture txs={txs} LineChart={Chart} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}
