import type { FederationEvent } from '@glassblock/contract/liquid';
import { displayHash } from '@glassblock/primitives';
import type { FederationReport } from '../../../network/liquid/federation/federation-context.ts';
import { federationFactsOf } from '../../../network/liquid/federation/federation-facts.ts';
import { type CsvColumn, csvOfRows } from '../../csv.ts';
import type { LiquidHandlers } from '../liquid-call.ts';
import { reportOf } from './federation-report.ts';

/** Returns the events of a report after a time, newest first. */
const eventsOf = async (report: FederationReport, since: number, limit: number): Promise<FederationEvent[]> =>
  (await federationFactsOf(report))
    .filter(({ time }) => time > since)
    .reverse()
    .slice(0, limit)
    .map(({ type, time, txid, index, amount, of }) => ({
      type,
      time,
      chain: type === 'peg-in' || type === 'peg-in-unmatched' || type === 'peg-out' ? 'side' : 'parent',
      txid: displayHash(txid),
      index,
      amount,
      of: of === undefined ? null : `${displayHash(of.txid)}:${of.index}`,
    }));

const columns: readonly CsvColumn<FederationEvent>[] = [
  ['type', ({ type }) => type],
  ['time_unix', ({ time }) => time],
  ['chain', ({ chain }) => chain],
  ['txid', ({ txid }) => txid],
  ['index', ({ index }) => index],
  ['amount_sats', ({ amount }) => amount],
  ['of', ({ of }) => of ?? ''],
];

/** Handler of the events of the federation. */
export const federationEventHandlers = {
  federationEvents: async (context, { query }) => {
    const { since, limit } = query;
    const rows = await eventsOf(reportOf(context), since, limit);
    return { value: rows, csv: () => csvOfRows(rows, columns) };
  },
} satisfies Partial<LiquidHandlers>;
