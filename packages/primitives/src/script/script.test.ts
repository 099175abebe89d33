import * as bitcoinjs from 'bitcoinjs-lib';
import { describe, expect, test } from 'vitest';
import { coreScript, coreVectors } from '../../test/support/core-vectors.ts';
import { segwitBlockBytes } from '../../test/support/real-blocks.ts';
import {
  fromHex,
  innerScripts,
  isPushOnly,
  lastPush,
  opcodeNames,
  readBlock,
  readScript,
  type ScriptType,
  scriptAsm,
  scriptType,
  toHex,
  witnessProgram,
} from '../index.ts';

const key33 = `02${'11'.repeat(32)}`;
const key65 = `04${'22'.repeat(64)}`;
const h20 = '33'.repeat(20);
const h32 = '44'.repeat(32);

describe('script types', () => {
  const table: [hex: string, type: ScriptType, why: string][] = [
    [`21${key33}ac`, 'p2pk', 'a compressed key'],
    [`41${key65}ac`, 'p2pk', 'an uncompressed key'],
    [`20${h32}ac`, 'unknown', 'a key of 32 bytes is none'],
    [`21${key33}ad`, 'unknown', 'CHECKSIGVERIFY is not CHECKSIG'],
    [`76a914${h20}88ac`, 'p2pkh', ''],
    [`76a914${h20}88ac00`, 'unknown', 'one byte more'],
    [`a914${h20}87`, 'p2sh', ''],
    [`a914${h20}88`, 'unknown', 'EQUALVERIFY at the end'],
    [`0014${h20}`, 'v0_p2wpkh', ''],
    [`0020${h32}`, 'v0_p2wsh', ''],
    [`0015${h20}00`, 'unknown', 'a version 0 program of 21 bytes'],
    [`5120${h32}`, 'v1_p2tr', ''],
    [`5114${h20}`, 'unknown', 'a version 1 program of 20 bytes'],
    [`5220${h32}`, 'unknown', 'a future witness version'],
    ['51024e73', 'anchor', ''],
    ['51024e74', 'unknown', 'not the anchor program'],
    [`5121${key33}51ae`, 'multisig', '1 of 1, 37 bytes'],
    [`5121${key33}21${key33}52ae`, 'multisig', '1 of 2'],
    [`5321${key33}21${key33}52ae`, 'unknown', '3 of 2'],
    [`0021${key33}51ae`, 'unknown', '0 of 1'],
    [`5120${h32}51ae`, 'unknown', '36 bytes'],
    [`51${`21${key33}`.repeat(15)}5fae`, 'multisig', '1 of 15'],
    [`51${`21${key33}`.repeat(16)}60ae`, 'unknown', '1 of 16'],
    ['6a', 'op_return', 'a bare return'],
    [`6a24${h32}aabbccae`, 'op_return', 'data that ends in CHECKMULTISIG'],
    [`6a${'00'.repeat(10_001)}`, 'op_return', 'too long to run, but a return'],
    ['50', 'provably_unspendable', 'RESERVED'],
    ['62', 'provably_unspendable', 'VER'],
    ['7e51', 'provably_unspendable', 'a disabled opcode'],
    ['8d', 'provably_unspendable', '2MUL'],
    ['ba', 'provably_unspendable', 'CHECKSIGADD outside tapscript'],
    ['ff', 'provably_unspendable', 'an invalid opcode'],
    ['00'.repeat(10_001), 'provably_unspendable', 'over-long'],
    ['00'.repeat(10_000), 'unknown', 'just short enough'],
    ['', 'empty', ''],
    ['51', 'unknown', 'anyone can spend'],
    ['6351', 'unknown', 'IF is not a failing opcode'],
    ['b9', 'unknown', 'NOP10'],
    ['4c', 'unknown', 'a push cut off'],
  ];
  test.each(table)('%s is %s (%s)', (hex, type) => {
    expect(scriptType(fromHex(hex))).toBe(type);
  });

  test('the failing first opcodes are exactly those of rust-bitcoin', () => {
    const failing = Array.from({ length: 256 }, (_, code) => code).filter(
      (code) => scriptType(Uint8Array.of(code)) === 'provably_unspendable',
    );
    expect(
      failing
        .filter((code) => code < 0xba)
        .map((code) => opcodeNames[code]!.slice(3))
        .join(' '),
    ).toBe(
      'RESERVED VER VERIF VERNOTIF CAT SUBSTR LEFT RIGHT INVERT AND OR XOR RESERVED1 RESERVED2 2MUL 2DIV MUL DIV MOD LSHIFT RSHIFT',
    );
    expect(failing.filter((code) => code >= 0xba)).toHaveLength(70);
  });
});

