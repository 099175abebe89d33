import type { Tx, Vin } from '@glassblock/contract';
import {
  addressOf,
  concatBytes,
  fromHex,
  isCoded,
  networks,
  numsKey,
  tapBranchHash,
  tapLeafHash,
  tapOutputKey,
  toHex,
} from '@glassblock/primitives';
import { expect, test } from 'vitest';
import { scriptPathSpends } from './script-path-spends.ts';
import { treeWith } from './tap-given.ts';
import { spentPaths, tapTree } from './tap-tree.ts';

/** BIP 341, wallet vectors: two leaves of different versions. */
const internalKey = 'ee4fe085983462a184015d1f782d6a5f8b9c2b60130aff050ce221ecf3786592';
const script = '20387671353e273264c495656e27e39ba899ea8fee3bb69fb2a680e22093447d48ac';
const other = '06424950333431';
const scriptLeaf = '8ad69ec7cf41c2a4001fd1f738bf1e505ce2277acdcaa63fe4765192497f47a7';
const otherLeaf = 'f224a923cd0021ab202ab139cc56802ddb92dcfc172b9212261a539df79a112a';
const root = '6c2dc106ab816b73f9d07e3cd1ef2c8c1256f519748e0813e4edd2405d277bef';
const control = `faee4fe085983462a184015d1f782d6a5f8b9c2b60130aff050ce221ecf37865928ad69ec7cf41c2a4001fd1f738bf1e505ce2277acdcaa63fe4765192497f47a7`;
const addressFor = (key: string, merkleRoot?: Uint8Array): string => {
  const output = tapOutputKey(fromHex(key), merkleRoot);
  const address = output && addressOf(concatBytes(fromHex('5120'), output.key), networks.mainnet);
  if (address === undefined) throw new Error('the vector is broken');
  return address;
};
const address = addressFor(internalKey, fromHex(root));

/** A spend of the address through the second leaf. */
const spend = (witness: string[], owner = address): Tx =>
  ({
    txid: 'aa'.repeat(32),
    vin: [
      {
        txid: 'bb'.repeat(32),
        vout: 0,
        prevout: { scriptpubkey: '', scriptpubkey_type: 'v1_p2tr', scriptpubkey_address: owner, value: 1 },
        witness,
        inner_witnessscript_asm: 'OP_PUSHBYTES_6 424950333431',
      } as unknown as Vin,
    ],
    vout: [],
  }) as unknown as Tx;
const owns = ({ scriptpubkey_address: owner }: { scriptpubkey_address?: string | undefined }) => owner === address;
const pathsOf = (txs: readonly Tx[]) => spentPaths(scriptPathSpends(txs, owns));
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (isCoded(error)) return `${error.code} ${typeof error.datum === 'string' ? error.datum : ''}`.trim();
    throw error;
  }
  return 'none';
};

test('BIP 341: a spend reveals its leaf, the other one stays hidden', () => {
  const txs = [spend(['01', other, control])];
  expect(scriptPathSpends([...txs, ...txs], owns)).toEqual([
    { txid: 'aa'.repeat(32), vin: 0, witness: ['01', other, control], asm: 'OP_PUSHBYTES_6 424950333431' },
  ]);
  expect(tapTree(pathsOf(txs))).toEqual({
    internalKey,
    isKeyPathDisabled: false,
    levels: 1,
    root: {
      kind: 'branch',
      hash: root,
      children: [
        {
          kind: 'leaf',
          hash: otherLeaf,
          version: 0xfa,
          asm: 'OP_PUSHBYTES_6 424950333431',
          sizeBytes: 7,
          spent: { txid: 'aa'.repeat(32), vin: 0 },
        },
        { kind: 'hidden', hash: scriptLeaf },
      ],
    },
  });
});

test('key path spends, annexes, spends of other addresses and broken ones reveal no tree', () => {
  for (const witness of [['01'.repeat(64)], ['01'.repeat(64), '50aa'], ['01', other, 'c1'], []]) {
    expect(pathsOf([spend(witness)])).toEqual([]);
  }
  expect(scriptPathSpends([spend(['01'.repeat(64), '50aa'])], owns)).toEqual([]);
  expect(pathsOf([spend(['01', other, control], 'unknown')])).toEqual([]);
  expect(pathsOf([spend(['01', other, control, '50aa'])])).toHaveLength(1);
});

/** BIP 371's field of a tree: depth, version, length, script. */
const treeField = `01c0${(script.length / 2).toString(16)}${script}01fa07${other}`;

