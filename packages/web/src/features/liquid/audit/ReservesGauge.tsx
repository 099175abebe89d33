import { percent } from '../../../format/amount.ts';
import { useText } from '../../../messages/use-text.ts';
import styles from './audit.module.css';
import { gaugePlace } from './reserves.ts';

const radius = 80;
const point = (place: number, length: number) => {
  const angle = Math.PI * (1 - place);
  return `${(100 + length * Math.cos(angle)).toFixed(1)} ${(96 - length * Math.sin(angle)).toFixed(1)}`;
};
const arc = (from: number, to: number) => `M${point(from, radius)} A${radius} ${radius} 0 0 1 ${point(to, radius)}`;

/** Shows holdings as a share of the supply: red below 100 %, green above. @param props.share  1: all of it */
export function ReservesGauge({ share }: { share: number }) {
  const text = useText();
  const value = percent(100 * share, 3);
  const place = gaugePlace(share);
  return (
    <>
      <svg className={styles.gauge} viewBox="0 0 200 116" role="img" aria-label={text('liquid.gauge.label', { value })}>
        <g fill="none" strokeWidth="14">
          <path className={styles.gaugeLow} d={arc(0, 0.49)} />
          <path className={styles.gaugeHigh} d={arc(0.51, 1)} />
          <path className={styles.gaugePointer} d={`M${point(place, 20)} L${point(place, 74)}`} strokeWidth="3" />
        </g>
        <g className={styles.gaugeText} textAnchor="middle">
          <text x="20" y="112">
            99.9 %
          </text>
          <text x="100" y="10">
            100 %
          </text>
          <text x="180" y="112">
            100.1 %
          </text>
        </g>
      </svg>
      <p className={`figure ${styles.gaugeValue}`}>{value}</p>
    </>
  );
}
