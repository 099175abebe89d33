import { isPublicKey } from '../data/search/public-key.ts';

/** Addresses that one page looks up. */
export const maxAddresses = 500;
/** No address and no key is longer; the rest of a longer one would only be carried along. */
const longest = 130;

/** A list of addresses as somebody gave it. */
export interface AddressList {
  addresses: string[];
  /** Further ones that are left out. */
  left: number;
}

const bech32Like = /^[a-z]{2,5}1[ac-hj-np-z02-9]{8,100}$/;

/** Bech32 and public keys are looked up in lower case, anything else as it was given. */
export function normalised(address: string): string {
  const lower = address.toLowerCase();
  return bech32Like.test(lower) || isPublicKey(lower) ? lower : address;
}

/** Splits a list at commas and white space; an address that stands twice counts once. */
export function addressList(text: string): AddressList {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const all = [...new Set(parts.map((part) => normalised(part.slice(0, longest))))];
  return { addresses: all.slice(0, maxAddresses), left: Math.max(0, all.length - maxAddresses) };
}
