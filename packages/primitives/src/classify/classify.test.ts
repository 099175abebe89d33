import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeTransaction } from '../../test/support/make-transaction.ts';
import { legacyBlockBytes, segwitBlockBytes } from '../../test/support/real-blocks.ts';
import {
  classify,
  flag,
  flagNames,
  flags,
  fromHex,
  isCoded,
  type NetworkName,
  nonstandardReasons,
  readBlock,
  readTransaction,
  readWholeTransaction,
  seededRandom,
  type Transaction,
  type TxOutput,
  toHex,
} from '../index.ts';
import {
  anchor,
  badKey,
  bytes,
  controlBlock,
  der,
  fileInPrograms,
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
  scriptPath,
  times,
} from './testing/scenario.ts';

const text = (letters: string): Uint8Array => new TextEncoder().encode(letters);
/** Bytes that are neither text nor a known file header. */
const noise = (length: number): Uint8Array => new Uint8Array(length).fill(0xd7);
const outputsOf = (...scripts: string[]) => scripts.map((script) => ({ script }));
const schnorr = bytes(64, 'aa');
const checksig = `20${keyX}ac`;
const envelope = `${checksig}0063036f726401${push('00')}68`;
const burn = (byte: string) => `02${bytes(32, byte)}`;

/** Five inputs and outputs of equal value, each with its own script. */
const mix = (change: { inputs?: object[]; outputs?: object[] } = {}): Scenario => ({
  inputs: times(5, (i) => ({
    spends: p2wpkh(`a${i}`),
    value: 60_000,
    witness: [der(), goodKey],
    ...change.inputs?.[i],
  })),
  outputs: times(5, (i) => ({ script: p2wpkh(`b${i}`), value: 50_000, ...change.outputs?.[i] })),
});

describe('flags', () => {
  test('have the bits, keys and groups of the table', () => {
    expect(flags.map(({ bit, key, group }) => `${bit} ${key} ${group}`)).toEqual([
      ...['0 rbf', '1 no_rbf', '2 v1', '3 v2', '4 v3', '5 nonstandard'].map((row) => `${row} features`),
      ...['8 p2pk', '9 p2ms', '10 p2pkh', '11 p2sh', '12 p2wpkh'].map((row) => `${row} types`),
      ...['13 p2wsh', '14 p2tr', '15 p2a'].map((row) => `${row} types`),
      ...['16 cpfp_parent', '17 cpfp_child', '18 replacement', '19 acceleration'].map((row) => `${row} behaviour`),
      ...['24 op_return', '25 fake_pubkey', '26 inscription', '27 fake_scripthash'].map((row) => `${row} data`),
      '28 annex data',
      ...['32 coinjoin', '33 consolidation', '34 batch_payout'].map((row) => `${row} heuristics`),
      ...['40 sighash_all', '41 sighash_none', '42 sighash_single'].map((row) => `${row} sighash`),
      ...['43 sighash_default', '44 sighash_acp'].map((row) => `${row} sighash`),
    ]);
  });

  test('sum exactly, and their names are returned in order', () => {
    const all = Object.values(flag).reduce((sum, value) => sum + value, 0);
    expect(Number.isSafeInteger(all)).toBe(true);
    expect(flagNames(all)).toEqual(flags.map(({ key }) => key));
    expect(flagNames(flag.sighashAcp + flag.rbf)).toEqual(['rbf', 'sighash_acp']);
    expect(flagNames(2 ** 7 + 2 ** 45)).toEqual([]);
    expect(flag.sighashAcp).toBe(17_592_186_044_416);
  });
});

