import { useState } from 'react';
import { useNow } from '../../context/clock.ts';
import { type Currency, fiat } from '../../format/fiat.ts';
import { useText } from '../../messages/use-text.ts';
import { firstPriceDay, pastDay, utcDay } from '../../tools/price-day.ts';
import { Age, FigureText, Moment } from '../../ui/values.tsx';
import type { DatedPrice } from './use-dated-price.ts';

/**
 * The field for the day whose price counts; without JavaScript a form.
 * @param day  UTC; undefined: today
 * @param query  of the address: the form hands on what it says besides the day
 * @param pick  gets a UTC day, an empty text for today
 */
export function PriceDayField(props: { day: string | undefined; query: URLSearchParams; pick: (day: string) => void }) {
  const text = useText();
  const now = useNow();
  const today = utcDay(now);
  // half a date: while a year is typed, it is one of long ago
  const [draft, setDraft] = useState<string>();
  const type = (typed: string) => {
    const day = pastDay(typed, now);
    const isDay = day !== undefined || typed === today;
    setDraft(isDay ? undefined : typed);
    if (isDay) props.pick(day ?? '');
  };
  return (
    <form className="calc-day" method="get" onSubmit={(event) => event.preventDefault()}>
      <div className="field">
        <label htmlFor="calc-day">{text('calc.day')}</label>
        <input
          id="calc-day"
          type="date"
          name="date"
          className="form-control"
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

/** What a bitcoin costs or cost, and how old that is; or why nobody can say. */
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
