import type {
  AuditState,
  ExpiredUtxo,
  FederationUtxo,
  UnmatchedPegIn,
  UnmatchedPegOut,
} from '@glassblock/contract/liquid';
import { balancesByScript, type Holding, type HoldingState } from '@glassblock/liquid';
import { CodedError, displayHash } from '@glassblock/primitives';
import type { FederationReport } from '../../../network/liquid/federation/federation-context.ts';
import type { LiquidContext } from '../../../network/liquid/liquid-context.ts';
import { type LiquidHandlers, value } from '../liquid-call.ts';
import { parentOf, reportOf } from './federation-report.ts';
import { parentAddress } from './peg-list.ts';

/** Newest first. */
const inState = ({ audit }: FederationReport, wanted: HoldingState): Holding[] =>
  audit.holdings.filter(({ state }) => state === wanted).reverse();

function present(context: LiquidContext, { output, deposit, timelock, expiredAt }: Holding): FederationUtxo {
  return {
    txid: displayHash(output.txid),
    txindex: output.vout,
    bitcoinaddress: parentAddress(context, output.script),
    amount: output.valueSats,
    blocknumber: output.height,
    blocktime: output.time,
    pegtxid: deposit === undefined ? '' : displayHash(deposit.txid),
    pegindex: deposit?.vin ?? 0,
    pegblocktime: deposit?.time ?? 0,
    // a script without emergency keys never expires
    timelock: timelock ?? 0,
    expiredAt: expiredAt ?? 0,
  };
}

/** Size of an input with eleven signatures. */
const inputVbytes = 450;

const presentAll = (context: LiquidContext, state: HoldingState) =>
  inState(reportOf(context), state).map((holding) => present(context, holding));

function expired(context: LiquidContext): ExpiredUtxo[] {
  const dustSats = inputVbytes * Math.round(parentOf(context).nextBlockFeeRate());
  return presentAll(context, 'expired').map((utxo) => ({ ...utxo, isDust: utxo.amount <= dustSats }));
}

/** Blocks that the audit may be behind the node. */
const maxAuditLag = 105;
const maxHeaderLag = 3;

async function status(context: LiquidContext) {
  const chain = await parentOf(context).chain();
  if (chain === undefined) throw new CodedError('v1.reserves', 'the node of the parent chain does not answer');
  const { blocks, headers } = chain;
  const lastBlockAudit = context.federation.report()?.parentBlock.height ?? 0;
  return {
    bitcoinBlocks: blocks,
    bitcoinHeaders: headers,
    lastBlockAudit,
    isAuditSynced: headers - blocks <= maxHeaderLag && blocks - lastBlockAudit <= maxAuditLag,
  };
}

function auditState({ federation }: LiquidContext): AuditState {
  const report = federation.report();
  return {
    ...federation.progress(),
    block: report?.block ?? null,
    parentBlock: report?.parentBlock ?? null,
    supply: report === undefined ? null : String(report.supplySats),
    reserves: report === undefined ? null : String(report.audit.reserveSats),
    unmatchedPegOuts: report === undefined ? 0 : unmatchedIn(report).length,
    missingDeposits: report?.audit.missing.length ?? 0,
  };
}

const maxUnmatched = 1_000;

const unmatchedIn = ({ pegOuts }: FederationReport) =>
  [...pegOuts.values()].flatMap((outcome) => (outcome.payment === undefined ? [outcome] : []));

const unmatched = (context: LiquidContext): UnmatchedPegOut[] =>
  unmatchedIn(reportOf(context))
    .reverse()
    .slice(0, maxUnmatched)
    .map(({ pegOut, reason }) => ({
      txid: displayHash(pegOut.txid),
      txindex: pegOut.vout,
      amount: pegOut.amountSats,
      bitcoinaddress: parentAddress(context, pegOut.script),
      blocktime: pegOut.time,
      reason,
    }));

const unmatchedPegIns = (context: LiquidContext): UnmatchedPegIn[] =>
  [...reportOf(context).audit.missing]
    .reverse()
    .slice(0, maxUnmatched)
    .map(({ txid, vin, amountSats, parentTxid, parentVout, time }) => ({
      txid: displayHash(txid),
      txindex: vin,
      amount: amountSats,
      bitcointxid: displayHash(parentTxid),
      bitcoinindex: parentVout,
      blocktime: time,
      reason: 'no-deposit',
    }));

/** Handlers of the routes of the federation's reserves. */
export const federationHandlers = {
  reserves: value((context) => {
    const { audit, parentBlock } = reportOf(context);
    return { amount: String(audit.reserveSats), lastBlockUpdate: parentBlock.height, hash: parentBlock.hash };
  }),
  reservesMonth: value((context) =>
    reportOf(context).months.map(({ date, reserveSats }) => ({ amount: String(reserveSats), date })),
  ),
  reservesStatus: value(status),
  reservesAddresses: value((context) =>
    balancesByScript(reportOf(context).audit).map(({ script, balanceSats }) => ({
      bitcoinaddress: parentAddress(context, script),
      balance: String(balanceSats),
    })),
  ),
  reservesAddressesTotal: value((context) => ({ address_count: balancesByScript(reportOf(context).audit).length })),
  reservesUtxos: value((context) => presentAll(context, 'unspent')),
  reservesUtxosTotal: value((context) => ({ utxo_count: inState(reportOf(context), 'unspent').length })),
  reservesExpired: value(expired),
  reservesEmergency: value((context) => presentAll(context, 'emergency-spent')),
  reservesEmergencyStats: value((context) => {
    const spent = inState(reportOf(context), 'emergency-spent');
    const total = spent.reduce((sum, { output }) => sum + BigInt(output.valueSats), 0n);
    return { utxo_count: spent.length, total_amount: spent.length === 0 ? null : String(total) };
  }),
  auditState: value(auditState),
  unmatchedPegOuts: value(unmatched),
  unmatchedPegIns: value(unmatchedPegIns),
} satisfies Partial<LiquidHandlers>;
