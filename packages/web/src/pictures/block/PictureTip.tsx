import type { CompressedTx } from '@glassblock/contract';
import { flagNames } from '@glassblock/primitives/flags';
import { useLayoutEffect, useRef } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { count } from '../../format/amount.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { BlockSpace, useBlockSpaceLabel } from '../../ui/BlockSpace.tsx';
import { FiatAmount } from '../../ui/FiatValue.tsx';
import { Hash } from '../../ui/Hash.tsx';
import rowsStyles from '../../ui/rows.module.css';
import { Age, Amount, FeeRateText } from '../../ui/values.tsx';
import { page } from '../../url.ts';
import type { PictureFilter } from '../filter/filter.ts';
import type { Square } from '../render/layout.ts';
import { flagsOf, type PictureMark } from '../render/paint.ts';
import { PictureTexts } from './PictureTexts.tsx';
import pictureStyles from './picture.module.css';

const width = 268;

/** A square and its transaction. */
interface PictureTipProps {
  square: Square;
  rows: number;
  tx: CompressedTx | undefined;
  pinned: boolean;
  filter: PictureFilter;
  mark: PictureMark | undefined;
}

/** Shows the tooltip of a square. */
export default function PictureTip(props: PictureTipProps) {
  return (
    <PictureTexts>
      <Tip {...props} />
    </PictureTexts>
  );
}

function Tip(props: PictureTipProps) {
  const text = useText();
  const { prefix } = usePlace();
  const room = useBlockSpaceLabel();
  const box = useRef<HTMLDivElement>(null);
  const { square, rows, tx, mark } = props;
  useLayoutEffect(() => {
    const element = box.current;
    const frame = element?.parentElement;
    if (!element || !frame) return;
    const unit = frame.clientWidth / rows;
    const right = (square.column + square.side) * unit + 10;
    const left = square.column * unit - width - 10;
    const fits = right + width <= frame.clientWidth || left < 0;
    const x = fits ? Math.min(right, Math.max(0, frame.clientWidth - width)) : left;
    const y = frame.clientHeight - (square.row + square.side) * unit;
    element.style.left = `${x}px`;
    element.style.top = `${Math.max(0, Math.min(y, frame.clientHeight - element.offsetHeight))}px`;
    element.style.pointerEvents = props.pinned ? 'auto' : 'none';
  }, [square, rows, props.pinned]);
  if (!tx) return null;
  const [txid, fee, vsize, value, rate, , time, accelerated] = tx;
  const own = vsize > 0 ? fee / vsize : rate;
  const row = (label: TextId, content: React.ReactNode) => (
    <div>
      <dt>{text(label)}</dt>
      <dd>{content}</dd>
    </div>
  );
  return (
    <div ref={box} className={pictureStyles.pictureTip} data-part="picture-tip" role="status">
      <Hash value={txid} to={page.tx(prefix, txid)} tail={10} />
      <dl className={rowsStyles.rows} data-part="rows">
        {time > 0 && row('tx.firstSeen', <Age time={time} />)}
        {row('recent.amount', <Amount sats={value} />)}
        {row(
          'tx.fee',
          <span className="figure">
            {count(fee)} <small>sats</small>
            <FiatAmount sats={fee} />
          </span>,
        )}
        {row('tx.feeRate', <FeeRateText rate={own} dot />)}
        {Math.abs(own - rate) > 0.01 * rate &&
          row(accelerated === 1 ? 'picture.acceleratedRate' : 'tx.effectiveRate', <FeeRateText rate={rate} dot />)}
        {row(room, <BlockSpace vsize={vsize} />)}
        {mark && row('compare.status', text(`compare.mark.${mark}`))}
      </dl>
      {mark && <p className="quiet">{text(`compare.why.${mark}`)}</p>}
      <ul className={pictureStyles.pictureTags} data-part="picture-tags">
        {flagNames(flagsOf(tx)).map((key) => (
          <li key={key} className={props.filter.keys.includes(key) ? 'badge info' : 'badge'}>
            {text(`filter.${key}` as TextId)}
          </li>
        ))}
      </ul>
    </div>
  );
}
