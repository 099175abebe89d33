import { describe, expect, test } from 'vitest';
import { makeTransaction } from '../../test/support/make-transaction.ts';
import {
  dustThreshold,
  fromHex,
  type NetworkName,
  type NonstandardReason,
  networks,
  nonstandardReasonLabels,
  nonstandardReasons,
  readTransaction,
  standardnessRules,
} from '../index.ts';
import {
  anchor,
  badKey,
  bytes,
  controlBlock,
  der,
  goodKey,
  judge,
  keyX,
  keyY,
  multisig,
  p2pk,
  p2pkh,
  p2sh,
  p2tr,
  p2wpkh,
  p2wsh,
  push,
  type Scenario,
  type ScenarioInput,
  scriptPath,
  times,
} from './testing/scenario.ts';

const outputs = (...scripts: string[]): Scenario => ({ outputs: scripts.map((script) => ({ script })) });
const beside = (script: string): Scenario => outputs(p2wpkh('22'), script);
const scriptSig = (hex: string): Scenario => ({ inputs: [{ spends: p2sh(), scriptSig: hex }] });
const spending = (input: ScenarioInput): Scenario => ({ inputs: [input] });
const redeeming = (redeem: string, count = 1): Scenario => ({
  inputs: times(count, () => ({ spends: p2sh(), scriptSig: push(redeem), value: 100_000 })),
  outputs: [{ value: 90_000 }],
});
const nulldata = (dataBytes: number): string => `6a${push(bytes(dataBytes))}`;
const dust = (script: string, value: number, fee = 0): Scenario => ({
  inputs: [{ value: 100_000 + value + fee }],
  outputs: [{ value: 100_000 }, { script, value }],
});
/** Spends P2WSH with that many bytes in one unexecuted push of the witness script. */
const witnessScript = (size: number, stack: string[] = []): ScenarioInput => ({
  spends: p2wsh(),
  witness: [...stack, `4d${bytes(size - 1, '11')}`],
});
/** A transaction of an exact weight: one input spending Taproot with a long leaf script. */
const weighing = (weight: number): Scenario => {
  // version, counts, locktime, input and output weigh four per byte; marker, flag, item count, control block and the
  // script length one
  const script = weight - 4 * (10 + 41 + 31) - 2 - 1 - 34 - (weight > 0x10000 ? 5 : 3);
  return spending(scriptPath(bytes(script, '61')));
};
const sigopsInOutputs = (checksigs: number): Scenario => ({
  inputs: [{ spends: p2tr(), witness: [bytes(64)] }],
  outputs: [{ script: `6a${bytes(checksigs, 'ac')}` }],
});
const keys = (count: number): string[] => times(count, () => goodKey);

