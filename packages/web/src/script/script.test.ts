import type { Vin, Vout } from '@glassblock/contract';
import { concatBytes, fromHex, toHex } from '@glassblock/primitives';
import { expect, test } from 'vitest';
import { chainText, escapeInvisible, latinText, readableText } from './chain-text.ts';
import { embeddedText } from './embedded.ts';
import { inscriptionsOf } from './inscriptions.ts';
import { lookAlikes } from './look-alikes.ts';
import { runeName, runestoneOf, spaced } from './runestone.ts';
import { relativeLock } from './sequence.ts';
import { hashTypeName, hashTypeOf } from './signatures.ts';
import { hasInscription, labelOfInput, labelOfOutput, labelOfScript } from './templates.ts';
import { tokensOf } from './tokens.ts';
import { featureGains } from './tx-input/feature-gains.ts';
import { feeRating } from './tx-input/fee-rating.ts';
import { witnessItems } from './witness-roles.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const hexOf = (words: string): string => toHex(text(words));
const push = (data: string): string => {
  const length = data.length / 2;
  if (length < 0x4c) return length.toString(16).padStart(2, '0') + data;
  if (length < 0x100) return `4c${length.toString(16).padStart(2, '0')}${data}`;
  return `4d${(length & 0xff).toString(16).padStart(2, '0')}${(length >> 8).toString(16).padStart(2, '0')}${data}`;
};
const key = (n: number): string => `02${n.toString(16).padStart(2, '0').repeat(32)}`;
const xkey = (n: number): string => n.toString(16).padStart(2, '0').repeat(32);

function output(type: string, value = 1000, script = '0014'.padEnd(44, '1'), address?: string): Vout {
  return {
    scriptpubkey: script,
    scriptpubkey_asm: '',
    scriptpubkey_type: type,
    value,
    ...(address !== undefined && { scriptpubkey_address: address }),
  };
}
function input(prevout: Vout | null, parts: Partial<Vin> = {}): Vin {
  return {
    txid: 'ab'.repeat(32),
    vout: 0,
    prevout,
    scriptsig: '',
    scriptsig_asm: '',
    is_coinbase: false,
    sequence: 0xffffffff,
    ...parts,
  };
}

test('names invisible characters, replaces controls, keeps line breaks and tabs', () => {
  expect(escapeInvisible('abc\u202edef')).toBe('abc[U+202E]def');
  expect(escapeInvisible('\u2066x\u2069\u200b')).toBe('[U+2066]x[U+2069][U+200B]');
  expect(escapeInvisible('a\u0000b\u0007\r\nc\td')).toBe('a·b·\nc\td');
  expect(escapeInvisible('<script>alert(1)</script>')).toBe('<script>alert(1)</script>');
  expect(chainText(Uint8Array.of(0x61, 0xff))).toBe('a\ufffd');
  expect(latinText(fromHex('03fbd10c2f4d696e65722f00'))).toBe('·ûÑ·/Miner/·');
});

test('only human-readable bytes are text', () => {
  expect(readableText(text('Grüße, 世界 🎉'))).toBe('Grüße, 世界 🎉');
  expect(readableText(fromHex('ff00ff'))).toBeUndefined();
  expect(readableText(fromHex('0001020304050607'))).toBeUndefined();
  expect(readableText(new Uint8Array())).toBeUndefined();
});

test('an OP_RETURN has the text of its pushes, and none for binary data', () => {
  expect(embeddedText(`6a${push(hexOf('hello'))}${push(hexOf('world'))}`)).toBe('hello world');
  expect(embeddedText(`6a24aa21a9ed${'e8'.repeat(32)}`)).toBe('');
  expect(embeddedText(`6a${push(`00ff${hexOf('a longer word')}`)}`)).toBe('a longer word');
  expect(embeddedText('6a4cff61')).toBe('');
  expect(embeddedText(`6a${push(hexOf('=:ETH.ETH:0x1\u202e'))}`)).toBe('=:ETH.ETH:0x1[U+202E]');
});

