import { concatBytes, fromHex, isCoded, toHex } from '@glassblock/primitives';
import { expect, test } from 'vitest';
import { btcPerKvb, hexList, isHex, nodeErrorMessage } from '../../data/node-error-message.ts';
import { withNews } from '../../live/reducers/recent-txs.ts';
import { packageLines, testLines } from './package-lines.ts';
import { missingPrevouts, type Pasted, readPasted, withPrevouts } from './preview.ts';
import { readPsbt } from './psbt.ts';
import { previewFragment } from './push-fragment.ts';
import { signedEstimate } from './signed-estimate.ts';
import { transactionOf } from './tx-bytes.ts';

// Signed P2WPKH example of BIP 143: one legacy input, one SegWit input.
const signed =
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000';
const unsigned =
  '0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000';

const pasted = (text: string): Pasted => {
  const result = readPasted(text, 'mainnet');
  if (typeof result === 'string') throw new Error(result);
  return result;
};

test('decodes a raw transaction and encodes it byte for byte', () => {
  const { tx, hex, isPsbt } = pasted(` ${signed.slice(0, 50)}\n${signed.slice(50)} `);
  expect(isPsbt).toBe(false);
  expect(hex).toBe(signed);
  expect(tx.weight).toBe(tx.size * 4 - 3 * (2 + 1 + 107));
  expect(tx.vout[0]).toMatchObject({
    value: 112_340_000,
    scriptpubkey_type: 'p2pkh',
    scriptpubkey_address: '1Cu32FVupVCgHkMMRJdYJugxwo2Aprgk7H',
  });
  expect(toHex(transactionOf(tx).raw)).toBe(signed);
});

test('returns a reason for invalid input', () => {
  expect(readPasted('hello!', 'mainnet')).toBe('text');
  expect(readPasted('', 'mainnet')).toBe('text');
  expect(readPasted(signed.slice(0, -10), 'mainnet')).toBe('truncated');
  expect(readPasted(`${signed}00`, 'mainnet')).toBe('trailing');
  expect(readPasted('02000000000000000000', 'mainnet')).toBe('inputs');
  expect(readPasted('70736274ff00', 'mainnet')).toBe('psbt');
  expect(readPasted('70736274ff01fb040200000000', 'mainnet')).toBe('psbt2');
});

test('computes the fee once prevouts are known', () => {
  const { tx } = pasted(signed);
  expect(missingPrevouts(tx).map(({ vout }) => vout)).toEqual([0, 1]);
  const prevout = (value: number, script: string) => ({
    prevout: { value, scriptpubkey: script, scriptpubkey_asm: '', scriptpubkey_type: '' },
    unconfirmed: false,
  });
  const spent = [
    prevout(625_000_000, '2103c9f4836b9a4f77fc0d81f7bcb01b7f1b35916864b9476c241ce9fc198bd25432ac'),
    prevout(600_000_000, '00141d0f172a0ecb48aee1be1f2687d2963ae33f71a1'),
  ];
  const known = withPrevouts(tx, spent, 'mainnet');
  expect(known.fee).toBe(1_225_000_000 - 112_340_000 - 223_450_000);
  expect(known.vin[1]?.prevout?.scriptpubkey_address).toBe('bc1qr583w2swedy2acd7rung055k8t3n7udp7vyzyg');
  expect(withPrevouts(tx, [spent[0]!, null], 'mainnet').fee).toBe(0);
});

/** Encodes a PSBT from maps of hex keys and values. */
function psbtOf(...maps: [string, string][][]): string {
  const sized = (hex: string) => {
    const length = hex.length / 2;
    return length < 0xfd
      ? length.toString(16).padStart(2, '0') + hex
      : `fd${toHex(Uint8Array.of(length & 0xff, length >> 8))}${hex}`;
  };
  return `70736274ff${maps.map((map) => `${map.map(([key, value]) => sized(key) + sized(value)).join('')}00`).join('')}`;
}
const firstScript = signed.slice(signed.indexOf('4830450221'), signed.indexOf('eeffffff'));
const witness = signed.slice(-2 * 107 - 8, -8);

test('a PSBT: reads prevouts and final scripts, counts unsigned inputs', () => {
  const utxo = '0046c32300000000160014' + '1d0f172a0ecb48aee1be1f2687d2963ae33f71a1';
  const half = psbtOf([['00', unsigned]], [['07', firstScript]], [['01', utxo]], [], []);
  const { tx, unsigned: missing } = readPsbt(fromHex(half), 'mainnet');
  expect(missing).toBe(1);
  expect(tx.vin[0]?.scriptsig).toBe(firstScript);
  expect(tx.vin[1]?.prevout).toMatchObject({ value: 600_000_000, scriptpubkey_type: 'v0_p2wpkh' });
  const base64 = btoa(String.fromCharCode(...fromHex(half)));
  expect(pasted(base64)).toMatchObject({ isPsbt: true, unsigned: 1, hex: undefined });
  const whole = psbtOf([['00', unsigned]], [['07', firstScript]], [['08', witness]], [], []);
  expect(pasted(whole).hex).toBe(signed);
});

