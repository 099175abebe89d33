import { useText } from '../../messages/use-text.ts';
import graphsStyles from './graphs.module.css';
import type { FeesMeasure } from './mining-series/mining-series.ts';

/** Chooses whether fees and subsidy are compared in BTC, in fiat or as shares. */
export function MeasureChoice(props: {
  measures: readonly FeesMeasure[];
  current: FeesMeasure;
  choose(measure: FeesMeasure): void;
  /** Currency of the fiat amounts. */
  currency: string;
}) {
  const text = useText();
  const { measures, current, choose, currency } = props;
  return (
    <fieldset className={`${graphsStyles.measure} js-only`} aria-label={text('mining.measure')}>
      {measures.map((measure) => (
        <label key={measure}>
          <input type="radio" name="measure" checked={measure === current} onChange={() => choose(measure)} />
          {text(`mining.measure.${measure}`, { currency })}
        </label>
      ))}
    </fieldset>
  );
}
