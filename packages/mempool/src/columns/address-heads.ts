import type { AddressRange } from '@glassblock/primitives';

/** An address key as one number with the same order: kind and the next six bytes, below 2 ** 53. */
export type AddressHead = number;

/** Value for a script without an address. */
export const noHead: AddressHead = 0;

const headBytes = 7;

/**
 * Returns the head of an address key.
 * @param key from `addressKey`
 */
export function addressHead(key: Uint8Array | undefined): AddressHead {
  if (key === undefined) return noHead;
  let head = 0;
  for (let i = 0; i < headBytes; i++) head = 256 * head + (key[i] ?? 0);
  return head + 1;
}

/** A range of heads, inclusive. */
export interface HeadSpan {
  min: AddressHead;
  max: AddressHead;
}

/** Returns the heads of keys in a range; at its ends also heads of adjacent keys. */
export const spanOf = ({ from, until }: AddressRange): HeadSpan => ({
  min: addressHead(from),
  max: addressHead(until),
});
