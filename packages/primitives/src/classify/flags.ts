/** Section of the filter menu that a flag belongs to. */
export type FlagGroup = 'features' | 'types' | 'behaviour' | 'data' | 'heuristics' | 'sighash';

/** Meaning of one flag bit. */
export interface FlagRow {
  /** Position of the bit, 0 to 44. */
  readonly bit: number;
  /** Name in the API and in page URLs. */
  readonly key: string;
  readonly group: FlagGroup;
  /** Label for users. */
  readonly label: string;
}

const row = (bit: number, key: string, group: FlagGroup, label: string): FlagRow => ({ bit, key, group, label });

const rows = {
  rbf: row(0, 'rbf', 'features', 'Signals that it may be replaced'),
  noRbf: row(1, 'no_rbf', 'features', 'Does not signal replacement'),
  v1: row(2, 'v1', 'features', 'Version 1'),
  v2: row(3, 'v2', 'features', 'Version 2'),
  v3: row(4, 'v3', 'features', 'Version 3 (TRUC)'),
  nonstandard: row(5, 'nonstandard', 'features', 'Not relayed by default rules'),

  p2pk: row(8, 'p2pk', 'types', 'Bare public key'),
  p2ms: row(9, 'p2ms', 'types', 'Bare multisig'),
  p2pkh: row(10, 'p2pkh', 'types', 'Public key hash'),
  p2sh: row(11, 'p2sh', 'types', 'Script hash'),
  p2wpkh: row(12, 'p2wpkh', 'types', 'SegWit public key hash'),
  p2wsh: row(13, 'p2wsh', 'types', 'SegWit script hash'),
  p2tr: row(14, 'p2tr', 'types', 'Taproot'),
  p2a: row(15, 'p2a', 'types', 'Pay to anchor'),

  cpfpParent: row(16, 'cpfp_parent', 'behaviour', 'Has unconfirmed descendants'),
  cpfpChild: row(17, 'cpfp_child', 'behaviour', 'Has unconfirmed ancestors'),
  replacement: row(18, 'replacement', 'behaviour', 'Replaced another transaction'),
  acceleration: row(19, 'acceleration', 'behaviour', 'Accelerated out of band'),

  opReturn: row(24, 'op_return', 'data', 'Has an OP_RETURN output'),
  fakePubkey: row(25, 'fake_pubkey', 'data', 'Data in place of public keys'),
  inscription: row(26, 'inscription', 'data', 'Inscription'),
  fakeScripthash: row(27, 'fake_scripthash', 'data', 'Data in place of script hashes'),
  annex: row(28, 'annex', 'data', 'Taproot annex'),

  coinjoin: row(32, 'coinjoin', 'heuristics', 'Looks like a coinjoin'),
  consolidation: row(33, 'consolidation', 'heuristics', 'Looks like a consolidation'),
  batchPayout: row(34, 'batch_payout', 'heuristics', 'Looks like a batch payout'),

  sighashAll: row(40, 'sighash_all', 'sighash', 'A signature covers all outputs (ALL)'),
  sighashNone: row(41, 'sighash_none', 'sighash', 'A signature covers no output (NONE)'),
  sighashSingle: row(42, 'sighash_single', 'sighash', 'A signature covers one output (SINGLE)'),
  sighashDefault: row(43, 'sighash_default', 'sighash', 'A signature of the Taproot default type (DEFAULT)'),
  sighashAcp: row(44, 'sighash_acp', 'sighash', 'A signature lets inputs be added (ANYONECANPAY)'),
} as const satisfies Record<string, FlagRow>;

/** Name of a flag in code. */
export type FlagName = keyof typeof rows;

/**
 * Rows of all flags by ascending bit. Bits 16 to 19 depend on the current mempool: `classify` leaves them clear. Bits
 * and keys are those of mempool.space; bit 15 is ours.
 */
export const flags: readonly FlagRow[] = Object.values(rows);

/**
 * Value of each flag, 2^bit. All sums stay below 2^45, so they are exact as numbers, also in JSON; the operators & and
 * | only cover the low 32 bits and must not be used.
 */
export const flag = Object.fromEntries(
  Object.entries(rows).map(([name, { bit }]) => [name, 2 ** bit]),
) as unknown as Readonly<Record<FlagName, number>>;

/** Returns the keys of the flags that are set, by ascending bit; ignores unknown bits. */
export function flagNames(flagBits: number): string[] {
  return flags.filter(({ bit }) => Math.floor(flagBits / 2 ** bit) % 2 === 1).map(({ key }) => key);
}