describe('sets a flag', () => {
  test.each<[key: string, why: string, isSet: boolean, scenario: Scenario]>([
    ['rbf', 'below the last two sequence numbers', true, { inputs: [{}, { sequence: 0xfffffffd }] }],
    ['rbf', 'for fffffffe', false, { inputs: [{ sequence: 0xfffffffe }] }],
    ['no_rbf', 'for fffffffe', true, { inputs: [{ sequence: 0xfffffffe }] }],
    ['no_rbf', 'when one input signals', false, { inputs: [{}, { sequence: 0 }] }],
    ['v1', 'for version 1', true, { version: 1 }],
    ['v2', 'for version 2', true, { version: 2 }],
    ['v3', 'for version 3', true, { version: 3 }],
    ['v3', 'for version 4', false, { version: 4 }],
    ['nonstandard', 'for version 4', true, { version: 4 }],
    ['nonstandard', 'for a plain payment', false, {}],

    ['p2pk', 'when created', true, { outputs: outputsOf(p2pk()) }],
    ['p2pk', 'when spent', true, { inputs: [{ spends: p2pk(), scriptSig: push(der()) }] }],
    ['p2pk', 'for a key of 32 bytes', false, { outputs: outputsOf(`20${keyX}ac`) }],
    ['p2ms', 'when created', true, { outputs: outputsOf(multisig(1, [goodKey, goodKey])) }],
    ['p2ms', 'when spent', true, { inputs: [{ spends: multisig(1, [goodKey]), scriptSig: `00${push(der())}` }] }],
    ['p2ms', 'inside P2SH', false, { inputs: [{ spends: p2sh(), scriptSig: push(multisig(1, [goodKey])) }] }],
    ['p2pkh', 'when created', true, { outputs: outputsOf(p2pkh()) }],
    ['p2pkh', 'when spent', true, { inputs: [{ spends: p2pkh(), scriptSig: push(der()) + push(goodKey) }] }],
    ['p2sh', 'when created', true, { outputs: outputsOf(p2sh()) }],
    ['p2sh', 'when spent', true, { inputs: [{ spends: p2sh(), scriptSig: push('51') }] }],
    ['p2wpkh', 'when spent', true, { outputs: outputsOf(p2tr()) }],
    ['p2wpkh', 'neither spent nor created', false, { inputs: [{ spends: p2tr() }], outputs: outputsOf(p2tr()) }],
    ['p2wsh', 'when created', true, { outputs: outputsOf(p2wsh()) }],
    ['p2wsh', 'when spent', true, { inputs: [{ spends: p2wsh(), witness: ['51'] }] }],
    ['p2tr', 'when created', true, { outputs: outputsOf(p2tr()) }],
    ['p2tr', 'when spent', true, { inputs: [{ spends: p2tr(), witness: [schnorr] }] }],
    ['p2tr', 'for a program of 31 bytes', false, { outputs: outputsOf(`511f${bytes(31)}`) }],
    ['p2a', 'when created', true, { outputs: outputsOf(anchor) }],
    ['p2a', 'when spent', true, { inputs: [{ spends: anchor }] }],
    ['p2a', 'for another program of two bytes', false, { outputs: outputsOf('51024e74') }],

    ['op_return', 'for an output', true, { outputs: outputsOf('6a', p2wpkh()) }],
    ['op_return', 'when the opcode is not the first', false, { outputs: outputsOf('516a') }],

    ['fake_pubkey', 'for P2PK without a point', true, { outputs: outputsOf(p2pk(badKey)) }],
    ['fake_pubkey', 'for P2PK of a point', false, { outputs: outputsOf(p2pk()) }],
    ['fake_pubkey', 'for a long key of a point', false, { outputs: outputsOf(p2pk(`04${keyX}${keyY}`)) }],
    ['fake_pubkey', 'for a long key off the curve', true, { outputs: outputsOf(p2pk(`04${keyX}${keyX}`)) }],
    ['fake_pubkey', 'for a hybrid key, which is one', false, { outputs: outputsOf(p2pk(`06${keyX}${keyY}`)) }],
    ['fake_pubkey', 'for a hybrid key of the wrong sign', true, { outputs: outputsOf(p2pk(`07${keyX}${keyY}`)) }],
    ['fake_pubkey', 'for P2PK that is spent', false, { inputs: [{ spends: p2pk(badKey) }] }],
    ['fake_pubkey', 'for any key of a multisig', true, { outputs: outputsOf(multisig(1, [goodKey, goodKey, badKey])) }],
    ['fake_pubkey', 'for a multisig of points', false, { outputs: outputsOf(multisig(1, [goodKey, goodKey])) }],
    ...['22', '33', '02', '03'].map((byte): [string, string, boolean, Scenario] => [
      'fake_pubkey',
      `for the burn key of ${byte}`,
      true,
      { outputs: outputsOf(multisig(1, [goodKey, burn(byte)])) },
    ]),
    ['fake_pubkey', 'within the cap', true, { outputs: outputsOf(...times(199, () => p2pk()), p2pk(badKey)) }],
    ['fake_pubkey', 'beyond the cap', false, { outputs: outputsOf(...times(200, () => p2pk()), p2pk(badKey)) }],

    ['inscription', 'for an envelope in a script path', true, { inputs: [scriptPath(envelope, [schnorr])] }],
    [
      'inscription',
      'with an annex behind',
      true,
      { inputs: [{ ...scriptPath(envelope), witness: [envelope, controlBlock(), '50'] }] },
    ],
    ['inscription', 'for IF after another push', false, { inputs: [scriptPath(`${checksig}5163${bytes(3)}68`)] }],
    ['inscription', 'when 0063 is inside a push', false, { inputs: [scriptPath(`${checksig}020063`)] }],
    ['inscription', 'in a P2WSH script', false, { inputs: [{ spends: p2wsh(), witness: [envelope] }] }],
    ['inscription', 'when what is spent is unknown', true, { inputs: [scriptPath(envelope)], blind: true }],
    [
      'inscription',
      'when it is unknown and there is a scriptSig',
      false,
      { inputs: [{ ...scriptPath(envelope), scriptSig: '51' }], blind: true },
    ],
    [
      'inscription',
      'when it is unknown and the control block a byte too long',
      false,
      { inputs: [scriptPath(envelope, [], `${controlBlock()}00`)], blind: true },
    ],
    [
      'inscription',
      'when it is unknown and the last item begins like a script',
      false,
      { inputs: [scriptPath(envelope, [], controlBlock('21'))], blind: true },
    ],

    ['annex', 'for a last item from 50', true, { inputs: [{ spends: p2tr(), witness: [schnorr, '50'] }] }],
    ['annex', 'for another last item', false, { inputs: [{ spends: p2tr(), witness: [schnorr, '51'] }] }],
    ['annex', 'for an only item from 50', false, { inputs: [{ spends: p2tr(), witness: [bytes(64, '50')] }] }],
    ['annex', 'for P2WSH', false, { inputs: [{ spends: p2wsh(), witness: ['51', '50'] }] }],
    [
      'annex',
      'when what is spent is unknown',
      true,
      { inputs: [{ spends: p2tr(), witness: [schnorr, '50'] }], blind: true },
    ],

    ['coinjoin', 'for five equal in and out', true, mix()],
    ['coinjoin', 'for four inputs', false, { ...mix(), inputs: mix().inputs!.slice(1) }],
    ['coinjoin', 'for four outputs', false, { ...mix(), outputs: mix().outputs!.slice(1) }],
    [
      'coinjoin',
      'at half as many amounts as inputs and outputs',
      true,
      mix({ outputs: [{ value: 1001 }, { value: 1002 }, { value: 1003 }] }),
    ],
    [
      'coinjoin',
      'above half as many amounts',
      false,
      mix({
        outputs: [{ value: 1001 }, { value: 1002 }, { value: 1003 }, { value: 1004 }],
      }),
    ],
    ['coinjoin', 'with an output script twice', false, mix({ outputs: [{ script: p2wpkh('b4') }] })],
    ['coinjoin', 'with an output back to an input', false, mix({ outputs: [{ script: p2wpkh('a4') }] })],
    ['coinjoin', 'with a script spent twice', false, mix({ inputs: [{ spends: p2wpkh('a4') }] })],
    ['coinjoin', 'with an OP_RETURN', false, mix({ outputs: [{ script: '6a' }] })],
    ['coinjoin', 'with an inscription', false, mix({ inputs: [scriptPath(envelope)] })],
    ['coinjoin', 'when what is spent is unknown', false, { ...mix(), blind: true }],
    [
      'coinjoin',
      'below five times as many outputs',
      true,
      { ...mix(), outputs: times(24, (i) => ({ script: p2wpkh(String(10 + i)), value: 1000 })) },
    ],
    [
      'coinjoin',
      'from five times as many outputs on',
      false,
      { ...mix(), outputs: times(25, (i) => ({ script: p2wpkh(String(10 + i)), value: 1000 })) },
    ],

    ['consolidation', 'from five to one', true, { inputs: times(5, () => ({})) }],
    ['consolidation', 'for four to one', false, { inputs: times(4, () => ({})) }],
    ['batch_payout', 'from one to five', true, { outputs: times(5, () => ({})) }],
    ['batch_payout', 'for one to four', false, { outputs: times(4, () => ({})) }],
    ['batch_payout', 'for no output at all', false, { outputs: [] }],
    ['consolidation', 'for no output at all', false, { outputs: [] }],
  ])('%s %s: %s', (key, _, isSet, scenario) => {
    expect(judge(scenario).flags.includes(key)).toBe(isSet);
  });
});

