/** Yields to the event loop. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Returns a function that is true at every n-th call: when a long loop should yield. */
export function everyNth(n: number): () => boolean {
  let count = 0;
  return () => ++count % n === 0;
}
