import { seededRandom } from '@glassblock/primitives';

/** A seeded random source: same seed and same calls, same results. */
export class RandomSource {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = seededRandom(seed);
  }

  /** Returns a number in [0, 1). */
  unit(): number {
    return this.next();
  }

  /** Returns an integer from `low` to `high`, inclusive. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('nothing to pick from');
    return list[Math.floor(this.next() * list.length)]!;
  }

  /** Returns one of the keys, with probability by weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const keys = Object.keys(weights) as K[];
    let at = this.next() * keys.reduce((sum, key) => sum + weights[key], 0);
    for (const key of keys) if ((at -= weights[key]) < 0) return key;
    return keys[0]!;
  }

  /** Returns a waiting time of a Poisson process with this mean. */
  exponential(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }

  /** Returns a log-normal value with this median. */
  around(median: number, sigma: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return median * Math.exp(sigma * normal);
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i += 4) {
      const word = Math.floor(this.next() * 0x100000000);
      bytes[i] = word;
      if (i + 1 < length) bytes[i + 1] = word >>> 8;
      if (i + 2 < length) bytes[i + 2] = word >>> 16;
      if (i + 3 < length) bytes[i + 3] = word >>> 24;
    }
    return bytes;
  }
}
