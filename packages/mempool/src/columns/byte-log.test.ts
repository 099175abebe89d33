import { seededRandom } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { ByteLog } from './byte-log.ts';

const MB = 1 << 20;

/** Bytes that identify their slot and turn. */
const content = (slot: number, turn: number, length: number) =>
  new Uint8Array(length).map((_, i) => (slot * 31 + turn * 17 + i) & 0xff);

describe('ByteLog', () => {
  it('returns stored bytes, in parts or empty', () => {
    const log = new ByteLog();
    log.put(3, [new Uint8Array([1, 2]), new Uint8Array([]), new Uint8Array([3])]);
    log.put(0, []);
    expect([...log.view(3)]).toEqual([1, 2, 3]);
    expect([...log.view(0)]).toEqual([]);
  });

  it('stores long records in a page of their own, and frees it', () => {
    const log = new ByteLog();
    log.put(1, [content(1, 0, 400_000)]);
    const held = log.bytes;
    expect([...log.view(1).subarray(399_990)]).toEqual([...content(1, 0, 400_000).subarray(399_990)]);
    log.free(1);
    expect(held - log.bytes).toBeGreaterThanOrEqual(400_000);
  });

  it.each([1, 2, 3])(
    'seed %i: keeps everything through thousands of changes, using at most twice the space',
    (seed) => {
      const random = seededRandom(seed);
      const log = new ByteLog();
      const stored = new Map<number, Uint8Array>();
      let wanted = 0;
      for (let turn = 0; turn < 20_000; turn++) {
        const slot = Math.floor(random() * 4_000);
        const known = stored.get(slot);
        if (known !== undefined) {
          log.free(slot);
          stored.delete(slot);
          wanted -= known.length;
        }
        // shrinks to a tenth and grows again, so that pages are emptied, moved and reused
        if (random() < (Math.floor(turn / 4_000) % 2 === 0 ? 0.9 : 0.1)) {
          const bytes = content(slot, turn, random() < 0.01 ? 300_000 : Math.floor(random() * 2_000));
          log.put(slot, [bytes]);
          stored.set(slot, bytes);
          wanted += bytes.length;
        }
      }
      for (const [slot, bytes] of stored) expect(Buffer.compare(log.view(slot), bytes)).toBe(0);
      expect(log.bytes).toBeLessThan(2.2 * wanted + 6 * MB);
    },
  );
});
