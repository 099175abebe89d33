/**
 * Returns the values of several promises.
 * @throws the first error in their order, after all of them have settled: nothing is under way any more
 */
export async function settled<T extends readonly unknown[] | []>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
