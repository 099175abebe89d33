import type { CpfpInfo } from '@glassblock/contract';
import type { MempoolEntry } from '@glassblock/mempool';
import type { AccelerationContext } from '../../sources/accelerations/acceleration-context.ts';

/** Returns the out-of-band fee of a mempool transaction, or of its first descendant with one. */
export function paidFor(
  { accelerations }: AccelerationContext,
  { txid, accelerated, descendants }: Pick<MempoolEntry, 'txid' | 'accelerated' | 'descendants'>,
): Pick<CpfpInfo, 'acceleratedBy' | 'acceleratedAt' | 'feeDelta'> {
  if (!accelerated || accelerations === undefined) return {};
  for (const id of [txid, ...descendants.map((child) => child.txid)]) {
    const paid = accelerations.find(id);
    if (paid !== undefined) return { acceleratedBy: paid.pools, acceleratedAt: paid.added, feeDelta: paid.feeDelta };
  }
  return {};
}
