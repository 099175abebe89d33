import { schnorr } from '@noble/curves/secp256k1.js';
import * as signer from '@scure/btc-signer/payment.js';
import { describe, expect, test } from 'vitest';
import { coreVectors } from '../../test/support/core-vectors.ts';
import {
  addressOf,
  commitsToScript,
  concatBytes,
  fromHex,
  innerScripts,
  isKeyPathDisabled,
  isOnCurve,
  networks,
  numsKey,
  parseTaproot,
  readControlBlock,
  tapBranchHash,
  tapLeafHash,
  tapMerkleRoot,
  tapOutputKey,
  toHex,
} from '../index.ts';

describe('BIP 341 wallet vectors', () => {
  test('an output without scripts', () => {
    const output = tapOutputKey(fromHex('d6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d'))!;
    expect(toHex(output.key)).toBe('53a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343');
    expect(addressOf(concatBytes(fromHex('5120'), output.key), networks.mainnet)).toBe(
      'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5',
    );
  });

  test('an output with one leaf', () => {
    const script = fromHex('20d85a959b0290bf19bb89ed43c916be835475d013da4b362117393e25a48229b8ac');
    const leaf = tapLeafHash(0xc0, script);
    expect(toHex(leaf)).toBe('5b75adecf53548f3ec6ad7d78383bf84cc57b55a3127c72b9a2481752dd88b21');
    const internal = fromHex('187791b6f712a8ea41c8ecdd0ee77fab3e85263b37e1ec18a3651926b3a6cf27');
    const output = tapOutputKey(internal, leaf)!;
    expect(toHex(output.key)).toBe('147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3');
    expect(output.parity).toBe(1);
    const control = fromHex(`c1${toHex(internal)}`);
    expect(commitsToScript(output.key, parseTaproot([script, control]))).toBe(true);
    expect(commitsToScript(output.key, parseTaproot([script, fromHex(`c0${toHex(internal)}`)]))).toBe(false);
    expect(commitsToScript(internal, parseTaproot([script, control]))).toBe(false);
  });

  test('an output with two leaves of different versions', () => {
    const [script, other] = [
      fromHex('20387671353e273264c495656e27e39ba899ea8fee3bb69fb2a680e22093447d48ac'),
      fromHex('06424950333431'),
    ] as const;
    const [leaf, sibling] = [tapLeafHash(0xc0, script), tapLeafHash(0xfa, other)] as const;
    expect(toHex(leaf)).toBe('8ad69ec7cf41c2a4001fd1f738bf1e505ce2277acdcaa63fe4765192497f47a7');
    expect(toHex(sibling)).toBe('f224a923cd0021ab202ab139cc56802ddb92dcfc172b9212261a539df79a112a');
    const root = '6c2dc106ab816b73f9d07e3cd1ef2c8c1256f519748e0813e4edd2405d277bef';
    expect(toHex(tapBranchHash(leaf, sibling))).toBe(root);
    expect(toHex(tapBranchHash(sibling, leaf))).toBe(root);
    expect(toHex(tapMerkleRoot(leaf, [sibling]))).toBe(root);
    const control = readControlBlock(
      fromHex(
        'faee4fe085983462a184015d1f782d6a5f8b9c2b60130aff050ce221ecf37865928ad69ec7cf41c2a4001fd1f738bf1e505ce2277acdcaa63fe4765192497f47a7',
      ),
    )!;
    expect([control.leafVersion, control.parity, control.path.length]).toEqual([0xfa, 0, 1]);
    expect(toHex(control.internalKey)).toBe('ee4fe085983462a184015d1f782d6a5f8b9c2b60130aff050ce221ecf3786592');
  });
});

describe('parsing of witnesses', () => {
  const [sig, script, annex] = [new Uint8Array(64).fill(1), fromHex('51'), fromHex('50aa')] as const;
  const control = concatBytes(fromHex('c1'), numsKey, new Uint8Array(64).fill(9));

  test.each([
    ['no items', [], { keyPath: false, stack: [] }],
    ['a key path', [sig], { keyPath: true, stack: [sig] }],
    ['a key path with annex', [sig, annex], { keyPath: true, stack: [sig], annex }],
    ['a lone item that begins with 0x50 is no annex', [annex], { keyPath: true, stack: [annex] }],
    ['an empty last item is no annex', [sig, script, fromHex('')], { keyPath: false, stack: [sig], script }],
  ])('%s', (_, witness, expected) => {
    expect(parseTaproot(witness)).toEqual(expected);
  });

  test.each([
    ['without annex', [sig, sig, script, control]],
    ['with annex', [sig, sig, script, control, annex]],
  ])('a script path %s has script, control block and stack', (_, witness) => {
    const parsed = parseTaproot(witness);
    expect(parsed.keyPath).toBe(false);
    expect(parsed.script).toBe(script);
    expect(parsed.stack).toEqual([sig, sig]);
    expect(parsed.annex).toEqual(witness.length === 5 ? annex : undefined);
    expect(parsed.controlBlock).toMatchObject({ leafVersion: 0xc0, parity: 1 });
    expect(parsed.controlBlock!.path).toEqual([new Uint8Array(32).fill(9), new Uint8Array(32).fill(9)]);
    expect(isKeyPathDisabled(parsed.controlBlock!)).toBe(true);
  });

  test.each([
    [32, false],
    [33, true],
    [34, false],
    [65, true],
    [33 + 32 * 128, true],
    [33 + 32 * 129, false],
    [0, false],
  ])('a control block of %d bytes is valid: %s', (length, valid) => {
    expect(readControlBlock(new Uint8Array(length)) !== undefined).toBe(valid);
  });
});

