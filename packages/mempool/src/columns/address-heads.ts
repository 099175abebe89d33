import type { AddressRange } from '@glassblock/primitives';

/** A key of an address in one number that keeps its order: kind and the first six bytes behind it, which stays below 2 ** 53. */
export type AddressHead = number;

/** Of a script without an address. */
export const noHead: AddressHead = 0;

const headBytes = 7;

/** @param key  as `addressKey` gives it */
export function addressHead(key: Uint8Array | undefined): AddressHead {
  if (key === undefined) return noHead;
  let head = 0;
  for (let i = 0; i < headBytes; i++) head = 256 * head + (key[i] ?? 0);
  return head + 1;
}

/** Heads from one to another, both included. */
export interface HeadSpan {
  min: AddressHead;
  max: AddressHead;
}

/** The heads of keys in a range; at its ends heads of keys beside it too. */
export const spanOf = ({ from, until }: AddressRange): HeadSpan => ({
  min: addressHead(from),
  max: addressHead(until),
});
