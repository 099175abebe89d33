import { describe, expect, test } from 'vitest';
import {
  addressKey,
  addressOf,
  addressOfKey,
  addressRanges,
  concatBytes,
  fromHex,
  isInRanges,
  type NetworkName,
  networks,
  scriptOfKey,
  seededRandom,
  toHex,
} from '../index.ts';

const p2pkh = (hash: Uint8Array) => concatBytes(fromHex('76a914'), hash, fromHex('88ac'));
const p2sh = (hash: Uint8Array) => concatBytes(fromHex('a914'), hash, fromHex('87'));
const segwit = (version: number, program: Uint8Array) =>
  concatBytes(Uint8Array.of(version === 0 ? 0 : 0x50 + version, program.length), program);

const none = '00'.repeat(20);
const ranges = (prefix: string, network: NetworkName = 'mainnet') =>
  addressRanges(prefix, networks[network]).map(({ from, until }) => `${toHex(from)}-${toHex(until)}`);

test.each([
  ['a P2PKH script', `76a914${'ab'.repeat(20)}88ac`, `00${'ab'.repeat(20)}`],
  ['a P2SH script', `a914${'ab'.repeat(20)}87`, `01${'ab'.repeat(20)}`],
  ['a P2WPKH script', `0014${'ab'.repeat(20)}`, `02${'ab'.repeat(20)}`],
  ['a P2WSH script', `0020${'ab'.repeat(32)}`, `02${'ab'.repeat(32)}`],
  ['a P2TR script', `5120${'ab'.repeat(32)}`, `03${'ab'.repeat(32)}`],
  ['an anchor', '51024e73', '034e73'],
  ['a program of version 16', '6002751e', '12751e'],
  ['P2PK', `21${'02'.repeat(33)}ac`, undefined],
  ['data', '6a0401020304', undefined],
  ['version 0 with 21 bytes', `0015${'ab'.repeat(21)}`, undefined],
])('key of %s', (_, script, key) => {
  const found = addressKey(fromHex(script));
  expect(found && toHex(found)).toBe(key);
  if (found !== undefined) {
    expect(addressOfKey(found, networks.signet)).toBe(addressOf(fromHex(script), networks.signet));
    expect(toHex(scriptOfKey(found))).toBe(script);
  }
});

