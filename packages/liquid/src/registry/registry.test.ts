import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CodedError, hashFromDisplay, isCoded } from '@glassblock/primitives';
import { afterEach, describe, expect, test } from 'vitest';
import { elementsJson } from '../../../primitives/test/support/elements.ts';
import {
  assetOrder,
  atOnce,
  isContractOf,
  openWatchedFile,
  openWatchedUrl,
  type ParsedRegistry,
  parseAssetIcons,
  parseFeaturedAssets,
  parseRegistry,
  readAssetIcons,
  readRegistry,
  registryTexts,
  searchRegistry,
} from '../index.ts';
import { jsonEntries } from './json-entries.ts';

const idOf = (digit: string): string => digit.repeat(64);
const minimal = {
  [idOf('a')]: ['tether.to', 'USDt', 'Tether USD', 8],
  [idOf('b')]: ['example.org', 'GOLD', 'Gold', 2],
  [idOf('c')]: ['gold.example', null, 'Bars of gold', 0],
  [idOf('d')]: [null, 'ZZ', 'No domain', 8],
};
const { assets } = parseRegistry(minimal);
const idsOf = (found: readonly { assetId: string }[]) => found.map(({ assetId }) => assetId[0]).join('');

describe('parseRegistry', () => {
  test('reads the minimal format', () => {
    expect(assets.get(idOf('a'))).toEqual({
      assetId: idOf('a'),
      name: 'Tether USD',
      ticker: 'USDt',
      precision: 8,
      domain: 'tether.to',
      contract: undefined,
    });
    expect([assets.size, assets.get(idOf('c'))?.ticker, assets.get(idOf('d'))?.domain]).toEqual([
      4,
      undefined,
      undefined,
    ]);
  });

  test.each([
    'L\u200bBTC',
    'GOLD\u202e',
    '\u2066Gold\u2069',
    'GO\u200fLD',
    '\u061cGOLD',
    'A\nB',
    '\u3164',
    '  ',
    'a\u2028b',
  ])('leaves out %j: an entry with this name, this ticker of an entry with another name', (hostile) => {
    expect(parseRegistry({ [idOf('a')]: ['example.org', 'GOLD', hostile, 2] })).toMatchObject({
      rejected: [idOf('a')],
    });
    const entry = parseRegistry({ [idOf('a')]: [hostile, hostile, 'Gold', 2] }).assets.get(idOf('a'));
    expect(entry).toMatchObject({ name: 'Gold', ticker: undefined, domain: undefined });
    const { featured } = parseFeaturedAssets([{ asset: idOf('a'), name: 'Gold', ticker: hostile }]);
    expect(featured).toEqual([]);
  });

  test('reads the full format', () => {
    const contract = { name: 'Gold', precision: 2, entity: { domain: 'example.org' } };
    const record = { asset_id: idOf('b'), name: 'Gold', precision: 2, entity: { domain: 'example.org' }, contract };
    expect(parseRegistry({ [idOf('b')]: record }).assets.get(idOf('b'))).toEqual({
      assetId: idOf('b'),
      name: 'Gold',
      ticker: undefined,
      precision: 2,
      domain: 'example.org',
      contract,
    });
  });

  test.each([
    ['an id that is not 64 digits', 'zz', ['d', 'T', 'name', 0]],
    ['a precision above 8', idOf('1'), ['d', 'T', 'name', 9]],
    ['a name that is no text', idOf('1'), ['d', 'T', 5, 0]],
    ['a very long name', idOf('1'), ['d', 'T', 'x'.repeat(256), 0]],
    ['another id inside', idOf('1'), { asset_id: idOf('2'), name: 'x' }],
    [
      'a contract of many levels',
      idOf('1'),
      { name: 'x', contract: JSON.parse(`${'{"a":'.repeat(9_999)}1${'}'.repeat(9_999)}`) },
    ],
    ['a very long contract', idOf('1'), { name: 'x', contract: { a: 'x'.repeat(16_384) } }],
    ['a text', idOf('1'), 'text'],
    ['null', idOf('1'), null],
  ])('leaves out %s', (_, id, entry) => {
    const parsed = parseRegistry({ [id]: entry, ...minimal });
    expect([parsed.assets.size, parsed.rejected]).toEqual([4, [id]]);
  });

  test.each([[[]], [null], ['text'], [5]])('rejects %j', (json) => {
    expect(() => parseRegistry(json)).toThrow(expect.objectContaining({ code: 'liquid.bad-registry' }));
  });
});

