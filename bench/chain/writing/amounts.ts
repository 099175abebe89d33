/** Amounts that occur often: dust limits and round protocol constants, in sats. */
const constants = [294, 330, 546, 546, 546, 600, 1_000, 10_000] as const;
const minOutput = 330;
const constantShare = 0.08;
const roundedShare = 0.32;

/**
 * Splits `total` sats over `values[0, count)`: constants, rounded amounts, full precision; the last one is the change.
 * @param total at least 330 sats per output if there are several; the amounts sum up to `total`
 */
export function splitAmount(total: number, values: Float64Array, count: number, random: () => number): void {
  let left = total;
  for (let i = 0; i < count - 1; i++) {
    const max = left - (count - 1 - i) * minOutput;
    const value = Math.min(max, Math.max(minOutput, draw(left / (count - i), random)));
    values[i] = value;
    left -= value;
  }
  values[count - 1] = left;
}

/** Returns a random amount below twice `mean`. */
function draw(mean: number, random: () => number): number {
  const kind = random();
  if (kind < constantShare) return constants[Math.floor(random() * constants.length)]!;
  const exact = Math.floor(random() * 1.9 * mean);
  if (kind > constantShare + roundedShare || exact < minOutput) return exact;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - (random() < 0.5 ? 0 : 1));
  return Math.floor(exact / step) * step;
}

/** Returns a fee in sats: 1 to 60 sat/vB, mostly low, and at most a quarter of the input value. */
export function drawFee(total: number, vbytes: number, random: () => number): number {
  return Math.min(Math.floor(total / 4), Math.ceil(vbytes * 60 ** (random() * random())));
}
