import { use, useState } from 'react';
import { fiat, worth } from '../../format/fiat.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { coinsText, groupedCoins, mostSats, readCoins, readWhole } from '../../tools/coins.ts';
import { CopyButton } from '../Hash.tsx';
import { usePreferences } from '../preferences.tsx';
import { PriceContext } from '../price.ts';
import { FigureText } from '../values.tsx';

type Field = 'bitcoin' | 'satoshis' | 'fiat';

/** Bitcoin, satoshis and, while there is a price, money: each follows the one that is typed. */
export function CoinConverter() {
  const text = useText();
  const price = use(PriceContext);
  const { currency } = usePreferences().preferences;
  const [typed, setTyped] = useState<{ field: Field; value: string }>({ field: 'bitcoin', value: '1' });
  const read = satsOf(typed, price);
  const isCapped = read !== undefined && read > mostSats;
  const sats = read === undefined ? undefined : Math.min(read, mostSats);
  const shown = (field: Field): string => {
    if (typed.field === field && !isCapped) return typed.value;
    if (sats === undefined) return '';
    if (field === 'bitcoin') return coinsText(sats);
    return field === 'satoshis' ? String(sats) : worth(sats, price ?? 0).toFixed(2);
  };
  const row = (field: Field, label: TextId, unit: string) => (
    <div className="field" key={field}>
      <label htmlFor={`calc-${field}`}>{text(label)}</label>
      <div className="unit-field">
        <input
          id={`calc-${field}`}
          name={field}
          className="form-control"
          inputMode="decimal"
          autoComplete="off"
          value={shown(field)}
          aria-invalid={typed.field === field && typed.value !== '' && sats === undefined}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped({ field, value: event.target.value.slice(0, 30) })}
        />
        <span className="input-group-text">{unit}</span>
        <CopyButton value={shown(field)} />
      </div>
    </div>
  );
  return (
    <section className="card" aria-labelledby="calc-coins">
      <header className="card-head">
        <h2 id="calc-coins">{text('calc.coins')}</h2>
      </header>
      <div className="calc-fields">
        {row('bitcoin', 'calc.bitcoin', 'BTC')}
        {row('satoshis', 'calc.sats', 'sats')}
        {price !== undefined && row('fiat', 'calc.money', currency)}
      </div>
      {isCapped && (
        <p className="alert alert-warning banner warn" role="status">
          {text('calc.capped')}
        </p>
      )}
      {sats === undefined && typed.value !== '' && (
        <p className="banner warn" role="status">
          {text('calc.noNumber')}
        </p>
      )}
      {sats !== undefined && (
        <p className="calc-result">
          <strong className="bitcoin-satoshis-text">
            <svg viewBox="0 0 16 16" className="icon symbol" aria-hidden="true" focusable="false">
              <path d="M5 3.2h4.1a2.3 2.3 0 0 1 0 4.6H5zM5 7.8h4.7a2.5 2.5 0 0 1 0 5H5zM5 3.2v9.6M6.8 1.4v1.8M8.9 1.4v1.8M6.8 12.8v1.8M8.9 12.8v1.8" />
            </svg>{' '}
            {groupedCoins(sats)}
          </strong>
          {price !== undefined && (
            <span className="fiat-text">
              <FigureText figure={fiat(worth(sats, price), currency)} />
            </span>
          )}
        </p>
      )}
      {price === undefined && <p className="quiet">{text('calc.noPrice')}</p>}
    </section>
  );
}

/** Sats that were typed; undefined for what is no amount. */
function satsOf({ field, value }: { field: Field; value: string }, price: number | undefined): number | undefined {
  if (field === 'bitcoin') return readCoins(value);
  if (field === 'satoshis') return readWhole(value);
  const money = Number(value.replace(/[\s_]/g, '').replace(',', '.'));
  return value.trim() === '' || !Number.isFinite(money) || money < 0 || price === undefined || price <= 0
    ? undefined
    : Math.round((money / price) * 1e8);
}
