/** Copies bytes into another array: by a loop if they are few, as most keys and values are, which is faster than `set`. */
export function copyBytes(from: Uint8Array, start: number, to: Uint8Array, at: number, count: number): void {
  if (count > 32) to.set(from.subarray(start, start + count), at);
  else for (let i = 0; i < count; i++) to[at + i] = from[start + i]!;
}
