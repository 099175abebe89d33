import { usePlace } from '../../context/site-context.ts';
import { amount } from '../../format/amount.ts';
import { FiatAmount } from '../../ui/FiatValue.tsx';
import { FigureText } from '../../ui/values.tsx';

/** Amounts from this one, sats, have four decimals. */
const roughFrom = 1_000_000;

/** Shows an amount in BTC, with its fiat value while there is a price. */
export function BtcWithFiat({ sats }: { sats: number }) {
  const { network } = usePlace();
  return (
    <>
      <FigureText figure={amount(sats, 'btc', network, sats < roughFrom ? [4, 8] : [4, 4])} />
      <FiatAmount sats={sats} />
    </>
  );
}