describe('hash types', () => {
  const p2pkhInput = (hashType: string) => ({ spends: p2pkh(), scriptSig: push(der(hashType)) + push(goodKey) });
  const nested = { spends: p2sh(), scriptSig: push(p2wpkh()), witness: [der('81'), goodKey] };
  const realLength = `304402${`20${bytes(32)}`}0220${bytes(32)}01`;

  test.each<[why: string, inputs: NonNullable<Scenario['inputs']>, expected: string[]]>([
    ['P2WPKH, ALL', [{}], ['all']],
    ['P2WPKH, a signature of usual length', [{ spends: p2wpkh(), witness: [realLength, goodKey] }], ['all']],
    ['P2WPKH, NONE', [{ spends: p2wpkh(), witness: [der('02'), goodKey] }], ['none']],
    ['P2WPKH, SINGLE', [{ spends: p2wpkh(), witness: [der('03'), goodKey] }], ['single']],
    ['P2WPKH, ALL with ANYONECANPAY', [{ spends: p2wpkh(), witness: [der('81'), goodKey] }], ['all', 'acp']],
    ['P2WPKH, NONE with ANYONECANPAY', [{ spends: p2wpkh(), witness: [der('82'), goodKey] }], ['none', 'acp']],
    ['P2WPKH, SINGLE with ANYONECANPAY', [{ spends: p2wpkh(), witness: [der('83'), goodKey] }], ['single', 'acp']],
    ['a type that does not exist', [{ spends: p2wpkh(), witness: [der('04'), goodKey] }], []],
    ['P2PKH alone', [p2pkhInput('03')], ['single']],
    ['P2PKH beside SegWit: its witness is there, but empty', [p2pkhInput('03'), {}], ['all', 'single']],
    ['P2SH around P2WPKH', [nested], ['all', 'acp']],
    [
      'P2WSH multisig',
      [{ spends: p2wsh(), witness: ['', der('01'), der('02'), multisig(2, [goodKey, goodKey])] }],
      ['all', 'none'],
    ],
    [
      'P2SH multisig',
      [{ spends: p2sh(), scriptSig: `00${push(der('82'))}${push(multisig(1, [goodKey]))}` }],
      ['none', 'acp'],
    ],
    ['Taproot key, 64 bytes', [{ spends: p2tr(), witness: [schnorr] }], ['default']],
    ['Taproot key, 65 bytes', [{ spends: p2tr(), witness: [`${schnorr}83`] }], ['single', 'acp']],
    ['Taproot key, 65 bytes ending in a type that does not exist', [{ spends: p2tr(), witness: [`${schnorr}05`] }], []],
    ['Taproot key, 63 bytes: no signature', [{ spends: p2tr(), witness: [bytes(63)] }], []],
    ['Taproot key with annex', [{ spends: p2tr(), witness: [`${schnorr}02`, '50'] }], ['none']],
    ['Taproot script', [scriptPath(checksig, [`${schnorr}01`, schnorr])], ['all', 'default']],
    ['Taproot script that checks no signature: 64 bytes of data', [scriptPath('7551', [schnorr])], []],
    [
      'a leaf of another version: unknown what its items are',
      [scriptPath(checksig, [schnorr], controlBlock('c2'))],
      [],
    ],
    ['data in a scriptSig', [{ spends: p2sh(), scriptSig: push(bytes(70)) + push('7551') }], []],
  ])('%s', (_, inputs, expected) => {
    const found = judge({ inputs }).flags.filter((key) => key.startsWith('sighash_'));
    expect(found).toEqual(expected.map((name) => `sighash_${name}`));
  });

  test('are the same without prevouts', () => {
    const inputs = [
      p2pkhInput('02'),
      { spends: p2wpkh(), witness: [der('03'), goodKey] },
      { spends: p2tr(), witness: [schnorr] },
      scriptPath(checksig, [`${schnorr}81`]),
    ];
    const known = judge({ inputs }).flags.filter((key) => key.startsWith('sighash_'));
    expect(known).toEqual(['all', 'none', 'single', 'default', 'acp'].map((name) => `sighash_${name}`));
    expect(judge({ inputs, blind: true }).flags.filter((key) => key.startsWith('sighash_'))).toEqual(known);
  });

  test.each([
    ['8 bytes', '3005020101020101'],
    ['a declared length too large', '300702010102010101'],
    ['r longer than what is there', '300602040102010101'],
    ['r empty', '300602000201010101'],
    ['s one too short', '30070201010201010101'],
    ['no integer mark', '300603010102010101'],
    ['another head', '310602010102010101'],
  ])('rejects as a signature: %s', (_, item) => {
    const { flags: found } = judge({ inputs: [{ spends: p2wpkh(), witness: [item, goodKey] }] });
    expect(found.filter((key) => key.startsWith('sighash_'))).toEqual([]);
  });
});

