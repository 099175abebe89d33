import type { LiquidEndpointId } from '@glassblock/contract/liquid';
import { federationEventHandlers } from './federation/federation-events.ts';
import { federationHandlers } from './federation/federation-handlers.ts';
import { federationOutputHandlers } from './federation/federation-outputs.ts';

/** Routes that need the records of the process that follows the network. */
const recorded = [
  'v1Statistics',
  'mempoolAt',
  'fate',
  'v1TxRbf',
  'v1TxCached',
  'v1Replacements',
  'v1ReplacementsAfter',
  'v1FullRbfReplacements',
  'v1FullRbfReplacementsAfter',
] as const satisfies LiquidEndpointId[];

/** Routes of Liquid networks that the follower answers for a process that serves: those of its records and of its audit. */
export const liquidFollowerRoutes: ReadonlySet<string> = new Set([
  ...recorded,
  // payments of peg-outs are found by the audit
  'pegsList' satisfies LiquidEndpointId,
  ...Object.keys(federationHandlers),
  ...Object.keys(federationOutputHandlers),
  ...Object.keys(federationEventHandlers),
]);
