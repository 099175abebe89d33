import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { difficultyOf, displayHash, fromHex, readHeader, targetOf, toHex } from '../index.ts';

const genesis =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c';

describe('headers', () => {
  test('decodes the genesis header field by field, also at an offset', () => {
    const header = readHeader(fromHex(`ffff${genesis}ff`), 2);
    expect([header.version, header.time, header.bits, header.nonce]).toEqual([1, 1231006505, 0x1d00ffff, 2083236893]);
    expect(header.prevHash).toEqual(new Uint8Array(32));
    expect(displayHash(header.merkleRoot)).toBe('4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b');
    expect(displayHash(header.hash)).toBe('000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f');
    expect(toHex(header.bytes)).toBe(genesis);
  });

  test('rejects 79 bytes as truncated', () => {
    expect(() => readHeader(fromHex(genesis).subarray(0, 79))).toThrow(
      expect.objectContaining({ code: 'primitives.truncated' }),
    );
  });
});

describe('difficulty and target', () => {
  test.each([
    [0x1d00ffff, 1],
    [0x207fffff, 4.656542373906925e-10],
    [403_014_710, 199_312_067_531.243],
    [386_846_955, 18_997_641_161_758.95],
    [0x1b0404cb, 16_307.42093852398],
    [0, 0],
    [0xff000000, 0],
  ])('bits %d have difficulty %d', (bits, difficulty) => {
    expect(difficultyOf(bits)).toBe(difficulty);
  });

  test('difficulty is finite and not negative for all bits', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), (bits) => Number.isFinite(difficultyOf(bits)) && difficultyOf(bits) >= 0),
      { seed: 3, numRuns: 5000, examples: [[0xff000001], [0x00000001], [0xffffffff]] },
    );
  });

  test.each([
    [0x1d00ffff, 0xffffn << 208n],
    [0x207fffff, 0x7fffffn << 232n],
    [0x03123456, 0x123456n],
    [0x02123456, 0x1234n],
    [0x00123456, 0n],
    [0x04923456, 0n],
    [0xff123456, 0n],
    [0x2100ffff, 0xffffn << 240n],
    [0x2200ffff, 0n],
  ])('bits %d have target %d', (bits, target) => {
    expect(targetOf(bits)).toBe(target);
  });

  test('the hash of the genesis block is below its target', () => {
    const { hash, bits } = readHeader(fromHex(genesis));
    expect(BigInt(`0x${displayHash(hash)}`) <= targetOf(bits)).toBe(true);
  });
});
