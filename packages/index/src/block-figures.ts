import {
  type Block,
  CodedError,
  displayHash,
  feePercentiles,
  feeStatistics,
  type RatedTx,
  type SpentOutputs,
  sumOfValues,
  type Transaction,
  toHex,
} from '@glassblock/primitives';
import { type BlockFigures, boundedPayouts } from './block-row.ts';

/** Computes the figures of a block from its bytes and the outputs that it spends. @throws {CodedError} index.bad-block */
export function blockFigures(block: Block, spent: SpentOutputs): BlockFigures {
  const [coinbase, ...txs] = block.txs;
  if (coinbase === undefined) throw new CodedError('index.bad-block', 'a block without transactions');
  const fees = txs.map((tx, i) => feeOf(tx, spent, i + 1));
  const rated = effectiveRates(txs, fees);
  const { median, range } = feeStatistics(rated);
  const segwit = txs.filter((tx) => tx.hasWitness);
  const sum = (list: readonly Transaction[], value: (tx: Transaction) => number) =>
    list.reduce((total, tx) => total + value(tx), 0);
  const outputsOf = (tx: Transaction) => explicit(sumOfValues(tx.outputs().map(({ value }) => value)));
  return {
    totalFees: fees.reduce((total, fee) => total + fee, 0),
    reward: outputsOf(coinbase),
    medianFee: median,
    feeRange: range,
    feePercentiles: feePercentiles(fees),
    inputs: sum(txs, (tx) => tx.inputCount),
    outputs: sum(block.txs, (tx) => tx.outputCount),
    totalOut: sum(txs, outputsOf),
    txSize: sum(txs, (tx) => tx.size),
    txWeight: sum(txs, (tx) => tx.weight),
    segwitTxs: segwit.length,
    segwitSize: sum(segwit, (tx) => tx.size),
    segwitWeight: sum(segwit, (tx) => tx.weight),
    coinbaseScript: coinbase.input(0).scriptSig.slice(0, 200),
    payoutScripts: payouts(coinbase),
  };
}

function explicit(sum: number | undefined): number {
  if (sum === undefined) throw new CodedError('index.bad-block', 'a blinded amount in a block of plain amounts');
  return sum;
}

function feeOf(tx: Transaction, spent: SpentOutputs, index: number): number {
  const inputs = spent.of(index);
  if (inputs.length !== tx.inputCount) {
    throw new CodedError('index.bad-block', 'the spent outputs do not fit the block', { datum: displayHash(tx.txid) });
  }
  return (
    explicit(sumOfValues(inputs.map(({ value }) => value))) -
    explicit(sumOfValues(tx.outputs().map(({ value }) => value)))
  );
}

function payouts(coinbase: Transaction): Uint8Array[] {
  const seen = new Map<string, Uint8Array>();
  for (const { value, script } of coinbase.outputs()) {
    if (value !== 0 && !seen.has(toHex(script))) seen.set(toHex(script), script.slice());
  }
  return boundedPayouts([...seen.values()]);
}

/**
 * Rates at which a block's transactions were worth mining: backwards, a transaction whose output a later neighbour spends
 * joins that one's package; forwards, none is dearer than its cheapest parent in the block.
 * Source: domain-mempool 7.4 (fast)
 */
export function effectiveRates(txs: readonly Transaction[], fees: readonly number[]): RatedTx[] {
  const rates = txs.map((tx, i) => fees[i]! / (tx.weight / 4));
  const parentsOf = txs.map((tx) => tx.inputs().map(({ prevTxid }) => displayHash(prevTxid)));
  const ids = txs.map((tx) => displayHash(tx.txid));
  let members: number[] = [];
  let wanted = new Set<string>();
  const close = () => {
    if (members.length > 1) {
      const fee = members.reduce((sum, i) => sum + fees[i]!, 0);
      const weight = members.reduce((sum, i) => sum + txs[i]!.weight, 0);
      for (const i of members) rates[i] = fee / (weight / 4);
    }
    members = [];
    wanted = new Set();
  };
  for (let i = txs.length - 1; i >= 0; i--) {
    if (members.length > 0 && !wanted.has(ids[i]!)) close();
    members.push(i);
    for (const parent of parentsOf[i]!) wanted.add(parent);
  }
  close();
  const byId = new Map<string, number>();
  txs.forEach((_, i) => {
    for (const parent of parentsOf[i]!) {
      const parentRate = byId.get(parent);
      if (parentRate !== undefined && parentRate < rates[i]!) rates[i] = parentRate;
    }
    byId.set(ids[i]!, rates[i]!);
  });
  return txs.map((tx, i) => ({ fee: fees[i]!, weight: tx.weight, rate: rates[i]! }));
}
