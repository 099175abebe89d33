import { zstdDecompressSync } from 'node:zlib';
import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { decodeStaleBody, encodeStaleBody } from './stale-body.ts';

const plain = [
  '8101', // length of the block, varint: 129
  'b1'.repeat(129), // block
  'c1c2', // spent outputs, to the end
].join('');
const body = { block: new Uint8Array(129).fill(0xb1), spent: fromHex('c1c2') };

it('encodes a stale body', async () => {
  expect(toHex(zstdDecompressSync(await encodeStaleBody(body)))).toBe(plain);
});

it('decodes a stale body', () => {
  const stored = fromHex(
    [
      '28b52ffd', // zstd magic number
      '20', // frame header: single segment, content size of 1 byte
      '85', // content size: 133
      '290400', // block header: last, raw, 133 bytes
      plain,
    ].join(''),
  );
  const decoded = decodeStaleBody(stored);
  expect([toHex(decoded.block), toHex(decoded.spent)]).toEqual(['b1'.repeat(129), 'c1c2']);
});