describe('script text', () => {
  test.each([
    ['', ''],
    ['00', 'OP_0'],
    [`76a914${h20}88ac`, `OP_DUP OP_HASH160 OP_PUSHBYTES_20 ${h20} OP_EQUALVERIFY OP_CHECKSIG`],
    ['01ff', 'OP_PUSHBYTES_1 ff'],
    ['4c01ff', 'OP_PUSHDATA1 ff'],
    ['4d0200abcd', 'OP_PUSHDATA2 abcd'],
    ['4e02000000abcd51', 'OP_PUSHDATA4 abcd OP_PUSHNUM_1'],
    ['4c0051', 'OP_PUSHDATA1 OP_PUSHNUM_1'],
    ['4f5051525960', 'OP_PUSHNUM_NEG1 OP_RESERVED OP_PUSHNUM_1 OP_PUSHNUM_2 OP_PUSHNUM_9 OP_PUSHNUM_16'],
    [
      '6162636465666768696a6b',
      'OP_NOP OP_VER OP_IF OP_NOTIF OP_VERIF OP_VERNOTIF OP_ELSE OP_ENDIF OP_VERIFY OP_RETURN OP_TOALTSTACK',
    ],
    [
      'a6a7a8a9aaabacadaeaf',
      'OP_RIPEMD160 OP_SHA1 OP_SHA256 OP_HASH160 OP_HASH256 OP_CODESEPARATOR OP_CHECKSIG OP_CHECKSIGVERIFY OP_CHECKMULTISIG OP_CHECKMULTISIGVERIFY',
    ],
    [
      'b0b1b2b3b9babbfeff',
      'OP_NOP1 OP_CLTV OP_CSV OP_NOP4 OP_NOP10 OP_CHECKSIGADD OP_RETURN_187 OP_RETURN_254 OP_INVALIDOPCODE',
    ],
    [
      '7e8081848788898a8b8d8e9199a5',
      'OP_CAT OP_LEFT OP_RIGHT OP_AND OP_EQUAL OP_EQUALVERIFY OP_RESERVED1 OP_RESERVED2 OP_1ADD OP_2MUL OP_2DIV OP_NOT OP_RSHIFT OP_WITHIN',
    ],
    ['05abcd', 'OP_PUSHBYTES_5 <push past end>'],
    ['5105abcd', 'OP_PUSHNUM_1 OP_PUSHBYTES_5 <push past end>'],
    ['4c05ab', 'OP_PUSHDATA1 <push past end>'],
    ['4effffffff00', 'OP_PUSHDATA4 <push past end>'],
    ['4c', '<unexpected end>'],
    ['514d01', 'OP_PUSHNUM_1<unexpected end>'],
  ])('%s reads %j', (hex, text) => {
    expect(scriptAsm(fromHex(hex))).toBe(text);
  });

  test('from NOP to NOP10 the names are those of bitcoinjs-lib, but for the two lock-time opcodes', () => {
    const named: Record<number, string> = { 177: 'OP_CLTV', 178: 'OP_CSV' };
    for (const [name, code] of Object.entries(bitcoinjs.opcodes).map(([key, value]) => [key, Number(value)] as const)) {
      const isAlias = /^OP_(NOP[23]|CHECKLOCKTIMEVERIFY|CHECKSEQUENCEVERIFY)$/.test(name);
      if (code >= 0x61 && code <= 0xb9 && !isAlias) named[code] = name;
    }
    expect(Object.keys(named)).toHaveLength(0xb9 - 0x61 + 1);
    for (const [code, name] of Object.entries(named)) expect(opcodeNames[Number(code)]).toBe(name);
  });

  test('every opcode has a unique name', () => {
    expect(new Set(opcodeNames).size).toBe(256);
    expect(opcodeNames.every((name) => /^OP_[0-9A-Z_]+$/.test(name) && !name.includes('undefined'))).toBe(true);
  });
});

