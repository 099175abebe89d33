import { createBase58check } from '@scure/base';
import { expect, it } from 'vitest';
import { concatBytes, fromHex, seededRandom, sha256 } from '../index.ts';
import { encodeBase58Address } from './base58-address.ts';

it('encodes the addresses of the genesis block, and of a published script', () => {
  expect(encodeBase58Address(0, fromHex('62e907b15cbf27d5425399ebf6f0fb50ebb88f18'))).toBe(
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  );
  expect(encodeBase58Address(5, fromHex('4733f37cf4db86fbc2efed2500b4f4e49f312023'))).toBe(
    '38BW8nqpHSWpkf5sXrQd2xYwvnPJwP59ic',
  );
});

it('equals a general encoder for random hashes, and for leading zeros and ones', () => {
  const general = createBase58check(sha256);
  const random = seededRandom(5);
  for (let round = 0; round < 2_000; round++) {
    const zeros = round % 22;
    const hash = Uint8Array.from({ length: 20 }, (_, i) => {
      if (i < zeros && round % 3 === 0) return 0;
      return i < zeros && round % 3 === 1 ? 255 : Math.floor(random() * 256);
    });
    for (const version of [0, 5, 111, 196, 255]) {
      expect(encodeBase58Address(version, hash)).toBe(general.encode(concatBytes(Uint8Array.of(version), hash)));
    }
  }
});
