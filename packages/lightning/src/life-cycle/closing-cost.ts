import { isSats, toHex } from '@glassblock/primitives';
import type { LightningChain, Spender } from './chain.ts';
import { type ClosingEvidence, type ClosingTx, closingEvidence } from './closing-reason.ts';
import type { SpendKind } from './spend-kind.ts';

/** A transaction that spent an output of a closing transaction, or of one of its HTLC transactions. */
export interface Sweep {
  /** Output of the closing transaction. */
  vout: number;
  kind: SpendKind;
  /** Internal order. */
  txid: Uint8Array;
  /** Fee of the transaction divided by its inputs, in sats: it may sweep other outputs too. */
  feeSats: number;
}

/** Costs of a closing. */
export interface ClosingCost {
  evidence: ClosingEvidence;
  /** Internal order. */
  txid: Uint8Array;
  sweeps: Sweep[];
}

/** Spends by scripts of a commitment transaction; other outputs belong to a wallet, whose spends cost nothing here. */
const sweepKinds: ReadonlySet<SpendKind> = new Set([
  'to-local-delayed',
  'to-local-revoked',
  'htlc-preimage',
  'htlc-timeout',
  'htlc-revoked',
  'second-level-revoked',
  'anchor',
  'anchor-swept',
]);
/** A commitment transaction has at most 966 HTLCs. */
const maxSweeps = 1_000;
const batchSize = 20;

/** Returns the transactions that were needed to get the outputs of a closing transaction. */
export async function closingCost(chain: LightningChain, closing: ClosingTx): Promise<ClosingCost> {
  const evidence = closingEvidence(closing);
  const spends: { vout: number; kind: SpendKind; spender: Spender }[] = [];
  for (const [vout, kind] of evidence.outputs.entries()) {
    if (!sweepKinds.has(kind)) continue;
    const below = closing.secondLevel.get(vout);
    for (const spender of [closing.spenders.get(vout), below]) if (spender) spends.push({ vout, kind, spender });
  }
  const known = new Map<string, number>();
  const sweeps: Sweep[] = [];
  for (let at = 0; at < Math.min(spends.length, maxSweeps); at += batchSize) {
    const batch = spends.slice(at, at + batchSize);
    const fees = await Promise.all(batch.map(({ spender }) => feePerInput(chain, spender, known)));
    for (const [i, { vout, kind, spender }] of batch.entries()) {
      sweeps.push({ vout, kind, txid: spender.tx.txid.slice(), feeSats: fees[i]! });
    }
  }
  return { evidence, txid: closing.tx.txid.slice(), sweeps };
}

async function feePerInput(chain: LightningChain, spender: Spender, known: Map<string, number>): Promise<number> {
  const { tx, height, position } = spender;
  const txid = toHex(tx.txid);
  const before = known.get(txid);
  if (before !== undefined) return before;
  const found = await chain.fundingTx({ height, position });
  const paid = tx.outputs().reduce((sum, { value }) => sum + (isSats(value) ? value : 0), 0);
  const fee = found === undefined ? 0 : Math.max(0, Math.round((found.spentSats - paid) / tx.inputCount));
  known.set(txid, fee);
  return fee;
}