describe('operations', () => {
  test('reads a script into opcodes, data and offsets', () => {
    expect(readScript(fromHex('0001ff4c02abcd5187'))).toEqual([
      { opcode: 0, offset: 0, data: fromHex('') },
      { opcode: 1, offset: 1, data: fromHex('ff') },
      { opcode: 0x4c, offset: 3, data: fromHex('abcd') },
      { opcode: 0x51, offset: 7 },
      { opcode: 0x87, offset: 8 },
    ]);
  });

  test('a truncated push ends the reading and is marked', () => {
    expect(readScript(fromHex('5102ff'))).toEqual([
      { opcode: 0x51, offset: 0 },
      { opcode: 2, offset: 1, truncated: true },
    ]);
  });

  test.each([
    ['', true, undefined],
    ['00', true, ''],
    ['51', true, undefined],
    ['01ff02abcd', true, 'abcd'],
    ['01ff76', false, undefined],
    ['7601ff', false, 'ff'],
    ['01ff02ab', false, undefined],
    ['5060', true, undefined],
  ])('%j: push-only %s, last push %j', (hex, pushOnly, last) => {
    expect(isPushOnly(fromHex(hex))).toBe(pushOnly);
    expect(lastPush(fromHex(hex))).toEqual(last === undefined ? undefined : fromHex(last));
  });

  test.each([
    [`0014${h20}`, 0, 20],
    [`6028${'55'.repeat(40)}`, 16, 40],
    ['51024e73', 1, 2],
    ['510155', undefined, 0],
    [`5129${'55'.repeat(41)}`, undefined, 0],
    [`5014${h20}`, undefined, 0],
    [`6114${h20}`, undefined, 0],
    [`0014${h20}00`, undefined, 0],
    ['514c024e73', undefined, 0],
  ])('%s has witness version %s', (hex, version, length) => {
    const found = witnessProgram(fromHex(hex));
    expect(found?.version).toBe(version);
    expect(found?.program.length ?? 0).toBe(length);
  });
});

describe('inner scripts', () => {
  const p2sh = fromHex(`a914${h20}87`);
  const p2wsh = fromHex(`0020${h32}`);
  const p2tr = fromHex(`5120${h32}`);
  const control = fromHex(`c0${h32}`);
  const [a, b, annex] = ['aa', 'bb', '5001'].map(fromHex) as [Uint8Array, Uint8Array, Uint8Array];
  const none = new Uint8Array(0);
  const sig = (hex: string): Uint8Array => fromHex(hex);

  test.each([
    ['an unknown spent script reveals nothing', sig('0151'), [a], undefined, {}],
    ['P2SH reveals its last push', sig('01ff0151'), [], p2sh, { redeem: fromHex('51') }],
    ['P2SH that ends in a number reveals nothing', sig('51'), [], p2sh, {}],
    ['P2SH with an empty push reveals an empty script', sig('00'), [], p2sh, { redeem: none }],
    ['P2SH-P2WPKH has no witness script', sig(`160014${h20}`), [a, b], p2sh, { redeem: fromHex(`0014${h20}`) }],
    ['P2SH-P2WSH reveals both', sig(`220020${h32}`), [a, b], p2sh, { redeem: p2wsh, witness: b }],
    ['P2SH with a witness it does not use', sig('0151'), [a, b, a], p2sh, { redeem: fromHex('51') }],
    ['P2WSH reveals its last item', none, [a, b], p2wsh, { witness: b }],
    ['P2WSH without witness reveals nothing', none, [], p2wsh, {}],
    ['a Taproot key path reveals nothing', none, [a], p2tr, {}],
    ['a Taproot key path with annex reveals nothing', none, [a, annex], p2tr, {}],
    ['a Taproot script path reveals the script item', none, [a, b, control], p2tr, { witness: b }],
    ['an annex is not counted', none, [a, b, control, annex], p2tr, { witness: b }],
    ['P2PKH reveals nothing', sig('01ff0151'), [a], fromHex(`76a914${h20}88ac`), {}],
  ])('%s', (_, scriptSig, witness, spent, expected) => {
    expect(innerScripts({ scriptSig, witness }, spent)).toEqual(expected);
  });
});