describe('isContractOf', () => {
  const gold = (elementsJson('assets.json') as Record<string, Record<string, unknown>>)['gold']!;
  const contract = gold['contract'] as Record<string, unknown>;
  const issued = hashFromDisplay(String(gold['contract_hash_argument']));
  const record = { name: 'Corpus Gold', ticker: 'CGOLD', precision: 2, entity: { domain: 'example.org' }, contract };
  const assetWith = (changes: object) =>
    parseRegistry({ [String(gold['asset'])]: { ...record, ...changes } }).assets.get(String(gold['asset']))!;

  test('is true for the contract that an issuance committed to', () => {
    expect(isContractOf(assetWith({}), issued)).toBe(true);
  });

  test.each([
    ['another contract', { contract: { ...contract, version: 1 } }],
    ['no contract', { contract: undefined }],
    ['another ticker', { ticker: 'USDt' }],
    ['another name', { name: 'Tether' }],
    ['another precision', { precision: 8 }],
    ['another domain', { entity: { domain: 'example.com' } }],
  ])('is false for %s', (_, changes) => {
    expect(isContractOf(assetWith(changes), issued)).toBe(false);
  });
});

describe('assetOrder', () => {
  test.each([
    ['ticker', 'asc', 'badc'],
    ['ticker', 'desc', 'dabc'],
    ['name', 'asc', 'cbda'],
    ['domain', 'desc', 'acbd'],
  ] as const)('sorts by %s %s, those without it last', (field, direction, expected) => {
    expect(idsOf([...assets.values()].sort(assetOrder(field, direction)))).toBe(expected);
  });
});

describe('jsonEntries', () => {
  test.each([
    '{}',
    ' \n{ }\t',
    '{"a":1}',
    ' { "a" : [1, {"b": "}"}], "c\\"": "\\\\", "d": {"e": [","]} } ',
    '{"__proto__":{"x":1},"constructor":2}',
    '{"a":1,"a":2}',
  ])('%j has the entries of JSON.parse', (text) => {
    expect(new Map(jsonEntries(text))).toEqual(new Map(Object.entries(JSON.parse(text) as object)));
  });

  test.each([
    '',
    '[]',
    '{',
    '{"a"',
    '{"a":1',
    '{"a":1,}',
    '{,"a":1}',
    '{"a":1]',
    '{"a":[1}]}',
    '{"a":1}}',
    '{"a":1} x',
    '{"a',
    'x{"a":1}',
  ])('throws for %j, as JSON.parse does', (text) => {
    expect(() => [...jsonEntries(text)]).toThrow(SyntaxError);
  });

  test('reads a registry and icons as a whole text is read', async () => {
    const text = JSON.stringify({ ...minimal, short: 1 });
    expect(await readRegistry(text, atOnce)).toEqual(parseRegistry(JSON.parse(text)));
    await expect(readRegistry('[]', atOnce)).rejects.toMatchObject({ code: 'liquid.bad-registry' });
    await expect(readRegistry('{"a":1', atOnce)).rejects.toBeInstanceOf(SyntaxError);
    const icons = JSON.stringify({ [idOf('a')]: 'iVBORw0KGgo=', [idOf('b')]: 'no' });
    expect(await readAssetIcons(icons, atOnce)).toEqual(parseAssetIcons(JSON.parse(icons)));
  });
});

describe('searchRegistry', () => {
  test.each([
    ['usdt', 'a'],
    [' Tether ', 'a'],
    ['gold', 'bc'],
    ['example', 'bc'],
    ['zz', 'd'],
    [idOf('c'), 'c'],
    ['ccc', 'c'],
    ['', ''],
    ['nothing', ''],
  ])('finds %j, best first', async (text, expected) => {
    expect(idsOf(await searchRegistry(assets, text, 15, atOnce))).toBe(expected);
  });

  test('returns at most the requested number, the best ones', async () => {
    const all = idsOf(await searchRegistry(assets, 'o', 15, atOnce));
    expect(idsOf(await searchRegistry(assets, 'o', 2, atOnce))).toBe(all.slice(0, 2));
  });
});