describe('agreement', () => {
  type Case = { flags: string; prevouts: string[]; index: number; success: { witness: string[] }; comment: string };
  const cases = coreVectors('script_assets_test') as Case[];

  test("every valid Taproot script path among Core's script assets commits to its output", () => {
    let scriptPaths = 0;
    let keyPaths = 0;
    let annexes = 0;
    for (const { prevouts, index, success, comment, flags } of cases) {
      if (!flags.includes('TAPROOT')) continue;
      const prevout = fromHex(prevouts[index]!);
      const spent = prevout.subarray(9);
      if (toHex(spent.subarray(0, 2)) !== '5120' || spent.length !== 34) continue;
      const witness = success.witness.map(fromHex);
      const parsed = parseTaproot(witness);
      if (parsed.annex !== undefined) annexes++;
      if (parsed.keyPath) {
        keyPaths++;
        expect(innerScripts({ scriptSig: new Uint8Array(0), witness }, spent)).toEqual({});
        continue;
      }
      scriptPaths++;
      expect(commitsToScript(spent.subarray(2), parsed), comment).toBe(true);
      expect(innerScripts({ scriptSig: new Uint8Array(0), witness }, spent).witness).toEqual(parsed.script);
    }
    expect({ scriptPaths, keyPaths, annexes }).toEqual({ scriptPaths: 977, keyPaths: 141, annexes: 248 });
  });

  test('@scure/btc-signer makes the same output and control blocks for our tree', () => {
    const internal = schnorr.getPublicKey(new Uint8Array(32).fill(5));
    const scripts = ['51', '5187', '00'].map(fromHex);
    const tree = signer.p2tr(
      internal,
      scripts.map((script) => ({ script })),
      undefined,
      true,
    );
    const outputKey = tree.script.subarray(2);
    for (const leaf of tree.leaves!) {
      const root = tapMerkleRoot(leaf.hash, leaf.path);
      const output = tapOutputKey(internal, root)!;
      expect(toHex(output.key)).toBe(toHex(outputKey));
      expect(toHex(tapLeafHash(0xc0, leaf.script))).toBe(toHex(leaf.hash));
      const control = concatBytes(Uint8Array.of(0xc0 | output.parity), internal, ...leaf.path);
      expect(commitsToScript(outputKey, parseTaproot([leaf.script, control]))).toBe(true);
      expect(commitsToScript(outputKey, parseTaproot([fromHex('52'), control]))).toBe(false);
    }
  });
});

describe('points', () => {
  const generator = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  const generatorY = '483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';
  const fieldSize = 'fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f';

  test.each([
    ['the generator', `02${generator}`, true],
    ['its negative', `03${generator}`, true],
    ['the generator in full', `04${generator}${generatorY}`, true],
    ['a y that does not fit', `04${generator}${generator}`, false],
    ['an x without a y', `02${'00'.repeat(31)}05`, false],
    ['x = 0', `02${'00'.repeat(32)}`, false],
    ['x = p', `02${fieldSize}`, false],
    ['x = 1 + p, which wraps to a point', `02${fieldSize.slice(0, -2)}30`, false],
    ['y = p + y', `04${generator}${'ff'.repeat(32)}`, false],
    ['all ff', `03${'ff'.repeat(32)}`, false],
    ['a hybrid form', `06${generator}${generatorY}`, false],
    ['a wrong prefix', `05${generator}`, false],
    ['x alone', generator, false],
    ['32 bytes', `02${generator.slice(2)}`, false],
    ['nothing', '', false],
    ['a long prefix 02', `02${generator}${generatorY}`, false],
    ['a short prefix 04', `04${generator}`, false],
  ])('%s', (_, hex, valid) => {
    expect(isOnCurve(fromHex(hex))).toBe(valid);
  });

  test('an internal key that is no point has no output key', () => {
    expect(tapOutputKey(fromHex(`${'00'.repeat(31)}05`))).toBeUndefined();
    expect(tapOutputKey(fromHex(fieldSize))).toBeUndefined();
    expect(tapOutputKey(fromHex('02'))).toBeUndefined();
    const control = fromHex(`c0${'00'.repeat(31)}05`);
    expect(commitsToScript(new Uint8Array(32), parseTaproot([fromHex('51'), control]))).toBe(false);
  });
});
