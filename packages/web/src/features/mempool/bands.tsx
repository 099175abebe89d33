import { cssColour, feeColour } from '../../charts/plan.ts';

/** Colour of a band: the place of its rate on the ramp, on a logarithmic scale. */
export const bandColour = (from: number) => feeColour(Math.log2(1 + from) / Math.log2(1 + 500));

export const bandName = (from: number, to: number | undefined) => (to === undefined ? `${from}+` : `${from} – ${to}`);

/** A square in the colour of a band. */
export const BandSquare = ({ from }: { from: number }) => (
  <svg className="band-square" viewBox="0 0 10 10" aria-hidden="true" focusable="false">
    <rect width="10" height="10" rx="2" fill={cssColour(bandColour(from))} />
  </svg>
);