/** Scenarios under today's rules, with all their reasons. */
const table: [why: string, scenario: Scenario, ...reasons: NonstandardReason[]][] = [
  ['a plain payment', {}],
  ['version 0', { version: 0 }, 'version'],
  ['version 1', { version: 1 }],
  ['version 3', { version: 3 }],
  ['version 4', { version: 4 }, 'version'],
  ['version -1', { version: 0xffffffff }, 'version'],

  ['400,000 weight units', weighing(400_000)],
  ['one more', weighing(400_001), 'weight'],

  ['65 bytes without witness', outputs(`6a03${bytes(3)}`)],
  ['64 bytes', outputs(`6a02${bytes(2)}`), 'too-small'],

  ['sigops costing 16,000', sigopsInOutputs(4000), 'output-script'],
  ['sigops costing 16,004', sigopsInOutputs(4001), 'sigops', 'output-script'],

  ['2,500 executed legacy sigops', redeeming(bytes(10, 'ac'), 250)],
  [
    '2,501 of them',
    { inputs: [...redeeming(bytes(10, 'ac'), 250).inputs!, ...redeeming('ac').inputs!] },
    'legacy-sigops',
  ],
  [
    'spent bare multisig counts for them: 167 of 15 keys',
    { inputs: times(167, () => ({ spends: multisig(1, keys(15)), scriptSig: `00${push(der())}` })) },
    'legacy-sigops',
  ],
  [
    'spent bare multisig counts for them: 166 of 15 keys',
    { inputs: times(166, () => ({ spends: multisig(1, keys(15)), scriptSig: `00${push(der())}` })) },
  ],
  [
    'created multisig and witness scripts do not',
    {
      inputs: times(50, () => ({ spends: p2wsh(), witness: [bytes(60, 'ac')] })),
      outputs: times(100, () => ({ script: multisig(1, keys(3)) })),
    },
  ],

  ['version 3 of 40,000 weight units', { ...weighing(40_000), version: 3 }],
  ['version 3 of one more', { ...weighing(40_001), version: 3 }, 'truc-size'],
  ['version 3 with sigops that weigh 40,000', { ...redeeming(bytes(10, 'ac'), 50), version: 3 }],
  ['version 3 with sigops that weigh 40,800', { ...redeeming(bytes(10, 'ac'), 51), version: 3 }, 'truc-size'],

  ['a scriptSig of 1,650 bytes', scriptSig(`${bytes(1649, '00')}51`)],
  ['a scriptSig of 1,651 bytes', scriptSig(`${bytes(1650, '00')}51`), 'scriptsig-size'],
  ['a scriptSig with OP_16', scriptSig('60')],
  ['a scriptSig with NOP', scriptSig('61'), 'scriptsig-not-push-only'],
  ['a scriptSig with a push cut off', scriptSig('05'), 'scriptsig-not-push-only'],

  ['a redeem script of 15 sigops', redeeming(bytes(15, 'ac'))],
  ['a redeem script of 16 sigops', redeeming(bytes(16, 'ac')), 'redeem-sigops'],
  ['a redeem script with multisig of 15', redeeming(multisig(1, keys(15)))],
  ['a redeem script with multisig of unknown number', redeeming('00ae'), 'redeem-sigops'],

  ['spends P2PK', spending({ spends: p2pk() })],
  ['spends P2PK of a long key', spending({ spends: p2pk(`04${keyX}${keyY}`) })],
  ['spends P2PK whose key begins with 05', spending({ spends: p2pk(`05${keyX}`) }), 'spent-script'],
  ['spends P2PKH', spending({ spends: p2pkh() })],
  ['spends multisig of 20 keys', spending({ spends: `51${keys(20).map(push).join('')}0114ae` })],
  ['spends multisig of 21 keys', spending({ spends: `51${keys(21).map(push).join('')}0115ae` }), 'spent-script'],
  ['spends a script of its own', spending({ spends: '51' }), 'spent-script'],
  ['spends an empty script', spending({ spends: '' }), 'spent-script'],
  ['spends a script that begins with RESERVED', spending({ spends: '50' }), 'spent-script'],
  ['spends a program of version 2', spending({ spends: `5220${bytes(32)}` }), 'spent-script'],
  ['spends a program of version 1 and 20 bytes', spending({ spends: `5114${bytes(20)}` }), 'spent-script'],
  ['spends P2SH around Taproot', redeeming(p2tr()), 'spent-script'],
  ['spends P2SH around P2WPKH', spending({ spends: p2sh(), scriptSig: push(p2wpkh()), witness: [der(), goodKey] })],

  ['spends an anchor', spending({ spends: anchor })],
  ['spends an anchor with a witness', spending({ spends: anchor, witness: ['00'] }), 'anchor-witness'],

  ['a witness script of 3,600 bytes', spending(witnessScript(3600))],
  ['a witness script of 3,601 bytes', spending(witnessScript(3601)), 'witness-script-size'],
  [
    '100 items under a witness script',
    spending(
      witnessScript(
        40,
        times(100, () => ''),
      ),
    ),
  ],
  [
    '101 items',
    spending(
      witnessScript(
        40,
        times(101, () => ''),
      ),
    ),
    'witness-stack',
  ],
  ['an item of 80 bytes', spending(witnessScript(40, [bytes(80)]))],
  ['an item of 81 bytes', spending(witnessScript(40, [bytes(81)])), 'witness-stack'],
  [
    'an item of 81 bytes, wrapped in P2SH',
    spending({ ...witnessScript(40, [bytes(81)]), spends: p2sh(), scriptSig: push(p2wsh()) }),
    'witness-stack',
  ],
  ['an item of 81 bytes under P2WPKH', spending({ spends: p2wpkh(), witness: [bytes(81), goodKey] })],

  ['an annex', spending({ spends: p2tr(), witness: [bytes(64), '50'] }), 'annex'],
  ['an annex on a script path', spending({ ...scriptPath('51'), witness: ['51', controlBlock(), '5000'] }), 'annex'],
  ['a Taproot script', spending(scriptPath('51'))],
  ['an empty control block', spending(scriptPath('51', [], '')), 'control-block'],
  ['leaf version c0 of odd parity', spending(scriptPath('51', [], controlBlock('c1')))],
  ['leaf version c2', spending(scriptPath('51', [], controlBlock('c2'))), 'leaf-version'],
  ['a leaf item of 80 bytes', spending(scriptPath('51', [bytes(80)]))],
  ['a leaf item of 81 bytes', spending(scriptPath('51', [bytes(81)])), 'tapscript-stack'],
  [
    'a leaf item of 81 bytes under version c2',
    spending(scriptPath('51', [bytes(81)], controlBlock('c2'))),
    'leaf-version',
  ],
  ['a long leaf script', spending(scriptPath(bytes(50_000, '61')))],
  [
    'a leaf fault does not hide an output fault',
    { ...spending(scriptPath('51', [], '')), ...beside('51') },
    'control-block',
    'output-script',
  ],

  [
    'outputs of every known kind',
    outputs(p2pk(), multisig(1, [goodKey]), p2pkh(), p2sh(), p2wpkh(), p2wsh(), p2tr(), anchor),
  ],
  ['P2PK of no point: nodes do not check', outputs(p2pk(badKey))],
  ['P2PK whose key begins with 05', outputs(p2pk(`05${keyX}`)), 'output-script'],
  ['an output with an unknown script', beside('51'), 'output-script'],
  ['an output that can never be spent', beside('50'), 'output-script'],
  ['an empty output', beside(''), 'output-script'],
  ['a program of version 16 and 2 bytes', beside(`6002${bytes(2)}`)],
  ['a program of version 1 and 40 bytes', outputs(`5128${bytes(40)}`)],
  ['a program of version 1 and 41 bytes', outputs(`5129${bytes(41)}`), 'output-script'],
  ['a program of version 0 and 21 bytes', outputs(`0015${bytes(21)}`), 'output-script'],
  ['an OP_RETURN that does more than push', outputs(`6a61${bytes(3, '51')}`), 'output-script'],

  ['1 of 3 keys', outputs(multisig(1, keys(3)))],
  ['3 of 3 keys', outputs(multisig(3, keys(3)))],
  ['1 of 4 keys', outputs(multisig(1, keys(4))), 'bare-multisig'],
  ['4 of 3 keys', outputs(multisig(4, keys(3))), 'output-script'],
  ['0 of 1 keys', outputs(`00${push(goodKey)}51ae`), 'output-script'],
  ['1 of 2 with three keys', outputs(`51${keys(3).map(push).join('')}52ae`), 'bare-multisig'],
  ['1 of 1 with something that is no key', outputs(`51${push(bytes(33))}51ae`), 'bare-multisig'],

  ['a fee and dust', dust(p2wpkh(), 293, 1), 'dust'],
  ['no fee and dust once', dust(p2wpkh(), 293)],
  ['no fee and an anchor of nothing', { ...dust(anchor, 0), version: 3 }],
  ['no fee and dust twice', { inputs: [{ value: 2 }], outputs: times(2, () => ({ value: 1 })) }, 'dust'],
  ['dust when the fee is unknown', { ...dust(p2wpkh(), 293), blind: true }, 'dust'],
  ['an OP_RETURN without value is not dust', { outputs: [{}, { script: '6a', value: 0 }] }],
  [
    'dust does not hide later reasons',
    { outputs: [{ value: 1 }, { script: '51' }, { script: multisig(1, keys(4)) }] },
    'output-script',
    'bare-multisig',
    'dust',
  ],

  ['large OP_RETURN outputs today', outputs(nulldata(5000), nulldata(5000))],
  [
    'several reasons together',
    { version: 9, ...scriptSig('61'), outputs: [{ script: '51', value: 0 }] },
    'version',
    'too-small',
    'scriptsig-not-push-only',
    'output-script',
    'dust',
  ],
];

