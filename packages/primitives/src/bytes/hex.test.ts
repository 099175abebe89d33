import { describe, expect, it } from 'vitest';
import { nodeHex, plainHex } from './hex.ts';

describe.each([
  ['browsers', plainHex],
  ['Node', nodeHex(Buffer)],
])('the hex encoder of %s', (_, { toHex, displayHash }) => {
  it('writes two lower-case digits per byte', () => {
    expect(toHex(Uint8Array.of(0x00, 0x0f, 0xa0, 0xff, 0x7e))).toBe('000fa0ff7e');
    expect(toHex(Uint8Array.of())).toBe('');
  });

  it('writes the bytes of a view, not of its buffer', () => {
    expect(toHex(Uint8Array.of(1, 2, 3, 4).subarray(1, 3))).toBe('0203');
  });

  it('writes long arrays', () => {
    expect(toHex(new Uint8Array(20_000).fill(0xab))).toBe('ab'.repeat(20_000));
  });

  it('reverses a hash without changing it', () => {
    const genesis = Uint8Array.from(
      Buffer.from('6fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000', 'hex'),
    );
    const id = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
    expect([displayHash(genesis), displayHash(genesis)]).toEqual([id, id]);
    expect(displayHash(Uint8Array.of(1, 2, 3))).toBe('030201');
  });
});
