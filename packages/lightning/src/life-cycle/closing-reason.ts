import { isP2tr, isP2wsh, isSats, type Transaction, toHex } from '@glassblock/primitives';
import type { ClosingReason } from '../graph/closure-columns.ts';
import type { Spender } from './chain.ts';
import { isSecondLevel, type SpendKind, spendKindOf } from './spend-kind.ts';

/** A transaction that spent a funding output, with the known spends of its outputs. */
export interface ClosingTx {
  tx: Transaction;
  /** The input that spends the funding output. */
  input: number;
  /** Spenders of its outputs, by output index. */
  spenders: ReadonlyMap<number, Spender>;
  /** Spenders of the outputs of HTLC transactions: by index of the closing transaction's output. */
  secondLevel: ReadonlyMap<number, Spender>;
  /** An output funds another channel of the same two nodes. */
  fundsSamePair: boolean;
}

/** Why a channel was closed, with the evidence. */
export interface ClosingEvidence {
  reason: ClosingReason;
  /** Whether later spends cannot change the reason. */
  isResolved: boolean;
  /** Whether the transaction has the lock time and sequence of a commitment transaction. */
  isCommitment: boolean;
  /** How each output was spent. */
  outputs: SpendKind[];
}

/**
 * Returns whether a transaction has the form of a commitment transaction: one input, whose sequence starts with 0x80,
 * and a lock time that starts with 0x20; the rest of both is the obscured commitment number. Source: BOLT 3
 */
export function isCommitmentTx(tx: Transaction): boolean {
  return tx.inputCount === 1 && tx.locktime >>> 24 === 0x20 && tx.input(0).sequence >>> 24 === 0x80;
}

const fundingScript = /^5221[0-9a-f]{66}21[0-9a-f]{66}52ae$/;
const finalSequence = 0xffffffff;
/** Sequence of closing transactions with `option_simple_close`, and of transactions built by both sides. */
const replaceableSequence = 0xfffffffd;
const maxMutualOutputs = 2;

const forceKinds: ReadonlySet<SpendKind> = new Set([
  'to-local-delayed',
  'htlc-preimage',
  'htlc-timeout',
  'anchor',
  'anchor-swept',
  'to-remote',
]);
const penaltyKinds: ReadonlySet<SpendKind> = new Set(['to-local-revoked', 'htlc-revoked', 'second-level-revoked']);

/**
 * Returns why a channel was closed. A reason needs evidence: scripts that spenders reveal, the form of a commitment
 * transaction, or the form of a closing transaction. Without, it is `unknown`.
 */
export function closingEvidence(closing: ClosingTx): ClosingEvidence {
  const { tx, spenders } = closing;
  const isCommitment = isCommitmentTx(tx);
  const outputs = Array.from({ length: tx.outputCount }, (_, vout) => outputKind(closing, vout, isCommitment));
  const found = (reason: ClosingReason, isResolved: boolean) => ({ reason, isResolved, isCommitment, outputs });
  if (outputs.some((kind) => penaltyKinds.has(kind))) return found('penalty', true);
  if (isCommitment || outputs.some((kind) => forceKinds.has(kind)))
    return found('force', !canBeRevoked(closing, outputs));
  if (closing.fundsSamePair) return found('splice', true);
  const form = mutualForm(closing);
  if (form === 'closing') return found('mutual', true);
  const isSpent = spenders.size === tx.outputCount;
  return form === 'open' && !mayBeSplice(closing) ? found('mutual', isSpent) : found('unknown', isSpent);
}

function outputKind({ tx, spenders, secondLevel }: ClosingTx, vout: number, isCommitment: boolean): SpendKind {
  const spender = spenders.get(vout);
  if (spender === undefined) return 'unspent';
  const { script, value } = tx.output(vout);
  const input = spender.tx.input(spender.input);
  const kind = spendKindOf({ script, valueSats: isSats(value) ? value : 0, input, isCommitment });
  const next = secondLevel.get(vout);
  if (next === undefined || !isSecondLevel(kind, input.witness)) return kind;
  const below = spender.tx.output(secondLevelOutput(spender));
  const nextInput = next.tx.input(next.input);
  const nextKind = spendKindOf({ script: below.script, valueSats: 0, input: nextInput, isCommitment: false });
  return nextKind === 'to-local-revoked' ? 'second-level-revoked' : kind;
}

/** Returns the output of an HTLC transaction that belongs to its input: with anchors several HTLCs share a transaction. */
export const secondLevelOutput = ({ tx, input }: Spender): number => Math.min(input, tx.outputCount - 1);

/** Returns whether an output can still be spent by the revocation path: an unspent script, or an HTLC transaction's. */
function canBeRevoked({ tx, spenders, secondLevel }: ClosingTx, outputs: readonly SpendKind[]): boolean {
  return outputs.some((kind, vout) => {
    const { script, value } = tx.output(vout);
    if (kind === 'unspent') return (isP2wsh(script) || isP2tr(script)) && value !== 330;
    const spender = spenders.get(vout);
    if (spender === undefined || secondLevel.has(vout)) return false;
    return isSecondLevel(kind, spender.tx.input(spender.input).witness);
  });
}

/** Returns whether a transaction has the form of a closing transaction, or of one that both sides built (`open`). */
function mutualForm({ tx, input }: ClosingTx): 'closing' | 'open' | undefined {
  if (tx.inputCount !== 1 || tx.outputCount > maxMutualOutputs) return undefined;
  const { sequence, witness } = tx.input(input);
  const isMultisig = witness.length === 4 && witness[0]!.length === 0 && fundingScript.test(toHex(witness[3]!));
  const isKeyPath = witness.length === 1 && (witness[0]!.length === 64 || witness[0]!.length === 65);
  if (!isMultisig && !isKeyPath) return undefined;
  if (isMultisig && sequence === finalSequence && tx.locktime === 0) return 'closing';
  return sequence === finalSequence || sequence === replaceableSequence ? 'open' : undefined;
}

/** Returns whether an unspent output may fund the channel after a splice, which its gossip has not announced yet. */
function mayBeSplice({ tx, input, spenders }: ClosingTx): boolean {
  const isFunding = tx.input(input).witness.length === 4 ? isP2wsh : isP2tr;
  return tx.outputs().some(({ script }, vout) => {
    if (!isFunding(script)) return false;
    const spender = spenders.get(vout);
    const revealed = spender?.tx.input(spender.input).witness.at(-1);
    return revealed === undefined || fundingScript.test(toHex(revealed.subarray(0, 71)));
  });
}
