import type { FederationFact } from '@glassblock/journal';
import type { ClaimedDeposit } from '@glassblock/liquid';
import type { Sats, Txid, UnixSeconds } from '@glassblock/primitives';
import { eachInSlices } from '../../../concurrency/slices.ts';
import type { FederationReport } from './federation-context.ts';

const known = new WeakMap<FederationReport, Promise<readonly FederationFact[]>>();

/** Returns the facts of a report about supply and reserves, oldest first; computed once for each report, in slices. */
export function federationFactsOf(report: FederationReport): Promise<readonly FederationFact[]> {
  let facts = known.get(report);
  if (facts === undefined) known.set(report, (facts = collect(report)));
  return facts;
}

/** Fields of a fact; hashes are copied by the reader of the audit. */
interface Fields {
  txid: Uint8Array;
  index: number;
  time: number;
  amount: number;
  of?: { txid: Uint8Array; index: number };
}

const pegInFields = ({ txid, vin, time, amountSats }: ClaimedDeposit): Fields => ({
  txid,
  index: vin,
  time,
  amount: amountSats,
});

async function collect({ audit, pegOuts }: FederationReport): Promise<FederationFact[]> {
  const facts: FederationFact[] = [];
  const add = (type: FederationFact['type'], { txid, index, time, amount, of }: Fields) =>
    void facts.push({
      type,
      withdrawn: false,
      txid: txid as Txid,
      index,
      amount: amount as Sats,
      time: time as UnixSeconds,
      ...(of === undefined ? {} : { of: { txid: of.txid as Txid, index: of.index } }),
    });
  await eachInSlices(audit.holdings, ({ output, deposit, state, expiredAt, spender }) => {
    const { txid, vout, valueSats: amount } = output;
    if (deposit !== undefined) add('peg-in', pegInFields(deposit));
    if (expiredAt !== undefined) add('federation-utxo-expired', { txid, index: vout, time: expiredAt, amount });
    if (state !== 'emergency-spent') return;
    add('emergency-spend', {
      txid: spender!.txid,
      index: 0,
      time: spender!.time,
      amount,
      of: { txid, index: vout },
    });
  });
  await eachInSlices(audit.missing, (deposit) => {
    const fields = pegInFields(deposit);
    add('peg-in', fields);
    add('peg-in-unmatched', { ...fields, of: { txid: deposit.parentTxid, index: deposit.parentVout } });
  });
  await eachInSlices(pegOuts.values(), (outcome) => {
    const { pegOut, payment } = outcome;
    const { txid, vout, time, amountSats: amount } = pegOut;
    add('peg-out', { txid, index: vout, time, amount });
    if (payment === undefined) return;
    const of = { txid, index: vout };
    // a payment of several peg-outs has a fact for each of them
    const paid = { txid: payment.txid, index: payment.vout, time: payment.time, amount: outcome.paidSats };
    add('peg-out-paid', { ...paid, of });
  });
  return facts.sort((a, b) => a.time - b.time);
}
