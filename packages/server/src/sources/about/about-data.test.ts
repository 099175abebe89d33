import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isPathPart, openAboutData } from './about-data.ts';

const none = { directory: undefined, relay: undefined };
const unused = async (): Promise<Response> => {
  throw new Error('no request is made');
};

it('has empty lists and no images without a source', async () => {
  const data = openAboutData(none, unused);
  expect(await data.list('sponsors')).toEqual({ whales: [], chads: [] });
  expect(await data.list('donations')).toEqual([]);
  expect(await data.list('translators')).toEqual({});
  expect(await data.list('contributors')).toEqual([]);
  expect(await data.image('sponsors', 'alice')).toBeUndefined();
});

it('reads lists and images from files', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-about-'));
  try {
    await mkdir(join(directory, 'images', 'translators'), { recursive: true });
    await writeFile(join(directory, 'translators.json'), '{"German":"alice"}');
    await writeFile(join(directory, 'donations.json'), '[{"name":"without a handle"}]');
    await writeFile(join(directory, 'images', 'translators', 'alice.png'), 'picture');
    const data = openAboutData({ ...none, directory }, unused);
    expect(await data.list('translators')).toEqual({ German: 'alice' });
    expect(await data.list('sponsors')).toEqual({ whales: [], chads: [] });
    await expect(data.list('donations')).rejects.toThrow('another form');
    expect(await data.image('translators', 'alice')).toEqual({
      contentType: 'image/png',
      bytes: Buffer.from('picture'),
    });
    expect(await data.image('translators', 'bob')).toBeUndefined();
    expect(await data.image('translators', 'x'.repeat(256))).toBeUndefined();
  } finally {
    await rm(directory, { recursive: true });
  }
});

it('relays to another server, once for each hour, and passes on images only', async () => {
  const asked: string[] = [];
  const answers: Record<string, Response> = {
    '/api/v1/donations': Response.json([{ handle: 'alice', more: 1 }]),
    '/api/v1/donations/images/a%20b': new Response('picture', { headers: { 'content-type': 'image/png' } }),
    '/api/v1/donations/images/page': new Response('<script>', { headers: { 'content-type': 'text/html' } }),
    '/api/v1/contributors': new Response(`["${'x'.repeat(1_000_001)}"]`),
  };
  const data = openAboutData({ ...none, relay: 'https://relay.example' }, async (url) => {
    asked.push(url.replace('https://relay.example', ''));
    return answers[asked.at(-1)!] ?? new Response(null, { status: 404 });
  });
  for (let count = 0; count < 2; count++) expect(await data.list('donations')).toEqual([{ handle: 'alice', more: 1 }]);
  expect(asked).toEqual(['/api/v1/donations']);
  expect(await data.image('donations', 'a b')).toMatchObject({ contentType: 'image/png' });
  expect(await data.image('donations', 'absent')).toBeUndefined();
  await expect(data.image('donations', 'page')).rejects.toThrow('not an image');
  await expect(data.list('contributors')).rejects.toThrow('1 MB');
  await expect(data.list('translators')).rejects.toThrow('404');
});

it.each([
  ['alice', true],
  ['a b', true],
  ['', false],
  ['.', false],
  ['..', false],
  ['a/b', false],
  ['a\\b', false],
  ['a?b', false],
  ['a#b', false],
  ['a\u0000b', false],
  ['x'.repeat(257), false],
])('allows %o in a path: %s', (part, isAllowed) => {
  expect(isPathPart(part)).toBe(isAllowed);
});
