import { useState } from 'react';
import { useNow } from '../../context/clock.ts';
import { type Currency, fiat } from '../../format/fiat.ts';
import { useText } from '../../messages/use-text.ts';
import { firstPriceDay, pastDay, utcDay } from '../../tools/price-day.ts';
import formStyles from '../../ui/form.module.css';
import { Age, FigureText, Moment } from '../../ui/values.tsx';
import styles from './calculator.module.css';
import type { DatedPrice } from './use-dated-price.ts';

/**
 * Shows the input for the day of the price; a form without JavaScript.
 * @param day UTC; undefined: today
 * @param query URL parameters, which the form keeps
 * @param pick called with a UTC day, or with an empty text for today
 */
export function PriceDayField(props: { day: string | undefined; query: URLSearchParams; pick: (day: string) => void }) {
  const text = useText();
  const now = useNow();
  const today = utcDay(now);
  // unfinished input: while a year is typed, the date is in the distant past
  const [draft, setDraft] = useState<string>();
  const type = (typed: string) => {
    const day = pastDay(typed, now);
    const isDay = day !== undefined || typed === today;
    setDraft(isDay ? undefined : typed);
    if (isDay) props.pick(day ?? '');
  };
  return (
    <form className={styles.day} data-cy="calc-day" method="get" onSubmit={(event) => event.preventDefault()}>
      <div className={formStyles.field} data-part="field">
        <label htmlFor="calc-day">{text('calc.day')}</label>
        <input
          id="calc-day"
          type="date"
          name="date"
          className={`form-control ${formStyles.formControl}`}
          min={firstPriceDay}
          max={today}
          value={draft ?? props.day ?? today}
          aria-invalid={draft !== undefined && draft !== ''}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setDraft(undefined)}
        />
      </div>
      {[...new Map(props.query)]
        .filter(([name]) => name !== 'date')
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <button type="submit" className="button no-js-only">
        {text('calc.day.show')}
      </button>
    </form>
  );
}

/** Shows a price and its age, or why there is none. */
export function PriceLine({ dated, currency }: { dated: DatedPrice; currency: Currency }) {
  const text = useText();
  if (dated.kind === 'noSource') return <p className="quiet">{text('calc.noPrice')}</p>;
  return (
    <p className="calc-price quiet" aria-live="polite">
      {text(`calc.price.${dated.kind}`)}
      {dated.price !== undefined && (
        <>
          {': '}
          <FigureText figure={fiat(dated.price, currency)} />
          {dated.time !== undefined && (
            <>
              {' · '}
              {dated.kind === 'earlier' ? <Moment time={dated.time} /> : <Age time={dated.time} />}
            </>
          )}
        </>
      )}
    </p>
  );
}
