/**
 * Returns the path of a ring segment around 0, 0, clockwise from the top.
 * @param from 0 to 1
 * @param to 0 to 1
 */
export function ringPart(from: number, to: number, inner: number, outer: number): string {
  // A full turn has no two ends for an arc.
  const end = Math.min(to, from + 0.99999);
  const large = end - from > 0.5 ? 1 : 0;
  const at = (share: number, radius: number) => {
    const angle = 2 * Math.PI * share;
    return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
  };
  return `M${at(from, outer)}A${outer} ${outer} 0 ${large} 1 ${at(end, outer)}L${at(end, inner)}A${inner} ${inner} 0 ${large} 0 ${at(from, inner)}Z`;
}
