import type { BlockExt } from '@glassblock/contract';
import { Suspense } from 'react';
import { useInView } from '../../../ui/hooks/use-in-view.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import styles from './liquid-frame.module.css';

interface PictureProps {
  block: Pick<BlockExt, 'id' | 'height' | 'tx_count'>;
}

const BlockInside = lazyComponent<PictureProps>(async () => ({
  default: (await import('../../block/BlockInside.tsx')).BlockInside,
}));

/** Draws a mined block of a Liquid network; its scripts and transactions are loaded when it becomes visible. */
export function LiquidBlockPicture({ block }: PictureProps) {
  const [ref, isSeen] = useInView<HTMLDivElement>(120);
  const place = <div className={`${styles.pictureRoom} js-only`} />;
  return (
    <div className={styles.picture} ref={ref}>
      {isSeen ? (
        <Suspense fallback={place}>
          <BlockInside key={block.id} block={block} />
        </Suspense>
      ) : (
        place
      )}
    </div>
  );
}
