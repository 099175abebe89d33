import type { BlockAudit } from '@glassblock/contract';

/** What an audit says of a transaction, in the expected block or in the one that came. */
export type AuditMark = (typeof auditMarks)[number];

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

/** What a child must lift a rate by, sat/vB, to be named as the reason. */
const lifted = 0.1;

/** Marks of the expected block. @param mined  ids of the block that came */
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

/** Marks of the block that came; its coinbase has none. @param mined  ids in the order of the block */
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
