import { flushSync } from 'react-dom';

/** Duration of half a turn, ms: each cube about its middle line, or the strip itself. */
const halfMs = { X: 375, Y: 500 } as const;

/**
 * Turns the visible cubes (X) or the whole strip (Y), and changes the content halfway.
 * @param strip the scroll container
 */
export async function flip(strip: Element, axis: 'X' | 'Y', change: () => void): Promise<void> {
  const duration = halfMs[axis];
  const edge = (degrees: number) => ({ transform: `perspective(800px) rotate${axis}(${degrees}deg)` });
  const flat = { transform: 'none' };
  const frame = strip.getBoundingClientRect();
  const isSeen = (cube: Element) => {
    const { left, right } = cube.getBoundingClientRect();
    return right > frame.left && left < frame.right;
  };
  const turned = () => (axis === 'Y' ? [strip] : [...strip.querySelectorAll('.blockLink')].filter(isSeen));
  const away = turned().map((element) =>
    element.animate([flat, edge(90)], { duration, easing: 'ease-in', fill: 'forwards' }),
  );
  // the change is made even if the animation ends early
  await Promise.allSettled(away.map(({ finished }) => finished));
  flushSync(change);
  for (const turn of away) turn.cancel();
  for (const element of turned()) element.animate([edge(-90), flat], { duration, easing: 'ease-out' });
}
