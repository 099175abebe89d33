// Page `/view/blocks`: pictures of the latest blocks side by side.
import type { BlockExt } from '@glassblock/contract';
import { Suspense, useEffect, useRef } from 'react';
import { Link, type MetaArgs, useSearchParams } from 'react-router';
import { useLive, useWant } from '../../../context/live.ts';
import { usePlace } from '../../../context/site-context.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { minerOf } from '../../../features/block/block-facts.ts';
import { useSummary } from '../../../features/block/use-summary.ts';
import { count } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import { noFilter } from '../../../pictures/filter/filter.ts';
import { wallOf } from '../../../tools/wall.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { page } from '../../../url.ts';
import styles from './views.module.css';

const PlainPicture = lazyComponent(() => import('../../../features/tools/PlainPicture.tsx'));

export const handle = { frame: 'none' };
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Latest blocks', matches) },
  { name: 'robots', content: 'noindex' },
];

/** A wall of the latest block pictures, newest first. */
export default function ViewBlocksRoute() {
  const text = useText();
  const [query] = useSearchParams();
  const wall = wallOf(query);
  const frame = useRef<HTMLElement>(null);
  const blocks = useLive((state) => state.blocks).slice(0, wall.blocks);
  useWant('blocks');
  useEffect(() => {
    const { style } = frame.current ?? document.body;
    const fit = () => {
      const columns = wall.wraps ? Math.ceil(Math.sqrt(blocks.length || 1)) : blocks.length || 1;
      const rows = Math.ceil((blocks.length || 1) / columns);
      const room = Math.min(
        window.innerWidth / columns - 2 * wall.padding,
        window.innerHeight / rows - 2 * wall.padding,
      );
      style.setProperty('--wall-block', `${wall.fits ? Math.max(80, Math.floor(room)) : wall.blockWidth}px`);
    };
    style.setProperty('--wall-padding', `${wall.padding}px`);
    style.setProperty('--wall-time', `${wall.animationMs}ms`);
    fit();
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, [wall.wraps, wall.fits, wall.padding, wall.blockWidth, wall.animationMs, blocks.length]);
  return (
    <main
      className={`${styles.wall} ${wall.wraps ? styles.wraps : ''} ${wall.staggers ? styles.staggers : ''}`}
      data-cy="wall"
      id="main"
      ref={frame}
    >
      <h1 className="off-screen">{text('bare.wall')}</h1>
      {blocks.map((block) => (
        <WallBlock key={block.id} block={block} />
      ))}
      {blocks.length === 0 && <p className="quiet">{text('bare.none')}</p>}
    </main>
  );
}

function WallBlock({ block }: { block: BlockExt }) {
  const text = useText();
  const { prefix } = usePlace();
  const { txs } = useSummary(block.id);
  return (
    <article className={styles.block} data-cy="wall-block">
      {txs && (
        <Suspense>
          <PlainPicture txs={txs} filter={noFilter} />
        </Suspense>
      )}
      <p className={styles.label} data-cy="wall-label">
        <Link to={page.block(prefix, block.id)}>{count(block.height)}</Link>{' '}
        <span>{text('bare.by', { miningPool: minerOf(block) })}</span>
      </p>
    </article>
  );
}
