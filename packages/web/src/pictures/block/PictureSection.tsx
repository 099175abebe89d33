import type { CompressedTx } from '@glassblock/contract';
import { Suspense, useMemo } from 'react';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import foldStyles from '../../ui/fold.module.css';
import { useDetailsOpen } from '../../ui/hooks/use-details-open.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { FilterBar } from '../filter/FilterBar.tsx';
import filterStyles from '../filter/filter.module.css';
import { filtersAnything, matcher, type PictureKind } from '../filter/filter.ts';
import { useFilter } from '../filter/use-filter.ts';
import { flagsOf, type PictureMark } from '../render/paint.ts';
import { BlockPicture, type BlockPictureProps } from './BlockPicture.tsx';
import { Legend } from './Legend.tsx';
import { PictureTexts } from './PictureTexts.tsx';

const PictureTable = lazyComponent(() => import('./PictureTable.tsx'));

interface Props extends Pick<BlockPictureProps, 'txs' | 'marks' | 'mirrored' | 'onHover'> {
  kind: PictureKind;
  /** Name of a saved file, without extension. */
  fileName: string;
}

/** Shows a block as a picture: filter, squares, legend, and the same as a table. */
export default function PictureSection(props: Props) {
  return (
    <PictureTexts>
      <Section {...props} />
    </PictureTexts>
  );
}

function Section({ txs, kind, fileName, ...rest }: Props) {
  const text = useText();
  const [filter, setFilter] = useFilter();
  // mined transactions have no age, but those of the expected block do
  const painted = useMemo(
    () => (filter.tint === 'age' && kind === 'mined' ? { ...filter, tint: 'fee' as const } : filter),
    [filter, kind],
  );
  const passing = useMemo(() => {
    if (!filtersAnything(filter)) return txs;
    const passes = matcher(filter);
    return new Map([...txs].filter(([, tx]) => passes(flagsOf(tx))));
  }, [txs, filter]);
  return (
    <>
      <FilterBar filter={filter} onChange={setFilter} kind={kind}>
        <p className={`${filterStyles.filterCount} quiet`} role="status">
          {filtersAnything(filter) && text('filter.count', { matching: count(passing.size), all: txs.size })}
        </p>
      </FilterBar>
      <BlockPicture txs={txs} filter={painted} {...rest} />
      <Legend tint={painted.tint} marks={legendMarks(rest.marks)} accelerated={hasAccelerated(txs)} />
      <TableFold txs={passing} fileName={fileName} {...(rest.marks && { marks: rest.marks })} />
    </>
  );
}

const hasAccelerated = (txs: ReadonlyMap<string, CompressedTx>): boolean => {
  for (const tx of txs.values()) if (tx[7] === 1) return true;
  return false;
};

/**
 * Returns the marks of the legend, each once; expected transactions have none, and accelerated ones have their own
 * entry.
 */
function legendMarks(marks: BlockPictureProps['marks']): PictureMark[] {
  const plain: readonly PictureMark[] = ['both', 'match', 'accelerated'];
  return [...new Set(marks?.values())].filter((mark) => !plain.includes(mark)).sort();
}

/** Shows the picture as a table; created when opened. */
function TableFold(props: Pick<Props, 'txs' | 'fileName' | 'marks'>) {
  const text = useText();
  const { open, props: fold } = useDetailsOpen();
  return (
    <details className={foldStyles.fold} data-part="fold" {...fold}>
      <summary>{text('picture.table')}</summary>
      {open && (
        <Suspense fallback={<p className="quiet">{text('picture.loading')}</p>}>
          <PictureTable {...props} />
        </Suspense>
      )}
    </details>
  );
}
