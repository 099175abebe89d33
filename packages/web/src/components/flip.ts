import { flushSync } from 'react-dom';

/** Milliseconds in which one half of a turn is done. (screens-core 6) */
export type HalfTurn = { axis: 'X' | 'Y'; ms: number };

/**
 * Turns elements about an axis of theirs, and changes them while they stand on edge.
 * @param shown  what is to be seen of them, before and after the change
 */
export async function flip(shown: () => Iterable<Element>, { axis, ms }: HalfTurn, change: () => void): Promise<void> {
  const edge = (degrees: number) => ({ transform: `perspective(800px) rotate${axis}(${degrees}deg)` });
  const flat = { transform: 'none' };
  const away = [...shown()].map((element) =>
    element.animate([flat, edge(90)], { duration: ms, easing: 'ease-in', fill: 'forwards' }),
  );
  // whatever ends a turn early, the change is made
  await Promise.allSettled(away.map(({ finished }) => finished));
  flushSync(change);
  for (const turn of away) turn.cancel();
  for (const element of shown()) element.animate([edge(-90), flat], { duration: ms, easing: 'ease-out' });
}
