import { use } from 'react';
import { amount } from '../../format/amount.ts';
import { fiat, worth } from '../../format/fiat.ts';
import { usePreferences } from '../preferences.tsx';
import { PriceContext } from '../price.ts';
import { usePlace } from '../site-context.ts';
import { FigureText } from '../values.tsx';

/** Sats from which four decimals of a coin say enough. */
const roughFrom = 1_000_000;

/** An amount in coins, and what it is worth while there is a price. */
export function CoinsWorth({ sats }: { sats: number }) {
  const { network } = usePlace();
  const price = use(PriceContext);
  const { currency } = usePreferences().preferences;
  return (
    <>
      <FigureText figure={amount(sats, 'btc', network, sats < roughFrom ? [4, 8] : [4, 4])} />
      {price !== undefined && (
        <>
          {' '}
          <FigureText figure={fiat(worth(sats, price), currency)} className="fiat quiet" />
        </>
      )}
    </>
  );
}
