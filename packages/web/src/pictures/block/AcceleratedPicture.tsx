import type { CompressedTx } from '@glassblock/contract';
import { useMemo } from 'react';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { matcher, noFilter, type PictureFilter } from '../filter/filter.ts';
import { flagsOf } from '../render/paint.ts';
import styles from './accelerated-picture.module.css';
import { BlockPicture } from './BlockPicture.tsx';
import { PictureTexts } from './PictureTexts.tsx';
import pictureStyles from './picture.module.css';

const accelerated: PictureFilter = { ...noFilter, keys: ['acceleration'], tint: 'fee' };

/** Shows a block with highlighted accelerated transactions, and their number. */
export default function AcceleratedPicture({ txs }: { txs: ReadonlyMap<string, CompressedTx> }) {
  const text = useText();
  const passing = useMemo(() => {
    const passes = matcher(accelerated);
    let found = 0;
    for (const tx of txs.values()) if (passes(flagsOf(tx))) found++;
    return found;
  }, [txs]);
  return (
    <PictureTexts>
      <p className={styles.count} data-cy="accelerated-count">
        <i className={`dot ${pictureStyles.acceleratedBg}`} aria-hidden="true" />
        {text('accel.picture.count', { accelerated: count(passing), all: txs.size })}
      </p>
      <BlockPicture txs={txs} filter={accelerated} />
    </PictureTexts>
  );
}
