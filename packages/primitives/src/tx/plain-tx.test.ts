import { expect, it } from 'vitest';
import { fromHex, networks, plainTx, readWholeTransaction, sats } from '../index.ts';

/** BIP 143, P2SH-P2WPKH: signed transaction, spent output and id as published there. */
const raw =
  '01000000000101db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a5477010000001716001479091972186c449eb1ded22b78e40d009bdf0089feffffff02b8b4eb0b000000001976a914a457b684d7f0d539a46a45bbc043f35b59d0d96388ac0008af2f000000001976a914fd270b1ee6abcaea97fea7ad0402e8bd8ad6d77c88ac02473044022047ac8e878352d3ebbde1c94ce3a10d057c24175747116f8288e5d794d12d482f0220217f36a485cae903c713331d877c1f64677e3622ad4010726870540656fe9dcb012103ad1d8e89212f0b92c74d23bb710c00662ad1470198ac48c43f7d6f93a2a2687392040000';
const spent = { value: sats(1_000_000_000), script: fromHex('a9144733f37cf4db86fbc2efed2500b4f4e49f31202387') };
const tx = readWholeTransaction(fromHex(raw));

it('has display hashes, script asm and prevouts', () => {
  expect(plainTx(tx, [spent], networks.mainnet)).toEqual({
    txid: 'ef48d9d0f595052e0f8cdcf825f7a5e50b6a388a81f206f3f4846e5ecd7a0c23',
    version: 1,
    locktime: 1170,
    vin: [
      {
        txid: '77541aeb3c4dac9260b68f74f44c973081a9d4cb2ebe8038b2d70faa201b6bdb',
        vout: 1,
        prevout: {
          scriptpubkey: 'a9144733f37cf4db86fbc2efed2500b4f4e49f31202387',
          scriptpubkey_asm: 'OP_HASH160 OP_PUSHBYTES_20 4733f37cf4db86fbc2efed2500b4f4e49f312023 OP_EQUAL',
          scriptpubkey_type: 'p2sh',
          scriptpubkey_address: '38BW8nqpHSWpkf5sXrQd2xYwvnPJwP59ic',
          value: 1_000_000_000,
        },
        scriptsig: '16001479091972186c449eb1ded22b78e40d009bdf0089',
        scriptsig_asm: 'OP_PUSHBYTES_22 001479091972186c449eb1ded22b78e40d009bdf0089',
        witness: [
          '3044022047ac8e878352d3ebbde1c94ce3a10d057c24175747116f8288e5d794d12d482f0220217f36a485cae903c713331d877c1f64677e3622ad4010726870540656fe9dcb01',
          '03ad1d8e89212f0b92c74d23bb710c00662ad1470198ac48c43f7d6f93a2a26873',
        ],
        is_coinbase: false,
        sequence: 4_294_967_294,
        inner_redeemscript_asm: 'OP_0 OP_PUSHBYTES_20 79091972186c449eb1ded22b78e40d009bdf0089',
      },
    ],
    vout: [
      {
        scriptpubkey: '76a914a457b684d7f0d539a46a45bbc043f35b59d0d96388ac',
        scriptpubkey_asm:
          'OP_DUP OP_HASH160 OP_PUSHBYTES_20 a457b684d7f0d539a46a45bbc043f35b59d0d963 OP_EQUALVERIFY OP_CHECKSIG',
        scriptpubkey_type: 'p2pkh',
        scriptpubkey_address: '1Fyxts6r24DpEieygQiNnWxUdb18ANa5p7',
        value: 199_996_600,
      },
      {
        scriptpubkey: '76a914fd270b1ee6abcaea97fea7ad0402e8bd8ad6d77c88ac',
        scriptpubkey_asm:
          'OP_DUP OP_HASH160 OP_PUSHBYTES_20 fd270b1ee6abcaea97fea7ad0402e8bd8ad6d77c OP_EQUALVERIFY OP_CHECKSIG',
        scriptpubkey_type: 'p2pkh',
        scriptpubkey_address: '1Q5YjKVj5yQWHBBsyEBamkfph3cA6G9KK8',
        value: 800_000_000,
      },
    ],
    size: 251,
    weight: 677,
    sigops: 9,
    fee: 3_400,
  });
});

it('has fee 0 while a prevout is unknown', () => {
  const { vin, fee } = plainTx(tx, [], networks.mainnet);
  expect(fee).toBe(0);
  expect(vin[0]?.prevout).toBeNull();
  expect(vin[0]?.inner_redeemscript_asm).toBeUndefined();
});

it('throws on a blinded amount', () => {
  expect(() => plainTx(tx, [{ ...spent, value: new Uint8Array(33) }], networks.mainnet)).toThrow('blinded');
});