test('rejects a PSBT with contradictory parts', () => {
  const twice = psbtOf([
    ['00', unsigned],
    ['00', unsigned],
  ]);
  const foreign = psbtOf([['00', unsigned]], [['00', signed]], [], [], []);
  for (const hex of [twice, foreign]) expect(readPasted(hex, 'mainnet')).toBe('psbt');
  expect(readPasted(psbtOf([['00', unsigned]], [['07', firstScript]]), 'mainnet')).toBe('truncated');
});

test('invalid bytes give a coded error', () => {
  const bytes = fromHex(signed);
  for (let at = 0; at < bytes.length; at += 7) {
    const broken = concatBytes(bytes.subarray(0, at), Uint8Array.of(0xff), bytes.subarray(at + 1));
    const result = readPasted(toHex(broken), 'mainnet');
    expect(typeof result === 'string' || result.tx.vin.length > 0).toBe(true);
  }
  expect(isCoded(new Error('x'))).toBe(false);
});

test('estimates the size of unsigned inputs', () => {
  const spends = (...scripts: string[]) =>
    withPrevouts(
      pasted(unsigned).tx,
      scripts.map((script) => ({
        prevout: { value: 600_000_000, scriptpubkey: script, scriptpubkey_asm: '', scriptpubkey_type: '' },
        unconfirmed: false,
      })),
      'mainnet',
    );
  const p2pk = '2103c9f4836b9a4f77fc0d81f7bcb01b7f1b35916864b9476c241ce9fc198bd25432ac';
  const p2wpkh = '00141d0f172a0ecb48aee1be1f2687d2963ae33f71a1';
  const whole = pasted(signed).tx;
  // the second signature of the example is one byte shorter than usual
  expect(signedEstimate(spends(p2pk, p2wpkh))).toEqual({ weight: whole.weight + 1, size: whole.size + 1, unknown: 0 });
  const bare = pasted(unsigned).tx;
  const taproot = `5120${'ab'.repeat(32)}`;
  const wrapped = `a914${'cd'.repeat(20)}87`;
  const bySecret = `0020${'ef'.repeat(32)}`;
  expect(signedEstimate(spends(p2pk, p2pk))).toEqual({
    weight: bare.weight + 8 * 73,
    size: bare.size + 2 * 73,
    unknown: 0,
  });
  expect(signedEstimate(spends(taproot, wrapped))).toEqual({
    weight: bare.weight + 4 * 23 + 2 + 66 + 108,
    size: bare.size + 23 + 2 + 66 + 108,
    unknown: 0,
  });
  expect(signedEstimate(spends(bySecret, p2wpkh))).toMatchObject({ weight: bare.weight + 2 + 1 + 108, unknown: 1 });
  expect(signedEstimate(whole)).toEqual({ weight: whole.weight, size: whole.size, unknown: 0 });
});

test('reads a transaction from the URL', () => {
  expect(previewFragment('#tx=0200')).toBe('0200');
  expect(previewFragment('#t=AgAB_-8&c=x')).toBe('020001ffef');
  expect(previewFragment('#t=AgAB/+8=')).toBe('020001ffef');
  expect(previewFragment('#tx=cHNi+/8=&offline=true')).toBe('cHNi+/8=');
  expect(previewFragment('')).toBeUndefined();
});

test("shows the node's message without its envelope", () => {
  expect(nodeErrorMessage('sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met"}')).toBe(
    'min relay fee not met',
  );
  expect(nodeErrorMessage('testmempoolaccept RPC error: {"code":-4}')).toBe('testmempoolaccept RPC error: {"code":-4}');
  expect(nodeErrorMessage('plain {words')).toBe('plain {words');
  expect(hexList(' aa,bb\ncc ,')).toEqual(['aa', 'bb', 'cc']);
  expect([isHex('aB01'), isHex('abc'), isHex(''), isHex('0g')]).toEqual([true, false, false, false]);
  expect([isHex('a'.repeat(20_000_000)), isHex(`${'a'.repeat(20_000_000)}g0`)]).toEqual([true, false]);
  expect(btcPerKvb(10_000)).toBe('0.10000000');
});

test('converts results of tests and packages to rows', () => {
  expect(
    testLines([
      { txid: 'a', wtxid: 'b', allowed: true, vsize: 100, fees: { base: 0.000_01 } },
      { txid: 'c', wtxid: 'd', allowed: false, 'reject-reason': 'missing-inputs' },
    ]),
  ).toEqual([
    { txid: 'a', allowed: true, rate: 10, reason: undefined },
    { txid: 'c', allowed: false, rate: undefined, reason: 'missing-inputs' },
  ]);
  expect(
    packageLines({
      package_msg: 'transaction failed',
      'tx-results': { w1: { txid: 't1', fees: { 'effective-feerate': 0.0001 } }, w2: { error: 'no' }, w3: 'odd' },
    }),
  ).toEqual([
    { txid: 't1', allowed: true, rate: 10, reason: undefined },
    { txid: 'w2', allowed: false, rate: undefined, reason: 'no' },
    { txid: 'w3', allowed: true, rate: undefined, reason: undefined },
  ]);
});

test('adds new rows on top, each once, within the limit', () => {
  const line = (id: string) => ({ txid: id, fee: 1, vsize: 1, value: 1 });
  const lines = [line('b'), line('a')];
  expect(withNews(lines, [line('c'), line('b')], 2).map(({ txid: id }) => id)).toEqual(['c', 'b']);
  expect(withNews(lines, [line('a')], 2)).toBe(lines);
});
