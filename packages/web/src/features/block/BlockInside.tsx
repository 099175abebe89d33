import type { BlockExt } from '@glassblock/contract';
import { Suspense } from 'react';
import { useText } from '../../messages/use-text.ts';
import type { BlockPictureProps } from '../../pictures/block/BlockPicture.tsx';
import { PictureFrame } from '../../pictures/block/PictureFrame.tsx';
import { useInView } from '../../ui/hooks/use-in-view.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import blockStyles from './block.module.css';
import { type Summary, useSummary } from './use-summary.ts';

const PictureSection = lazyComponent(() => import('../../pictures/block/PictureSection.tsx'));

/** Draws a mined block; its transactions are loaded when it becomes visible. */
export function BlockInside({ block }: { block: Pick<BlockExt, 'id' | 'height' | 'tx_count'> }) {
  const text = useText();
  const [ref, seen] = useInView<HTMLElement>(120);
  const summary = useSummary(seen ? block.id : undefined);
  return (
    <section className={blockStyles.inside} data-part="inside" aria-label={text('picture.inside')} ref={ref}>
      <MinedPicture block={block} summary={summary} />
      {block.tx_count <= 1 && block.height > 0 && <p className="quiet">{text('picture.onlyCoinbase')}</p>}
    </section>
  );
}

/** Draws a block summary, or its loading or error state. */
export function MinedPicture(
  props: { block: Pick<BlockExt, 'height'>; summary: Summary } & Pick<
    BlockPictureProps,
    'marks' | 'mirrored' | 'onHover'
  >,
) {
  const text = useText();
  const { block, summary, ...rest } = props;
  const { txs } = summary;
  if (summary.failed)
    return (
      <PictureFrame sentence={text('picture.failed')}>
        <button type="button" className="button" onClick={summary.again}>
          {text('picture.again')}
        </button>
      </PictureFrame>
    );
  const waiting = <PictureFrame sentence={text('picture.loading')} reserves />;
  if (txs === undefined) return waiting;
  return (
    <Suspense fallback={waiting}>
      <PictureSection txs={txs} kind="mined" fileName={`block-${block.height}`} {...rest} />
    </Suspense>
  );
}
