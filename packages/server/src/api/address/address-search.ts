import type { IndexView } from '@glassblock/index';
import {
  type AddressPrefixes,
  type AddressRange,
  addressOfKey,
  addressRanges,
  CodedError,
  scriptHash,
  scriptOfKey,
} from '@glassblock/primitives';
import type { AddressContext } from '../../network/addresses/address-context.ts';
import { type ChainContext, withIndex } from '../../network/chain/chain-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import type { ScriptContext } from './script-context.ts';

/** Addresses of one answer. */
const max = 10;
/** Maximum book rows of one answer that are checked against the index: rows of stale blocks stay in the book. */
export const maxLookedUp = 100;

/**
 * Returns addresses with a prefix, of the mempool and, if enabled, of the chain: at most 10, in the order of their
 * text.
 */
export async function addressesWithPrefix(context: NetworkInfo & ScriptContext, prefix: string): Promise<string[]> {
  const { network, mempool } = context;
  const ranges = addressRanges(prefix, network);
  if (ranges.length === 0) return [];
  const keys = await Promise.all([mempool.addressKeys(ranges, max), minedKeys(context, ranges)]);
  return firstAddresses(keys.flat(), network);
}

/**
 * The same for a network with an address book.
 * @throws {CodedError} address.search-off
 */
export async function chainAddressesWithPrefix(
  context: NetworkInfo & ScriptContext,
  prefix: string,
): Promise<string[]> {
  if (context.addresses === undefined) {
    throw new CodedError('address.search-off', 'no address book', { datum: prefix });
  }
  return addressesWithPrefix(context, prefix);
}

/** Returns the keys of the book that the index has, that is, of blocks in the best chain. */
async function minedKeys(
  context: ChainContext & AddressContext,
  ranges: readonly AddressRange[],
): Promise<Uint8Array[]> {
  const keys = (await context.addresses?.keys(ranges, maxLookedUp)) ?? [];
  if (keys.length === 0) return [];
  return (await withIndex(context, (view) => keysInChain(view, keys))) ?? [];
}

/** Returns at most ten of the keys that the best chain pays to. */
export async function keysInChain(view: Pick<IndexView, 'totals'>, keys: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const mined: Uint8Array[] = [];
  for (const key of keys) {
    const { txCount } = await view.totals(scriptHash(scriptOfKey(key)));
    if (txCount > 0) mined.push(key);
    if (mined.length >= max) break;
  }
  return mined;
}

/** Returns the addresses of keys in the order of their text, at most ten. */
export const firstAddresses = (keys: readonly Uint8Array[], network: AddressPrefixes): string[] =>
  [...new Set(keys.map((key) => addressOfKey(key, network)))].sort().slice(0, max);
