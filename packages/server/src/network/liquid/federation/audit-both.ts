import { type ElementsView, type PegEntry, supplyOf } from '@glassblock/index/elements';
import {
  auditFederation,
  type ClaimedDeposit,
  deficitHistory,
  type FederationAudit,
  type FederationPayment,
  matchPegOuts,
  type ParentSpender,
  type RequestedPegOut,
  reserveAt,
  type SupplyChange,
} from '@glassblock/liquid';
import { CodedError, displayHash, toHex } from '@glassblock/primitives';
import type { AssetId } from '@glassblock/primitives/elements';
import { createPacer, slices } from '../../../concurrency/slices.ts';
import type { FederationThread } from '../../../threads/federation-thread.ts';
import type { ChainReader } from '../../chain/chain-reader.ts';
import { lastBlockBefore } from '../../chain/last-block-before.ts';
import type { FederationReport } from './federation-context.ts';
import { type AuditedParent, auditedParent, type ParentTxCache } from './parent-chain.ts';

/** Caches of audits: every value is a pure function of its key. */
export interface AuditMemory {
  readonly txs: ParentTxCache;
  /** Script of the federation by output script and claim script. */
  readonly scripts: Map<string, Uint8Array>;
  /** Deposits without one, by the same key: the number of scripts that were tried. */
  readonly unknown: Map<string, number>;
  readonly finder: Pick<FederationThread, 'find'>;
}

/** Both chains at their tips. */
export interface BothChains {
  readonly view: ElementsView;
  readonly parent: ChainReader;
  readonly nativeAsset: AssetId;
  /** Scripts of the federation that the node reports, newest first: those before dynamic federations. */
  readonly nodeScripts: readonly Uint8Array[];
}

/** Pegs that are read in one turn of the event loop. */
const pegsPage = 200;

/**
 * Returns the figures of the federation at the tips of two views. Everything is computed from them, nothing from an
 * earlier audit, so a reorg of either chain needs no correction.
 * @throws {CodedError} index.behind for an empty index; of both indexes and their nodes
 */
export async function auditBoth(chains: BothChains, memory: AuditMemory): Promise<FederationReport> {
  const { view, parent, nativeAsset } = chains;
  const { tip } = view;
  const parentTip = parent.view.tip;
  if (tip === undefined || parentTip === undefined) throw new CodedError('index.behind', 'an index has no block');
  const pegs = await pegsOf(view);
  const audited = auditedParent(parent, memory.txs, parentTip.height);
  const scripts = await federationScripts(view, chains.nodeScripts);
  const deposits = await depositsOf(
    pegs.filter(({ kind }) => kind === 'peg-in'),
    audited,
    scripts,
    memory,
  );
  const audit = await auditFederation({ federationScripts: scripts, deposits }, audited);
  const requests = pegs.flatMap((peg): RequestedPegOut[] =>
    peg.kind === 'peg-out'
      ? [{ txid: peg.txid, vout: peg.index, amountSats: Number(peg.amount), script: peg.script, time: peg.time }]
      : [],
  );
  const outcomes = await matchPegOuts(requests, await paymentsOf(audit, audited), slices);
  return {
    block: { height: tip.height, hash: displayHash(tip.hash) },
    parentBlock: { height: parentTip.height, hash: displayHash(parentTip.hash) },
    supplySats: supplyOf(await view.assetTotals(nativeAsset)) ?? 0n,
    audit,
    pegOuts: new Map(outcomes.map((one) => [`${displayHash(one.pegOut.txid)}:${one.pegOut.vout}`, one])),
    deficits: await deficitHistory(audit, pegs.map(supplyChange), slices),
    months: await monthsOf(audit, parent, parentTip.height),
  };
}

interface Peg extends PegEntry {
  readonly txid: Uint8Array;
  readonly time: number;
}

function supplyChange({ kind, amount, number, time }: Peg): SupplyChange {
  const amountSats = BigInt(amount);
  return { amountSats: kind === 'peg-in' ? amountSats : -amountSats, height: number.height, time };
}

