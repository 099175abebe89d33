import { CodedError } from '@glassblock/primitives';
import type { FederationReport, ParentNode } from '../../../network/liquid/federation/federation-context.ts';
import type { LiquidContext } from '../../../network/liquid/liquid-context.ts';

/** Returns the node of the parent chain. @throws {CodedError} v1.no-audit */
export function parentOf({ federation }: LiquidContext): ParentNode {
  if (federation.parent === undefined) throw new CodedError('v1.no-audit', 'the parent chain is not followed');
  return federation.parent;
}

/** Returns the result of the last audit. @throws {CodedError} v1.no-audit, v1.reserves */
export function reportOf(context: LiquidContext): FederationReport {
  parentOf(context);
  const report = context.federation.report();
  if (report === undefined) throw new CodedError('v1.reserves', 'the audit has no result yet');
  return report;
}
