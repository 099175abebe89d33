/**
 * Returns the path of a ring segment around 0, 0, clockwise from the top.
 * @param from 0 to 1
 * @param to 0 to 1
 */
export function ringPart(from: number, to: number, inner: number, outer: number): string {
  const at = (share: number, radius: number) => {
    const angle = 2 * Math.PI * share;
    // adding zero removes the sign of -0
    return [radius * Math.sin(angle), -radius * Math.cos(angle)].map((each) => Number(each.toFixed(2)) + 0).join(' ');
  };
  /** Two arcs: one whose ends have the same rounded coordinates is not drawn. */
  const arc = (begin: number, end: number, radius: number, isClockwise: 0 | 1) =>
    [(begin + end) / 2, end].map((share) => `A${radius} ${radius} 0 0 ${isClockwise} ${at(share, radius)}`).join('');
  // a full turn is two circles, without a line between them
  const link = to - from < 1 ? 'L' : 'ZM';
  return `M${at(from, outer)}${arc(from, to, outer, 1)}${link}${at(to, inner)}${arc(to, from, inner, 0)}Z`;
}
