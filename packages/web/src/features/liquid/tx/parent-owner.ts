import { scriptType } from '@glassblock/primitives/script-type';

/** Owner of an output of the parent chain. */
export interface ParentOwner {
  /** Address or public key, which have a page; undefined for other scripts. */
  readonly address: string | undefined;
  /** Type of a script without an address; undefined for addresses. */
  readonly type: string | undefined;
}

/** An address has characters that hex has not. */
const hex = /^([0-9a-f]{2})*$/;

/** Returns the owner of an output. @param value its address, or its script in hex where it has none */
export function parentOwner(value: string): ParentOwner {
  if (!hex.test(value)) return { address: value, type: undefined };
  const type = scriptType(Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
  // the key is between its length and OP_CHECKSIG
  return { address: type === 'p2pk' ? value.slice(2, -2) : undefined, type };
}