describe('ranges of keys', () => {
  // of bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 (BIP 173)
  const program = '751e76e8199196d454941c45d1b3a323f1433bd6';
  test.each([
    ['', [`00${none}-01`, `01${none}-02`, '02-13']],
    ['b', ['02-13']],
    ['BC1', ['02-13']],
    ['bc1q', ['02-03']],
    ['bc1p', ['03-04']],
    // w is 01110, 5 is 10100
    ['bc1qw', ['0270-0278']],
    ['bc1qw5', ['027500-027540']],
    ['bc1ql', ['02f8-03']],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7k', [`02${program}-02${program.slice(0, -1)}7`]],
    [
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      ['0062e907b15cbf27d5425399ebf6f0fb50ebb88f18-0062e907b15cbf27d5425399ebf6f0fb50ebb88f19'],
    ],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', []],
    ['11', [`00${none}-0001${'00'.repeat(19)}`]],
    ['1111111111111111111114oLvT2', [`00${none}-00${'00'.repeat(19)}01`]],
    ['1'.repeat(22), []],
    ['1'.repeat(40), []],
    ['2', []],
    ['bc1b', []],
    ['bc1qio', []],
    ['tb1', []],
    ['1O', []],
    ['0', []],
    ['é', []],
    ['bc1l', []],
    [`bc1q${'q'.repeat(70)}`, []],
    ['q'.repeat(91), []],
    ['1'.repeat(100_000), []],
    ['bc1q\u0000', []],
  ])('%.40j', (prefix, expected) => {
    expect(ranges(prefix)).toEqual(expected);
  });

  test('accepts checksum characters as part of a longer program', () => {
    const [short, long, ...more] = ranges('BC1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    expect(short).toBe(`02${program}-02${program}00`);
    expect(long).toMatch(new RegExp(`^02${program}[0-9a-f]{8}-02${program}[0-9a-f]{8}$`));
    expect(more).toEqual([]);
    expect(ranges('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')).toHaveLength(1);
  });

  test('covers other networks', () => {
    expect(ranges('bcrt1', 'regtest')).toEqual(['02-13']);
    expect(ranges('tb1', 'regtest')).toEqual([]);
    expect(ranges('1', 'testnet4')).toEqual([]);
    expect(ranges('2', 'signet')).toEqual([`01${none}-02`]);
    expect(ranges('bc1q', 'demo')).toEqual(['02-03']);
    // m and n share one version byte: no key between them is missed
    const [m, n] = [ranges('m', 'testnet'), ranges('n', 'testnet')];
    expect([m.length, n.length]).toEqual([1, 1]);
    expect(m[0]!.startsWith(`00${none}-`)).toBe(true);
    expect(n[0]!.endsWith('-01')).toBe(true);
    expect(m[0]!.split('-')[1]).toBe(n[0]!.split('-')[0]);
  });
});

describe('agrees with the text of addresses', () => {
  const random = seededRandom(20_261);
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(256 * random()));
  /** Often with leading or trailing zeros or ones, where ranges begin and end. */
  const program = (count: number) => {
    const own = bytes(count);
    const dice = random();
    const edge = Math.floor(count * random());
    if (dice < 0.15) own.fill(0, 0, edge);
    else if (dice < 0.3) own.fill(255, 0, edge);
    else if (dice < 0.4) own.fill(0, edge);
    else if (dice < 0.5) own.fill(255, edge);
    return own;
  };
  const script = (): Uint8Array => {
    const dice = random();
    if (dice < 0.3) return p2pkh(program(20));
    if (dice < 0.5) return p2sh(program(20));
    if (dice < 0.7) return segwit(0, program(random() < 0.5 ? 20 : 32));
    if (dice < 0.85) return segwit(1, program(random() < 0.5 ? 32 : 2));
    return segwit(1 + Math.floor(16 * random()), program(2 + Math.floor(39 * random())));
  };
  const scripts = Array.from({ length: 1_000 }, script);

  test.each(['mainnet', 'testnet', 'regtest'] as const)('%s: every prefix finds its script', (name) => {
    const network = networks[name];
    for (const one of scripts.slice(0, 120)) {
      const [key, address] = [addressKey(one)!, addressOf(one, network)!];
      for (let length = 0; length <= address.length; length++) {
        const prefix = address.slice(0, length);
        expect({ prefix, found: isInRanges(key, addressRanges(prefix, network)) }).toEqual({ prefix, found: true });
      }
      expect(isInRanges(key, addressRanges(`${address}q`, network))).toBe(false);
    }
  });

  test.each(['mainnet', 'testnet', 'regtest'] as const)('%s: finds only addresses with the prefix', (name) => {
    const network = networks[name];
    const all = scripts.map((one) => ({ key: addressKey(one)!, address: addressOf(one, network)! }));
    for (let round = 0; round < 400; round++) {
      const { address } = all[Math.floor(all.length * random())]!;
      const exact = address.slice(0, 1 + Math.floor(Math.min(address.length, random() < 0.7 ? 10 : 90) * random()));
      // another last character: usually an unused address and the neighbour of a used one
      const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l123ABCZz';
      const prefix = random() < 0.5 ? exact : exact.slice(0, -1) + letters[Math.floor(letters.length * random())]!;
      const found = addressRanges(prefix, network);
      expect(found.length).toBeLessThan(50);
      const isSegwit = address.startsWith(`${network.bech32}1`);
      const inRanges = all.filter(({ key }) => isInRanges(key, found)).map((one) => one.address);
      // upper case is valid in bech32 too
      const asWritten = isSegwit ? prefix.toLowerCase() : prefix;
      const beginning = all.map((one) => one.address).filter((one) => one.startsWith(asWritten));
      expect({ prefix, inRanges }).toEqual({ prefix, inRanges: beginning });
    }
  });
});
