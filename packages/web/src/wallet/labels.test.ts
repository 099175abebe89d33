import { expect, test } from 'vitest';
import { mergeLabels, readLabels, withLabel, writeLabels } from './labels.ts';

const published = `{ "type": "tx", "ref": "f91d0a8a78462bc59398f2c5d7a84fcff491c26ba54c4833478b202796c8aafd", "label": "Transaction", "origin": "wpkh([d34db33f/84'/0'/0'])" }
{ "type": "addr", "ref": "bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c", "label": "Address" }
{ "type": "pubkey", "ref": "0283409659355b6d1cc3c32decd5d561abaac86c37a353b52895a5e6c196d6f448", "label": "Public Key" }
{ "type": "input", "ref": "f91d0a8a78462bc59398f2c5d7a84fcff491c26ba54c4833478b202796c8aafd:0", "label": "Input" }
{ "type": "output", "ref": "f91d0a8a78462bc59398f2c5d7a84fcff491c26ba54c4833478b202796c8aafd:1", "label": "Output", "spendable": false }
{ "type": "xpub", "ref": "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8", "label": "Extended Public Key" }
{ "type": "tx", "ref": "f546156d9044844e02b181026a1a407abfca62e7ea1159f87bbeaa77b4286c74", "label": "Account #1 Transaction", "origin": "wpkh([d34db33f/84'/0'/1'])" }
`;
const utxo = 'f91d0a8a78462bc59398f2c5d7a84fcff491c26ba54c4833478b202796c8aafd:1';

test('BIP 329: reads its example completely and writes every field', () => {
  const { labels, skipped } = readLabels(published);
  expect([labels.size, skipped]).toEqual([7, 0]);
  expect(labels.get(`output ${utxo}`)).toEqual({ type: 'output', ref: utxo, label: 'Output', spendable: false });
  const lines = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  expect(lines(writeLabels(labels))).toEqual(lines(published));
});

test('BIP 329: keeps fields that a record lacks', () => {
  const { labels } = readLabels(published);
  const merged = mergeLabels(labels, readLabels(`{"type":"output","ref":"${utxo}","label":"New"}`).labels);
  expect(merged.get(`output ${utxo}`)).toEqual({ type: 'output', ref: utxo, label: 'New', spendable: false });
  expect(merged.size).toBe(7);
});

test('counts and skips invalid lines', () => {
  const { labels, skipped } = readLabels(
    [
      'no json',
      '[]',
      'null',
      '7',
      '{"type":"secret","ref":"x","label":"y"}',
      '{"type":"tx","ref":"","label":"y"}',
      '{"type":"tx","ref":7}',
      '{"type":"tx","ref":"a","label":{"x":1}}',
      `{"type":"tx","ref":"a","label":"${'x'.repeat(5_000)}"}`,
      '{"type":"tx","ref":"b","label":"good"}',
      '{"type":"addr","ref":"__proto__","label":"plain text"}',
    ].join('\n'),
  );
  expect([labels.size, skipped]).toEqual([2, 9]);
  expect(labels.get('addr __proto__')?.label).toBe('plain text');
});

test('sets, changes and removes a label', () => {
  const { labels } = readLabels(published);
  const renamed = withLabel(labels, 'output', utxo, '  Rent ');
  expect(renamed.get(`output ${utxo}`)).toMatchObject({ label: 'Rent', spendable: false });
  const removed = withLabel(renamed, 'output', utxo, '');
  expect(removed.get(`output ${utxo}`)).toEqual({ type: 'output', ref: utxo, spendable: false });
  expect(withLabel(new Map(), 'tx', 'a', 'x'.repeat(300)).get('tx a')?.label).toHaveLength(255);
  expect(withLabel(withLabel(new Map(), 'tx', 'a', 'x'), 'tx', 'a', ' ').size).toBe(0);
});
