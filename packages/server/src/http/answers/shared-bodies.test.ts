import { gunzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { createCompression } from './encoding.ts';
import { etagOf } from './etag.ts';
import { bodyEtag } from './shared-bodies.ts';

const accepting = (accepted: string) => ({ headers: { 'accept-encoding': accepted } }) as unknown as FastifyRequest;

it.each([10, 1_023, 1_024, 50_000])('returns the ETag of %i bytes, also the second time', (length) => {
  const body = Buffer.alloc(length, 'a');
  expect([bodyEtag(body, length), bodyEtag(body, length)]).toEqual([etagOf(body, length), etagOf(body, length)]);
  const other = Buffer.alloc(length, 'b');
  expect(bodyEtag(other, length)).toBe(etagOf(other, length));
});

it('compresses a body that is sent again once for each encoding', async () => {
  const compression = createCompression();
  const body = Buffer.from('text'.repeat(1_000));
  const [first, second, brotli] = await Promise.all(
    ['gzip', 'gzip', 'br'].map((accepted) => compression.compress(accepting(accepted), body)),
  );
  expect(second!.bytes).toBe(first!.bytes);
  expect((await compression.compress(accepting('gzip'), body))!.bytes).toBe(first!.bytes);
  expect(gunzipSync(first!.bytes)).toEqual(body);
  expect([first!.encoding, brotli!.encoding]).toEqual(['gzip', 'br']);
  const equal = await compression.compress(accepting('gzip'), Buffer.from(body));
  expect(equal!.bytes).not.toBe(first!.bytes);
});
