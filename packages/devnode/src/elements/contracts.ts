import { toHex } from '@glassblock/primitives';
import type { Keyring } from '../traffic/keyring.ts';

/** A contract that an issuer commits to, in the form of Blockstream's asset registry. */
export interface AssetContract {
  readonly entity: { readonly domain: string };
  readonly issuer_pubkey: string;
  readonly name: string;
  readonly precision: number;
  readonly ticker: string;
  readonly version: 0;
}

const kinds = [
  ['Demo Gold', 'GOLD', 2],
  ['Demo Dollar', 'USD', 8],
  ['Demo Share', 'SHARE', 0],
  ['Demo Silver', 'SILVER', 4],
  ['Demo Bond', 'BOND', 0],
  ['Demo Euro', 'EUR', 8],
] as const;

/** Returns the contract of an issuance by its number, from 0; after the last kind a series number follows. */
export function contractOf(number: number, keyring: Keyring): AssetContract {
  const [name, ticker, precision] = kinds[number % kinds.length]!;
  const series = Math.floor(number / kinds.length) + 1;
  return {
    entity: { domain: `${ticker.toLowerCase()}.example` },
    issuer_pubkey: toHex(keyring.key(760 + (number % kinds.length))),
    name: series === 1 ? name : `${name} ${series}`,
    precision,
    ticker: series === 1 ? ticker : `${ticker.slice(0, 3)}${series}`,
    version: 0,
  };
}
