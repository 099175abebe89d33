/** Returns the numbers in ascending order, each once. */
export function distinctNumbers(numbers: Uint32Array): Uint32Array {
  const sorted = numbers.toSorted();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]!;
  return sorted.subarray(0, count);
}

/** Returns the index of a number that is in ascending ones. */
export function placeIn(sorted: Uint32Array, number: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
