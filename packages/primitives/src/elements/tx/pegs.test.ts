import { describe, expect, test } from 'vitest';
import { crateBytes, recordedBlocks } from '../../../test/support/elements.ts';
import { addressOf, displayHash, fromHex, networks, readWholeTransaction, toHex } from '../../index.ts';
import { elementsNetworks, pegInOf, pegOutOf, readWholeElementsTransaction } from '../index.ts';

const recorded = recordedBlocks().flatMap(({ answer }) => answer.tx);

describe('pegInOf', () => {
  const pegIns = recorded.filter(({ vin }) => vin.some((input) => input.is_pegin === true));

  test.each(pegIns)('reads the claim of $txid', ({ hex }) => {
    const pegIn = pegInOf(readWholeElementsTransaction(fromHex(hex)).input(0))!;
    const { liquidregtest } = elementsNetworks;
    expect(pegIn.assetId).toEqual(liquidregtest.nativeAsset);
    expect(displayHash(pegIn.genesisHash)).toBe(liquidregtest.parent?.genesisHash);
    // the claimed output is in the parent transaction that the witness carries
    const parent = readWholeTransaction(pegIn.parentTx);
    expect(parent.txid).toEqual(pegIn.parentTxid);
    expect(parent.output(pegIn.parentVout).value).toBe(pegIn.value);
    expect(toHex(pegIn.claimScript.subarray(0, 2))).toBe('0014');
    expect(pegIn.merkleBlock.length).toBeGreaterThan(80);
  });

  test('reads both recorded values', () => {
    const values = pegIns.map(({ hex }) => pegInOf(readWholeElementsTransaction(fromHex(hex)).input(0))?.value);
    expect(values).toEqual([150_000_000, 225_000_000]);
  });

  test('reads the peg-in of the elements crate', () => {
    const input = readWholeElementsTransaction(crateBytes('1in2out_pegin')).input(0);
    expect(input.isPegIn).toBe(true);
    const pegIn = pegInOf(input)!;
    expect(readWholeTransaction(pegIn.parentTx).output(pegIn.parentVout).value).toBe(pegIn.value);
  });

  test('is undefined without the flag, and when the witness has other items', () => {
    const input = readWholeElementsTransaction(fromHex(pegIns[0]!.hex)).input(0);
    const { pegInWitness } = input;
    const items = (...changed: Uint8Array[]) => pegInOf({ ...input, pegInWitness: changed });
    expect(pegInOf({ ...input, isPegIn: false, pegInWitness })).toBeUndefined();
    expect(items()).toBeUndefined();
    expect(items(...pegInWitness.slice(0, 5))).toBeUndefined();
    expect(items(...pegInWitness, new Uint8Array(0))).toBeUndefined();
    expect(items(new Uint8Array(7), ...pegInWitness.slice(1))).toBeUndefined();
    expect(items(...pegInWitness)?.value).toBe(150_000_000);
    expect(items(new Uint8Array(8).fill(255), ...pegInWitness.slice(1))?.value).toBe(18446744073709551615n);
  });
});

describe('pegOutOf', () => {
  const outputs = recorded.flatMap(({ vout }) => vout);

  test('finds exactly the outputs that the node prints as peg-outs', () => {
    for (const { scriptPubKey } of outputs) {
      const pegOut = pegOutOf(fromHex(scriptPubKey.hex));
      expect(pegOut === undefined).toBe(scriptPubKey.pegout_chain === undefined);
      if (pegOut === undefined) continue;
      expect(displayHash(pegOut.genesisHash)).toBe(scriptPubKey.pegout_chain);
      expect(toHex(pegOut.script)).toBe(scriptPubKey.pegout_hex);
      expect(addressOf(pegOut.script, networks.regtest)).toBe(scriptPubKey.pegout_address);
    }
  });

  test('returns the authorization of a federation with a PAK list', () => {
    const found = outputs.flatMap(({ scriptPubKey }) => pegOutOf(fromHex(scriptPubKey.hex)) ?? []);
    expect(found.map(({ authorization }) => authorization.length)).toEqual([0, 2]);
    expect(found[1]!.authorization[0]!.length).toBe(33);
  });

  const genesis = `20${'ab'.repeat(32)}`;
  test.each([
    ['data without a script', `6a${genesis}`],
    ['an empty script', `6a${genesis}00`],
    ['a number instead of a script', `6a${genesis}51`],
    ['a hash of 31 bytes', `6a1f${'ab'.repeat(31)}0151`],
    ['an opcode after the script', `6a${genesis}015176`],
    ['a truncated push at the end', `6a${genesis}015105ff`],
    ['a truncated hash', '6a20abab'],
    ['another first opcode', `51${genesis}0151`],
  ])('is undefined for %s', (_, hex) => {
    expect(pegOutOf(fromHex(hex))).toBeUndefined();
  });

  test('accepts further pushes', () => {
    const pegOut = pegOutOf(fromHex(`6a${genesis}01510102`))!;
    expect([toHex(pegOut.script), pegOut.authorization.map(toHex)]).toEqual(['51', ['02']]);
  });
});
