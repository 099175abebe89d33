import { bech32, bech32m } from '@scure/base';
import { expect, it } from 'vitest';
import { fromHex } from '../bytes/bytes.ts';
import { seededRandom } from '../seeded-random.ts';
import { encodeSegwitAddress } from './segwit-address.ts';

// Source: test vectors of BIP 350
it.each([
  ['bc', 0, '751e76e8199196d454941c45d1b3a323f1433bd6', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  [
    'tb',
    0,
    '1863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
  ],
  [
    'bc',
    1,
    '751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
  ],
  ['bc', 16, '751e', 'bc1sw50qgdz25j'],
  ['bc', 2, '751e76e8199196d454941c45d1b3a323', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
  [
    'tb',
    1,
    '000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
  ],
])('encodes %s version %i program %s', (prefix, version, program, address) => {
  expect(encodeSegwitAddress(prefix, version, fromHex(program))).toBe(address);
});

it('equals a general encoder for random programs of every length and version', () => {
  const random = seededRandom(7);
  for (let length = 2; length <= 40; length++) {
    for (let version = 0; version <= 16; version++) {
      const program = Uint8Array.from({ length }, () => Math.floor(256 * random()));
      const coder = version === 0 ? bech32 : bech32m;
      const expected = coder.encode('bcrt', [version, ...coder.toWords(program)], 200);
      expect(encodeSegwitAddress('bcrt', version, program)).toBe(expected);
    }
  }
});