describe('parseAssetIcons', () => {
  // the smallest start of a PNG file
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

  test('reads PNG files by asset id and leaves out everything else', () => {
    const icons = parseAssetIcons({
      [idOf('a')]: png.toString('base64'),
      [idOf('b')]: Buffer.from('<svg onload="alert(1)">').toString('base64'),
      [idOf('c')]: 'not base64',
      [idOf('d')]: 5,
      [idOf('e')]: Buffer.concat([png, Buffer.alloc(300_000)]).toString('base64'),
      short: png.toString('base64'),
    });
    expect([...icons]).toEqual([[idOf('a'), png]]);
  });

  test('rejects values that are no object', () => {
    for (const json of [null, [], 'text']) expect(() => parseAssetIcons(json)).toThrow(CodedError);
  });
});

describe('parseFeaturedAssets', () => {
  test('reads assets and groups in order, and groups that are found by id only', () => {
    const single = { asset: idOf('a'), name: 'Gold', ticker: 'GOLD' };
    const group = { id: 'metals', name: 'Metals', assets: [idOf('a'), 'no id', idOf('b')] };
    const quiet = { id: 'quiet', name: 'Quiet', assets: [], featured: false };
    const bad = [
      null,
      5,
      { name: 'No asset' },
      { id: 'a/b', name: 'Slash', assets: [] },
      { asset: idOf('a'), name: 'x' },
    ];
    const known = { id: 'metals', name: 'Metals', assets: [idOf('a'), idOf('b')] };
    const { featured, groups } = parseFeaturedAssets([single, group, quiet, ...bad]);
    expect(featured).toEqual([single, known]);
    expect([...groups.keys()]).toEqual(['metals', 'quiet']);
    expect(() => parseFeaturedAssets({})).toThrow(CodedError);
  });

  test('has each asset, group and member once, by its last entry', () => {
    const [a, b] = [idOf('a'), idOf('b')];
    const { featured, groups } = parseFeaturedAssets([
      { asset: a, name: 'Gold', ticker: 'GOLD' },
      { id: 'metals', name: 'Metals', assets: [a] },
      { id: 'quiet', name: 'Quiet', assets: [a] },
      { asset: a, name: 'Old gold', ticker: 'OLD' },
      { id: 'metals', name: 'Both metals', assets: [b, a, b] },
      { id: 'quiet', name: 'Quiet', assets: [b], featured: false },
      { id: '__proto__', name: 'Keys', assets: ['__proto__'] },
    ]);
    const metals = { id: 'metals', name: 'Both metals', assets: [b, a] };
    const keys = { id: '__proto__', name: 'Keys', assets: [] };
    expect(featured).toEqual([{ asset: a, name: 'Old gold', ticker: 'OLD' }, metals, keys]);
    expect([...groups.values()]).toEqual([metals, { id: 'quiet', name: 'Quiet', assets: [b] }, keys]);
  });
});

describe('registryTexts', () => {
  test('writes both formats of a registry, which read back as the same assets', async () => {
    const { assets } = parseRegistry(minimal);
    const texts = await registryTexts(assets, atOnce);
    expect(parseRegistry(JSON.parse(texts.minimal.toString())).assets).toEqual(assets);
    expect(parseRegistry(JSON.parse(texts.full.toString())).assets).toEqual(assets);
  });
});

const registryContent = {
  name: 'asset registry',
  empty: parseRegistry({}),
  parse: (text: string) => readRegistry(text, atOnce),
};