test('classifies opcodes of a script', () => {
  expect(tokensOf('OP_DUP OP_HASH160 OP_PUSHBYTES_20 aabb OP_EQUALVERIFY OP_CHECKSIG')).toEqual([
    { text: 'OP_DUP', kind: 'stack' },
    { text: 'OP_HASH160', kind: 'crypto' },
    { text: 'OP_PUSHBYTES_20', kind: 'push' },
    { text: 'aabb', kind: 'data' },
    { text: 'OP_EQUALVERIFY', kind: 'logic' },
    { text: 'OP_CHECKSIG', kind: 'crypto' },
  ]);
  expect(tokensOf('OP_RETURN_187 OP_CLTV OP_IF').map(({ kind }) => kind)).toEqual(['reserved', 'time', 'flow']);
  expect(tokensOf('OP_PUSHBYTES_5 <push past end>').at(-1)?.kind).toBe('broken');
});

test('recognizes multisig with m and n in legacy scripts and tapscripts', () => {
  const two = `52${push(key(1))}${push(key(2))}${push(key(3))}53ae`;
  expect(labelOfScript(fromHex(two))).toEqual({ kind: 'multisig', m: 2, n: 3 });
  expect(labelOfScript(fromHex(`53${push(key(1))}${push(key(2))}52ae`))).toBeUndefined();
  expect(labelOfScript(fromHex(`51${push('aabb')}51ae`))).toBeUndefined();
  const sum = `20${xkey(1)}ac20${xkey(2)}ba20${xkey(3)}ba529c`;
  expect(labelOfScript(fromHex(sum), undefined, true)).toEqual({ kind: 'multisig', m: 2, n: 3 });
  const above = `20${xkey(1)}ac20${xkey(2)}ba20${xkey(3)}ba51a0`;
  expect(labelOfScript(fromHex(above), undefined, true)).toEqual({ kind: 'multisig', m: 2, n: 3 });
  const chain = `20${xkey(1)}ad20${xkey(2)}ac`;
  expect(labelOfScript(fromHex(chain), undefined, true)).toEqual({ kind: 'multisig', m: 2, n: 2 });
  expect(labelOfScript(fromHex(`20${xkey(1)}ac`), undefined, true)).toBeUndefined();
});

test('recognizes lightning scripts by the branch taken', () => {
  const toLocal = fromHex(`63${push(key(1))}6702900075b2${'75'}${push(key(2))}68ac`.replace('75b275', 'b275'));
  expect(labelOfScript(toLocal, fromHex('01'))).toEqual({ kind: 'revoked-force-close' });
  expect(labelOfScript(toLocal, new Uint8Array())).toEqual({ kind: 'force-close' });
  const anchor = fromHex(`${push(key(1))}ac736460b268`);
  expect(labelOfScript(anchor, new Uint8Array())).toEqual({ kind: 'swept-anchor' });
  expect(labelOfScript(anchor, fromHex('30'))).toEqual({ kind: 'lightning-anchor' });
  const hash = '14'.padEnd(42, 'a');
  const offered = `76a9${hash}8763ac67${push(key(1))}7c820120876475527c${push(key(2))}52ae67a9${hash}88ac68`;
  expect(labelOfScript(fromHex(`${offered}68`), fromHex('ab'.repeat(32)))).toEqual({ kind: 'htlc' });
  expect(labelOfScript(fromHex(`${offered}51b27568`), new Uint8Array())).toEqual({ kind: 'expired-htlc' });
  expect(labelOfScript(fromHex(`${offered}68`), fromHex(key(9)))).toEqual({ kind: 'revoked-htlc' });
});

test('labels inputs by revealed scripts, and outputs by their scripts', () => {
  const two = `52${push(key(1))}${push(key(2))}52ae`;
  expect(labelOfInput(input(output('v0_p2wsh'), { witness: ['', '30', two] }))).toMatchObject({ m: 2, n: 2 });
  expect(labelOfInput(input(output('p2sh'), { scriptsig: `00${push(two)}` }))).toMatchObject({ m: 2 });
  expect(labelOfInput(input(output('anchor')))).toEqual({ kind: 'anchor' });
  expect(labelOfInput(input(null))).toBeUndefined();
  expect(labelOfInput(input(output('v0_p2wsh'), { witness: ['00'.repeat(500_000)] }))).toBeUndefined();
  expect(labelOfOutput(output('multisig', 1, two))).toMatchObject({ n: 2 });
});

