import { percent } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import styles from './audit.module.css';
import { gaugePlace } from './reserves.ts';

const centre = { x: 110, y: 108 };
const radius = 84;
/** Distance of the pointer from both ends, so that it is visible there. */
const margin = 0.012;

const point = (place: number, length: number) => {
  const angle = Math.PI * (1 - place);
  return `${(centre.x + length * Math.cos(angle)).toFixed(1)} ${(centre.y - length * Math.sin(angle)).toFixed(1)}`;
};
const arc = (from: number, to: number) => `M${point(from, radius)} A${radius} ${radius} 0 0 1 ${point(to, radius)}`;

/** Shows holdings as a share of the supply: red below 100 %, green above. @param props.share 1: all of it */
export function ReservesGauge({ share }: { share: number }) {
  const text = useText();
  const value = percent(100 * share, 3);
  const place = Math.min(1 - margin, Math.max(margin, gaugePlace(share)));
  return (
    <svg className={styles.gauge} viewBox="0 0 220 132" role="img" aria-label={text('liquid.gauge.label', { value })}>
      <g fill="none" strokeWidth="12">
        <path className={styles.gaugeLow} d={arc(0, 0.495)} />
        <path className={styles.gaugeHigh} d={arc(0.505, 1)} />
        <path className={styles.gaugeEdge} d={`M${point(place, 70)} L${point(place, 98)}`} strokeWidth="9" />
        <path className={styles.gaugePointer} d={`M${point(place, 72)} L${point(place, 96)}`} strokeWidth="4" />
      </g>
      <g textAnchor="middle">
        <text className={styles.gaugeValue} x={centre.x} y={centre.y - 12}>
          {value}
        </text>
        <g className={styles.gaugeText}>
          <text x={centre.x - radius} y="126">
            99.9 %
          </text>
          <text x={centre.x} y="14">
            100 %
          </text>
          <text x={centre.x + radius} y="126">
            100.1 %
          </text>
        </g>
      </g>
    </svg>
  );
}
