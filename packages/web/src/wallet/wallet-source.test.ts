import { isCoded, networks, toHex } from '@glassblock/primitives';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { readAccountKey } from './extended-key.ts';
import { singleKeyScript } from './output-scripts.ts';
import { readSource } from './wallet-source.ts';

const main = networks.mainnet;
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (isCoded(error)) return error.code;
    throw error;
  }
  return 'none';
};
const legacy =
  'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj';
const segwit =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const taproot =
  'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ';

test('BIP 32: derives a child of a public key', () => {
  const { key } = readAccountKey(
    'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw',
  );
  expect(key.deriveChild(1).publicExtendedKey).toBe(
    'xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ',
  );
});

test('BIP 44: first address of the test mnemonic (11 x abandon)', () => {
  const { chains, kind } = readSource(legacy, ['pkh'], main);
  expect([kind, chains.length, chains[0]?.name, chains[1]?.isReceiving]).toEqual(['key', 2, 'P2PKH /0', false]);
  expect(chains[0]?.addressAt(0)).toBe('1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA');
});

test('BIP 49: nested P2WPKH on a test network', () => {
  const account = HDKey.fromExtendedKey(
    'tprv8gRrNu65W2Msef2BdBSUgFdRTGzC8EwVXnV7UGS3faeXtuMVtGfEdidVeGbThs4ELEoayCAzZQ4uUji9DUiAs7erdVskqju7hrBcDvDsdbY',
    { private: 0x04358394, public: 0x043587cf },
  );
  const { publicKey, chainCode, depth, index, parentFingerprint } = account;
  if (publicKey === null || chainCode === null) throw new Error('the vector is broken');
  const upub = new HDKey({
    versions: { private: 0x044a4e28, public: 0x044a5262 },
    publicKey,
    chainCode,
    depth,
    index,
    parentFingerprint,
  }).publicExtendedKey;
  expect(upub.slice(0, 4)).toBe('upub');
  const { chains } = readSource(upub, [], networks.testnet);
  expect(chains.map(({ name }) => name)).toEqual(['P2SH-P2WPKH /0', 'P2SH-P2WPKH /1']);
  expect(chains[0]?.addressAt(0)).toBe('2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2');
  expect(toHex(singleKeyScript('sh-wpkh', account.derive('m/0/0').publicKey ?? new Uint8Array()))).toBe(
    'a914336caa13e08b96080a32b5d818d59b4ab3b3674287',
  );
});

test('BIP 84: first two addresses and the first for change', () => {
  const { chains } = readSource(segwit, ['pkh'], main);
  expect(chains[0]?.addressAt(0)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  expect(chains[0]?.addressAt(1)).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
  expect(chains[1]?.addressAt(0)).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
});

test('BIP 86: first two addresses and the first for change', () => {
  const { chains } = readSource(taproot, ['tr'], main);
  expect(chains[0]?.addressAt(0)).toBe('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr');
  expect(chains[0]?.addressAt(1)).toBe('bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh');
  expect(chains[1]?.addressAt(0)).toBe('bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7');
});

test('tries an xpub with all script types, and ignores a key origin', () => {
  const { chains } = readSource(`  [73c5da0a/44h/0h/0h]${legacy}\n`, [], main);
  expect(chains.map(({ name }) => name)).toEqual([
    'P2PKH /0',
    'P2PKH /1',
    'P2SH-P2WPKH /0',
    'P2SH-P2WPKH /1',
    'P2WPKH /0',
    'P2WPKH /1',
    'P2TR /0',
    'P2TR /1',
  ]);
});

test('reads one descriptor per line; without branches the second one is for change', () => {
  const { chains, kind } = readSource(`wpkh(${taproot}/0/*)\nwpkh(${taproot}/1/*)`, [], main);
  expect([kind, ...chains.map(({ isReceiving, length }) => [isReceiving, length])]).toEqual([
    'descriptor',
    [true, undefined],
    [false, undefined],
  ]);
});

test('reads a list in order, and names the first invalid entry', () => {
  const good = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
  const { chains } = readSource(`${good}\nBC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU`, [], main);
  expect([chains[0]?.length, chains[0]?.addressAt(0), chains[0]?.addressAt(1)]).toEqual([
    2,
    good,
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  ]);
  expect(codeOf(() => readSource(`${good}, <b>x</b>`, [], main))).toBe('desk.address');
  expect(codeOf(() => readSource(good, [], networks.testnet))).toBe('desk.address');
});

test.each([
  ['nothing', '   ', 'desk.nothing'],
  [
    'a key of several',
    new HDKey({
      versions: { private: 0x02aa7a99, public: 0x02aa7ed3 },
      publicKey: readAccountKey(legacy).key.publicKey ?? new Uint8Array(),
      chainCode: new Uint8Array(32),
    }).publicExtendedKey,
    'desk.shared',
  ],
  ['words', `${'abandon '.repeat(11)}about`, 'desk.secret'],
  ['a private key', '5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss', 'desk.secret'],
  [
    'a private extended key',
    'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE',
    'desk.secret',
  ],
])('rejects %s', (_, text, code) => {
  expect(codeOf(() => readSource(text, [], main))).toBe(code);
});

test('accepts keys of test networks on those only', () => {
  expect(codeOf(() => readSource(segwit, [], networks.signet))).toBe('desk.network');
  expect(codeOf(() => readSource(segwit, [], networks.demo))).toBe('none');
});
