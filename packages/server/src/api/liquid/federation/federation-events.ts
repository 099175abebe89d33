import type { FederationEvent } from '@glassblock/contract/liquid';
import { displayHash } from '@glassblock/primitives';
import type { FederationReport } from '../../../network/liquid/federation/federation-context.ts';
import { type CsvColumn, csvOfRows } from '../../csv.ts';
import type { LiquidHandlers } from '../liquid-call.ts';
import { reportOf } from './federation-report.ts';

const known = new WeakMap<FederationReport, readonly FederationEvent[]>();

/** Returns all events of a report, newest first; computed once for each. A reorg changes the list like the audit. */
function eventsOf(report: FederationReport): readonly FederationEvent[] {
  let events = known.get(report);
  if (events === undefined) known.set(report, (events = collect(report)));
  return events;
}

function collect({ audit, pegOuts }: FederationReport): FederationEvent[] {
  const events: FederationEvent[] = [];
  const add = (
    type: FederationEvent['type'],
    {
      txid,
      index,
      time,
      amount,
      of = null,
    }: { txid: Uint8Array; index: number; time: number; amount: number; of?: string | null },
  ) => {
    const chain = type === 'peg-in' || type === 'peg-out' ? 'side' : 'parent';
    events.push({ type, time, chain, txid: displayHash(txid), index, amount, of });
  };
  for (const { output, deposit, state, expiredAt, spender } of audit.holdings) {
    const { txid, vout, valueSats: amount } = output;
    if (deposit !== undefined) add('peg-in', { txid: deposit.txid, index: deposit.vin, time: deposit.time, amount });
    if (expiredAt !== undefined) add('federation-utxo-expired', { txid, index: vout, time: expiredAt, amount });
    if (state !== 'emergency-spent') continue;
    const of = `${displayHash(txid)}:${vout}`;
    add('emergency-spend', { txid: spender!.txid, index: 0, time: spender!.time, amount, of });
  }
  for (const [of, { pegOut, payment }] of pegOuts) {
    const { txid, vout, time, amountSats: amount } = pegOut;
    add('peg-out', { txid, index: vout, time, amount });
    if (payment === undefined) continue;
    add('peg-out-paid', { txid: payment.txid, index: payment.vout, time: payment.time, amount: payment.valueSats, of });
  }
  return events.sort((a, b) => b.time - a.time);
}

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
    const rows = eventsOf(reportOf(context))
      .filter(({ time }) => time > since)
      .slice(0, limit);
    return { value: rows, csv: () => csvOfRows(rows, columns) };
  },
} satisfies Partial<LiquidHandlers>;
