import { ByteWriter, fromHex, isCoded, readSpentOutputs, seededRandom, toHex } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { decompressedAmount, spentFromUndo } from './undo-data.ts';

const btc = 100_000_000;
const maxSats = 21_000_000 * btc;

/** Core's CompressAmount, with bigints. */
function compressed(sats: number): bigint {
  if (sats === 0) return 0n;
  let rest = BigInt(sats);
  let zeros = 0n;
  for (; rest % 10n === 0n && zeros < 9n; zeros++) rest /= 10n;
  if (zeros === 9n) return 1n + (rest - 1n) * 10n + 9n;
  return 1n + ((rest / 10n) * 9n + (rest % 10n) - 1n) * 10n + zeros;
}

/** Core's VARINT. */
function varint(value: bigint): number[] {
  const bytes = [Number(value & 0x7fn)];
  for (let rest = value >> 7n; rest > 0n; rest >>= 7n) {
    rest -= 1n;
    bytes.unshift(0x80 | Number(rest & 0x7fn));
  }
  return bytes;
}

describe('compressed amounts', () => {
  // pairs of Core's src/test/compress_tests.cpp
  it.each([
    [0, 0],
    [1, 1],
    [7, btc / 100],
    [9, btc],
    [50, 50 * btc],
    [21_000_000, maxSats],
  ])('%i decompresses to %i sats', (form, sats) => {
    expect(decompressedAmount(form)).toBe(sats);
    expect(decompressedAmount(BigInt(form))).toBe(sats);
  });

  it('round-trip in every form, also past 2^53', () => {
    const random = seededRandom(7);
    const amounts = [
      maxSats - 1,
      maxSats - 10,
      1_234_567_890_123_457,
      ...Array.from({ length: 2_000 }, () => {
        const digits = Math.floor(random() * 16);
        return Math.floor(random() * 10 ** digits) * 10 ** Math.floor(random() * (16 - digits));
      }),
    ].filter((sats) => sats <= maxSats);
    expect(compressed(maxSats - 1)).toBeGreaterThan(2n ** 53n);
    for (const sats of amounts) {
      const form = compressed(sats);
      expect(decompressedAmount(form)).toBe(sats);
      if (form <= Number.MAX_SAFE_INTEGER) expect(decompressedAmount(Number(form))).toBe(sats);
    }
  });

  it('rejects amounts above the money supply', () => {
    expect(() => decompressedAmount(2n ** 64n - 1n)).toThrow(/too large/);
    expect(() => decompressedAmount(9_000_000_000_000_009)).toThrow(/too large/);
  });
});

const keyHash = '00112233445566778899aabbccddeeff00112233';
// the generator of secp256k1, which has an even y, and its negative
const keyX = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const keyY = '483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';
const oddY = 'b7c52588d95c3b9aa25b0403f1eef75702e84bb7597aabe663b82f6f04ef2777';

/**
 * Undo data of a block with one transaction besides the coinbase that spends one output: height 1, a coinbase, 50 BTC.
 */
const oneUtxo = (script: string) => fromHex(`0101${'030032'}${script}`);
/** The same in REST format: no outputs for the coinbase, one of 50 BTC for the other. */
const oneOutput = (script: string) => `020001${'00f2052a01000000'}${script}`;

describe('undo data', () => {
  it.each([
    ['a key hash', `00${keyHash}`, `1976a914${keyHash}88ac`],
    ['a script hash', `01${keyHash}`, `17a914${keyHash}87`],
    ['a compressed key, even', `02${keyX}`, `2321${`02${keyX}`}ac`],
    ['a compressed key, odd', `03${keyX}`, `2321${`03${keyX}`}ac`],
    ['an uncompressed key, even', `04${keyX}`, `4341${`04${keyX}${keyY}`}ac`],
    ['an uncompressed key, odd', `05${keyX}`, `4341${`04${keyX}${oddY}`}ac`],
    ['an empty script', '06', '00'],
    ['a witness program', `1c0014${keyHash}`, `160014${keyHash}`],
    ['a script of 122 bytes', `8000${'51'.repeat(122)}`, `7a${'51'.repeat(122)}`],
    ['a script of 300 bytes', `8132${'51'.repeat(300)}`, `fd2c01${'51'.repeat(300)}`],
  ])('with %s equals REST spenttxouts', (_what, script, wanted) => {
    expect(toHex(spentFromUndo(oneUtxo(script)))).toBe(oneOutput(wanted));
  });

  it('of a block without spends has an empty list for the coinbase', () => {
    expect(toHex(spentFromUndo(fromHex('00')))).toBe('0100');
  });

  it('keeps the order of transactions and inputs; prevouts of height 0 have no version', () => {
    const undo = fromHex(`02${`02${'000106'}${'8000000906'}`}${`01${'02000006'}`}`);
    expect(toHex(spentFromUndo(undo))).toBe(
      `03${'00'}${`02${'0100000000000000'}00${'00e1f50500000000'}00`}${`01${'0000000000000000'}00`}`,
    );
  });

  it('makes an overlong script unspendable, as Core does', () => {
    const undo = Uint8Array.of(1, 1, 3, 0, 0x32, ...varint(10_007n), ...new Uint8Array(10_001).fill(0x51));
    expect(toHex(spentFromUndo(undo))).toBe(oneOutput('016a'));
  });

  it('reads amounts past 2^53 in compressed form', () => {
    const undo = Uint8Array.of(1, 1, 3, 0, ...varint(compressed(maxSats - 1)), 6);
    expect(readSpentOutputs(spentFromUndo(undo)).of(1)).toEqual([{ value: maxSats - 1, script: new Uint8Array(0) }]);
  });

  it('rejects truncated data, trailing data and keys off the curve with a code', () => {
    const whole = spentUndo();
    spentFromUndo(whole);
    for (let length = 0; length < whole.length; length++) expectRefused(whole.subarray(0, length));
    expectRefused(Uint8Array.of(...whole, 0));
    expectRefused(oneUtxo(`04${'00'.repeat(31)}05`));
    expectRefused(Uint8Array.of(1, 1, ...new Uint8Array(12).fill(0xff), 0, 6));
    expectRefused(fromHex('ffffffffffffffffff'));
  });

  it('random bytes never fail in another way', () => {
    const random = seededRandom(11);
    const whole = spentUndo();
    for (let round = 0; round < 3_000; round++) {
      const bytes = whole.slice();
      for (let i = 0; i < 3; i++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      try {
        readSpentOutputs(spentFromUndo(bytes));
      } catch (error) {
        if (!isCoded(error, 'node.bad-block-file')) throw error;
      }
    }
  });
});

function spentUndo(): Uint8Array {
  const utxos = [`030032${`00${keyHash}`}`, `8a0100${`82fe00`}${`05${keyX}`}`, `0500091c0014${keyHash}`];
  return new ByteWriter(200).bytes(fromHex(`0202${utxos[0]}${utxos[1]}01${utxos[2]}`)).finish();
}

function expectRefused(bytes: Uint8Array): void {
  let error: unknown;
  try {
    spentFromUndo(bytes);
  } catch (reason) {
    error = reason;
  }
  expect(isCoded(error, 'node.bad-block-file'), toHex(bytes).slice(0, 80)).toBe(true);
}