test('recognizes the role of each witness item', () => {
  const der = `3006020101020101${'01'}`;
  expect(witnessItems(input(output('v0_p2wpkh'), { witness: [der, key(1)] }))).toEqual([
    { hex: der, role: 'signature', hashType: 'ALL' },
    { hex: key(1), role: 'key' },
  ]);
  const roles = (type: string, witness: string[]) =>
    witnessItems(input(output(type), { witness })).map(({ role, hashType }) => hashType ?? role);
  expect(roles('v0_p2wsh', ['', der, '51'])).toEqual(['empty', 'ALL', 'script']);
  expect(roles('v1_p2tr', ['ab'.repeat(64)])).toEqual(['DEFAULT']);
  expect(roles('v1_p2tr', [`${'ab'.repeat(64)}83`, '51', `c0${xkey(1)}`, '50ff'])).toEqual([
    'SINGLE | ACP',
    'script',
    'control',
    'annex',
  ]);
});

test('names hash types, and shows undefined ones as numbers', () => {
  expect([0, 1, 2, 3, 0x81, 0x82, 0x83, 0x80, 0x7f].map(hashTypeName)).toEqual([
    'DEFAULT',
    'ALL',
    'NONE',
    'SINGLE',
    'ALL | ACP',
    'NONE | ACP',
    'SINGLE | ACP',
    '0x80',
    '0x7f',
  ]);
  expect(hashTypeOf(fromHex('3006020101020101'), false)).toBeUndefined();
});

test('relative locktimes are blocks or steps of 512 seconds', () => {
  expect(relativeLock(144)).toEqual({ kind: 'blocks', count: 144 });
  expect(relativeLock(0x400002)).toEqual({ kind: 'seconds', count: 1024 });
  expect(relativeLock(0)).toBeUndefined();
  expect(relativeLock(0xfffffffd)).toBeUndefined();
});

const envelope = (fields: string, body: string): string => `0063036f7264${fields}00${body}68`;

test('reads inscriptions as text, formats JSON, and only names other types', () => {
  const plain = envelope(`0101${push(hexOf('text/plain'))}`, push(hexOf('hi \u202e<b>')));
  expect(inscriptionsOf(fromHex(`20${xkey(1)}ac${plain}`))).toEqual([
    { size: 9, cropped: false, parents: [], hasMetadata: false, contentType: 'text/plain', text: 'hi [U+202E]<b>' },
  ]);
  const json = envelope(`0101${push(hexOf('application/json'))}`, push(hexOf('{"p":"x","n":1}')));
  expect(inscriptionsOf(fromHex(json))[0]?.text).toBe('{\n  "p": "x",\n  "n": 1\n}');
  const image = envelope(`51${push(hexOf('image/png'))}`, `${push('89504e47')}${push('00')}`);
  expect(inscriptionsOf(fromHex(image))).toEqual([
    { size: 5, cropped: false, parents: [], hasMetadata: false, contentType: 'image/png' },
  ]);
  const child = envelope(`0103${push(`${'11'.repeat(31)}2205`)}0105${push('a0')}`, '');
  expect(inscriptionsOf(fromHex(child))[0]).toMatchObject({ parents: [`22${'11'.repeat(31)}i5`], hasMetadata: true });
});

test('rejects envelopes that are truncated or contain opcodes, and finds two in one script', () => {
  expect(inscriptionsOf(fromHex('0063036f726401010a7465'))).toEqual([]);
  expect(inscriptionsOf(fromHex('0063036f7264ac68'))).toEqual([]);
  const one = envelope('', push('aa'));
  expect(inscriptionsOf(fromHex(one + one))).toHaveLength(2);
  expect(hasInscription(input(output('v1_p2tr'), { witness: ['', one, `c0${xkey(1)}`] }))).toBe(true);
});

