import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openProofs } from './verified-proofs.ts';

const record = {
  file_name: 'minutes.pdf',
  sha256: 'ab'.repeat(32),
  ots_verification: 'verified',
  block_height: 800_000,
  block_hash: 'cd'.repeat(32),
  block_time: 1_690_168_629,
  simpleproof_url: 'https://simpleproof.example/1',
};
const unused = async (): Promise<Response> => {
  throw new Error('no request is made');
};

it('reads records from files, and nothing beside them', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-proofs-'));
  try {
    await writeFile(join(directory, 'election.json'), JSON.stringify({ a: record }));
    await writeFile(
      join(directory, 'wrong.json'),
      JSON.stringify({ a: { ...record, simpleproof_url: 'javascript:1' } }),
    );
    const proofs = openProofs({ directory, relay: undefined }, unused);
    expect(await proofs.find('election')).toEqual({ a: record });
    for (const key of ['other', '../election', 'election.json', '', 'x'.repeat(61)])
      expect(await proofs.find(key)).toBeUndefined();
    await expect(proofs.find('wrong')).rejects.toThrow('the proofs of wrong have another form');
  } finally {
    await rm(directory, { recursive: true });
  }
});

it('relays to a services backend, and has nothing without a source', async () => {
  const asked: string[] = [];
  const proofs = openProofs({ directory: undefined, relay: 'https://relay.example/services' }, async (url) => {
    asked.push(url);
    return url.endsWith('/election') ? Response.json({ a: record }) : new Response(null, { status: 404 });
  });
  for (let count = 0; count < 2; count++) expect(await proofs.find('election')).toEqual({ a: record });
  expect(await proofs.find('other')).toBeUndefined();
  expect(asked.map((url) => url.replace('https://relay.example/services', ''))).toEqual([
    '/sp/verified/election',
    '/sp/verified/other',
  ]);
  expect(await openProofs({ directory: undefined, relay: undefined }, unused).find('election')).toBeUndefined();
});
