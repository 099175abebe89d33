/** Sorted records: their positions in the columns, and the keys in order. */
export interface SortedRecords {
  order: Uint32Array;
  key: Float64Array;
  second: Uint16Array;
}

/** Larger groups use the engine's merge sort: insertion sort is quadratic. */
const longestInsertion = 64;

/**
 * Sorts records by a key of up to 53 bits and a second one of 16: counting sort over the leading bits, then insertion
 * sort
 * in the remaining small groups. Stable. Several million records per second.
 * @param keyBits used bits of the first key
 */
export function sortRecords(count: number, key: Float64Array, second: Uint16Array, keyBits: number): SortedRecords {
  const digitBits = Math.min(keyBits, 22, Math.max(1, Math.ceil(Math.log2(count + 1)) - 1));
  const unit = 2 ** (keyBits - digitBits);
  const starts = new Uint32Array(2 ** digitBits + 1);
  for (let i = 0; i < count; i++) {
    const digit = Math.floor(key[i]! / unit) + 1;
    starts[digit] = starts[digit]! + 1;
  }
  for (let digit = 1; digit < starts.length; digit++) starts[digit] = starts[digit]! + starts[digit - 1]!;
  const sorted = { order: new Uint32Array(count), key: new Float64Array(count), second: new Uint16Array(count) };
  const next = starts.slice();
  for (let i = 0; i < count; i++) {
    const digit = Math.floor(key[i]! / unit);
    const at = next[digit]!;
    sorted.order[at] = i;
    sorted.key[at] = key[i]!;
    sorted.second[at] = second[i]!;
    next[digit] = at + 1;
  }
  for (let digit = 0; digit + 1 < starts.length; digit++) {
    const [from, to] = [starts[digit]!, starts[digit + 1]!];
    if (to - from > longestInsertion) sortLong(sorted, from, to);
    else if (to - from > 1) insert(sorted, from, to);
  }
  return sorted;
}

function insert({ order, key, second }: SortedRecords, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const ownKey = key[i]!;
    const ownSecond = second[i]!;
    if (key[i - 1]! < ownKey || (key[i - 1] === ownKey && second[i - 1]! <= ownSecond)) continue;
    const record = order[i]!;
    let at = i - 1;
    while (at >= from && (key[at]! > ownKey || (key[at] === ownKey && second[at]! > ownSecond))) {
      order[at + 1] = order[at]!;
      key[at + 1] = key[at]!;
      second[at + 1] = second[at]!;
      at--;
    }
    order[at + 1] = record;
    key[at + 1] = ownKey;
    second[at + 1] = ownSecond;
  }
}

function sortLong({ order, key, second }: SortedRecords, from: number, to: number): void {
  const places = Array.from({ length: to - from }, (_, i) => from + i);
  places.sort((a, b) => key[a]! - key[b]! || second[a]! - second[b]! || a - b);
  const [orders, keys, seconds] = [order.slice(from, to), key.slice(from, to), second.slice(from, to)];
  for (const [i, place] of places.entries()) {
    order[from + i] = orders[place - from]!;
    key[from + i] = keys[place - from]!;
    second[from + i] = seconds[place - from]!;
  }
}
