/**
 * Block audits: compares a mined block with the projected block. The mempool engine captures its state at the block's
 * arrival (`BlockArrival`); the rest runs where the block's transactions are available.
 * Example:
 *     const audit = auditBlock(arrival, { weight, coinbaseWeight, txs });
 *     await store.add(audit, { hash, height, time, fees, ...audit });
 */
export { type AuditedBlock, auditBlock, type BlockAudit } from './audit-block.ts';
export type { AuditScore } from './audit-score.ts';
export { type AuditStore, openAuditStore } from './audit-store.ts';
export { type BlockArrival, backlog, knownMark } from './block-arrival.ts';
