import type { MiningPoolRank } from '@glassblock/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { ringPart } from '../../charts/ring.ts';
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

const inner = 62;
const outer = 98;

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
  const [at, setAt] = useState<number>();
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
  const shown = at === undefined ? undefined : parts[at];
  return (
    <figure className={styles.poolsRing} onPointerLeave={() => setAt(undefined)}>
      <svg viewBox="-100 -100 200 200" aria-hidden="true" focusable="false">
        {parts.map((part, place) => {
          const onPointerEnter = () => setAt(place);
          return part.miningPool === undefined ? (
            <g key="other" onPointerEnter={onPointerEnter}>
              <Part from={part.from} to={part.to} slug={undefined} />
            </g>
          ) : (
            <Link
              key={part.miningPool.slug}
              to={page.miningPool(prefix, part.miningPool.slug)}
              tabIndex={-1}
              onPointerEnter={onPointerEnter}
            >
              <Part from={part.from} to={part.to} slug={part.miningPool?.slug} />
            </Link>
          );
        })}
      </svg>
      <figcaption>
        {shown === undefined ? (
          <>
            <strong className="figure">{count(total)}</strong>
            <span className="quiet">{text('mining.blocksFound', { count: total })}</span>
          </>
        ) : (
          <>
            <span className={styles.ringName}>{escapeInvisible(name(shown))}</span>
            <strong className="figure">{percent(100 * shown.share)}</strong>
            <span className="quiet">{text('mining.blocks', { count: shown.blocks })}</span>
            {props.networkHashrate !== undefined && (
              <FigureText figure={hashrate(shown.share * props.networkHashrate)} className="quiet" />
            )}
          </>
        )}
      </figcaption>
    </figure>
  );
}

function Part({ from, to, slug }: { from: number; to: number; slug: string | undefined }) {
  const colour = slug === undefined ? 'none' : miningPoolColourName(slug);
  return (
    <path
      d={ringPart(from, to, inner, outer)}
      className={markStyles.ringPart}
      data-pool-colour={colour}
      data-part="ring-part"
    />
  );
}
