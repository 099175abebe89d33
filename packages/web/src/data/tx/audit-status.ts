import type { BlockAudit } from '@glassblock/contract';

/** Audit status of a transaction, in the expected or actual block. */
export type AuditMark = (typeof auditMarks)[number];

/** All audit statuses. */
export const auditMarks = [
  'match',
  'removed',
  'fresh',
  'lifted',
  'sigop',
  'conflict',
  'marginal',
  'added',
  'prioritized',
  'addedPrioritized',
  'deprioritized',
  'addedDeprioritized',
  'accelerated',
] as const;

type Lists = Pick<
  BlockAudit,
  | 'template'
  | 'missingTxs'
  | 'freshTxs'
  | 'sigopTxs'
  | 'fullrbfTxs'
  | 'unseenTxs'
  | 'addedTxs'
  | 'prioritizedTxs'
  | 'deprioritizedTxs'
  | 'acceleratedTxs'
>;

/** Minimum increase of a fee rate by a child, sat/vB, to count as the reason. */
const lifted = 0.1;

/**
 * Returns the statuses in the expected block.
 * @param mined ids of the actual block
 */
export function expectedMarks(audit: Lists, mined: ReadonlySet<string>): Map<string, AuditMark> {
  const sets = setsOf(audit);
  return new Map(
    audit.template.map(({ txid, fee, vsize, rate }) => {
      if (sets.accelerated.has(txid)) return [txid, 'accelerated'];
      if (sets.missing.has(txid)) return [txid, 'removed'];
      if (mined.has(txid)) return [txid, 'match'];
      if (sets.fresh.has(txid)) return [txid, rate - fee / vsize >= lifted ? 'lifted' : 'fresh'];
      if (sets.sigop.has(txid)) return [txid, 'sigop'];
      return [txid, sets.conflict.has(txid) ? 'conflict' : 'marginal'];
    }),
  );
}

/**
 * Returns the statuses in the actual block, without its coinbase.
 * @param mined ids in block order
 */
export function actualMarks(audit: Lists, mined: readonly string[]): Map<string, AuditMark> {
  const sets = setsOf(audit);
  const expected = new Set(audit.template.map(({ txid }) => txid));
  return new Map(
    mined.slice(1).map((txid) => {
      if (sets.accelerated.has(txid)) return [txid, 'accelerated'];
      const isAdded = sets.added.has(txid) && sets.unseen.has(txid);
      if (sets.prioritized.has(txid)) return [txid, isAdded ? 'addedPrioritized' : 'prioritized'];
      if (sets.deprioritized.has(txid)) return [txid, isAdded ? 'addedDeprioritized' : 'deprioritized'];
      if (isAdded) return [txid, 'added'];
      if (expected.has(txid)) return [txid, 'match'];
      return [txid, sets.conflict.has(txid) ? 'conflict' : 'marginal'];
    }),
  );
}

function setsOf(audit: Lists) {
  return {
    missing: new Set(audit.missingTxs),
    fresh: new Set(audit.freshTxs),
    sigop: new Set(audit.sigopTxs),
    conflict: new Set(audit.fullrbfTxs),
    unseen: new Set(audit.unseenTxs),
    added: new Set(audit.addedTxs),
    prioritized: new Set(audit.prioritizedTxs),
    deprioritized: new Set(audit.deprioritizedTxs),
    accelerated: new Set(audit.acceleratedTxs),
  };
}
