import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSignedTokens } from './signed-tokens.ts';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'glassblock-tokens-'));
  path = join(directory, 'token-key.pem');
});
afterEach(() => rmSync(directory, { recursive: true }));

const claims = { userId: 1, username: 'alice', sessionId: 7 };
const open = () => openSignedTokens(directory, () => 1_800_000_000);

it('creates a key at the first start, also after an empty file, and uses it from then on', async () => {
  for (const isEmpty of [false, true]) {
    if (isEmpty) writeFileSync(path, '');
    const token = await open().sign(claims);
    expect(await open().verify(token)).toBe(7);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  }
});

it('names the file of a damaged key, and leaves it as it is', () => {
  writeFileSync(path, 'no key');
  expect(open).toThrow(
    `"${path}": the key of signed tokens is damaged; without the file, the next start creates another one`,
  );
  expect(readFileSync(path, 'utf8')).toBe('no key');
});
