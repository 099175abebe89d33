import type { MiningPoolRank } from '@glassblock/contract';
import { usePlace } from '../../context/site-context.ts';
import { count, percent } from '../../format/amount.ts';
import { hashrate } from '../../format/hashrate.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { FigureText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { mergeSmall, type Share } from '../graphs/mining-series/mining-sums.ts';
import styles from './mining.module.css';
import { miningPoolColourName } from './mining-pool-colour.ts';
import markStyles from './mining-pool-mark.module.css';
import { Ring } from './ring/Ring.tsx';
import ringStyles from './ring/ring.module.css';

/**
 * Shows the shares of mining pools as a ring, small ones merged. Its center describes the part at the pointer; the
 * table of mining pools has all values.
 * @param networkHashrate H/s, where an estimate is meaningful
 * @param min 0 to 1; smaller shares are merged
 */
export function MiningPoolsRing(props: {
  miningPools: readonly MiningPoolRank[];
  networkHashrate: number | undefined;
  min: number;
}) {
  const text = useText();
  const { prefix } = usePlace();
  const shares = mergeSmall(props.miningPools, props.min);
  const total = shares.reduce((sum, { blocks }) => sum + blocks, 0);
  let end = 0;
  const parts = shares.map((share) => {
    const from = end;
    end += share.share;
    return { ...share, from, to: end };
  });
  const name = (share: Share<MiningPoolRank>) =>
    share.miningPool === undefined ? text('mining.other') : share.miningPool.name;
  const drawn = parts.map(({ miningPool, from, to }) => ({
    key: miningPool?.slug ?? 'other',
    page: miningPool && page.miningPool(prefix, miningPool.slug),
    from,
    to,
    path: {
      className: markStyles.ringPart,
      'data-pool-colour': miningPool === undefined ? 'none' : miningPoolColourName(miningPool.slug),
    },
  }));
  return (
    <div className={styles.poolsRing}>
      <Ring parts={drawn}>
        {(at) => {
          const shown = at === undefined ? undefined : parts[at];
          return shown === undefined ? (
            <>
              <strong className="figure">{count(total)}</strong>
              <span className="quiet">{text('mining.blocksFound', { count: total })}</span>
            </>
          ) : (
            <>
              <span className={ringStyles.name}>{escapeInvisible(name(shown))}</span>
              <strong className="figure">{percent(100 * shown.share)}</strong>
              <span className="quiet">{text('mining.blocks', { count: shown.blocks })}</span>
              {props.networkHashrate !== undefined && (
                <FigureText figure={hashrate(shown.share * props.networkHashrate)} className="quiet" />
              )}
            </>
          );
        }}
      </Ring>
    </div>
  );
}
