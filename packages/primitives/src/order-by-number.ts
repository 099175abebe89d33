/** Maximum numbers that are ordered: an index, and 32 bits of a number before it, are exact in a double. */
export const maxOrdered = 2 ** 21;
/** Ties of this length are sorted by insertion. */
const shortTie = 16;

/**
 * Returns the indexes of numbers in ascending order: they are sorted as numbers with the index in their last bits, several
 * times faster than with a comparator.
 * @param numbers `maxOrdered` at most
 * @param compareTied orders the indexes of equal numbers
 */
export function orderByNumber(numbers: Uint32Array, compareTied: (a: number, b: number) => number): Uint32Array {
  const count = numbers.length;
  const packed = new Float64Array(count);
  for (let i = 0; i < count; i++) packed[i] = numbers[i]! * maxOrdered + i;
  packed.sort();
  const order = new Uint32Array(count);
  for (let at = 0; at < count; at++) order[at] = packed[at]! % maxOrdered;
  for (let from = 0; from < count; ) {
    const number = numbers[order[from]!];
    let to = from + 1;
    while (to < count && numbers[order[to]!] === number) to++;
    if (to - from > 1) sortTied(order, from, to, compareTied);
    from = to;
  }
  return order;
}

function sortTied(order: Uint32Array, from: number, to: number, compare: (a: number, b: number) => number): void {
  if (to - from > shortTie) {
    order.subarray(from, to).sort(compare);
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const index = order[i]!;
    let at = i;
    for (; at > from && compare(order[at - 1]!, index) > 0; at--) order[at] = order[at - 1]!;
    order[at] = index;
  }
}
