import { bytes, mapped, record, rest, u8, u32be, varint } from '@glassblock/primitives/records';
import { amount } from './asset-rows.ts';

/*
 * Rows of pegs and federation scripts, which only Elements chains have. Pegs are numbered in chain order, so that a page at any
 * offset is one range, and the last ones of the chain are removed when its tip is disconnected.
 */

const newestFirst = mapped(
  u32be,
  (number: number) => 0xffffffff - number,
  (stored) => 0xffffffff - stored,
);

/** Kinds of pegs, by their code. */
export const pegKinds = ['peg-in', 'peg-out', 'burn'] as const;

/** Sort key of a peg: its number in the chain, newest first. */
export const pegSortKey = record({ number: newestFirst });

/** A peg-in, a peg-out or a burn of the pegged asset. */
export const pegRow = record({
  /** Number of the transaction. */
  tx: u32be,
  /** 0: peg-in, 1: peg-out, 2: burn. */
  kind: u8,
  /** Input of a peg-in, else output. */
  index: varint,
  amount,
  /** Output of the parent chain that a peg-in claims; else zeros. */
  parentTxid: bytes(32),
  parentVout: varint,
  /** Claim script of a peg-in, script to be paid of a peg-out; empty for a burn. */
  script: rest,
});

/** Sort key of a change of the federation's script: its height, newest first. */
export const federationSortKey = record({ height: newestFirst });

/** The federation's script on the parent chain from a block on. */
export const federationRow = record({ script: rest });
