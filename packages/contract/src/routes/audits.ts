import { Type } from 'typebox';
import { endpoint, tagged } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import * as field from '../fields.ts';
import * as shape from '../shapes/audit-shapes.ts';
import { hashParam, heightParam, intervalParam, nodeErrors, seconds, txidParam } from './shared/parts.ts';

const mining = '/api/v1/mining/blocks';
const behind = ['index.behind', 'index.lacks-blocks'] as const satisfies ErrorCode[];
const health = {
  summary: 'Mean health of audited blocks per interval: [time, height, percent], oldest first.',
  answer: Type.Array(shape.BlockHealth),
  cache: 'public-60',
  csv: true,
} as const;

/** Audits: projected blocks compared with the actual blocks. */
export const audits = tagged('Audits', {
  v1BlockAudit: endpoint({
    id: 'v1BlockAudit',
    path: '/api/v1/block/:hash/audit-summary',
    summary: 'Audit of a block: the projected block at its arrival compared with the mined block.',
    params: hashParam('v1.block-hash'),
    answer: shape.BlockAudit,
    errors: ['v1.block-hash', 'v1.audit'],
    cache: 'expires-2592000',
  }),
  v1TxAudit: endpoint({
    id: 'v1TxAudit',
    path: '/api/v1/block/:hash/tx/:txid/audit',
    summary: 'Audit result of one transaction of a block.',
    params: { ...hashParam('v1.block-hash'), ...txidParam('v1.txid') },
    answer: shape.TxAudit,
    errors: ['v1.block-hash', 'v1.txid', 'v1.tx-audit', ...nodeErrors],
    cache: 'expires-2592000',
  }),
  miningAuditScores: endpoint({
    id: 'miningAuditScores',
    path: `${mining}/audit/scores`,
    summary: 'Audit summaries of the 16 newest blocks; blocks without an audit are omitted.',
    answer: Type.Array(shape.AuditScore),
    cache: 'expires-60',
  }),
  miningAuditScoresFrom: endpoint({
    id: 'miningAuditScoresFrom',
    path: `${mining}/audit/scores/:height`,
    summary: 'Audit summaries of 16 blocks, descending from a height.',
    params: heightParam('v1.audit-scores'),
    answer: Type.Array(shape.AuditScore),
    errors: ['v1.audit-scores'],
    cache: 'expires-60',
  }),
  miningAuditScore: endpoint({
    id: 'miningAuditScore',
    path: `${mining}/audit/score/:hash`,
    summary: 'Audit summary of a block; the text `null` when there is none.',
    params: hashParam('v1.block-hash'),
    answer: Type.Union([shape.AuditScore, Type.Literal('null')]),
    errors: ['v1.block-hash'],
    cache: 'public-86400',
  }),
  miningAudit: endpoint({
    id: 'miningAudit',
    path: `${mining}/audit/:hash`,
    summary: 'Audit of a block; 204 with an empty body when there is none.',
    emptyWhen: 'There is no audit of this block.',
    params: hashParam('v1.block-hash'),
    answer: shape.BlockAudit,
    errors: ['v1.block-hash'],
    cache: 'public-86400',
  }),
  miningHealthBetween: endpoint({
    ...health,
    id: 'miningHealthBetween',
    path: `${mining}/predictions`,
    summary: `${health.summary} For all blocks, or between two times.`,
    query: {
      from: field.optional(seconds('Unix seconds; with `to`', 'v1.block-health')),
      to: field.optional(seconds('Unix seconds, not before `from`', 'v1.block-health')),
    },
    errors: ['v1.block-health', ...behind],
  }),
  miningHealth: endpoint({
    ...health,
    id: 'miningHealth',
    path: `${mining}/predictions/:interval`,
    params: intervalParam,
    errors: behind,
  }),
});
