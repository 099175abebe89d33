import { CodedError } from '@glassblock/primitives';
import type { NetworkContext } from '../network-context.ts';

/** An index of addresses: those that begin with a text, at most `most`. */
export type AddressSearch = (prefix: string, most: number) => Promise<string[]>;

const most = 10;

/** The network's index of addresses; undefined while there is none. Whoever builds one hands it out here. */
function searchOf(_context: NetworkContext): AddressSearch | undefined {
  return undefined;
}

/** @throws {CodedError} address.search-off without an index of addresses */
export async function addressesWithPrefix(context: NetworkContext, prefix: string): Promise<string[]> {
  const search = searchOf(context);
  if (search === undefined) throw new CodedError('address.search-off', 'no index of addresses', { datum: prefix });
  return search(prefix, most);
}
