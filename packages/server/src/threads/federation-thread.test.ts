import { readFileSync } from 'node:fs';
import { depositScripts } from '@glassblock/liquid';
import { fromHex } from '@glassblock/primitives';
import { expect, test } from 'vitest';
import { createFederationThread } from './federation-thread.ts';

const recorded = JSON.parse(
  readFileSync(new URL('../../../liquid/test/fixtures/federation.json', import.meta.url), 'utf8'),
) as { first: string; second: string; deposits: { claim_script: string }[] };
const scripts = [recorded.second, recorded.first].map(fromHex);
const claimScript = fromHex(recorded.deposits[0]!.claim_script);
const outputScript = depositScripts(scripts[1]!, claimScript).p2shP2wsh;

test('finds the script of each deposit, and none for another output', async () => {
  const thread = createFederationThread();
  const other = { outputScript: Uint8Array.of(0x51), claimScript };
  expect(await thread.find([{ outputScript, claimScript }, other], scripts)).toEqual([scripts[1], undefined]);
  // the thread ends with its work, and starts again with the next
  expect(await thread.find([{ outputScript, claimScript }], scripts)).toEqual([scripts[1]]);
  await thread.close();
});

test('fails when it is closed during its work, so that a server can stop in the first audit', async () => {
  const thread = createFederationThread();
  const many = Array.from({ length: 1_000 }, () => ({ outputScript, claimScript }));
  const work = thread.find(many, scripts);
  const failed = expect(work).rejects.toMatchObject({ code: 'server.thread-ended' });
  await thread.close();
  await failed;
  await expect(thread.find(many, scripts)).rejects.toMatchObject({ code: 'server.thread-ended' });
});
