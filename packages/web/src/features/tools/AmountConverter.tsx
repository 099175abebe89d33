import { useState } from 'react';
import { useNow } from '../../context/clock.ts';
import { usePreferences } from '../../context/preferences.tsx';
import { fiat, worth } from '../../format/fiat.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { btcText, groupedBtc, maxSats, readBtc, readWhole, withDecimalPoint } from '../../tools/btc-amount.ts';
import { pastDay } from '../../tools/price-day.ts';
import bannerStyles from '../../ui/banner.module.css';
import cardStyles from '../../ui/card.module.css';
import formStyles from '../../ui/form.module.css';
import { CopyButton } from '../../ui/Hash.tsx';
import type { QueryDraft } from '../../ui/hooks/use-query-draft.ts';
import { FigureText } from '../../ui/values.tsx';
import styles from './calculator.module.css';
import { PriceDayField, PriceLine } from './PriceDay.tsx';
import { type PastPrices, useDatedPrice } from './use-dated-price.ts';

type Field = 'bitcoin' | 'satoshis' | 'fiat';

/**
 * Converts between BTC, sats and, with a price, fiat. `?date=` selects the day of the price.
 * @param past prices of a past day, loaded with the page
 * @param draft of the page's query
 */
export function AmountConverter({ past, draft: [query, set] }: { past: PastPrices | undefined; draft: QueryDraft }) {
  const text = useText();
  const now = useNow();
  const day = pastDay(query.get('date'), now);
  const dated = useDatedPrice(past, day);
  const { price } = dated;
  const isPriced = dated.kind !== 'noSource';
  const { currency } = usePreferences().preferences;
  const [typed, setTyped] = useState<{ field: Field; value: string }>({ field: 'bitcoin', value: '1' });
  const read = satsOf(typed, price);
  const isUnread = typed.value !== '' && (typed.field === 'fiat' ? readMoney(typed.value) : read) === undefined;
  const isCapped = read !== undefined && read > maxSats;
  const sats = read === undefined ? undefined : Math.min(read, maxSats);
  const shown = (field: Field): string => {
    if (typed.field === field && !isCapped) return typed.value;
    if (sats === undefined) return '';
    if (field === 'bitcoin') return btcText(sats);
    if (field === 'satoshis') return String(sats);
    return price === undefined ? '' : worth(sats, price).toFixed(2);
  };
  const row = (field: Field, label: TextId, unit: string) => (
    <div className={formStyles.field} data-part="field" key={field}>
      <label htmlFor={`calc-${field}`}>{text(label)}</label>
      <div className={styles.unitField}>
        <input
          id={`calc-${field}`}
          name={field}
          className={`form-control ${formStyles.formControl}`}
          inputMode="decimal"
          autoComplete="off"
          value={shown(field)}
          aria-invalid={typed.field === field && isUnread}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped({ field, value: tidied(field, event.target.value) })}
        />
        <span className="input-group-text">{unit}</span>
        <CopyButton value={shown(field)} />
      </div>
    </div>
  );
  return (
    <section className={cardStyles.card} data-part="card" aria-labelledby="calc-amounts">
      <header className={cardStyles.cardHead} data-part="card-head">
        <h2 id="calc-amounts">{text('calc.amounts')}</h2>
      </header>
      {isPriced && <PriceDayField day={day} query={query} pick={(picked) => set('date', picked)} />}
      <div className={styles.fields}>
        {row('bitcoin', 'calc.bitcoin', 'BTC')}
        {row('satoshis', 'calc.sats', 'sats')}
        {isPriced && row('fiat', 'calc.money', currency)}
      </div>
      {isCapped && (
        <p
          className={`alert ${bannerStyles.alert} alert-warning ${bannerStyles.banner} warn`}
          data-part="banner"
          role="status"
        >
          {text('calc.capped')}
        </p>
      )}
      {isUnread && (
        <p className={`${bannerStyles.banner} warn`} data-part="banner" role="status">
          {text('calc.noNumber')}
        </p>
      )}
      {sats !== undefined && (
        <p className={styles.result} data-cy="calc-result">
          <strong className="bitcoin-satoshis-text">
            <svg viewBox="0 0 16 16" className="icon symbol" aria-hidden="true" focusable="false">
              <path d="M5 3.2h4.1a2.3 2.3 0 0 1 0 4.6H5zM5 7.8h4.7a2.5 2.5 0 0 1 0 5H5zM5 3.2v9.6M6.8 1.4v1.8M8.9 1.4v1.8M6.8 12.8v1.8M8.9 12.8v1.8" />
            </svg>{' '}
            {groupedBtc(sats)}
          </strong>
          {price !== undefined && (
            <span className="fiat-text">
              <FigureText figure={fiat(worth(sats, price), currency)} />
            </span>
          )}
        </p>
      )}
      <PriceLine dated={dated} currency={currency} />
    </section>
  );
}

/** Normalizes input: it has a decimal point and no separators of groups, and BTC has at most eight decimals. */
function tidied(field: Field, typed: string): string {
  const text = typed.slice(0, 30);
  if (field === 'satoshis') return text;
  const pointed = withDecimalPoint(text);
  return field === 'bitcoin' ? pointed.replace(/^(\s*\d*\.\d{8})\d+\s*$/, '$1') : pointed;
}

/**
 * Parses a fiat amount.
 * @returns undefined when it is not a number
 */
function readMoney(typed: string): number | undefined {
  const money = Number(typed.replace(/[\s_]/g, '').replace(',', '.'));
  return typed.trim() === '' || !Number.isFinite(money) || money < 0 ? undefined : money;
}

/** Returns the entered amount in sats; undefined when it is not a number, and for fiat without a price. */
function satsOf({ field, value }: { field: Field; value: string }, price: number | undefined): number | undefined {
  if (field === 'bitcoin') return readBtc(value);
  if (field === 'satoshis') return readWhole(value);
  const money = readMoney(value);
  return money === undefined || price === undefined || price <= 0 ? undefined : Math.round((money / price) * 1e8);
}