test('BIP 371: reads a full tree from its field and the internal key', () => {
  const tree = treeWith({ taptree: treeField, ikey: internalKey }, address, 'mainnet', []);
  expect(tree.root).toMatchObject({
    kind: 'branch',
    hash: root,
    children: [
      { kind: 'leaf', hash: scriptLeaf, version: 0xc0 },
      { kind: 'leaf', hash: otherLeaf, version: 0xfa },
    ],
  });
  // the key is also known from a spend
  const spent = pathsOf([spend(['01', other, control])]);
  expect(treeWith({ taptree: treeField }, address, 'mainnet', spent).root).toMatchObject({
    children: [
      { hash: otherLeaf, spent: { vin: 0 } },
      { kind: 'leaf', hash: scriptLeaf },
    ],
  });
});

test('BIP 371: reads a leaf with its control block, alone and in PSBTs of both versions', () => {
  const tapleaf = `${control}:${other}fa`;
  const shown = treeWith({ tapleaf }, address, 'mainnet', []);
  expect(shown.root).toMatchObject({ children: [{ kind: 'leaf', hash: otherLeaf }, { kind: 'hidden' }] });
  const keyed = (key: string, value: string) =>
    `${(key.length / 2).toString(16).padStart(2, '0')}${key}${(value.length / 2).toString(16).padStart(2, '0')}${value}`;
  const unsigned = `0200000001${'bb'.repeat(32)}0000000000ffffffff01010000000000000000 00000000`.replace(/ /g, '');
  const input = `${keyed(`15${control}`, `${other}fa`)}00`;
  const zero = `70736274ff${keyed('00', unsigned)}00${input}00`;
  expect(treeWith({ psbt: zero }, address, 'mainnet', [])).toEqual(shown);
  expect(treeWith({ psbt: btoa(String.fromCharCode(...fromHex(zero))) }, address, 'mainnet', [])).toEqual(shown);
  const two = `70736274ff${keyed('04', '01')}${keyed('05', '01')}${keyed('fb', '02000000')}00${input}00`;
  expect(treeWith({ psbt: two }, address, 'mainnet', [])).toEqual(shown);
  const output = `70736274ff${keyed('00', unsigned)}0000${keyed('05', internalKey)}${keyed('06', treeField)}00`;
  expect(treeWith({ psbt: output }, address, 'mainnet', []).root).toMatchObject({ hash: root });
});

test('rejects data of another address', () => {
  expect(codeOf(() => treeWith({ tapleaf: `${control}:${other.replace('31', '32')}fa` }, address, 'mainnet', []))).toBe(
    'taptree.foreign',
  );
  expect(codeOf(() => treeWith({ taptree: treeField }, address, 'mainnet', []))).toBe('taptree.foreign');
  expect(
    codeOf(() =>
      treeWith(
        { taptree: treeField, ikey: '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' },
        address,
        'mainnet',
        [],
      ),
    ),
  ).toBe('taptree.foreign');
  expect(codeOf(() => treeWith({ ikey: internalKey }, address, 'mainnet', []))).toBe('taptree.foreign');
  expect(
    codeOf(() => treeWith({ ikey: internalKey }, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'mainnet', [])),
  ).toBe('taptree.foreign');
});

test.each([
  ['psbt', { psbt: 'zz' }],
  ['psbt', { psbt: '70736274ff' }],
  ['psbt', { psbt: `70736274ff00${'00'.repeat(10)}` }],
  ['tapleaf', { tapleaf: control }],
  ['tapleaf', { tapleaf: `${control}:${other}c0` }],
  ['taptree', { taptree: '01c001ac' }],
  ['taptree', { taptree: `ffc001ac` }],
  ['taptree', { taptree: '00c0fdffff' }],
  ['taptree', { taptree: '<b>' }],
  ['ikey', { ikey: 'abcd' }],
  ['ikey', { ikey: 'x'.repeat(500_000) }],
] as const)('names the invalid %s: %o', (name, given) => {
  expect(codeOf(() => treeWith(given, address, 'mainnet', []))).toBe(`taptree.unreadable ${name}`);
});

test('BIP 341: reads an output without scripts by its internal key', () => {
  const key = 'd6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d';
  const plain = 'bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5';
  expect(treeWith({ ikey: key }, plain, 'mainnet', [])).toEqual({
    internalKey: key,
    isKeyPathDisabled: false,
    root: undefined,
    levels: 0,
  });
});

test('recognizes the unspendable internal key, and counts the levels of a chain of branches', () => {
  const leaf = tapLeafHash(0xc0, fromHex('51'));
  const path = Array.from({ length: 12 }, (_, place) => new Uint8Array(32).fill(place));
  const top = path.reduce(tapBranchHash, leaf);
  const deep = addressFor(toHex(numsKey), top);
  const tapleaf = `c0${toHex(numsKey)}${path.map(toHex).join('')}:51c0`;
  const tree = treeWith({ tapleaf }, deep, 'mainnet', []);
  expect([tree.isKeyPathDisabled, tree.levels, tree.root?.hash]).toEqual([true, 12, toHex(top)]);
});
