import { cssColour, feeColour } from '../../charts/plan.ts';
import mempoolStyles from './mempool.module.css';

/** Returns the color of a band: its fee rate on a logarithmic color scale. */
export const bandColour = (from: number) => feeColour(Math.log2(1 + from) / Math.log2(1 + 500));

/** Returns the label of a band, sat/vB. */
export const bandName = (from: number, to: number | undefined) => (to === undefined ? `${from}+` : `${from} – ${to}`);

/** Shows a square in the color of a band. */
export const BandSquare = ({ from }: { from: number }) => (
  <svg
    className={mempoolStyles.bandSquare}
    data-part="band-square"
    viewBox="0 0 10 10"
    aria-hidden="true"
    focusable="false"
  >
    <rect width="10" height="10" rx="2" fill={cssColour(bandColour(from))} />
  </svg>
);
