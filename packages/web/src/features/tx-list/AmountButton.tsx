import { use } from 'react';
import { usePreferences } from '../../context/preferences.tsx';
import { PriceContext } from '../../context/price.ts';
import type { Preferences } from '../../data/preferences.ts';
import { useText } from '../../messages/use-text.ts';
import txListStyles from './tx-list.module.css';

/** Shows an amount as a button: each press switches all amounts between BTC, sats and, with a price, fiat. */
export function AmountButton({ label, children }: { label: string; children: React.ReactNode }) {
  const text = useText();
  const { preferences, change } = usePreferences();
  const isPriced = use(PriceContext) !== undefined;
  const units: readonly Preferences['unit'][] = isPriced ? ['btc', 'sats', 'fiat'] : ['btc', 'sats'];
  const next = units[(units.indexOf(preferences.unit) + 1) % units.length] ?? 'btc';
  const name = { btc: 'BTC', sats: 'sats', fiat: preferences.currency }[next];
  return (
    <button
      type="button"
      className={txListStyles.amountButton}
      data-part="amount-button"
      title={text('tx.amountsIn', { label, unit: name })}
      onClick={() => change({ unit: next })}
    >
      {children}
    </button>
  );
}
