import { Link } from 'react-router';
import { useNow } from '../../context/clock.ts';
import { useLive } from '../../context/live.ts';
import { usePlace } from '../../context/site-context.ts';
import { count, percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { Ahead, Amount, BlockFeeRate, FeeRateRange } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { blockVsize, expectedAt } from '../block/block-facts.ts';
import { Cube, cubeRates } from '../strip/Cube.tsx';
import cubeStyles from '../strip/cube.module.css';
import dashboardStyles from './dashboard.module.css';

/** Shows the next block, the largest element of the dashboard. */
export function NextBlock() {
  const text = useText();
  const { prefix, pace } = usePlace();
  const now = useNow();
  const da = useLive((state) => state.da);
  const next = useLive((state) => state.mempoolBlocks?.[0]);
  const block = next ?? { blockSize: 0, blockVSize: 0, nTx: 0, totalFees: 0, medianFee: 0, feeRange: [] };
  return (
    <section className={dashboardStyles.nextBlock} data-part="next-block" aria-labelledby="next-block-title">
      <Link to={page.mempoolBlock(prefix, 0)} className={dashboardStyles.nextCube} aria-label={text('next.open')}>
        <Cube
          full={block.blockVSize / blockVsize}
          rates={cubeRates(block.feeRange)}
          className={`${cubeStyles.soon} ${cubeStyles.big}`}
        />
      </Link>
      <div className={dashboardStyles.nextFacts}>
        <h1 id="next-block-title">{text('next.title')}</h1>
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
              <Amount sats={block.totalFees} digits={[3, 4]} />
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
    </section>
  );
}
