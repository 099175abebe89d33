import { setFlagsFromString } from 'node:v8';
import type { Config } from '../config/config.ts';
import type { ChainContext } from '../network/chain/chain-context.ts';
import { isDemo } from './demo-node.ts';
import { indexed } from './past-audits.ts';

/** Whether all networks are simulated: only then V8's flags, which are those of the process, are changed. */
export const isDemoOnly = ({ networks, liquid }: Pick<Config, 'networks' | 'liquid'>): boolean =>
  networks.every(isDemo) && liquid.length === 0;

/**
 * Limits the growth of heaps in all threads (`docs/decisions/0005-heap-flags.md`). Called once the past of the demo has been
 * generated: garbage collection would slow that down.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=40');
}

/**
 * Lets V8 prefer small heaps to speed, in all threads, once all indexes are complete: before, threads would spend a fifth of their
 * processor time on further garbage collections. Does nothing when `signal` aborts.
 */
export async function preferSmallHeaps(
  contexts: readonly Pick<ChainContext, 'progress' | 'onState'>[],
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(contexts.map((context) => indexed(context, signal)));
  if (!signal.aborted) setFlagsFromString('--optimize-for-size');
}
