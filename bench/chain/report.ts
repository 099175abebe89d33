import { addressOf, displayHash, networks, scriptHash, toHex } from '@glassblock/primitives';
import type { ChainFigures, ChainMaker, ChainPlan } from './chain-maker.ts';

/** A busy address with the history that an index must report. */
export interface BusyReport {
  address: string;
  /** SHA-256 of the output script as hex (Esplora's scripthash). */
  scriptHash: string;
  /** The same byte-reversed (Electrum's scripthash). */
  electrumScriptHash: string;
  transactions: number;
  fundedOutputs: number;
  fundedSats: number;
  spentOutputs: number;
  spentSats: number;
}

/** Content of chain.json. */
export interface ChainReport {
  plan: ChainPlan;
  figures: ChainFigures;
  unspent: { count: number; sats: number };
  /** The address in a fifth of all transactions. */
  big: BusyReport;
  /** Some of those with 1,000 transactions each, of all four types. */
  regulars: BusyReport[];
  regularCount: number;
}

const regularsShown = 16;

/** Returns the report of a completed chain. */
export function reportOf(maker: ChainMaker, plan: ChainPlan): ChainReport {
  const { busy } = maker.traffic;
  const shown = Math.min(regularsShown, busy.count - 1);
  return {
    plan,
    figures: maker.figures,
    unspent: maker.unspent(),
    big: busyReport(maker, 0),
    regulars: Array.from({ length: shown }, (_, i) => busyReport(maker, i + 1)),
    regularCount: busy.count - 1,
  };
}

function busyReport(maker: ChainMaker, number: number): BusyReport {
  const { busy } = maker.traffic;
  const script = maker.busyScript(number);
  const hash = scriptHash(script);
  return {
    address: addressOf(script, networks.regtest)!,
    scriptHash: toHex(hash),
    electrumScriptHash: displayHash(hash),
    transactions: busy.transactions[number]!,
    fundedOutputs: busy.fundedOutputs[number]!,
    fundedSats: busy.fundedSats[number]!,
    spentOutputs: busy.spentOutputs[number]!,
    spentSats: busy.spentSats[number]!,
  };
}
