import { CodedError } from '@glassblock/primitives';
import type { ChainContext } from '../../network/chain/chain-context.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';
import type { Answer, Handlers } from '../call.ts';
import { plain } from '../call.ts';
import { type CsvColumn, csvOfRows } from '../csv.ts';
import { factsOf } from '../mining/available-facts.ts';
import { blockHealth, canonicalAudits, type HealthRow } from '../mining/canonical-audits.ts';
import { type MiningWindow, windowBetween, windowOf } from '../mining/series/windows.ts';
import { auditScore, auditScores, blockAudit, txAudit } from './audits.ts';

const healthCsv: readonly CsvColumn<HealthRow>[] = [
  ['mean time (Unix s)', ([time]) => time],
  ['mean height', ([, height]) => height],
  ['mean health (%)', ([, , matchRate]) => matchRate],
];

async function healthAnswer(context: ChainContext & RecordingContext, window: MiningWindow): Promise<Answer> {
  // The columns know which blocks are stale.
  await factsOf(context);
  const scores = await canonicalAudits(context);
  const value = blockHealth(scores, window);
  return { value, headers: { 'x-total-count': String(scores.length) }, csv: () => csvOfRows(value, healthCsv) };
}

/** @throws {CodedError} v1.block-health unless both ends are given in order, or neither */
function windowIn({ from, to }: { from?: number; to?: number }, now: number): MiningWindow {
  if (from === undefined && to === undefined) return windowOf(undefined, now);
  if (from === undefined || to === undefined || from > to) {
    throw new CodedError('v1.block-health', 'invalid time span', { datum: { from, to } });
  }
  return windowBetween(from, to);
}

/** Handlers of the audit routes. */
export const auditHandlers = {
  v1BlockAudit: plain(async (context, { params }) => {
    const audit = await blockAudit(context, params.hash);
    if (audit === undefined) throw new CodedError('v1.audit', 'no audit', { datum: params.hash });
    return audit;
  }),
  v1TxAudit: plain((context, { params }) => txAudit(context, params.hash, params.txid)),
  miningAuditScores: plain((context) => auditScores(context, undefined)),
  miningAuditScoresFrom: plain((context, { params }) => auditScores(context, params.height)),
  miningAuditScore: async (context, { params }) => {
    const score = auditScore(context, params.hash);
    // The audit may still be in progress.
    return score === undefined ? { value: 'null', cache: 'expires-60' } : { value: score };
  },
  miningAudit: async (context, { params }) => {
    const audit = await blockAudit(context, params.hash);
    return audit === undefined ? { value: undefined, isEmpty: true, cache: 'expires-60' } : { value: audit };
  },
  miningHealthBetween: async (context, { query }) => healthAnswer(context, windowIn(query, context.now())),
  miningHealth: async (context, { params }) => healthAnswer(context, windowOf(params.interval, context.now())),
} satisfies Partial<Handlers>;
