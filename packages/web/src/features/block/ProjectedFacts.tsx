import type { MempoolBlock } from '@glassblock/contract';
import { bytes, count, percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import answersStyles from '../../ui/answers.module.css';
import { BlockSpace, useBlockSpaceLabel } from '../../ui/BlockSpace.tsx';
import { defaultVsize, FiatValue } from '../../ui/FiatValue.tsx';
import rowsStyles from '../../ui/rows.module.css';
import { Amount, BlockFeeRate, FeeRateRange, FigureText } from '../../ui/values.tsx';
import { blockVsize } from './block-facts.ts';

/** Shows the figures of a projected block. @param hasFiat fiat values are current, so only with the current block */
export function ProjectedFacts({ block, hasFiat }: { block: MempoolBlock; hasFiat: boolean }) {
  const room = useBlockSpaceLabel();
  const text = useText();
  return (
    <>
      <div className={answersStyles.answers} data-part="answers">
        <div className={answersStyles.answer}>
          <strong className={answersStyles.balance} data-part="balance">
            <BlockFeeRate medianFee={block.medianFee} feeRange={block.feeRange} transactions={block.nTx} />
          </strong>
          <span className="quiet">
            {text('block.medianFee')}
            {hasFiat && block.medianFee > 0 && (
              <FiatValue sats={block.medianFee * defaultVsize} title={text('fees.cost', { vsize: defaultVsize })} />
            )}
          </span>
        </div>
      </div>
      <dl className={rowsStyles.rows} data-part="rows">
        <div>
          <dt>{text('block.feeSpan')}</dt>
          <dd>
            <FeeRateRange range={block.feeRange} />
          </dd>
        </div>
        <div>
          <dt>{text('block.totalFees')}</dt>
          <dd>
            <Amount sats={block.totalFees} />
            {hasFiat && <FiatValue sats={block.totalFees} />}
          </dd>
        </div>
        <div>
          <dt>{text('block.transactions')}</dt>
          <dd className="figure">{count(block.nTx)}</dd>
        </div>
        <div>
          <dt>{text('projected.size')}</dt>
          <dd>
            <FigureText figure={bytes(block.blockSize)} />
          </dd>
        </div>
        <div>
          <dt>{text(room)}</dt>
          <dd>
            <BlockSpace vsize={block.blockVSize} />
          </dd>
        </div>
        <div>
          <dt>{text('block.full')}</dt>
          <dd className="figure">{percent(Math.min(100, (100 * block.blockVSize) / blockVsize))}</dd>
        </div>
      </dl>
    </>
  );
}
