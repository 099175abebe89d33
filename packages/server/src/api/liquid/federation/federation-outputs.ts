import type { Deficit, FederationOutput } from '@glassblock/contract/liquid';
import type { DeficitPoint, Holding } from '@glassblock/liquid';
import { displayHash, toHex } from '@glassblock/primitives';
import type { LiquidContext } from '../../../network/liquid/liquid-context.ts';
import { type CsvColumn, csvOfRows } from '../../csv.ts';
import type { LiquidHandlers } from '../liquid-call.ts';
import { reportOf } from './federation-report.ts';
import { parentAddress } from './peg-list.ts';

function presentOutput(
  context: LiquidContext,
  { output, state, deposit, timelock, expiredAt, spender }: Holding,
): FederationOutput {
  const federationScript = deposit?.federationScript;
  return {
    txid: displayHash(output.txid),
    vout: output.vout,
    state,
    value: output.valueSats,
    address: parentAddress(context, output.script),
    scriptpubkey: toHex(output.script),
    block_height: output.height,
    block_time: output.time,
    origin: deposit === undefined ? 'change' : 'deposit',
    pegin_txid: deposit === undefined ? null : displayHash(deposit.txid),
    pegin_vin: deposit?.vin ?? null,
    pegin_time: deposit?.time ?? null,
    claim_script: deposit === undefined ? null : toHex(deposit.claimScript),
    federation_script: federationScript instanceof Uint8Array ? toHex(federationScript) : null,
    timelock: timelock ?? null,
    expires_height: timelock === undefined ? null : output.height + timelock,
    expired_at: expiredAt ?? null,
    spender_txid: spender === undefined ? null : displayHash(spender.txid),
    spender_height: spender?.height ?? null,
    spender_time: spender?.time ?? null,
    spender_witness_items: spender?.witnessItems ?? null,
  };
}

/** Units of the columns whose names do not contain them. */
const units: Partial<Record<keyof FederationOutput, string>> = {
  value: 'value_sats',
  block_time: 'block_time_unix',
  pegin_time: 'pegin_time_unix',
  timelock: 'timelock_blocks',
  expired_at: 'expired_at_unix',
  spender_time: 'spender_time_unix',
};

function outputsCsv(rows: readonly FederationOutput[]): string {
  const names = Object.keys(units) as (keyof FederationOutput)[];
  const all: (keyof FederationOutput)[] = rows[0] === undefined ? names : (Object.keys(rows[0]) as typeof names);
  return csvOfRows(
    rows,
    all.map((name): CsvColumn<FederationOutput> => [units[name] ?? name, (row) => row[name] ?? '']),
  );
}

const point = ({ height, parentHeight, time }: DeficitPoint) => ({ height, parent_height: parentHeight, time });

const maxDeficits = 1_000;

function deficitsOf(context: LiquidContext): Deficit[] {
  return reportOf(context)
    .deficits.toReversed()
    .slice(0, maxDeficits)
    .map(({ start, end, largestSats, largestAt }) => ({
      start: point(start),
      end: end === undefined ? null : point(end),
      largest: String(largestSats),
      largest_at: point(largestAt),
    }));
}

const deficitColumns: readonly CsvColumn<Deficit>[] = [
  ['start_height', ({ start }) => start.height],
  ['start_parent_height', ({ start }) => start.parent_height],
  ['start_time_unix', ({ start }) => start.time],
  ['end_height', ({ end }) => end?.height ?? ''],
  ['end_parent_height', ({ end }) => end?.parent_height ?? ''],
  ['end_time_unix', ({ end }) => end?.time ?? ''],
  ['largest_sats', ({ largest }) => largest],
  ['largest_height', ({ largest_at: at }) => at.height],
  ['largest_parent_height', ({ largest_at: at }) => at.parent_height],
];

/** Handlers of the proof of reserves: outputs with their facts, and the history of deficits. */
export const federationOutputHandlers = {
  federationOutputs: async (context, { query }) => {
    const { state: wanted = 'held', start, limit } = query;
    const isWanted = ({ state }: Holding) =>
      wanted === 'all' || state === wanted || (wanted === 'held' && (state === 'unspent' || state === 'expired'));
    const found = reportOf(context).audit.holdings.filter(isWanted).reverse();
    const rows = found.slice(start, start + limit).map((holding) => presentOutput(context, holding));
    return { value: rows, csv: () => outputsCsv(rows), headers: { 'x-total-count': String(found.length) } };
  },
  deficits: async (context) => {
    const rows = deficitsOf(context);
    return { value: rows, csv: () => csvOfRows(rows, deficitColumns) };
  },
} satisfies Partial<LiquidHandlers>;
