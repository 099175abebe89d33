import { percent } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';

/** Health, per cent, from which a block is green, and amber. */
const whole = 99;
const nearly = 75;

/**
 * Shows the health of a block.
 * @param rate per cent; null: unknown
 */
export function HealthBadge({ rate }: { rate: number | null }) {
  const text = useText();
  if (rate === null) return <span className="badge">{text('block.health.unknown')}</span>;
  const kind = rate >= whole ? 'ok' : rate >= nearly ? 'warn' : 'bad';
  return <span className={`badge ${kind} figure`}>{percent(rate, rate === 100 ? 0 : 2)}</span>;
}

/** Shows the difference to the expected value as a signed percentage; nothing if nothing was expected. */
export function Difference({ actual, expected }: { actual: number; expected: number | null | undefined }) {
  if (expected === null || expected === undefined || expected <= 0) return null;
  const share = (100 * (actual - expected)) / expected;
  const shown = percent(Math.abs(share), 2);
  const isEven = Math.abs(share) < 0.005;
  const sign = isEven ? '' : share > 0 ? '+' : '−';
  return <small className={`figure ${isEven ? 'quiet' : share > 0 ? 'gain' : 'loss'}`}>{sign + shown}</small>;
}
