declare const unit: unique symbol;

/** Satoshis, an integer below 2^53. Sums over many blocks may exceed that: use bigint there. */
export type Sats = number & { readonly [unit]: 'sats' };
/** Weight units (BIP 141). */
export type Weight = number & { readonly [unit]: 'wu' };
/** Virtual bytes, weight / 4, may be fractional. */
export type VBytes = number & { readonly [unit]: 'vB' };
/**
 * Satoshis per virtual byte, for display and for ordering entries that are already selected; compare as (fee, weight)
 * pairs.
 */
export type FeeRate = number & { readonly [unit]: 'sat/vB' };
/** Block height. */
export type Height = number & { readonly [unit]: 'height' };
/** Seconds since 1970 UTC. */
export type UnixSeconds = number & { readonly [unit]: 's' };
/** 32 bytes in internal order (as hashed); displayed reversed. */
export type Txid = Uint8Array & { readonly [unit]?: 'txid' };
/** 32 bytes in internal order (as hashed); displayed reversed. */
export type BlockHash = Uint8Array & { readonly [unit]?: 'blockhash' };

/** Pedersen commitment of a confidential Elements amount, 33 bytes. */
export type Commitment = Uint8Array & { readonly [unit]?: 'commitment' };
/**
 * Explicit amount from 2^53 on. Only issued assets of Elements have such amounts, which no rule limits (ELIP 203);
 * bitcoins and the pegged asset do not.
 */
export type LargeAmount = bigint & { readonly [unit]?: 'amount' };
/** Value of an output: sats in Bitcoin; an amount or a commitment in Elements. Do not assume a plain number. */
export type OutputValue = Sats | LargeAmount | Commitment;
/** Serialization family of a network. Codecs that differ take it as an argument. */
export type Format = 'bitcoin' | 'elements';

/** Brands a number as sats. */
export const sats = (n: number): Sats => n as Sats;
/** Returns true for an explicit amount below 2^53, false for a larger one or a commitment. */
export const isSats = (value: OutputValue): value is Sats => typeof value === 'number';
/** Returns the sum of explicit values, undefined once one is blinded or large. */
export function sumOfValues(values: Iterable<OutputValue>): Sats | undefined {
  let total = 0;
  for (const value of values) {
    if (!isSats(value)) return undefined;
    total += value;
  }
  return total as Sats;
}
