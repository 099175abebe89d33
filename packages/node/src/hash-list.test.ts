import { displayHash, isCoded } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { readHashList } from './hash-list.ts';

const a = `${'00'.repeat(31)}ff`;
const b = '0123456789abcdef'.repeat(4);
const bytes = (text: string) => new TextEncoder().encode(text);

async function read(text: string) {
  const { hashes, rest } = await readHashList(bytes(text));
  const ids: string[] = [];
  for (let at = 0; at < hashes.length; at += 32) ids.push(displayHash(hashes.subarray(at, at + 32)));
  return { ids, rest };
}

describe('readHashList', () => {
  it('reads the hashes and the surrounding JSON', async () => {
    const json = `{"result":{"txids":["${a}","${b}"],"mempool_sequence":7},"error":null,"id":0}`;
    expect(await read(json)).toEqual({
      ids: [a, b],
      rest: { result: { txids: [], mempool_sequence: 7 }, error: null, id: 0 },
    });
  });

  it('returns bytes in internal order', async () => {
    const { hashes } = await readHashList(bytes(`["${a}"]`));
    expect([...hashes]).toEqual([255, ...Array.from({ length: 31 }, () => 0)]);
  });

  it('accepts spaces, upper case, and an empty list', async () => {
    expect(await read(`[ "${a.toUpperCase()}" ,\n "${b}" ]`)).toEqual({ ids: [a, b], rest: [] });
    expect(await read('{"result": {"txids": [ ]}}')).toEqual({ ids: [], rest: { result: { txids: [] } } });
  });

  it.each([
    ['no list at all', '{"result":null}'],
    ['a short hash', `["${a.slice(2)}"]`],
    ['a character that is no digit', `["${a.slice(0, 63)}g"]`],
    ['a comma at the end', `["${a}",]`],
    ['no comma between', `["${a}" "${b}"]`],
    ['a number', '[1]'],
    ['a list that does not end', `["${a}"`],
    ['broken JSON around it', `{"result":["${a}"]`],
    ['brackets in the wrong order', ']['],
  ])('rejects %s', async (_, text) => {
    const error: unknown = await readHashList(bytes(text)).catch((reason: unknown) => reason);
    expect(isCoded(error, 'node.bad-answer')).toBe(true);
  });
});
