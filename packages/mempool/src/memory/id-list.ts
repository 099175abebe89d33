const idBytes = 32;
/** One number per id: 29 leading bits, then its index, which leaves room for 16 million ids. */
const placeRoom = 2 ** 24;

/**
 * Sorts ids by their display hex.
 * @param ids in display order, concatenated
 * @returns the same, sorted
 */
export function sortedIds(ids: Uint8Array): Uint8Array {
  const count = ids.length / idBytes;
  const view = new DataView(ids.buffer, ids.byteOffset, ids.length);
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) keys[i] = (view.getUint32(idBytes * i) >>> 3) * placeRoom + i;
  keys.sort();
  const idAt = (key: number) => {
    const at = idBytes * (key % placeRoom);
    return ids.subarray(at, at + idBytes);
  };
  const sorted = new Uint8Array(ids.length);
  for (let from = 0; from < count; ) {
    const limit = (Math.floor(keys[from]! / placeRoom) + 1) * placeRoom;
    let to = from + 1;
    while (to < count && keys[to]! < limit) to++;
    if (to === from + 1) sorted.set(idAt(keys[from]!), idBytes * from);
    else {
      const group = Array.from(keys.subarray(from, to), idAt).sort((a, b) => Buffer.compare(a, b));
      for (const [i, id] of group.entries()) sorted.set(id, idBytes * (from + i));
    }
    from = to;
  }
  return sorted;
}

/**
 * Returns the index of the first id after another one.
 * @param sorted from `sortedIds`
 */
export function placeAfter(sorted: Uint8Array, id: Uint8Array): number {
  let low = 0;
  let high = sorted.length / idBytes;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = idBytes * middle;
    if (Buffer.compare(sorted.subarray(at, at + idBytes), id) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
