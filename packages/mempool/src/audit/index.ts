/**
 * Audits: what was expected of a block, held against what came. The pool's engine gathers what it knew at the block's arrival
 * (`BlockArrival`); the rest runs where the block's own transactions are at hand.
 *
 *     const audit = auditBlock(arrival, { weight, coinbaseWeight, txs });
 *     await kept.add(audit, { hash, height, time, fees, ...audit });
 */
export { type AuditedBlock, auditBlock, type BlockAudit } from './audit-block.ts';
export type { AuditScore } from './audit-score.ts';
export { type AuditStore, openAuditStore } from './audit-store.ts';
export type { BlockArrival } from './block-arrival.ts';
