import { CodedError, fromHex, isCoded, type NetworkRow, parseAddress, scriptHashHex } from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';
import type { AddressContext } from '../../network/addresses/address-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';

const refuse = (code: string, datum?: unknown) => new CodedError(code, 'bad input', { datum });

interface KnownAddress {
  script: Uint8Array;
  hash: string;
}

const addressCaches = new WeakMap<NetworkRow, LRUCache<string, KnownAddress>>();
/**
 * Clients request totals, transactions and outputs of one address; decoding it takes longer than reading its totals.
 */
const maxKnownAddresses = 2_000;

/** Returns the newest valid addresses of requests. */
function knownAddresses(network: NetworkRow): LRUCache<string, KnownAddress> {
  let cache = addressCaches.get(network);
  if (cache === undefined) addressCaches.set(network, (cache = new LRUCache({ max: maxKnownAddresses })));
  return cache;
}

/**
 * Returns the script hash (hex) of an address of this network, and registers its script for block filter scans.
 * @throws {CodedError} address.invalid, address.wrong-network
 */
export function addressHash(text: string, { network, scan }: NetworkInfo & AddressContext): string {
  try {
    const cache = knownAddresses(network);
    let known = cache.get(text);
    if (known === undefined) {
      const { script } = parseAddress(text, network);
      cache.set(text, (known = { script, hash: scriptHashHex(script) }));
    }
    scan.remember(known.hash, known.script);
    return known.hash;
  } catch (error) {
    if (isCoded(error, 'primitives.wrong-network')) throw refuse('address.wrong-network', text);
    if (isCoded(error)) throw new CodedError('address.invalid', 'invalid address', { cause: error });
    throw error;
  }
}

/**
 * Returns a script hash as lower-case hex, in the byte order of SHA-256.
 * @throws {CodedError} param.hex, param.scripthash
 */
export function scripthash(text: string | undefined): string {
  try {
    if (fromHex(text ?? '').length !== 32) throw refuse('param.scripthash', text);
  } catch (error) {
    throw isCoded(error, 'primitives.bad-hex') ? refuse('param.hex', text) : error;
  }
  return text!.toLowerCase();
}
