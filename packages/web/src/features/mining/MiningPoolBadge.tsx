import type { BlockExt } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace, useSite } from '../../context/site-context.ts';
import { page } from '../../url.ts';
import { minerOf } from '../block/block-facts.ts';
import { MiningPoolMark } from './MiningPoolMark.tsx';
import markStyles from './mining-pool-mark.module.css';

/** Shows the mining pool of a block, as a link where mining pages are enabled. */
export function MiningPoolBadge(props: { block: BlockExt; className?: string | undefined; 'data-cy'?: string }) {
  const { prefix } = usePlace();
  const { mining = false } = useSite();
  const { block, className = '', ...hook } = props;
  const { slug, name } = block.extras.pool;
  const face = (
    <>
      <MiningPoolMark slug={slug} name={name} />
      <span>{minerOf(block)}</span>
    </>
  );
  return mining ? (
    <Link
      {...hook}
      className={`miner-name ${markStyles.minerName} ${className}`}
      to={page.miningPool(prefix, slug)}
      draggable={false}
    >
      {face}
    </Link>
  ) : (
    <span {...hook} className={`miner-name ${markStyles.minerName} ${className}`}>
      {face}
    </span>
  );
}
