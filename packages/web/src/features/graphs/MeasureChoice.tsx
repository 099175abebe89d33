import { useEffect } from 'react';
import { useText } from '../../messages/use-text.ts';
import type { FeesMeasure } from './mining-series/mining-series.ts';

/** Chooses whether fees and subsidy are compared in BTC, in fiat or as shares; stored in the browser. */
export function MeasureChoice(props: {
  measures: readonly FeesMeasure[];
  current: FeesMeasure;
  choose(measure: FeesMeasure): void;
  /** Currency of the fiat amounts. */
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
      // storage may be disabled
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
                // storage may be disabled
              }
            }}
          />
          {text(`mining.measure.${measure}`, { currency })}
        </label>
      ))}
    </fieldset>
  );
}
