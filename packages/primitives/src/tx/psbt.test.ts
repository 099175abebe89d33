import { Psbt, Transaction } from 'bitcoinjs-lib';
import { expect, it } from 'vitest';
import { fromHex, toHex } from '../bytes/bytes.ts';
import { readPsbtInputs, withPsbtParents } from './psbt.ts';

/** Test vector of BIP 174: one P2PKH input with its parent. */
const withParent =
  '70736274ff0100750200000001268171371edff285e937adeea4b37b78000c0566cbb3ad64641713ca42171bf60000000000feffffff02d3dff505000000001976a914d0c59903c5bac2868760e90fd521a4665aa7652088ac00e1f5050000000017a9143545e6e33b832c47050f24d3eeb93c9c03948bc787b32e1300000100fda5010100000000010289a3c71eab4d20e0371bbba4cc698fa295c9463afa2e397f8533ccb62f9567e50100000017160014be18d152a9b012039daf3da7de4f53349eecb985ffffffff86f8aa43a71dff1448893a530a7237ef6b4608bbb2dd2d0171e63aec6a4890b40100000017160014fe3e9ef1a745e974d902c4355943abcb34bd5353ffffffff0200c2eb0b000000001976a91485cff1097fd9e008bb34af709c62197b38978a4888ac72fef84e2c00000017a914339725ba21efd62ac753a9bcd067d6c7a6a39d05870247304402202712be22e0270f394f568311dc7ca9a68970b8025fdd3b240229f07f8a5f3a240220018b38d7dcd314e734c9276bd6fb40f673325bc4baa144c800d2f2f02db2765c012103d2e15674941bad4a996372cb87e1856d3652606d98562fe39c5e9e7e413f210502483045022100d12b852d85dcd961d2f5f4ab660654df6eedcc794c0c33ce5cc309ffb5fce58d022067338a8e0e1725c197fb1a88af59f51e44e4255b20167c8684031c05d1f2592a01210223b72beef0965d10be0778efecd61fcac6f79a4ea169393380734464f84f2ab300000000000000';
const parent = withParent.slice(withParent.indexOf('00fda501') + 8, -6);
/** The same without the parent. */
const bare = `${withParent.slice(0, withParent.indexOf('0100fda501'))}000000`;
/** Version 2 (BIP 370): one input that spends output 1 of a transaction of 32 bytes 0x0b; its previous output is present. */
const version2 =
  `70736274ff01020402000000010304000000000104010101050101 01fb0402000000 00 010e20${'0b'.repeat(32)}010f0401000000 00 0103088bbdeb0b00000000010400 00`.replaceAll(
    ' ',
    '',
  );

it('reads the inputs of versions 0 and 2', () => {
  expect(readPsbtInputs(fromHex(withParent)).map(({ hasParent }) => hasParent)).toEqual([true]);
  const [input, ...others] = readPsbtInputs(fromHex(bare));
  expect(others).toEqual([]);
  expect(input?.hasParent).toBe(false);
  expect(toHex(input!.prevTxid)).toBe('268171371edff285e937adeea4b37b78000c0566cbb3ad64641713ca42171bf6');
  const [second] = readPsbtInputs(fromHex(version2));
  expect([toHex(second!.prevTxid), second!.hasParent]).toEqual(['0b'.repeat(32), false]);
});

it('adds a parent and leaves everything else as it is', () => {
  const bytes = fromHex(bare);
  const completed = withPsbtParents(bytes, readPsbtInputs(bytes), new Map([[0, fromHex(parent)]]));
  expect(toHex(completed)).toBe(withParent);
  const { nonWitnessUtxo } = Psbt.fromBuffer(completed).data.inputs[0]!;
  expect(Transaction.fromBuffer(nonWitnessUtxo!).getId()).toBe(
    'f61b1742ca13176464adb3cb66050c00787bb3a4eead37e985f2df1e37718126',
  );
});

it.each([
  ['nothing', ''],
  ['another start', '70736274fe00'],
  ['the magic alone', '70736274ff'],
  ['a map that ends early', bare.slice(0, 60)],
  ['no input map', bare.slice(0, -6)],
  ['a key twice', '70736274ff01fb010001fb010000'],
  ['an input without txid in version 2', '70736274ff0104010101fb04020000000000'],
  ['a huge number of inputs', '70736274ff010405feffffff0001fb04020000000000'],
])('refuses %s', (_name, hex) => {
  expect(() => readPsbtInputs(fromHex(hex))).toThrow(
    expect.objectContaining({ code: expect.stringMatching(/^primitives\./) }),
  );
});
