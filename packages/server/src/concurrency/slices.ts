/** Long work on the main thread is done in slices. Between two slices other requests are served. */
const sliceMs = 8;

/** Work that waits for its next slice; one slice runs in a turn of the event loop. */
const waiting: (() => void)[] = [];

function startNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(startNext);
}

/** Resolves in a later turn of the event loop, in which no other slice runs. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(startNext);
  });
}

/** Runs work for each item in order, in slices of a few milliseconds. */
export async function eachInSlices<T>(items: Iterable<T>, work: (item: T, index: number) => void): Promise<void> {
  let endMs = performance.now() + sliceMs;
  let index = 0;
  for (const item of items) {
    if (performance.now() >= endMs) {
      await nextTurn();
      endMs = performance.now() + sliceMs;
    }
    work(item, index++);
  }
}

/** Maps items in order, in slices of a few milliseconds. */
export async function mapInSlices<T, R>(items: Iterable<T>, map: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  await eachInSlices(items, (item, index) => void results.push(map(item, index)));
  return results;
}

/** Returns the JSON text of a value; long lists are written in slices. */
export async function jsonInSlices(value: unknown): Promise<string> {
  if (!Array.isArray(value) || value.length < 2) return JSON.stringify(value);
  const items = await mapInSlices(value, (item) => JSON.stringify(item) ?? 'null');
  return `[${items.join(',')}]`;
}