describe('fake script hashes', () => {
  const fake = (scripts: string[]): boolean =>
    judge({ outputs: outputsOf(...scripts) }).flags.includes('fake_scripthash');
  const json = 'stamp:{"p":"src-20","op":"transfer","tick":"x","amt":"1"}';
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, ...noise(24));

  test.each<[string, string[], boolean]>([
    ['text with padding', fileInPrograms(text(json)), true],
    ['a picture that fills its program', fileInPrograms(Uint8Array.of(...png, 1, 2)), true],
    ['a picture of several programs', fileInPrograms(Uint8Array.of(...png, ...noise(500))), true],
    ['unknown bytes with four zeros behind', fileInPrograms(noise(26)), true],
    ['unknown bytes with three zeros behind', fileInPrograms(noise(27)), false],
    ['text that fills its program', fileInPrograms(text('a'.repeat(30))), true],
    ['text with one byte that is none', fileInPrograms(Uint8Array.of(...text('a'.repeat(29)), 0x80)), false],
    ['behind an honest P2WSH output', [p2wsh('d7'), ...fileInPrograms(text(json))], true],
    ['before an honest P2WSH output', [...fileInPrograms(text(json)), p2wsh('d7')], true],
    [
      'with another output in between',
      [fileInPrograms(text(json))[0]!, p2wpkh(), fileInPrograms(text(json))[1]!],
      false,
    ],
    ['the last program missing', fileInPrograms(text(json)).slice(0, 1), false],
    ['a length one too small for the text', fileInPrograms(text('a'.repeat(30)), 29), false],
    ['a length of nothing', [`0020${bytes(32, '00')}`], false],
    ['the honest program that only has the length 30', [`0020001e${bytes(30, 'd7')}`], false],
    ['an honest program', [p2wsh('d7')], false],
  ])('%s: %s', (_, scripts, expected) => {
    expect(fake(scripts)).toBe(expected);
  });

  test('are not found in 20,000 random programs, of which 200 start with a matching length', () => {
    const random = seededRandom(20_261_121);
    for (let round = 0; round < 200; round++) {
      const scripts = times(100, (i) => {
        const program = times(32, () => Math.floor(random() * 256));
        if (i === round % 100) program.splice(0, 2, 0, 30);
        return Uint8Array.of(0, 32, ...program);
      });
      const tx = readTransaction(makeTransaction({ outputs: scripts.map((script) => ({ script })) }));
      expect(flagNames(classify(tx, [], { network: 'mainnet' }))).not.toContain('fake_scripthash');
    }
  });
});

