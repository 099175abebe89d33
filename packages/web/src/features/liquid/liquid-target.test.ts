import { expect, test } from 'vitest';
import type { Api } from '../../data/answer.ts';
import { liquidTarget } from './liquid-target.ts';

const txid = 'ab'.repeat(32);
const blockHash = 'cd'.repeat(32);
const asset = '6f0279e9ed041c3d710a9f57d0c02928416460c4b722ae3457a11eec381c526d';
const address = 'ex1q3fqclax6tgl60c2dd0uf5fpm5wd2qd4ghmhktu';

const answers: Readonly<Record<string, unknown>> = {
  '/liquid/api/block-height/315': blockHash,
  [`/liquid/api/tx/${txid}`]: {},
  [`/liquid/api/asset/${asset}`]: {},
  [`/liquid/api/v1/validate-address/${address}`]: { isvalid: true },
};
const get = async (path: string) =>
  path in answers ? { ok: true, body: answers[path] } : { ok: false, status: 404, message: 'not found' };

test.each([
  ['315', `/block/${blockHash}`],
  ['#315', `/block/${blockHash}`],
  ['000315', `/block/${blockHash}`],
  ['https://liquid.network/block/315', `/block/${blockHash}`],
  [txid.toUpperCase(), `/tx/${txid}`],
  [`${txid.slice(0, 32)}\n${txid.slice(32)}`, `/tx/${txid}`],
  [`${txid}:1`, `/tx/${txid}#vout=1`],
  [`https://blockstream.info/liquid/tx/${txid}`, `/tx/${txid}`],
  [`{"txid":"${txid}"}`, `/tx/${txid}`],
  [`https://blockstream.info/liquid/asset/${asset}`, `/assets/asset/${asset}`],
  [`"${address}"`, `/address/${address}`],
  [`liquidnetwork:${address}?amount=1`, `/address/${address}`],
  ['Tether', undefined],
  [`${txid} ${asset}`, undefined],
])('finds the page of %j', async (typed, expected) => {
  expect(await liquidTarget({ get } as Api, '/liquid', typed)).toBe(expected);
});
