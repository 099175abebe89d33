import type { BlockExt, CompressedTx } from '@glassblock/contract';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { actualMarks, expectedMarks } from '../../data/tx/audit-status.ts';
import { count, weight } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { PictureFrame } from '../../pictures/block/PictureFrame.tsx';
import type { PictureMark } from '../../pictures/render/paint.ts';
import { useInView } from '../../ui/hooks/use-in-view.ts';
import { useQuery } from '../../ui/hooks/use-query.ts';
import pageStyles from '../../ui/page.module.css';
import rowsStyles from '../../ui/rows.module.css';
import { Amount, FigureText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import { MinedPicture } from './BlockInside.tsx';
import blockStyles from './block.module.css';
import { Difference } from './HealthBadge.tsx';
import { useAudit } from './use-audit.ts';
import { type Summary, useSummary } from './use-summary.ts';

const views = ['projected', 'actual'] as const;
type View = (typeof views)[number];

/** Figures of one of the two blocks. */
interface Figures {
  fees: number | null;
  /** Weight of its transactions without header and coinbase, WU. */
  weight: number | null;
  /** Number of transactions without the coinbase; undefined while unknown. */
  txs: number | undefined;
}

/**
 * Compares the expected with the actual block: missing, added and moved transactions are marked, and the pointer
 * highlights a transaction in both. Narrow screens show one at a time; the tabs are links (`?view=`).
 */
export function BlockAudit({ block, toggle }: { block: BlockExt; toggle: React.ReactNode }) {
  const text = useText();
  const { prefix } = usePlace();
  const { query, changed } = useQuery();
  const [ref, seen] = useInView<HTMLElement>(120);
  const [hovered, setHovered] = useState<string>();
  const wanted = seen ? block.id : undefined;
  const { audit, failed } = useAudit(wanted);
  const summary = useSummary(wanted);
  const template = useMemo(
    () => audit && new Map(audit.template.map((tx) => [tx.txid, squareOf(tx)] satisfies [string, CompressedTx])),
    [audit],
  );
  const marks = useMemo((): Partial<Record<View, ReadonlyMap<string, PictureMark>>> => {
    if (audit === undefined || summary.txs === undefined) return {};
    const mined = [...summary.txs.keys()];
    return { projected: expectedMarks(audit, new Set(mined)), actual: actualMarks(audit, mined) };
  }, [audit, summary.txs]);
  const view: View = query.get('view') === 'actual' ? 'actual' : 'projected';
  const titles: Record<View, string> = { projected: text('compare.expected'), actual: text('compare.actual') };
  const { expectedFees, expectedWeight, totalFees } = block.extras;
  const expected: Figures = { fees: expectedFees, weight: expectedWeight, txs: audit?.template.length };
  const actual: Figures = { fees: totalFees, weight: payingWeight(summary, block), txs: block.tx_count - 1 };
  const expectedSummary: Summary = { failed: false, again: summary.again, ...(template && { txs: template }) };

  const half = (of: View, shown: Summary, figures: Figures) => (
    <section
      className={`${blockStyles.compareSide} ${view === of ? blockStyles.shown : ''}`}
      data-part="compare-side"
      aria-label={titles[of]}
    >
      <h2>{titles[of]}</h2>
      {of === 'projected' && failed ? (
        <PictureFrame sentence={text('compare.unavailable')} />
      ) : (
        <MinedPicture
          block={block}
          summary={shown}
          mirrored={hovered}
          onHover={setHovered}
          {...(marks[of] && { marks: marks[of] })}
        />
      )}
      <dl className={rowsStyles.rows} data-part="rows">
        <Figure label={text('block.totalFees')}>
          {of === 'actual' && <Difference actual={totalFees} expected={expectedFees} />}{' '}
          <Amount sats={figures.fees ?? 0} />
        </Figure>
        <Figure label={text('compare.weight')}>
          {of === 'actual' && figures.weight !== null && (
            <Difference actual={figures.weight} expected={expectedWeight} />
          )}{' '}
          {figures.weight === null ? '–' : <FigureText figure={weight(figures.weight)} />}
        </Figure>
        <Figure label={text('block.transactions')}>
          {of === 'actual' && figures.txs !== undefined && <Difference actual={figures.txs} expected={expected.txs} />}{' '}
          <span className="figure">{figures.txs === undefined ? '–' : count(figures.txs)}</span>
        </Figure>
      </dl>
    </section>
  );
  return (
    <section
      className={`${blockStyles.compare} ${blockStyles.audit}`}
      data-part="compare audit"
      ref={ref}
      aria-labelledby="audit-title"
    >
      <div className={pageStyles.sectionHead} data-part="section-head">
        <h2 className={pageStyles.sectionTitle} data-part="section-title" id="audit-title">
          {text('compare.audit')}
        </h2>
        <Link className="more" to={page.question(prefix, 'how-do-block-audits-work')}>
          {text('compare.how')}
        </Link>
        {toggle}
      </div>
      <nav className={blockStyles.compareTabs} data-part="compare-tabs" aria-label={text('compare.audit')}>
        {views.map((one) => (
          <Link
            key={one}
            to={changed({ view: one })}
            replace
            preventScrollReset
            aria-current={view === one ? 'true' : undefined}
          >
            {titles[one]}
          </Link>
        ))}
      </nav>
      <div className={blockStyles.compareSides}>
        {half('projected', expectedSummary, expected)}
        {half('actual', summary, actual)}
      </div>
    </section>
  );
}

type Expected = { txid: string; fee: number; vsize: number; value: number; rate: number; flags: number };

/** Returns the square of an expected transaction, with its first-seen time and whether it is accelerated. */
const squareOf = ({ txid, fee, vsize, value, rate, flags, time, acc }: Expected & { time?: number; acc?: boolean }) =>
  (acc
    ? [txid, fee, vsize, value, rate, flags, time ?? 0, 1]
    : [txid, fee, vsize, value, rate, flags, time ?? 0]) satisfies CompressedTx;

/** Returns the weight of all transactions but the coinbase, WU; null until they are loaded. */
function payingWeight({ txs }: Summary, { tx_count }: BlockExt): number | null {
  if (tx_count <= 1) return 0;
  if (txs === undefined) return null;
  return [...txs.values()].slice(1).reduce((sum, [, , vsize]) => sum + 4 * vsize, 0);
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
