import { isPublicKey } from '../data/search/public-key.ts';

/** Maximum number of addresses per page. */
export const maxAddresses = 500;
/** Maximum length of an address or public key; longer entries are truncated. */
const longest = 130;

/** A parsed list of addresses. */
export interface AddressList {
  addresses: string[];
  /** Number of addresses above the limit. */
  left: number;
}

const bech32Like = /^[a-z]{2,5}1[ac-hj-np-z02-9]{8,100}$/;

/** Returns the canonical form: bech32 and public keys in lower case. */
export function normalised(address: string): string {
  const lower = address.toLowerCase();
  return bech32Like.test(lower) || isPublicKey(lower) ? lower : address;
}

/** Splits a list at commas and white space; duplicates count once. */
export function addressList(text: string): AddressList {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const all = [...new Set(parts.map((part) => normalised(part.slice(0, longest))))];
  return { addresses: all.slice(0, maxAddresses), left: Math.max(0, all.length - maxAddresses) };
}
