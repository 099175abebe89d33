import { describe, expect, test } from 'vitest';
import { elementsJson } from '../../../test/support/elements.ts';
import { addressOf, fromHex, isCoded, toHex } from '../../index.ts';
import { confidentialAddress, type ElementsNetworkName, elementsNetworks, parseElementsAddress } from '../index.ts';

interface Validated {
  network: ElementsNetworkName;
  name: string;
  address: string;
  answer: { isvalid: boolean; scriptPubKey?: string; confidential_key?: string; unconfidential?: string };
}

const validated = elementsJson('addresses.json') as Validated[];
const { liquid, liquidtestnet, liquidregtest } = elementsNetworks;

const codeOf = (text: string, network = liquidregtest): string => {
  try {
    parseElementsAddress(text, network);
  } catch (error) {
    if (isCoded(error)) return error.code;
    throw error;
  }
  return 'no error';
};

describe('parseElementsAddress', () => {
  test.each(validated)('agrees with the node on $name of $network', ({ network, address, answer }) => {
    const row = elementsNetworks[network];
    if (!answer.isvalid) {
      expect(codeOf(address, row)).toMatch(/^primitives\.(bad-address|wrong-network)$/);
      return;
    }
    const parsed = parseElementsAddress(address, row);
    expect(toHex(parsed.script)).toBe(answer.scriptPubKey);
    expect(parsed.blindingKey === undefined ? '' : toHex(parsed.blindingKey)).toBe(answer.confidential_key);
    expect(parsed.unconfidential).toBe(answer.unconfidential);
    expect(addressOf(parsed.script, row)).toBe(answer.unconfidential);
    if (parsed.blindingKey !== undefined) {
      expect(confidentialAddress(parsed.script, parsed.blindingKey, row)).toBe(address);
    }
  });

  test('covers confidential addresses of all kinds', () => {
    const names = validated.filter(({ answer }) => answer.isvalid).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'confidential-bech32',
        'confidential-p2pkh',
        'confidential-p2sh',
        'confidential-taproot',
      ]),
    );
  });

  const [confidential, base58] = ['confidential-bech32', 'confidential-p2pkh'].map(
    (name) => validated.find((entry) => entry.name === name)!.address,
  ) as [string, string];

  test('accepts blech32 in upper case, but not in mixed case', () => {
    expect(parseElementsAddress(confidential.toUpperCase(), liquidregtest)).toEqual(
      parseElementsAddress(confidential, liquidregtest),
    );
    expect(codeOf(confidential.replace('e', 'E'))).toBe('primitives.bad-address');
  });

  test('rejects addresses of another Elements network by name', () => {
    expect([codeOf(confidential, liquid), codeOf(base58, liquidtestnet)]).toEqual([
      'primitives.wrong-network',
      'primitives.wrong-network',
    ]);
  });

  test('rejects one wrong character anywhere', () => {
    for (let at = 3; at < confidential.length; at++) {
      const other = confidential[at] === 'q' ? 'p' : 'q';
      expect(codeOf(confidential.slice(0, at) + other + confidential.slice(at + 1))).toBe('primitives.bad-address');
    }
  });

  test('rejects a blinding key that is not a point, and texts that are too long or empty', () => {
    const script = fromHex(`0014${'00'.repeat(20)}`);
    expect(() => confidentialAddress(script, new Uint8Array(33).fill(5), liquid)).toThrow('blinding key');
    expect([codeOf(''), codeOf('el1'), codeOf('q'.repeat(200)), codeOf(`el1${'q'.repeat(120)}`)]).toEqual(
      new Array(4).fill('primitives.bad-address'),
    );
  });
});

describe('confidentialAddress', () => {
  const key = fromHex('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');

  test.each([
    ['76a914', 20, '88ac'],
    ['a914', 20, '87'],
    ['0014', 20, ''],
    ['0020', 32, ''],
    ['5120', 32, ''],
    ['6002', 2, ''],
    ['6028', 40, ''],
  ])('is parsed back on every network for %s with %d bytes', (head, size, tail) => {
    const script = fromHex(`${head}${'a7'.repeat(size)}${tail}`);
    for (const network of Object.values(elementsNetworks)) {
      const address = confidentialAddress(script, key, network)!;
      const parsed = parseElementsAddress(address, network);
      expect([toHex(parsed.script), toHex(parsed.blindingKey!)]).toEqual([toHex(script), toHex(key)]);
      expect(parsed.unconfidential).toBe(addressOf(script, network));
    }
  });

  test('is undefined for a script without an address', () => {
    expect(confidentialAddress(fromHex('6a'), key, liquid)).toBeUndefined();
  });
});
