/** An arc of the rim: from one block to the next, on a dial of sixty minutes. */
export interface RimArc {
  height: number;
  /** Turns from the top, 0 to 1; `to` is later and may be above 1. */
  from: number;
  to: number;
  medianFee: number;
}

const hour = 3600;

/** The last hour around the rim. @param blocks newest first @param now Unix seconds @param minuteOffset minutes that the visitor's hour is ahead of UTC's */
export function rimArcs(
  blocks: readonly { height: number; timestamp: number; medianFee: number }[],
  now: number,
  minuteOffset = 0,
): RimArc[] {
  const start = now - hour;
  const turn = (time: number): number => ((((time / 60 + minuteOffset) % 60) + 60) % 60) / 60;
  let next = now;
  const arcs: RimArc[] = [];
  for (const block of blocks) {
    const time = Math.min(block.timestamp, next);
    if (next <= start) break;
    const from = Math.max(time, start);
    if (next > from)
      arcs.push({
        height: block.height,
        from: turn(from),
        to: turn(from) + (next - from) / hour,
        medianFee: block.medianFee,
      });
    next = time;
  }
  return arcs;
}

/** Turns of the hands. @param minutes since midnight, with a fraction */
export const hands = (minutes: number): { hour: number; minute: number } => ({
  hour: (minutes / 720) % 1,
  minute: (minutes / 60) % 1,
});

/** Path of an arc. @param radius of the middle of the stroke */
export function arcPath(from: number, to: number, radius: number): string {
  const point = (turn: number) => {
    const angle = 2 * Math.PI * turn - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  };
  const end = Math.min(to, from + 0.9999);
  return `M${point(from)}A${radius} ${radius} 0 ${end - from > 0.5 ? 1 : 0} 1 ${point(end)}`;
}
