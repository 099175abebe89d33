import type { BlockExt, CompressedTx } from '@glassblock/contract';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { count, weight } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import type { PictureMark } from '../../pictures/render/paint.ts';
import { useInView } from '../../ui/hooks/use-in-view.ts';
import { useQuery } from '../../ui/hooks/use-query.ts';
import rowsStyles from '../../ui/rows.module.css';
import { Amount, FigureText } from '../../ui/values.tsx';
import { MinedPicture } from './BlockInside.tsx';
import blockStyles from './block.module.css';
import { minerOf } from './block-facts.ts';
import { useSummary } from './use-summary.ts';

/** One of the two blocks: its name in the URL and its heading. */
export interface ComparedSide {
  view: 'stale' | 'actual';
  title: string;
  block: BlockExt;
}

/** Returns which transactions the other block has too. */
function marksOf(
  mine: ReadonlyMap<string, CompressedTx> | undefined,
  other: ReadonlyMap<string, CompressedTx> | undefined,
): ReadonlyMap<string, PictureMark> | undefined {
  if (mine === undefined || other === undefined) return undefined;
  return new Map([...mine.keys()].map((txid) => [txid, other.has(txid) ? 'both' : 'here']));
}

/**
 * Compares two blocks: transactions that only one of them has are marked, and the pointer highlights a transaction in
 * both. Narrow screens show one at a time; the tabs are links (`?view=`).
 */
export function BlockCompare({ sides }: { sides: readonly [ComparedSide, ComparedSide] }) {
  const text = useText();
  const { query, changed } = useQuery();
  const [ref, seen] = useInView<HTMLElement>(120);
  const [hovered, setHovered] = useState<string>();
  const [left, right] = sides;
  const leftSummary = useSummary(seen ? left.block.id : undefined);
  const rightSummary = useSummary(seen ? right.block.id : undefined);
  const leftMarks = useMemo(() => marksOf(leftSummary.txs, rightSummary.txs), [leftSummary.txs, rightSummary.txs]);
  const rightMarks = useMemo(() => marksOf(rightSummary.txs, leftSummary.txs), [leftSummary.txs, rightSummary.txs]);
  const view = query.get('view') === right.view ? right.view : left.view;
  const half = (
    side: ComparedSide,
    summary: ReturnType<typeof useSummary>,
    marks: ReadonlyMap<string, PictureMark> | undefined,
  ) => (
    <section
      className={`${blockStyles.compareSide} ${view === side.view ? blockStyles.shown : ''}`}
      data-part="compare-side"
      aria-label={side.title}
      key={side.view}
    >
      <h2>
        {side.title} <span className="quiet">{minerOf(side.block)}</span>
      </h2>
      <MinedPicture
        block={side.block}
        summary={summary}
        mirrored={hovered}
        onHover={setHovered}
        {...(marks && { marks })}
      />
      <dl className={rowsStyles.rows} data-part="rows">
        <div>
          <dt>{text('block.totalFees')}</dt>
          <dd>
            <Amount sats={side.block.extras.totalFees} />
          </dd>
        </div>
        <div>
          <dt>{text('block.weight')}</dt>
          <dd>
            <FigureText figure={weight(side.block.weight)} />
          </dd>
        </div>
        <div>
          <dt>{text('block.transactions')}</dt>
          <dd className="figure">{count(side.block.tx_count)}</dd>
        </div>
      </dl>
    </section>
  );
  return (
    <section className={blockStyles.compare} data-part="compare" ref={ref} aria-label={text('compare.title')}>
      <nav className={blockStyles.compareTabs} data-part="compare-tabs" aria-label={text('compare.title')}>
        {sides.map((side) => (
          <Link
            key={side.view}
            to={changed({ view: side.view })}
            replace
            preventScrollReset
            aria-current={view === side.view ? 'true' : undefined}
          >
            {side.title}
          </Link>
        ))}
      </nav>
      <div className={blockStyles.compareSides}>
        {half(left, leftSummary, leftMarks)}
        {half(right, rightSummary, rightMarks)}
      </div>
    </section>
  );
}
