import { readFileSync } from 'node:fs';

const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)));

/** Bytes of mainnet block 413,567, before segwit. */
export const legacyBlockBytes: Uint8Array = fixture('mainnet-413567.bin');
/** Bytes of mainnet block 702,861, with witnesses. */
export const segwitBlockBytes: Uint8Array = fixture('mainnet-702861.bin');
