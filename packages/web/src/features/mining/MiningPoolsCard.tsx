import type { MiningPoolsRanking } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import type { Part } from '../../data/part.ts';
import { count, percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { Card } from '../../ui/Card.tsx';
import { Failed } from '../../ui/failures/Failed.tsx';
import { page } from '../../url.ts';
import { luckOfWeek } from '../graphs/mining-series/mining-sums.ts';
import { MiningPoolMark } from './MiningPoolMark.tsx';
import { MiningPoolsRing } from './MiningPoolsRing.tsx';
import styles from './mining.module.css';
import markStyles from './mining-pool-mark.module.css';

/** Smaller shares of the last week are combined in the ring. */
const minShare = 0.01;

/** Shows the mining pools of a week: shares as a ring, and the largest ones. */
export function MiningPoolsCard({ ranking: { body, problem } }: { ranking: Part<MiningPoolsRanking> }) {
  const text = useText();
  const { prefix, pace } = usePlace();
  return (
    <Card
      title={text('mining.pools')}
      id="pools-title"
      aside={
        <Link to={page.miningGraph(prefix, 'pools')} className="more" data-cy="pool-distribution-view-more">
          {text('mining.more')}
        </Link>
      }
    >
      {problem && <Failed problem={problem} />}
      {body?.blockCount === 0 && <p className="quiet">{text('mining.none')}</p>}
      {body !== undefined && body.blockCount > 0 && (
        <div className={styles.boardRing}>
          <MiningPoolsRing miningPools={body.pools} networkHashrate={body.lastEstimatedHashrate1w} min={minShare} />
          <dl className="board-figures">
            {pace === 'adjusted' && (
              <div title={text('mining.luck.hint')}>
                <dt>{text('mining.luck')}</dt>
                <dd className="figure">{percent(luckOfWeek(body.blockCount), 2)}</dd>
              </div>
            )}
            <div>
              <dt>{text('mining.poolsCount')}</dt>
              <dd className="figure">{count(body.pools.length)}</dd>
            </div>
            <div>
              <dt>{text('mining.weekBlocks')}</dt>
              <dd className="figure">{count(body.blockCount)}</dd>
            </div>
          </dl>
          <TopMiningPools ranking={body} />
        </div>
      )}
    </Card>
  );
}

/** Rows of the largest mining pools beside the ring. */
const maxTopMiningPools = 7;

function TopMiningPools({ ranking: { pools, blockCount } }: { ranking: MiningPoolsRanking }) {
  const { prefix } = usePlace();
  return (
    <ol className={styles.topPools}>
      {pools.slice(0, maxTopMiningPools).map(({ slug, name, blockCount: blocks }) => (
        <li key={slug}>
          <Link to={page.miningPool(prefix, slug)} className={`miner-name ${markStyles.minerName}`}>
            <MiningPoolMark slug={slug} name={name} />
            <span>{escapeInvisible(name)}</span>
          </Link>
          <span className="figure">{percent((100 * blocks) / Math.max(1, blockCount))}</span>
        </li>
      ))}
    </ol>
  );
}
