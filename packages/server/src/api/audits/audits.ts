import type { AuditScore, BlockAudit, TxAudit, TxClassified } from '@glassblock/contract';
import type { AuditScore as StoredScore } from '@glassblock/mempool/audit';
import { displayHash, isCoded } from '@glassblock/primitives';
import { type ChainContext, withIndex } from '../../network/chain/chain-context.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';
import { blockTxids, refuse } from '../block/blocks.ts';

const scoresPerPage = 16;

/** Returns the audit of a block, stale or not; undefined when there is none. */
export async function blockAudit({ audits }: RecordingContext, id: string): Promise<BlockAudit | undefined> {
  const score = audits.score(id);
  const audit = score === undefined ? undefined : await audits.audit(id);
  if (score === undefined || audit === undefined) return undefined;
  return {
    version: 1,
    templateAlgorithm: 1,
    height: score.height,
    id,
    timestamp: score.time,
    template: audit.template.map(([txid, fee, vsize, value, rate, flags, time, acc]): TxClassified => {
      return { txid, fee, vsize, value, rate, flags, time, ...(acc === 1 ? { acc: true } : {}) };
    }),
    unseenTxs: audit.unseen,
    missingTxs: audit.missing,
    addedTxs: audit.added,
    prioritizedTxs: audit.prioritized,
    deprioritizedTxs: audit.deprioritized,
    freshTxs: audit.fresh,
    sigopTxs: audit.sigop,
    fullrbfTxs: audit.replaced,
    acceleratedTxs: audit.accelerated,
    matchRate: audit.matchRate,
    expectedFees: audit.expectedFees,
    expectedWeight: audit.expectedWeight,
  };
}

/**
 * Returns the audit of a transaction.
 * @throws {CodedError} v1.tx-audit; of the node
 */
export async function txAudit(context: ChainContext & RecordingContext, id: string, txid: string): Promise<TxAudit> {
  const audit = await blockAudit(context, id);
  if (audit === undefined || !(await isInBlock(context, id, txid))) throw refuse('v1.tx-audit', txid);
  const planned = audit.template.find((tx) => tx.txid === txid);
  const isUnseen = audit.unseenTxs.includes(txid);
  return {
    seen: !isUnseen,
    expected: planned !== undefined,
    added: isUnseen && audit.addedTxs.includes(txid),
    prioritized: audit.prioritizedTxs.includes(txid),
    conflict: audit.fullrbfTxs.includes(txid),
    accelerated: audit.acceleratedTxs.includes(txid),
    ...(planned?.time === undefined ? {} : { firstSeen: planned.time }),
  };
}

async function isInBlock(context: ChainContext, id: string, txid: string): Promise<boolean> {
  try {
    return (await blockTxids(context, id)).includes(txid);
  } catch (error) {
    if (isCoded(error, 'block.not-found')) return false;
    throw error;
  }
}

const presentScore = ({ hash, matchRate, expectedFees, expectedWeight }: StoredScore): AuditScore => {
  return { hash, matchRate, expectedFees, expectedWeight };
};

/** Returns the score of a block. */
export function auditScore({ audits }: RecordingContext, id: string): AuditScore | undefined {
  const score = audits.score(id);
  return score === undefined ? undefined : presentScore(score);
}

/** Returns the scores of 16 blocks of the best chain from a height down, default the tip; highest first. */
export async function auditScores(
  context: ChainContext & RecordingContext,
  from: number | undefined,
): Promise<AuditScore[]> {
  const scores = await withIndex(context, async (view) => {
    const top = from ?? view.tip?.height ?? -1;
    const heights = Array.from({ length: scoresPerPage }, (_, i) => top - i).filter((height) => height >= 0);
    const headers = await view.headersAt(heights);
    return headers.flatMap((header) => {
      const score = header === undefined ? undefined : context.audits.score(displayHash(header.hash));
      return score === undefined ? [] : [presentScore(score)];
    });
  });
  return scores ?? [];
}
