import { CodedError } from '@glassblock/primitives';
import { factsOf } from '../../mining/available-facts.ts';
import { blockHealth, canonicalAudits, type HealthRow } from '../../mining/canonical-audits.ts';
import { type MiningWindow, windowBetween, windowOf } from '../../mining/windows.ts';
import type { NetworkContext } from '../../network-context.ts';
import { auditScore, auditScores, blockAudit, txAudit } from '../../query/audits.ts';
import type { Answer, CallInput, Handler } from '../call.ts';
import { plain } from '../call.ts';
import { type CsvColumn, csvOf } from '../csv.ts';
import { hashParam, number } from '../params.ts';

const v1Hash = hashParam('v1.block-hash');
const v1Txid = hashParam('v1.txid');

const healthCsv: readonly CsvColumn<HealthRow>[] = [
  ['mean time (Unix s)', ([time]) => time],
  ['mean height', ([, height]) => height],
  ['mean health (%)', ([, , matchRate]) => matchRate],
];

async function healthAnswer(context: NetworkContext, window: MiningWindow): Promise<Answer> {
  // the columns tell when blocks have lost
  await factsOf(context);
  const scores = await canonicalAudits(context);
  const value = blockHealth(scores, window);
  return { value, headers: { 'x-total-count': String(scores.length) }, csv: () => csvOf(value, healthCsv) };
}

const seconds = (text: string | undefined) => number(text, 'v1.block-health');

function windowIn({ query }: CallInput, now: number): MiningWindow {
  if (query['from'] === undefined && query['to'] === undefined) return windowOf(undefined, now);
  const from = seconds(query['from']);
  const to = seconds(query['to']);
  if (from > to) throw new CodedError('v1.block-health', 'the span runs backwards', { datum: { from, to } });
  return windowBetween(from, to);
}

export const auditHandlers = {
  v1BlockAudit: plain(async (context, { params }) => {
    const audit = await blockAudit(context, v1Hash(params['hash']));
    if (audit === undefined) throw new CodedError('v1.audit', 'no audit', { datum: params['hash'] });
    return audit;
  }),
  v1TxAudit: plain((context, { params }) => txAudit(context, v1Hash(params['hash']), v1Txid(params['txid']))),
  miningAuditScores: plain((context) => auditScores(context, undefined)),
  miningAuditScoresFrom: plain((context, { params }) =>
    auditScores(context, number(params['height'], 'v1.audit-scores')),
  ),
  miningAuditScore: async (context, { params }) => {
    const score = auditScore(context, v1Hash(params['hash']));
    // it may be on its way
    return score === undefined ? { value: 'null', cache: 'expires-60' } : { value: score };
  },
  miningAudit: async (context, { params }) => {
    const audit = await blockAudit(context, v1Hash(params['hash']));
    return audit === undefined ? { value: undefined, isEmpty: true, cache: 'expires-60' } : { value: audit };
  },
  miningHealthBetween: async (context, input) => healthAnswer(context, windowIn(input, context.now())),
  miningHealth: async (context, { params }) => healthAnswer(context, windowOf(params['interval'], context.now())),
} satisfies Record<string, Handler>;
