import { readdirSync, readFileSync } from 'node:fs';
import { serviceErrors } from '@glassblock/contract/services';
import { expect, it } from 'vitest';
import { wordsOfCodes } from './service-words.ts';

const own = 'this server has none';
/** Every error word that clients of mempool.space know, with its origin: an error of the services, a route, or none. */
const words: Readonly<Record<string, 'service' | 'route' | typeof own>> = {
  bad_request: 'route',
  internal_server_error: 'route',
  temporarily_unavailable: 'route',
  unauthorized: 'route',
  forbidden: 'route',
  invalid_credentials: 'route',
  not_available: 'route',
  // users have no pending state: they are verified or disabled
  not_verified: own,
  waitlisted: own,
  invalid_user: 'route',
  acceleration_duplicated: 'service',
  acceleration_outbid: 'service',
  cannot_accelerate_tx: 'service',
  cannot_decode_raw_tx: 'service',
  cannot_fetch_raw_tx: 'service',
  high_sigop_tx: 'service',
  invalid_acceleration_request: 'service',
  invalid_tx_dependencies: 'service',
  mempool_rejected_raw_tx: 'service',
  no_mining_pool_available: 'service',
  not_enough_balance: 'service',
  recommended_fees_not_available: 'service',
  too_many_relatives: 'service',
  txid_not_in_mempool: 'service',
  // miners take transactions of everyone
  not_whitelisted_by_any_pool: own,
  payment_method_not_allowed: 'service',
  payment_method_not_allowed_out_of_bound: 'service',
  // no partner codes
  unable_to_generate_unique_partner_code: own,
  faucet_too_soon: 'service',
  faucet_not_available: 'service',
  faucet_not_available_no_utxo: 'service',
  faucet_maximum_reached: 'service',
  faucet_address_not_allowed: 'service',
  faucet_below_minimum: 'service',
  faucet_above_maximum: 'service',
};

const sourcesIn = (path: string) => {
  const directory = new URL(path, import.meta.url);
  return readdirSync(directory)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(new URL(name, directory), 'utf8'))
    .join('\n');
};
const routes = sourcesIn('../http/services/');
const services = ['acceleration', 'accounts', 'faucet', 'payments', 'ledger']
  .map((name) => sourcesIn(`../../../services/src/${name}/`))
  .join('\n');

it.each(Object.entries(words))('declares %s, which is returned by: %s', (word, origin) => {
  expect(Object.hasOwn(serviceErrors, word)).toBe(origin !== own);
  if (origin === 'route') expect(routes).toContain(`'${word}'`);
  if (origin !== 'service') return;
  const codes = Object.keys(wordsOfCodes).filter((code) => wordsOfCodes[code] === word);
  expect(codes).not.toEqual([]);
  // faucets compose their codes
  for (const code of codes)
    expect(services.includes(`'${code}'`) || code.startsWith('services.faucet-'), code).toBe(true);
});
