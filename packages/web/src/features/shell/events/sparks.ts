/** A spark: position, fading, and color index. */
export interface Spark {
  x: number;
  y: number;
  /** 1 at the start of the burst, 0 at its end. */
  glow: number;
  colour: number;
}

const sparksPerBurst = 28;
const burstMs = 1_900;
const betweenMs = 520;
/** Duration of the animation, ms. */
export const showMs = 12_000;
/** Time of the still frame for reduced motion and after the animation. */
export const staticFrameMs = 2_300;

/** Returns a pseudo-random number from 0 to 1, the same for the same seed. */
function scattered(seed: number): number {
  const value = Math.sin(seed * 12.9898 + 78.233) * 43_758.5453;
  return value - Math.floor(value);
}

/**
 * Returns all sparks at a time.
 * @param time ms since the first burst
 * @param width px
 * @param height px
 */
export function sparksAt(time: number, width: number, height: number): Spark[] {
  const sparks: Spark[] = [];
  const newest = Math.floor(time / betweenMs);
  for (let burst = Math.max(0, newest - Math.ceil(burstMs / betweenMs)); burst <= newest; burst++) {
    const age = (time - burst * betweenMs) / burstMs;
    if (age < 0 || age >= 1) continue;
    // golden-section steps keep bursts apart
    const centreX = width * (0.05 + 0.9 * ((0.4 + burst * 0.618_034) % 1));
    const centreY = height * (0.25 + 0.4 * scattered(burst + 0.5));
    // fast at first, then falling
    const spread = (1 - (1 - age) ** 3) * height * (0.5 + 0.35 * scattered(burst + 0.7));
    for (let place = 0; place < sparksPerBurst; place++) {
      const angle = (2 * Math.PI * (place + scattered(burst * 31 + place))) / sparksPerBurst;
      const reach = spread * (0.45 + 0.55 * scattered(burst * 57 + place));
      sparks.push({
        x: centreX + Math.cos(angle) * reach,
        y: centreY + Math.sin(angle) * reach + 0.35 * height * age * age,
        glow: (1 - age) ** 1.4,
        colour: burst,
      });
    }
  }
  return sparks;
}
