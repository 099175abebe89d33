/** Names of what somebody may say about a Taproot address, as they stand in the fragment of its page. */
export const givenNames = ['psbt', 'tapleaf', 'taptree', 'ikey'] as const;

/** What somebody says about an address. */
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

/** Why it was not taken: a field that cannot be read, or nothing that leads to the address. */
export type TapFault = keyof GivenTaproot | 'foreign';