describe('agreement', () => {
  const vectors = coreVectors('script_tests')
    .filter((row): row is [...unknown[], string, string, string, string] => Array.isArray(row) && row.length >= 4)
    .map((row) => (Array.isArray(row[0]) ? row.slice(1) : row))
    .flatMap((row) => [row[0], row[1]] as [string, string])
    .map(coreScript);
  const fromBlock = readBlock(segwitBlockBytes).txs.flatMap((tx) => [
    ...tx.outputs().map((output) => output.script),
    ...tx.inputs().map((input) => input.scriptSig),
  ]);

  test("includes all of Core's script vectors", () => {
    expect(vectors.length).toBeGreaterThan(2300);
  });

  test.each([
    ["Core's script vectors", vectors],
    ['mainnet block 702,861', fromBlock],
  ])('bitcoinjs-lib splits the scripts of %s into the same operations', (_, scripts) => {
    for (const script of scripts) {
      const theirs = bitcoinjs.script.decompile(script);
      const ours = readScript(script);
      if (theirs === null) {
        expect(ours.at(-1)!.truncated).toBe(true);
        continue;
      }
      // bitcoinjs-lib turns pushes of one small number into its opcode, and empty pushes into OP_0.
      const minimal = ours.map(({ opcode, data }) => {
        if (data === undefined || data.length === 0) return data === undefined ? opcode : 0;
        if (data.length === 1 && data[0]! >= 1 && data[0]! <= 16) return 0x50 + data[0]!;
        return data.length === 1 && data[0] === 0x81 ? 0x4f : toHex(data);
      });
      expect(minimal, toHex(script)).toEqual(theirs.map((chunk) => (typeof chunk === 'number' ? chunk : toHex(chunk))));
      expect(isPushOnly(script), toHex(script)).toBe(
        bitcoinjs.script.isPushOnly(theirs) || !ours.some((op) => op.opcode > 0x60),
      );
    }
  });

  test('bitcoinjs-lib recognizes the same output types in a real block', () => {
    const { payments } = bitcoinjs;
    const made: [ScriptType, (script: Uint8Array) => unknown][] = [
      ['p2pkh', (output) => payments.p2pkh({ output })],
      ['p2sh', (output) => payments.p2sh({ output })],
      ['v0_p2wpkh', (output) => payments.p2wpkh({ output })],
      ['v0_p2wsh', (output) => payments.p2wsh({ output })],
    ];
    const accepts = (act: () => unknown): boolean => {
      try {
        act();
        return true;
      } catch {
        return false;
      }
    };
    for (const script of fromBlock.filter((_, i) => i % 5 === 0)) {
      const ours = scriptType(script);
      for (const [type, make] of made)
        expect(
          accepts(() => make(script)),
          toHex(script),
        ).toBe(ours === type);
    }
  });

  test('asm and operations agree for every vector', () => {
    for (const script of [...vectors, ...fromBlock]) {
      const words = readScript(script).map(({ opcode, data, truncated }) => {
        if (truncated) return '';
        return data === undefined || data.length === 0
          ? opcodeNames[opcode]!
          : `${opcodeNames[opcode]!} ${toHex(data)}`;
      });
      const text = scriptAsm(script).replace(/ ?(OP_PUSH(BYTES|DATA)\S+ <push past end>|<unexpected end>)$/, ' ');
      expect(text.trimEnd()).toBe(words.join(' ').trimEnd());
    }
  });
});
