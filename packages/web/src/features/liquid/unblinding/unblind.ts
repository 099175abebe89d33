import type { LiquidTx, LiquidVout } from '@glassblock/contract/liquid';
import { fromHex, toHex } from '@glassblock/primitives';
import type { BlindedTuple } from './blinded-link.ts';

/** The part of secp256k1-zkp that computes commitments. */
export interface Commitments {
  /** @throws for a blinder that is not a scalar of the curve */
  generator(asset: Uint8Array, blinder: Uint8Array): Uint8Array;
  /** @throws as above */
  commitment(value: string, generator: Uint8Array, blinder: Uint8Array): Uint8Array;
}

/** Amount and asset of a confidential input or output. */
export interface Revealed {
  value: number;
  asset: string;
}

/** Amounts and assets that a link reveals. */
export interface Unblinded {
  inputs: ReadonlyMap<number, Revealed>;
  outputs: ReadonlyMap<number, Revealed>;
  /** Each tuple of the link belongs to an input or output. */
  isComplete: boolean;
}

const reversed = (hex: string): Uint8Array => fromHex(hex).reverse();

/** Returns both commitments of a tuple as hex; undefined for invalid blinders. */
function commitmentsOf(tuple: BlindedTuple, zkp: Commitments): { asset: string; value: string } | undefined {
  try {
    const generator = zkp.generator(reversed(tuple.asset), reversed(tuple.assetBlinder));
    const value = zkp.commitment(tuple.value, generator, reversed(tuple.valueBlinder));
    return { asset: toHex(generator), value: toHex(value) };
  } catch {
    // not on the curve: the tuple matches nothing
    return undefined;
  }
}

/**
 * Finds the inputs and outputs of the tuples of a link by their commitments, and derives a last unknown one from the
 * balance.
 */
export function unblind(tx: LiquidTx, tuples: readonly BlindedTuple[], zkp: Commitments): Unblinded {
  const inputs = new Map<number, Revealed>();
  const outputs = new Map<number, Revealed>();
  let isComplete = true;
  for (const tuple of tuples) {
    const made = commitmentsOf(tuple, zkp);
    const found = { value: Number(tuple.value), asset: tuple.asset };
    const isOf = (output: LiquidVout | null) =>
      made !== undefined && output?.valuecommitment === made.value && output.assetcommitment === made.asset;
    let isFound = false;
    tx.vin.forEach(({ prevout }, index) => {
      if (!isOf(prevout)) return;
      inputs.set(index, found);
      isFound = true;
    });
    tx.vout.forEach((output, index) => {
      if (!isOf(output)) return;
      outputs.set(index, found);
      isFound = true;
    });
    if (!isFound) isComplete = false;
  }
  deduce(tx, inputs, outputs);
  return { inputs, outputs, isComplete };
}

/**
 * Derives the amount of the only input or output that is still unknown: inputs and issuances equal outputs in each
 * asset. Peg-ins and blinded issuances have unknown amounts too, and amounts from 2^53 on are not exact.
 */
function deduce(tx: LiquidTx, inputs: Map<number, Revealed>, outputs: Map<number, Revealed>): void {
  if (tx.vin.some(({ is_pegin, is_coinbase }) => is_pegin || is_coinbase)) return;
  /** Excess of the inputs over the outputs, by asset. */
  const excess = new Map<string, bigint>();
  const add = (asset: string, value: bigint) => excess.set(asset, (excess.get(asset) ?? 0n) + value);
  const unknown: { side: 'input' | 'output'; index: number }[] = [];
  let isExact = true;
  const count = (side: 'input' | 'output', index: number, output: LiquidVout | null, known: Revealed | undefined) => {
    const { value, asset } = known ?? output ?? {};
    if (value === undefined || asset === undefined) return void unknown.push({ side, index });
    // rounded in JSON
    if (!Number.isSafeInteger(value)) isExact = false;
    add(asset, BigInt(value) * (side === 'input' ? 1n : -1n));
  };
  for (const [index, { prevout, issuance }] of tx.vin.entries()) {
    count('input', index, prevout, inputs.get(index));
    if (issuance === undefined) continue;
    if (issuance.assetamountcommitment !== undefined || issuance.tokenamountcommitment !== undefined) return;
    // the id of the token is not in the answer
    if ((issuance.tokenamount ?? 0) > 0) return;
    const issued = issuance.assetamount ?? 0;
    if (!Number.isSafeInteger(issued)) isExact = false;
    add(issuance.asset_id, BigInt(issued));
  }
  for (const [index, output] of tx.vout.entries()) count('output', index, output, outputs.get(index));
  if (!isExact) return;
  const left = [...excess].filter(([, value]) => value !== 0n);
  const [row, ...otherRows] = unknown;
  const [rest, ...others] = left;
  if (row === undefined || rest === undefined || otherRows.length > 0 || others.length > 0) return;
  const [asset, value] = rest;
  if (row.side === 'output' && value > 0n) outputs.set(row.index, { asset, value: Number(value) });
  if (row.side === 'input' && value < 0n) inputs.set(row.index, { asset, value: Number(-value) });
}