describe('nonstandard reasons', () => {
  test.each(table)('%s', (_, scenario, ...reasons) => {
    const { flags, reasons: found } = judge(scenario);
    expect(found).toEqual(reasons);
    expect(flags.includes('nonstandard')).toBe(reasons.length > 0);
  });

  test('are all covered by the tables of this file', () => {
    const seen = new Set<string>([
      ...table.flatMap(([, , ...reasons]) => reasons),
      ...byHeight.map(([, reason]) => reason),
    ]);
    expect([...seen].sort()).toEqual(Object.keys(nonstandardReasonLabels).sort());
  });

  test('a coinbase is checked by whole-transaction rules only', () => {
    const inputs = [{ prevTxid: new Uint8Array(32), prevVout: 0xffffffff, scriptSig: fromHex('61'.repeat(2000)) }];
    const options = { network: 'mainnet' } as const;
    const plain = readTransaction(makeTransaction({ inputs, outputs: [{ script: fromHex('51'), value: 0 }] }));
    expect(nonstandardReasons(plain, [], options)).toEqual([]);
    const odd = readTransaction(makeTransaction({ version: 7, inputs, outputs: [] }));
    expect(nonstandardReasons(odd, [], options)).toEqual(['version']);
  });
});

describe('dust', () => {
  test.each([
    ['P2PKH', p2pkh(), 546],
    ['P2SH', p2sh(), 540],
    ['P2WPKH', p2wpkh(), 294],
    ['P2WSH', p2wsh(), 330],
    ['P2TR', p2tr(), 330],
    ['anchor', anchor, 240],
    ['P2PK', p2pk(), 576],
    ['1 of 1 multisig', multisig(1, [goodKey]), 582],
    ['a program of version 1 and 40 bytes', `5128${bytes(40)}`, 354],
  ])('%s: %s is below %d', (_, script, threshold) => {
    expect(dustThreshold(fromHex(script))).toBe(threshold);
    const outputOf = (value: number): Scenario => ({ outputs: [{ script, value }] });
    const others = (reasons: string[]) => reasons.filter((reason) => reason === 'dust');
    expect(others(judge(outputOf(threshold)).reasons)).toEqual([]);
    expect(others(judge(outputOf(threshold - 1)).reasons)).toEqual(['dust']);
  });

  test('an unspendable output is never dust, and the length field of a long script counts', () => {
    expect(dustThreshold(fromHex('6a'))).toBe(0);
    expect(dustThreshold(new Uint8Array(10_001))).toBe(0);
    expect(dustThreshold(new Uint8Array(252))).toBe(3 * (8 + 1 + 252 + 148));
    expect(dustThreshold(new Uint8Array(253))).toBe(3 * (8 + 3 + 253 + 148));
  });
});

