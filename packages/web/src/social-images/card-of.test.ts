import { expect, test } from 'vitest';
import type { Api } from '../data/answer.ts';
import { cardOf } from './card-of.ts';

const stats = { funded_txo_count: 3, funded_txo_sum: 104_293_435, spent_txo_count: 2, spent_txo_sum: 94_548_625 };
const body = { chain_stats: { ...stats, tx_count: 5 }, mempool_stats: { tx_count: 1 } };
const ask = { get: async () => ({ ok: true, body }) } as unknown as Api;

test('the amounts of an address have the same number of decimals', async () => {
  const subject = { kind: 'address', id: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', network: 'mainnet' } as const;
  const card = await cardOf(subject, { label: 'Mainnet', prefix: '', network: 'mainnet' }, ask);
  expect(card?.facts.map(({ value }) => value)).toEqual(['1.04293435', '0.94548625', '0.09744810', '6', '1']);
});
