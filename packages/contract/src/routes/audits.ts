import { Type } from 'typebox';
import { endpoint, tagged } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import * as field from '../fields.ts';
import * as shape from '../shapes/audit-shapes.ts';
import { hashParam, heightParam, intervalParam, nodeErrors, seconds, txidParam } from './parts.ts';

const mining = '/api/v1/mining/blocks';
const behind = ['index.behind', 'index.lacks-blocks'] as const satisfies ErrorCode[];
const health = {
  summary: 'Mean health of audited blocks over stretches of time: [time, height, per cent], oldest first.',
  answer: Type.Array(shape.BlockHealth),
  cache: 'public-60',
  csv: true,
} as const;

/** Audits: projected blocks compared with the actual blocks. */
export const audits = tagged('Audits', {
  v1BlockAudit: endpoint({
    id: 'v1BlockAudit',
    path: '/api/v1/block/:hash/audit-summary',
    summary: 'What was expected of a block when it arrived, and what became of that.',
    params: hashParam('v1.block-hash'),
    answer: shape.BlockAudit,
    errors: ['v1.block-hash', 'v1.audit'],
    cache: 'expires-2592000',
  }),
  v1TxAudit: endpoint({
    id: 'v1TxAudit',
    path: '/api/v1/block/:hash/tx/:txid/audit',
    summary: 'What the audit of a block says of one of its transactions.',
    params: { ...hashParam('v1.block-hash'), ...txidParam('v1.txid') },
    answer: shape.TxAudit,
    errors: ['v1.block-hash', 'v1.txid', 'v1.tx-audit', ...nodeErrors],
    cache: 'expires-2592000',
  }),
  miningAuditScores: endpoint({
    id: 'miningAuditScores',
    path: `${mining}/audit/scores`,
    summary: 'Audits of the 16 newest blocks in short; blocks without one are absent.',
    answer: Type.Array(shape.AuditScore),
    cache: 'expires-60',
  }),
  miningAuditScoresFrom: endpoint({
    id: 'miningAuditScoresFrom',
    path: `${mining}/audit/scores/:height`,
    summary: 'Audits of 16 blocks downwards from a height in short.',
    params: heightParam('v1.audit-scores'),
    answer: Type.Array(shape.AuditScore),
    errors: ['v1.audit-scores'],
    cache: 'expires-60',
  }),
  miningAuditScore: endpoint({
    id: 'miningAuditScore',
    path: `${mining}/audit/score/:hash`,
    summary: 'The audit of a block in short; the text `null` when there is none.',
    params: hashParam('v1.block-hash'),
    answer: Type.Union([shape.AuditScore, Type.Literal('null')]),
    errors: ['v1.block-hash'],
    cache: 'public-86400',
  }),
  miningAudit: endpoint({
    id: 'miningAudit',
    path: `${mining}/audit/:hash`,
    summary: 'The audit of a block; 204 without a body when there is none.',
    params: hashParam('v1.block-hash'),
    answer: shape.BlockAudit,
    errors: ['v1.block-hash'],
    cache: 'public-86400',
  }),
  miningHealthBetween: endpoint({
    ...health,
    id: 'miningHealthBetween',
    path: `${mining}/predictions`,
    summary: `${health.summary} Of all of them, or between two times.`,
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
