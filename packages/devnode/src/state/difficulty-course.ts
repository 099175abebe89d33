/** Difficulty of the first epoch, and the factors of the following adjustments, which then repeat. */
const firstDifficulty = 134.6e12;
const changes = [1.0312, 0.9806, 1.0424, 1.0117, 0.9931];
/** Target of difficulty 1. */
const maxTarget = 0xffffn << 208n;

/**
 * Returns the compact target of a height in a chain with difficulties like those of mainnet.
 * @param interval blocks between difficulty adjustments
 */
export function courseBits(height: number, interval: number): number {
  let difficulty = firstDifficulty;
  for (let past = 0; past < Math.floor(height / interval); past++) difficulty *= changes[past % changes.length]!;
  return compactOf((maxTarget * 1_000n) / BigInt(Math.round(difficulty * 1_000)));
}

/** Returns the compact form of a target, rounded down. */
function compactOf(target: bigint): number {
  const hex = target.toString(16);
  const digits = hex.length % 2 === 0 ? hex : `0${hex}`;
  // the highest bit of the mantissa is the sign
  const padded = Number.parseInt(digits.slice(0, 2), 16) > 0x7f ? `00${digits}` : digits;
  return (padded.length / 2) * 0x1000000 + Number.parseInt(padded.slice(0, 6).padEnd(6, '0'), 16);
}