describe('real blocks', () => {
  // Prevouts are known only where they were created in the same block: 287 of 4,887 and 327 of 6,518 inputs. The counts
  // come from an independent program with another parser and signature check.
  test.each([
    [
      413_567,
      legacyBlockBytes,
      {
        rbf: 4,
        no_rbf: 1553,
        v1: 1557,
        p2pkh: 1471,
        p2sh: 562,
        op_return: 3,
        consolidation: 29,
        batch_payout: 44,
        sighash_all: 1556,
      },
    ],
    [
      702_861,
      segwitBlockBytes,
      {
        rbf: 341,
        no_rbf: 2159,
        v1: 722,
        v2: 1778,
        p2pkh: 1116,
        p2sh: 1166,
        p2wpkh: 1764,
        p2wsh: 130,
        op_return: 23,
        consolidation: 53,
        batch_payout: 44,
        sighash_all: 2499,
        sighash_acp: 4,
      },
    ],
  ])('block %d is fully standard and has known counts', (height, blockBytes, expected) => {
    const { txs } = readBlock(blockBytes);
    const created = new Map(txs.map((tx) => [toHex(tx.txid), tx]));
    const counts: Record<string, number> = {};
    for (const tx of txs) {
      const prevouts = tx.inputs().map(({ prevTxid, prevVout }) => created.get(toHex(prevTxid))?.output(prevVout));
      const options = { network: 'mainnet', height } as const;
      expect(nonstandardReasons(tx, prevouts, options)).toEqual([]);
      for (const key of flagNames(classify(tx, prevouts, options))) counts[key] = (counts[key] ?? 0) + 1;
    }
    expect(counts).toEqual(expected);
  });
});

