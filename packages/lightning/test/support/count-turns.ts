/** Runs work; returns how often the event loop turned meanwhile. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function tick() {
    turns++;
    next = setImmediate(tick);
  });
  try {
    await work();
    return turns;
  } finally {
    clearImmediate(next);
  }
}