describe('openWatchedFile', () => {
  const close: (() => unknown)[] = [];
  afterEach(async () => {
    for (const one of close.splice(0)) await one();
  });

  async function start(content: string | undefined) {
    const directory = await mkdtemp(join(tmpdir(), 'glassblock-registry-'));
    close.push(() => rm(directory, { recursive: true }));
    const path = join(directory, 'assets.json');
    let time = 1_000;
    const write = async (text: string) => {
      await writeFile(path, text);
      await utimes(path, ++time, time);
    };
    if (content !== undefined) await write(content);
    const changes: ParsedRegistry[] = [];
    const errors: string[] = [];
    const texts: string[] = [];
    const file = await openWatchedFile<ParsedRegistry>({
      path,
      ...registryContent,
      parse(text) {
        texts.push(text);
        return registryContent.parse(text);
      },
      onChange: (registry) => changes.push(registry),
      onError: (error) => errors.push(isCoded(error) ? error.code : 'another error'),
    });
    close.push(() => file.close());
    return { file, path, write, changes, errors, texts };
  }

  test('reads the file, and again only when it changes', async () => {
    const { file, write, changes, errors } = await start(JSON.stringify(minimal));
    expect(file.content.assets.size).toBe(4);
    await file.check();
    expect(changes).toHaveLength(1);
    await write(JSON.stringify({ [idOf('a')]: minimal[idOf('a')] }));
    await file.check();
    expect([changes.length, file.content.assets.size, errors]).toEqual([2, 1, []]);
  });

  test('keeps the last registry when the file is malformed, and recovers', async () => {
    const { file, write, errors } = await start(JSON.stringify(minimal));
    await write('{');
    await file.check();
    expect([file.content.assets.size, errors]).toEqual([4, ['liquid.bad-registry']]);
    await write('{}');
    await file.check();
    expect([file.content.assets.size, errors.length]).toEqual([0, 1]);
  });

  test('reads a file that begins with a byte order mark', async () => {
    const { file, errors } = await start(`\ufeff${JSON.stringify(minimal)}`);
    expect([file.content.assets.size, errors]).toEqual([4, []]);
  });

  test('reports a malformed file as long as it does not change, and parses it once', async () => {
    const { file, write, errors, texts } = await start(JSON.stringify(minimal));
    const { readAt } = file;
    await write('{');
    for (let i = 0; i < 3; i++) {
      await file.check();
      expect([file.failure, file.readAt]).toEqual(['the file of the asset registry is not JSON', readAt]);
    }
    expect(errors).toEqual(Array(3).fill('liquid.bad-registry'));
    expect(texts.slice(1)).toEqual(['{']);
    await write(JSON.stringify(minimal));
    await file.check();
    expect([file.failure, file.content.assets.size]).toEqual([undefined, 4]);
  });

  test('reads a file again that was restored after it was malformed', async () => {
    const { file, path, write } = await start(JSON.stringify(minimal));
    await rename(path, `${path}.old`);
    await write('{');
    await file.check();
    expect(file.failure).toBe('the file of the asset registry is not JSON');
    await rename(`${path}.old`, path);
    await file.check();
    expect([file.failure, file.content.assets.size]).toEqual([undefined, 4]);
  });

  test('reads a file again that could not be read', async () => {
    const { file, path, errors } = await start(JSON.stringify(minimal));
    await rename(path, `${path}.old`);
    await mkdir(path);
    for (const count of [1, 2]) {
      await file.check();
      expect([file.content.assets.size, errors.length]).toEqual([4, count]);
      expect(file.failure).toBe('the file of the asset registry cannot be read');
    }
    await rm(path, { recursive: true });
    await rename(`${path}.old`, path);
    await file.check();
    expect(file.failure).toBeUndefined();
  });

  test('reports a missing file and reads it when it is there', async () => {
    const { file, write, errors } = await start(undefined);
    expect(errors).toEqual(['liquid.bad-registry']);
    await write(JSON.stringify(minimal));
    await file.check();
    expect(file.content.assets.size).toBe(4);
  });
});

