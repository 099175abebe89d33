import { useEffect } from 'react';
import { useText } from '../../messages/use-text.ts';
import type { FeesMeasure } from './mining-series/mining-series.ts';

/** Whether fees and subsidy are compared in coins, in dollars or as shares; the browser remembers it. */
export function MeasureChoice(props: {
  measures: readonly FeesMeasure[];
  current: FeesMeasure;
  choose(measure: FeesMeasure): void;
  /** Of the amounts of money. */
  currency: string;
  stored: string;
}) {
  const text = useText();
  const { measures, current, choose, currency, stored } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, after the first paint
  useEffect(() => {
    try {
      const kept = measures.find((measure) => measure === localStorage.getItem(stored));
      if (kept !== undefined) choose(kept);
    } catch {
      // storage may be switched off
    }
  }, [stored]);
  return (
    <fieldset className="measure js-only" aria-label={text('mining.measure')}>
      {measures.map((measure) => (
        <label key={measure}>
          <input
            type="radio"
            name="measure"
            checked={measure === current}
            onChange={() => {
              choose(measure);
              try {
                localStorage.setItem(stored, measure);
              } catch {
                // as above
              }
            }}
          />
          {text(`mining.measure.${measure}`, { currency })}
        </label>
      ))}
    </fieldset>
  );
}