describe('hostile transactions', () => {
  const networkNames: NetworkName[] = ['mainnet', 'testnet', 'testnet4', 'signet', 'regtest', 'demo'];
  const lookAt = (tx: Transaction, prevouts: readonly (TxOutput | undefined)[], round: number): void => {
    const network = networkNames[round % networkNames.length]!;
    const sum = classify(tx, prevouts, round % 2 === 0 ? { network } : { network, height: round * 1000 });
    expect(Number.isSafeInteger(sum)).toBe(true);
    const names = flagNames(sum);
    expect(names.includes('rbf')).toBe(!names.includes('no_rbf'));
  };

  test('classifies random bytes or rejects them with a code', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.uint8Array({ maxLength: 60 }),
        fc.nat(2000),
        (raw, script, n) => {
          try {
            const tx = readTransaction(raw);
            lookAt(tx, [...tx.outputs(), { value: 5 as never, script }], n);
          } catch (error) {
            if (!isCoded(error)) throw error;
          }
        },
      ),
      { seed: 11, numRuns: 3000 },
    );
  });

  test('classifies random scripts and witnesses of every output type', () => {
    const kinds = [
      p2pk(),
      multisig(1, [goodKey]),
      p2pkh(),
      p2sh(),
      p2wpkh(),
      p2wsh(),
      p2tr(),
      anchor,
      '6a',
      '',
      '51ae',
    ];
    const script = fc.oneof(fc.uint8Array({ maxLength: 80 }), fc.constantFrom(...kinds.map(fromHex)));
    const stack = fc.array(fc.uint8Array({ maxLength: 70 }), { maxLength: 4 });
    const input = fc.tuple(fc.uint8Array({ maxLength: 60 }), stack, fc.option(script, { nil: undefined }));
    fc.assert(
      fc.property(
        fc.array(input, { minLength: 1, maxLength: 6 }),
        fc.array(script, { maxLength: 6 }),
        fc.nat(2000),
        (inputs, outputs, n) => {
          const witness = inputs.map(([, items]) => items);
          const draft = {
            inputs: inputs.map(([scriptSig]) => ({ scriptSig })),
            outputs: outputs.map((bytesOf, i) => ({ script: bytesOf, value: i * 300 })),
            ...(witness.some((items) => items.length > 0) ? { witness } : {}),
          };
          const prevouts = inputs.map(([, , spent]) => spent && { script: spent, value: 500 as never });
          lookAt(readTransaction(makeTransaction(draft)), prevouts, n);
        },
      ),
      { seed: 12, numRuns: 3000 },
    );
  });

  test('classifies damaged real transactions or rejects them with a code', () => {
    const random = seededRandom(20_261_122);
    const txs = readBlock(segwitBlockBytes).txs.filter((tx) => tx.size < 3000);
    for (let round = 0; round < 3000; round++) {
      const raw = txs[Math.floor(random() * txs.length)]!.raw.slice();
      for (let i = 0; i < 3; i++) raw[Math.floor(random() * raw.length)] = Math.floor(random() * 256);
      try {
        const tx = readWholeTransaction(raw);
        lookAt(tx, tx.outputs(), round);
      } catch (error) {
        if (!isCoded(error)) throw error;
      }
    }
  });

  test('handles block-sized ones: items, pushes, keys, texts', () => {
    const zeros = new Uint8Array(1_000_000);
    const items = times(500_000, () => new Uint8Array(0));
    const tapscript = [new Uint8Array(900_000), fromHex(controlBlock())];
    const tapItems = readTransaction(makeTransaction({ witness: [[...items, ...tapscript]] }));
    lookAt(tapItems, [{ script: fromHex(p2tr()), value: 9 as never }], 0);
    lookAt(readTransaction(makeTransaction({ inputs: [{ scriptSig: zeros }], outputs: [{ script: zeros }] })), [], 1);
    const keys = times(20_000, () => ({ script: fromHex(p2pk()) }));
    lookAt(readTransaction(makeTransaction({ outputs: keys })), [], 2);
    // each program announces 498 programs of text, and every 498th breaks the run
    const texts = times(20_000, (i) => ({
      script: fromHex(`00203e3e${bytes(29, '61')}${i % 498 === 497 ? '80' : '61'}`),
    }));
    lookAt(readTransaction(makeTransaction({ outputs: texts })), [], 3);
  });
});
