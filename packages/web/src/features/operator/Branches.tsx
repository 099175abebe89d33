import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { firstTxid, type StratumRow } from '../../data/operator/stratum-view.ts';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { page } from '../../url.ts';
import styles from './operator.module.css';

/** Width and height of a branch, and the space around it, in units of the drawing. */
const [width, height, gap] = [10, 40, 6];
/** Minimum branches of a drawing; shorter lists leave empty places. */
const minBranches = 12;

/**
 * Shows the Merkle branches of a job, each in the color of its first 24 bits; links the first transaction.
 * @param props.above name of the mining pool in the row above
 */
export function Branches({ row: { job, sharedAbove, sharedBelow }, above }: { row: StratumRow; above: string }) {
  const text = useText();
  const { prefix } = usePlace();
  const { merkleBranches: branches } = job;
  const txid = firstTxid(job);
  const places = Math.max(minBranches, branches.length);
  const label =
    sharedAbove > 0
      ? text('stratum.shared', { count: branches.length, shared: count(sharedAbove), name: above })
      : text('stratum.branchCount', { count: branches.length });
  const picture = (
    <svg
      viewBox={`0 0 ${places * width} ${height}`}
      preserveAspectRatio="none"
      className={styles.branches}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {branches.map((branch, place) => {
        const top = place < sharedAbove ? 0 : gap;
        const bottom = place < sharedBelow ? height : height - gap;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a branch is identified by its index
            key={place}
            x={place * width}
            y={top}
            width={width - 1}
            height={bottom - top}
            fill={`#${branch.slice(0, 6)}`}
          />
        );
      })}
    </svg>
  );
  return txid === undefined ? picture : <Link to={page.tx(prefix, txid)}>{picture}</Link>;
}