/** Rule, what breaks it, and for each network the last height at which it does (or the first where stated). */
const byHeight: [Scenario, NonstandardReason, 'until' | 'from', Record<string, number>][] = [
  [{ version: 3 }, 'version', 'until', { mainnet: 863_500, testnet: 2_900_000, testnet4: 42_000, signet: 211_000 }],
  [
    spending({ spends: anchor }),
    'anchor-spend',
    'until',
    { mainnet: 863_500, testnet: 2_900_000, testnet4: 42_000, signet: 211_000 },
  ],
  [dust(p2wpkh(), 293), 'dust', 'until', { mainnet: 904_999, testnet: 4_549_999, testnet4: 90_499, signet: 259_999 }],
  [
    outputs(nulldata(81)),
    'op-return-size',
    'until',
    { mainnet: 920_999, testnet: 4_749_999, testnet4: 107_999, signet: 276_499 },
  ],
  [
    outputs(nulldata(1), nulldata(1)),
    'op-return-count',
    'until',
    { mainnet: 920_999, testnet: 4_749_999, testnet4: 107_999, signet: 276_499 },
  ],
  [
    redeeming(bytes(10, 'ac'), 251),
    'legacy-sigops',
    'from',
    { mainnet: 921_000, testnet: 4_750_000, testnet4: 108_000, signet: 276_500 },
  ],
  [
    spending({ spends: p2tr(), witness: [bytes(64)] }),
    'spent-script',
    'until',
    { mainnet: 709_631, testnet: 2_032_290 },
  ],
];

describe('rules by height', () => {
  const rows = byHeight.flatMap(([scenario, reason, kind, heights]) =>
    Object.entries(heights).map(([network, height]) => ({
      scenario,
      reason,
      kind,
      network: network as NetworkName,
      height,
    })),
  );

  test.each(rows)('$reason $kind $height on $network', ({ scenario, reason, kind, network, height }) => {
    const found = (at: number) => judge({ ...scenario, network, height: at }).reasons;
    const [broken, stored] = kind === 'until' ? [height, height + 1] : [height, height - 1];
    expect(found(broken)).toEqual([reason]);
    expect(found(stored)).toEqual([]);
    expect(judge({ ...scenario, network }).reasons).toEqual(kind === 'until' ? [] : [reason]);
  });

  test('where the height is 0, the newer rules apply from the start and without a height', () => {
    const newest = standardnessRules('mainnet');
    for (const network of ['regtest', 'demo'] as const) expect(standardnessRules(network, 0)).toEqual(newest);
    for (const network of Object.keys(networks) as NetworkName[]) expect(standardnessRules(network)).toEqual(newest);
    expect(newest).toEqual({
      maxVersion: 3,
      anchorSpends: true,
      ephemeralDust: true,
      opReturnLimits: false,
      legacySigopLimit: true,
      taproot: true,
    });
    expect(judge({ ...redeeming(bytes(10, 'ac'), 251), network: 'regtest', height: 0 }).reasons).toEqual([
      'legacy-sigops',
    ]);
  });

  test('an OP_RETURN script of 83 bytes is within the old limit, one of 84 is not', () => {
    const at = (script: string) => judge({ ...outputs(script), height: 900_000 }).reasons;
    expect(at(nulldata(80))).toEqual([]);
    expect(fromHex(nulldata(80)).length).toBe(83);
    expect(at(nulldata(81))).toEqual(['op-return-size']);
  });

  test('an annex on a Taproot output before activation is only a spend of an unknown script', () => {
    const scenario = spending({ spends: p2tr(), witness: [bytes(64), '50'] });
    expect(judge({ ...scenario, height: 700_000 }).reasons).toEqual(['spent-script']);
    expect(judge({ ...scenario, height: 709_632 }).reasons).toEqual(['annex']);
  });
});
