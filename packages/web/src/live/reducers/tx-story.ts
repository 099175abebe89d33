import type { FeeForecast, Position } from '@glassblock/contract';
import { lastRemoval, type TxView } from './fold-tx.ts';

/** Reason of a removal from the mempool; reasons of newer servers are `unknown`. */
export type RemovalReason = 'replaced' | 'conflict' | 'evicted' | 'expired' | 'reorg' | 'mined' | 'unknown';
const reasons: readonly RemovalReason[] = ['replaced', 'conflict', 'evicted', 'expired', 'reorg', 'mined'];

/** Returns the known reason. */
export const removalReason = (reason: string | undefined): RemovalReason =>
  reasons.find((known) => known === reason) ?? 'unknown';

/** Expected confirmation or outcome of a transaction. */
export type TxStory =
  | { kind: 'confirmed'; height: number; hash?: string; time?: number; confirmations?: number; waited?: number }
  | { kind: 'pending'; position?: Position; isCertain: boolean }
  | { kind: 'replaced'; by: string; time?: number; isCertain: boolean }
  | { kind: 'removed'; reason: RemovalReason; by?: string; time?: number; isCertain: boolean };

/**
 * Returns the main status of a transaction.
 * @param estimate position by fee rate, until the server reports one
 * @param tip height; undefined when unknown
 */
export function txStory(view: TxView, tip: number | undefined, estimate: Position | undefined): TxStory {
  const { status } = view.tx;
  if (status.confirmed) {
    const height = status.block_height ?? 0;
    const waited =
      view.firstSeen !== undefined && status.block_time !== undefined ? status.block_time - view.firstSeen : undefined;
    return {
      kind: 'confirmed',
      height,
      ...(status.block_hash !== undefined && { hash: status.block_hash }),
      ...(status.block_time !== undefined && { time: status.block_time }),
      ...(tip !== undefined && { confirmations: Math.max(1, tip - height + 1) }),
      ...(waited !== undefined && { waited: Math.max(0, waited) }),
    };
  }
  const removal = lastRemoval(view.fate);
  const when = removal && view.removed ? { time: removal.time } : {};
  if (view.replacedBy !== undefined) {
    return { kind: 'replaced', by: view.replacedBy, isCertain: removal?.certain ?? true, ...when };
  }
  if (view.removed) {
    return {
      kind: 'removed',
      reason: removalReason(removal?.reason),
      isCertain: removal?.certain ?? false,
      ...(removal?.by !== undefined && { by: removal.by }),
      ...when,
    };
  }
  const position = view.position ?? estimate;
  return { kind: 'pending', isCertain: view.position !== undefined, ...(position && { position }) };
}

/**
 * Returns the numbers of blocks within which a fee rate confirms, each with its probability in percent; the smallest
 * number for each probability.
 */
export function confirmationChances(rate: number, forecast: FeeForecast): { probability: number; blocks: number }[] {
  const nearest = new Map<number, number>();
  for (const { blocks, rates } of [...forecast.targets].sort((a, b) => a.blocks - b.blocks)) {
    for (const { probability, rate: asked } of rates) {
      if (rate >= asked && !nearest.has(probability)) nearest.set(probability, blocks);
    }
  }
  return [...nearest]
    .map(([probability, blocks]) => ({ probability, blocks }))
    .sort((a, b) => a.probability - b.probability);
}