test('names runes', () => {
  expect([0n, 25n, 26n, 51n, 701n, 702n].map(runeName)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA']);
  expect(spaced('UNCOMMONGOODS', 128n)).toBe('UNCOMMON•GOODS');
  expect(spaced('AB', 2n)).toBe('AB');
});

const leb = (...numbers: bigint[]): string =>
  toHex(
    concatBytes(
      ...numbers.map((number) => {
        const bytes: number[] = [];
        let rest = number;
        do {
          bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
          rest >>= 7n;
        } while (rest > 0n);
        return Uint8Array.from(bytes);
      }),
    ),
  );
const stone = (...numbers: bigint[]) => runestoneOf(fromHex(`6a5d${push(leb(...numbers))}`));

test('parses a runestone: summed edict ids, etching names, terms and symbols', () => {
  expect(stone(0n, 840_000n, 1n, 5n, 0n, 0n, 2n, 7n, 1n)).toEqual({
    edicts: [
      { id: { block: 840_000n, tx: 1n }, amount: 5n, output: 0n },
      { id: { block: 840_000n, tx: 3n }, amount: 7n, output: 1n },
    ],
  });
  expect(stone(2n, 3n, 4n, 702n, 3n, 1n, 5n, 0x24n, 1n, 2n, 6n, 100n, 8n, 21n, 10n, 5n)?.etching).toEqual({
    name: 'A•AA',
    symbol: '$',
    divisibility: 2,
    premine: 100n,
    turbo: false,
    terms: { amount: 5n, cap: 21n, height: [undefined, undefined], offset: [undefined, undefined] },
  });
  expect(stone(20n, 1n, 20n, 0n, 22n, 3n)).toEqual({ mint: { block: 1n, tx: 0n }, pointer: 3n, edicts: [] });
});

test('malformed runestones are cenotaphs, other scripts none', () => {
  expect(runestoneOf(fromHex('6a5dac'))?.cenotaph).toBe('opcode');
  expect(runestoneOf(fromHex('6a5d0180'))?.cenotaph).toBe('varint');
  expect(stone(0n, 1n, 2n)?.cenotaph).toBe('edict');
  expect(stone(126n, 0n)?.cenotaph).toBe('field');
  expect(stone(2n, 8n)?.cenotaph).toBe('flag');
  expect(stone(127n, 0n)?.cenotaph).toBeUndefined();
  expect(runestoneOf(fromHex('6a0101'))).toBeUndefined();
});

test('computes actual and possible savings by feature', () => {
  const p2wpkh = input(output('v0_p2wpkh'), { witness: ['00'.repeat(72), '00'.repeat(33)] });
  const native = featureGains({ vin: [p2wpkh], vout: [output('v0_p2wpkh')], weight: 561 });
  expect(native.segwit).toEqual({ saved: 315 / 876, possible: 0 });
  expect(native.taproot).toEqual({ used: false, saved: 0, possible: 39 / 561 });
  expect(native.rbf).toBe(false);
  const old = featureGains({
    vin: [input(output('p2pkh'), { scriptsig: '00'.repeat(107), sequence: 0xfffffffd })],
    vout: [output('v1_p2tr')],
    weight: 768,
  });
  expect(old.segwit).toEqual({ saved: 0, possible: 321 / 768 });
  expect(old.taproot.used).toBe(true);
  expect(old.rbf).toBe(true);
  const anchor = featureGains({ vin: [input(output('anchor')), input(null)], vout: [], weight: 400 });
  expect(anchor.segwit).toEqual({ saved: 0, possible: 0 });
});

test('rates the fee relative to its block', () => {
  const block = (medianFee: number, weight: number) =>
    ({ weight, extras: { medianFee } }) as unknown as Parameters<typeof feeRating>[1];
  expect(feeRating(10, block(10, 3_990_000))).toEqual({ kind: 'optimal', times: 1, needed: 10 });
  expect(feeRating(30, block(10, 3_990_000))).toEqual({ kind: 'over', times: 3, needed: 10 });
  expect(feeRating(300, block(10, 3_990_000))).toEqual({ kind: 'far-over', times: 30, needed: 10 });
  expect(feeRating(12, block(10, 900_000))).toEqual({ kind: 'far-over', times: 12, needed: 1 });
  expect(feeRating(1.2, block(0.3, 3_990_000))).toEqual({ kind: 'optimal', times: 1, needed: 1 });
});

test('marks addresses that are similar beyond chance at both ends', () => {
  const real = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  const fake = 'bc1qar0srq2w4ts7p0y5n8tljv3d6cx9e4gzwf5mdq'.replace('4gzwf5mdq', '4zzwf5mdq');
  const other = 'bc1q9d4ywgfnd8h43da5tpcxcn6ajv590cg6d3tg6a';
  const of = (address: string) => output('v0_p2wpkh', 1, undefined, address);
  const found = lookAlikes({ vin: [input(of(real))], vout: [of(fake), of(other)] });
  expect([...found.keys()].sort()).toEqual([real, fake].sort());
  expect(found.get(real)?.head).toBe(9);
  expect(lookAlikes({ vin: [input(of(real))], vout: [of(other), of(real)] }).size).toBe(0);
});
