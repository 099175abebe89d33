import type { CompressedTx } from '@glassblock/contract';
import { useLayoutEffect, useRef } from 'react';
import { Hash } from '../components/Hash.tsx';
import { usePlace } from '../components/site-context.ts';
import { Age, Amount, FigureText, Rate } from '../components/values.tsx';
import { count, vbytes } from '../format/amount.ts';
import { useText } from '../messages/use-text.ts';
import { page } from '../url.ts';
import type { Square } from './layout.ts';

const width = 250;
const height = 170;

/** What a square is, beside it. */
export function PictureTip(props: { square: Square; rows: number; tx: CompressedTx | undefined; pinned: boolean }) {
  const text = useText();
  const { prefix } = usePlace();
  const box = useRef<HTMLDivElement>(null);
  const { square, rows, tx } = props;
  useLayoutEffect(() => {
    const element = box.current;
    const frame = element?.parentElement;
    if (!element || !frame) return;
    const unit = frame.clientWidth / rows;
    const x = (square.column + square.side) * unit + 10;
    const y = frame.clientHeight - (square.row + square.side) * unit;
    element.style.left = `${Math.max(0, x + width > frame.clientWidth ? square.column * unit - width - 10 : x)}px`;
    element.style.top = `${Math.max(0, Math.min(y, frame.clientHeight - height))}px`;
    element.style.pointerEvents = props.pinned ? 'auto' : 'none';
  }, [square, rows, props.pinned]);
  if (!tx) return null;
  const [txid, fee, vsize, value, rate, , time] = tx;
  const own = vsize > 0 ? fee / vsize : rate;
  return (
    <div ref={box} className="picture-tip" role="status">
      <Hash value={txid} to={page.tx(prefix, txid)} tail={10} />
      <dl className="rows">
        <div>
          <dt>{text('recent.amount')}</dt>
          <dd>
            <Amount sats={value} />
          </dd>
        </div>
        <div>
          <dt>{text('tx.fee')}</dt>
          <dd className="figure">
            {count(fee)} <small>sats</small>
          </dd>
        </div>
        <div>
          <dt>{text('tx.feeRate')}</dt>
          <dd>
            <Rate rate={own} dot />
          </dd>
        </div>
        {Math.abs(own - rate) > 0.01 * rate && (
          <div>
            <dt>{text('tx.effectiveRate')}</dt>
            <dd>
              <Rate rate={rate} dot />
            </dd>
          </div>
        )}
        <div>
          <dt>{text('tx.vsize')}</dt>
          <dd>
            <FigureText figure={vbytes(vsize)} />
          </dd>
        </div>
        {time > 0 && (
          <div>
            <dt>{text('tx.firstSeen')}</dt>
            <dd>
              <Age time={time} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
