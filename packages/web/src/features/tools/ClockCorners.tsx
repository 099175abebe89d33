import { use } from 'react';
import { useLive } from '../../context/live.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { PriceContext } from '../../context/price.ts';
import { bytes, count } from '../../format/amount.ts';
import { fiat } from '../../format/fiat.ts';
import { useText } from '../../messages/use-text.ts';
import { FeeRateText, FigureText } from '../../ui/values.tsx';

/**
 * Shows figures in the corners of the clock: price and fee rate at the top, contents of block or mempool at the bottom.
 */
export function ClockCorners({ mode }: { mode: 'mempool' | 'mined' }) {
  const text = useText();
  const price = use(PriceContext);
  const { currency } = usePreferences().preferences;
  const fees = useLive((state) => state.fees);
  const info = useLive((state) => state.mempoolInfo);
  const tip = useLive((state) => state.blocks[0]);
  const isMined = mode === 'mined';
  const size = isMined ? tip && bytes(tip.size) : info && bytes(info.usage);
  const amount = isMined ? tip?.tx_count : info?.size;
  return (
    <dl className="clock-corners">
      {price !== undefined && (
        <div>
          <dt>{text('clock.price')}</dt>
          <dd>
            <FigureText figure={fiat(price, currency)} />
          </dd>
        </div>
      )}
      <div className="end">
        <dt>{text('clock.rate')}</dt>
        <dd>{fees ? <FeeRateText rate={fees.fastestFee} /> : '–'}</dd>
      </div>
      <div className="low">
        <dt>{text(isMined ? 'clock.size' : 'clock.usage')}</dt>
        <dd>{size ? <FigureText figure={size} /> : '–'}</dd>
      </div>
      <div className="low end">
        <dt>{text(isMined ? 'clock.txs' : 'clock.unconfirmed')}</dt>
        <dd className="figure">{amount === undefined ? '–' : count(amount)}</dd>
      </div>
    </dl>
  );
}
