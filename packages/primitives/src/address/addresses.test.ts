import { Address, OutScript } from '@scure/btc-signer/payment.js';
import * as bitcoinjs from 'bitcoinjs-lib';
import { describe, expect, test } from 'vitest';
import { coreVectors } from '../../test/support/core-vectors.ts';
import { segwitBlockBytes } from '../../test/support/real-blocks.ts';
import { workMs } from '../../test/support/work-time.ts';
import {
  addressOf,
  fromHex,
  isCoded,
  type NetworkName,
  networks,
  parseAddress,
  publicKeyScript,
  readBlock,
  toHex,
} from '../index.ts';

const failureOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (isCoded(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'no error';
};
const bad = 'primitives.bad-address: Invalid Bitcoin address';
const wrong = 'primitives.wrong-network: Address on invalid network';

describe('converts addresses in both directions', () => {
  const p2pkh = (hash: string): string => `76a914${hash}88ac`;
  const p2sh = (hash: string): string => `a914${hash}87`;
  const table: [NetworkName, address: string, script: string, type: string][] = [
    ['mainnet', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', p2pkh('62e907b15cbf27d5425399ebf6f0fb50ebb88f18'), 'p2pkh'],
    ['mainnet', '1111111111111111111114oLvT2', p2pkh('00'.repeat(20)), 'p2pkh'],
    ['mainnet', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', p2sh('e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a'), 'p2sh'],
    ['demo', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', p2pkh('62e907b15cbf27d5425399ebf6f0fb50ebb88f18'), 'p2pkh'],
    ['testnet', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', p2pkh('243f1394f44554f4ce3fd68649c19adc483ce924'), 'p2pkh'],
    ['testnet4', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', p2pkh('243f1394f44554f4ce3fd68649c19adc483ce924'), 'p2pkh'],
    ['signet', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', p2sh('4e9f39ca4688ff102128ea4ccda34105324305b0'), 'p2sh'],
    ['regtest', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', p2sh('4e9f39ca4688ff102128ea4ccda34105324305b0'), 'p2sh'],
    // BIP 173 and BIP 350
    [
      'mainnet',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      '0014751e76e8199196d454941c45d1b3a323f1433bd6',
      'v0_p2wpkh',
    ],
    [
      'testnet',
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
      'v0_p2wsh',
    ],
    [
      'signet',
      'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
      '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
      'v0_p2wsh',
    ],
    [
      'testnet4',
      'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
      '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
      'v1_p2tr',
    ],
    [
      'mainnet',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      'v1_p2tr',
    ],
    [
      'mainnet',
      'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
      '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
      'unknown',
    ],
    ['mainnet', 'bc1sw50qgdz25j', '6002751e', 'unknown'],
    ['mainnet', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', '5210751e76e8199196d454941c45d1b3a323', 'unknown'],
    // BIP 433
    ['mainnet', 'bc1pfeessrawgf', '51024e73', 'anchor'],
    ['testnet', 'tb1pfees9rn5nz', '51024e73', 'anchor'],
    ['regtest', 'bcrt1pfeesnyr2tx', '51024e73', 'anchor'],
  ];
  test.each(table)('%s: %s', (name, address, script, type) => {
    expect(addressOf(fromHex(script), networks[name])).toBe(address);
    const parsed = parseAddress(address, networks[name]);
    expect([toHex(parsed.script), parsed.type]).toEqual([script, type]);
    if (address.includes('1p') || address.includes('1q')) {
      expect(parseAddress(address.toUpperCase(), networks[name]).script).toEqual(parsed.script);
    }
  });

  test.each([
    ['P2PK', `21${'02'.repeat(33)}ac`],
    ['bare multisig', `5121${'02'.repeat(33)}51ae`],
    ['data', '6a0401020304'],
    ['a version 0 program of 21 bytes', `0015${'11'.repeat(21)}`],
    ['an empty script', ''],
    ['P2PKH with a byte more', `76a914${'11'.repeat(20)}88acac`],
  ])('%s has no address', (_, hex) => {
    expect(addressOf(fromHex(hex), networks.mainnet)).toBeUndefined();
  });

  test('every network reads back the address it writes, for all script types and witness versions', () => {
    const scripts = [
      `76a914${'ab'.repeat(20)}88ac`,
      `a914${'ab'.repeat(20)}87`,
      `0014${'ab'.repeat(20)}`,
      ...Array.from({ length: 16 }, (_, version) => (0x51 + version).toString(16)).flatMap((head) =>
        [2, 20, 32, 40].map((length) => `${head}${length.toString(16).padStart(2, '0')}${'ab'.repeat(length)}`),
      ),
    ];
    for (const network of Object.values(networks)) {
      for (const script of scripts) {
        expect(toHex(parseAddress(addressOf(fromHex(script), network)!, network).script)).toBe(script);
      }
    }
  });
});

describe('refusals', () => {
  test.each([
    // BIP 173
    'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bc1rw5uspcuh',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7',
    'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv',
    // BIP 350
    'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
    'bc1gmk9yu',
    // base58: a changed digit, a wrong length, no address at all
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0',
    '5Kd3NBUAdUnhyzenEwVLy9pBKxSwXvE9FMPyR4UKZvpe6E3AgLr',
    '',
    ' 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'é',
    '1'.repeat(1_000_000),
    'bc1'.concat('q'.repeat(1_000_000)),
  ])('%.40s is no address on any network', (text) => {
    for (const network of Object.values(networks)) expect(failureOf(() => parseAddress(text, network))).toBe(bad);
  });

  test('rejects a text of 100,000 characters early', () => {
    const start = workMs();
    expect(failureOf(() => parseAddress('z'.repeat(100_000), networks.mainnet))).toBe(bad);
    expect(workMs() - start).toBeLessThan(100);
  });

  test.each([
    ['mainnet', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['mainnet', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
    ['demo', 'tb1pfees9rn5nz'],
    ['mainnet', 'bcrt1pfeesnyr2tx'],
    ['testnet', 'bcrt1pfeesnyr2tx'],
    ['regtest', 'tb1pfees9rn5nz'],
    ['signet', 'bc1pfeessrawgf'],
    ['testnet4', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ] as const)('%s reports %s as an address of another network', (name, address) => {
    expect(failureOf(() => parseAddress(address, networks[name]))).toBe(wrong);
  });

  test("rejects Core's invalid base58 keys", () => {
    for (const [text] of coreVectors('base58_keys_invalid') as [string][]) {
      for (const network of Object.values(networks)) expect(failureOf(() => parseAddress(text, network))).toBe(bad);
    }
  });
});

describe('agreement', () => {
  test("reads and writes Core's valid base58 keys", () => {
    type Key = [text: string, hex: string, facts: { addrType?: string; isPrivkey: boolean; isTestnet: boolean }];
    const keys = (coreVectors('base58_keys_valid') as Key[]).filter(([, , facts]) => !facts.isPrivkey);
    expect(keys).toHaveLength(26);
    for (const [text, hash, { addrType, isTestnet }] of keys) {
      const network = isTestnet ? networks.testnet : networks.mainnet;
      const script = addrType === 'script' ? `a914${hash}87` : `76a914${hash}88ac`;
      expect(toHex(parseAddress(text, network).script)).toBe(script);
      expect(addressOf(fromHex(script), network)).toBe(text);
    }
  });

  test('agrees with bitcoinjs-lib and @scure/btc-signer on every output of a real block', () => {
    const scripts = readBlock(segwitBlockBytes).txs.flatMap((tx) => tx.outputs().map((output) => output.script));
    const signer = Address();
    for (const script of scripts) {
      let theirs: string | undefined;
      try {
        theirs = bitcoinjs.address.fromOutputScript(script);
      } catch {
        theirs = undefined;
      }
      const ours = addressOf(script, networks.mainnet);
      expect(ours).toBe(theirs);
      if (ours !== undefined) expect(signer.encode(OutScript.decode(script))).toBe(ours);
    }
  });
});

describe('public keys', () => {
  test('turns a hex key into the script that pays to it', () => {
    expect(toHex(publicKeyScript(`02${'Ab'.repeat(32)}`))).toBe(`2102${'ab'.repeat(32)}ac`);
    expect(toHex(publicKeyScript(`04${'ab'.repeat(64)}`))).toBe(`4104${'ab'.repeat(64)}ac`);
  });

  test.each(['', '02', 'a'.repeat(64), 'a'.repeat(67), 'a'.repeat(131), 'g'.repeat(66)])(
    'rejects %j as a key',
    (hex) => {
      expect(failureOf(() => publicKeyScript(hex))).toMatch(/^primitives\.bad-public-key: /);
    },
  );
});
