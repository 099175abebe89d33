import type { DeficitPeriod, FederationAudit, PegOutOutcome } from '@glassblock/liquid';

/** A block of a chain. */
export interface AuditedBlock {
  readonly height: number;
  /** Display order. */
  readonly hash: string;
}

/** Result of the audit at one pair of tips. */
export interface FederationReport {
  readonly block: AuditedBlock;
  readonly parentBlock: AuditedBlock;
  readonly supplySats: bigint;
  readonly audit: FederationAudit;
  /** Outcomes of peg-outs, by `txid:vout` (display order). */
  readonly pegOuts: ReadonlyMap<string, PegOutOutcome>;
  /** Periods in which the reserves were below the supply, oldest first. */
  readonly deficits: readonly DeficitPeriod[];
  /** Reserves at the end of each month from the first output on; `date` is its first day, `YYYY-MM-01`. */
  readonly months: readonly { readonly date: string; readonly reserveSats: bigint }[];
}

/** State of the audit. */
export interface AuditProgress {
  readonly state: 'off' | 'waiting' | 'running' | 'ready' | 'failed';
  readonly sentence: string;
}

/** Progress of the node of the parent chain. */
export interface ParentNode {
  /** Validated blocks, and headers; undefined while the node does not answer. */
  chain(): Promise<{ blocks: number; headers: number } | undefined>;
  /** Fee rate for the next block, sat/vB. */
  nextBlockFeeRate(): number;
}

/** The audit of the federation. */
export interface FederationContext {
  progress(): AuditProgress;
  /** Result of the last audit that succeeded. */
  report(): FederationReport | undefined;
  /** Undefined when this process does not follow the parent chain. */
  readonly parent: ParentNode | undefined;
}

/** The audit of a process that does not follow the parent chain. */
export const noFederation: FederationContext = {
  progress: () => ({
    state: 'off',
    sentence: 'This server does not follow the parent chain. Add its node with --node.',
  }),
  report: () => undefined,
  parent: undefined,
};