describe('openWatchedUrl', () => {
  const close: (() => unknown)[] = [];
  afterEach(async () => {
    for (const one of close.splice(0)) await one();
  });

  /** A server whose answers the test sets. */
  async function start(answers: (() => Response)[], directory?: string) {
    const at = directory ?? (await mkdtemp(join(tmpdir(), 'glassblock-registry-')));
    if (directory === undefined) close.push(() => rm(at, { recursive: true }));
    const asked: Record<string, string>[] = [];
    const errors: string[] = [];
    const texts: string[] = [];
    const watched = await openWatchedUrl<ParsedRegistry>({
      ...registryContent,
      parse(text) {
        texts.push(text);
        return registryContent.parse(text);
      },
      url: 'https://assets.example/',
      copyPath: join(at, 'assets', 'registry.json'),
      async fetch(_, { headers, redirect }) {
        expect(redirect).toBe('error');
        asked.push(headers as Record<string, string>);
        const answer = answers.shift();
        if (answer === undefined) throw new Error('no network');
        return answer();
      },
      onChange: () => undefined,
      onError: ({ message }) => errors.push(message),
    });
    close.push(() => watched.close());
    const before = watched.content.assets.size;
    // joins the check of the start
    await watched.check();
    return { watched, asked, errors, texts, directory: at, before };
  }
  const answer =
    (content: unknown, headers: HeadersInit = {}) =>
    () =>
      new Response(JSON.stringify(content), { headers });
  const unchanged = () => new Response(null, { status: 304 });

  test('sends conditional requests, and applies a changed answer', async () => {
    const [etag, time] = ['"1"', 'Wed, 25 Nov 2026 00:00:00 GMT'];
    const { watched, asked, errors } = await start([
      answer(minimal, { etag, 'last-modified': time }),
      unchanged,
      answer({ [idOf('a')]: minimal[idOf('a')] }),
    ]);
    expect([watched.content.assets.size, asked]).toEqual([4, [{ accept: 'application/json' }]]);
    await watched.check();
    expect(asked[1]).toEqual({ accept: 'application/json', 'if-none-match': etag, 'if-modified-since': time });
    expect(watched.content.assets.size).toBe(4);
    await watched.check();
    expect([watched.content.assets.size, watched.failure, errors]).toEqual([1, undefined, []]);
  });

  test('keeps the last answer when a request fails, and reports the reason', async () => {
    const { watched, errors } = await start([
      answer(minimal),
      () => new Response('busy', { status: 503 }),
      unchanged,
      () => new Response('{'),
      () => new Response(new Uint8Array(64 * 1024 * 1024 + 1)),
      answer([]),
    ]);
    for (let i = 0; i < 5; i++) await watched.check();
    expect(watched.content.assets.size).toBe(4);
    const text = 'the file of the asset registry';
    const where = `${text} cannot be loaded from assets.example`;
    expect(errors).toEqual([
      `${where}: status 503`,
      `${text} is not JSON`,
      `${where}: more than 64 MB`,
      'an asset registry is an object by asset id',
    ]);
    await watched.check();
    expect(watched.failure).toBe(`${where}: no network`);
  });

  test.each([
    ['with an ETag', { etag: '"2"' }],
    ['without one', {}],
  ])('parses a malformed answer %s once, and recovers', async (_, headers) => {
    const malformed = () => new Response('[', { headers });
    const { watched, asked, errors, texts } = await start([
      answer(minimal, { etag: '"1"' }),
      malformed,
      'etag' in headers ? unchanged : malformed,
      answer(minimal, { etag: '"1"' }),
    ]);
    for (let i = 0; i < 2; i++) {
      await watched.check();
      expect([watched.failure, watched.content.assets.size]).toEqual(['the file of the asset registry is not JSON', 4]);
    }
    expect(errors.length).toBe(2);
    expect(texts.slice(1)).toEqual(['[']);
    expect(asked.at(-1)!['if-none-match']).toBe('etag' in headers ? '"2"' : undefined);
    await watched.check();
    expect([watched.failure, watched.content.assets.size]).toEqual([undefined, 4]);
  });

  test('starts with the stored answer without network, unless it is damaged or of another URL', async () => {
    const { directory, watched: first } = await start([answer(minimal, { etag: '"1"' })]);
    expect(first.content.assets.size).toBe(4);
    const second = await start([], directory);
    expect([second.before, second.watched.content.assets.size, second.errors.length]).toEqual([4, 4, 1]);
    expect(second.asked[0]).toMatchObject({ 'if-none-match': '"1"' });
    expect(second.watched.readAt).toBe(first.readAt);
    const path = join(directory, 'assets', 'registry.json');
    for (const damaged of ['', '{', '{"url":"https://assets.example/","readAt":1}\n{', '{"url":"x","readAt":1}\n{}']) {
      await writeFile(path, damaged);
      expect((await start([answer(minimal)], directory)).before).toBe(0);
    }
  });
});
