/** Keys of user-supplied Taproot data in the URL fragment. */
export const givenNames = ['psbt', 'tapleaf', 'taptree', 'ikey'] as const;

/** User-supplied data about a Taproot address. */
export interface GivenTaproot {
  /** Base64 or hex. */
  psbt?: string;
  /** Pairs of `control block:script and leaf version`, hex, separated by commas: key and value of BIP 371's field 0x15. */
  tapleaf?: string;
  /** Hex of BIP 371's field 0x06: depth, leaf version, length and script of each leaf. */
  taptree?: string;
  /** Hex. */
  ikey?: string;
}

/** Why data was rejected: an invalid field, or data that does not match the address. */
export type TapFault = keyof GivenTaproot | 'foreign';
