import { CodedError, feePercentiles, feeStatistics, toHex } from '@glassblock/primitives';
import type { BlockColumns } from '@glassblock/primitives/columns';

import { type BlockFigures, boundedPayouts } from '../rows/block/block-row.ts';

/** Columns of a block, and for each input the position of the funding transaction in the block, or -1. */
type FigureColumns = BlockColumns & { parent: Int32Array };

const maxCoinbaseScriptSize = 200;

/**
 * Computes the statistics of a block from its columns.
 * @throws {CodedError} index.bad-block if a fee is negative
 */
export function blockFigures(columns: FigureColumns): BlockFigures {
  const { txCount, txAt, strippedSize, firstInput, firstOutput, outputValue, spentValue } = columns;
  const fees = new Float64Array(txCount);
  const weights = new Float64Array(txCount);
  let [totalOut, segwitTxs, segwitSize, segwitWeight, txSize, txWeight] = [0, 0, 0, 0, 0, 0];
  for (let t = 1; t < txCount; t++) {
    const paid = sumOf(outputValue, firstOutput[t]!, firstOutput[t + 1]!);
    const fee = sumOf(spentValue, firstInput[t]!, firstInput[t + 1]!) - paid;
    if (fee < 0) throw new CodedError('index.bad-block', 'the spent outputs do not match the block', { datum: t });
    const size = txAt[t + 1]! - txAt[t]!;
    const weight = 3 * strippedSize[t]! + size;
    fees[t] = fee;
    weights[t] = weight;
    totalOut += paid;
    txSize += size;
    txWeight += weight;
    if (size === strippedSize[t]) continue;
    segwitTxs++;
    segwitSize += size;
    segwitWeight += weight;
  }
  const rates = effectiveRates(columns, fees, weights);
  const rated = Array.from({ length: txCount - 1 }, (_, i) => ({
    fee: fees[i + 1]!,
    weight: weights[i + 1]!,
    rate: rates[i + 1]!,
  }));
  const { median, range } = feeStatistics(rated);
  return {
    totalFees: sumOf(fees, 1, txCount),
    reward: sumOf(outputValue, 0, firstOutput[1]!),
    medianFee: median,
    feeRange: range,
    feePercentiles: feePercentiles(rated.map(({ fee }) => fee)),
    inputs: firstInput[txCount]!,
    outputs: firstOutput[txCount]!,
    totalOut,
    txSize,
    txWeight,
    segwitTxs,
    segwitSize,
    segwitWeight,
    coinbaseScript: coinbaseScript(columns).slice(0, maxCoinbaseScriptSize),
    payoutScripts: payouts(columns),
  };
}

function sumOf(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i]!;
  return sum;
}

/** Returns the input script of the coinbase: the first input follows version, marker and count. */
function coinbaseScript({ bytes, txAt }: FigureColumns): Uint8Array {
  const at = txAt[0]! + (bytes[txAt[0]! + 4] === 0 ? 6 : 4) + 1 + 36;
  return bytes.subarray(at + 1, at + 1 + bytes[at]!);
}

function payouts({ bytes, firstOutput, outputValue, outputScriptAt, outputScriptEnd }: FigureColumns): Uint8Array[] {
  const seen = new Map<string, Uint8Array>();
  for (let o = 0; o < firstOutput[1]!; o++) {
    const script = bytes.slice(outputScriptAt[o]!, outputScriptEnd[o]!);
    if (outputValue[o] !== 0 && !seen.has(toHex(script))) seen.set(toHex(script), script);
  }
  return boundedPayouts([...seen.values()]);
}

/**
 * Returns effective fee rates of a block's transactions, sat/vB: backwards, a transaction whose output is spent by a
 * later
 * neighbour joins that package; forwards, no fee rate is above that of its lowest parent in the block.
 */
export function effectiveRates(
  { txCount, firstInput, parent }: Pick<FigureColumns, 'txCount' | 'firstInput' | 'parent'>,
  fees: Float64Array,
  weights: Float64Array,
): Float64Array {
  const rates = new Float64Array(txCount);
  for (let t = 1; t < txCount; t++) rates[t] = fees[t]! / (weights[t]! / 4);
  const wantedBy = new Int32Array(txCount).fill(-1);
  let members: number[] = [];
  let group = 0;
  const close = () => {
    if (members.length > 1) {
      let fee = 0;
      let weight = 0;
      for (const t of members) {
        fee += fees[t]!;
        weight += weights[t]!;
      }
      for (const t of members) rates[t] = fee / (weight / 4);
    }
    members = [];
    group++;
  };
  for (let t = txCount - 1; t >= 1; t--) {
    if (members.length > 0 && wantedBy[t] !== group) close();
    members.push(t);
    for (let i = firstInput[t]!; i < firstInput[t + 1]!; i++) if (parent[i]! > 0) wantedBy[parent[i]!] = group;
  }
  close();
  for (let t = 1; t < txCount; t++) {
    for (let i = firstInput[t]!; i < firstInput[t + 1]!; i++) {
      if (parent[i]! > 0 && rates[parent[i]!]! < rates[t]!) rates[t] = rates[parent[i]!]!;
    }
  }
  return rates;
}