/** All pegs, oldest first. */
async function pegsOf(view: ElementsView): Promise<Peg[]> {
  const pegs: Peg[] = [];
  const count = await view.pegCount();
  const pace = createPacer();
  while (pegs.length < count) {
    const page = await view.pegs({ skip: pegs.length, limit: pegsPage });
    const txids = await view.txids(page.map(({ number }) => number));
    const rows = await view.blocksAt(page.map(({ number }) => number.height));
    page.forEach((peg, i) => void pegs.push({ ...peg, txid: txids[i]!, time: rows[i]!.header.time }));
    if (page.length === 0) break;
    await pace();
  }
  return pegs.reverse();
}

/** Newest first: those of dynamic federations, then those that only the node reports. */
async function federationScripts(view: ElementsView, ofNode: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const scripts = new Map<string, Uint8Array>();
  for (const { script } of await view.federations()) scripts.set(toHex(script), script);
  for (const script of ofNode) scripts.set(toHex(script), script);
  return [...scripts.values()];
}

/** Finding a script takes a millisecond for each key: another thread does it, once for each deposit. */
async function depositsOf(
  pegs: readonly Peg[],
  audited: AuditedParent,
  scripts: readonly Uint8Array[],
  { scripts: known, unknown, finder }: AuditMemory,
): Promise<ClaimedDeposit[]> {
  const keys: (string | undefined)[] = [];
  const open = new Map<string, { outputScript: Uint8Array; claimScript: Uint8Array }>();
  for (const { parent, script } of pegs) {
    const output = await audited.output(parent!);
    const key = output === undefined ? undefined : `${toHex(output.script)}:${toHex(script)}`;
    keys.push(key);
    if (key === undefined || known.has(key) || unknown.get(key) === scripts.length) continue;
    open.set(key, { outputScript: output!.script, claimScript: script });
  }
  const found = open.size === 0 ? [] : await finder.find([...open.values()], scripts);
  for (const [i, key] of [...open.keys()].entries()) {
    const script = found[i];
    if (script === undefined) unknown.set(key, scripts.length);
    else known.set(key, script);
  }
  return pegs.map(({ parent, script, txid, index, time, amount }, i): ClaimedDeposit => {
    const { txid: parentTxid, vout: parentVout } = parent!;
    const deposit = { parentTxid, parentVout, claimScript: script, txid, vin: index, time, amountSats: Number(amount) };
    const key = keys[i];
    return key === undefined ? deposit : { ...deposit, federationScript: known.get(key) ?? 'unknown' };
  });
}

/** Outputs of transactions that spend outputs of the federation, in the order of the parent chain. */
async function paymentsOf(audit: FederationAudit, audited: AuditedParent): Promise<FederationPayment[]> {
  const own = new Set<string>();
  const spenders = new Map<string, ParentSpender>();
  await slices.each(audit.holdings, ({ output, spender }) => {
    own.add(`${displayHash(output.txid)}:${output.vout}`);
    if (spender !== undefined) spenders.set(displayHash(spender.txid), spender);
  });
  const txs = [];
  for (const { txid, time } of spenders.values()) {
    const payment = await audited.payment(txid);
    if (payment !== undefined) txs.push({ txid, time, ...payment });
  }
  txs.sort((a, b) => a.position.height - b.position.height || a.position.position - b.position.position);
  return txs.flatMap(({ txid, time, outputs, feeSats }) =>
    outputs.flatMap(({ script, valueSats }, vout) =>
      own.has(`${displayHash(txid)}:${vout}`) ? [] : [{ txid, vout, valueSats, script, time, feeSats }],
    ),
  );
}

/** The balance after the last block of each month. */
async function monthsOf(
  audit: FederationAudit,
  { view }: ChainReader,
  tipHeight: number,
): Promise<FederationReport['months']> {
  const first = audit.holdings[0];
  if (first === undefined) return [];
  const [firstRow, tipRow] = await view.blocksAt([first.output.height, tipHeight]);
  const months: { date: string; reserveSats: bigint }[] = [];
  const pace = createPacer();
  const last = new Date(tipRow!.medianTime * 1000);
  const start = new Date(firstRow!.medianTime * 1000);
  for (let month = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth())); month <= last; ) {
    const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));
    const height = await lastBlockBefore(view, tipHeight, next.getTime() / 1000);
    months.push({ date: month.toISOString().slice(0, 10), reserveSats: reserveAt(audit, height) });
    month = next;
    await pace();
  }
  return months;
}
