import { displayHash, isSats, type OutputValue, scriptType, type Txid } from '@glassblock/primitives';
import {
  type AssetId,
  type ElementsBlock,
  type ElementsInput,
  type ElementsNetworkRow,
  type ElementsOutput,
  type ElementsTransaction,
  type IssuedAsset,
  isCommitment,
  issuedAsset,
  pegInOf,
  pegOutOf,
} from '@glassblock/primitives/elements';

/** Amount in units of the asset; undefined when confidential. */
export type AssetAmount = bigint | undefined;

/** An issuance or reissuance by an input. */
export interface IssuanceEvent {
  readonly kind: 'issuance' | 'reissuance';
  readonly assetId: AssetId;
  readonly vin: number;
  readonly amount: AssetAmount;
  /** Reissuance tokens: 0 in a reissuance. */
  readonly tokenAmount: AssetAmount;
  /** Inputs of the asset id; undefined in a reissuance. */
  readonly created: CreatedAsset | undefined;
}

/** A new asset. 32 bytes each, internal order. */
export interface CreatedAsset {
  readonly entropy: Uint8Array;
  readonly tokenId: AssetId;
  /** 32 zeros without a contract. */
  readonly contractHash: Uint8Array;
  /** The outpoint spent by the issuing input. */
  readonly prevTxid: Txid;
  readonly prevVout: number;
}

/** A claim of an output of the parent chain. */
export interface PegInEvent {
  readonly kind: 'peg-in';
  readonly assetId: AssetId;
  readonly vin: number;
  readonly amount: bigint;
  /** The claimed output. */
  readonly parentTxid: Txid;
  readonly parentVout: number;
  /** Script of this chain to which the deposit address commits. */
  readonly claimScript: Uint8Array;
}

/** A request to be paid on the parent chain. */
export interface PegOutEvent {
  readonly kind: 'peg-out';
  readonly assetId: AssetId;
  readonly vout: number;
  readonly amount: bigint;
  /** Script to be paid there. */
  readonly script: Uint8Array;
}

/** An explicit amount in an unspendable output. */
export interface BurnEvent {
  readonly kind: 'burn';
  readonly assetId: AssetId;
  readonly vout: number;
  readonly amount: bigint;
}

/** Effect of one input or output on the supply of an asset. */
export type AssetEvent = IssuanceEvent | PegInEvent | PegOutEvent | BurnEvent;

/** The events of one transaction: inputs, then outputs. */
export interface AssetChange {
  /** Position of the transaction in its block. */
  readonly position: number;
  readonly txid: Txid;
  readonly events: readonly AssetEvent[];
}

/**
 * The pegged asset and the chain that it comes from; on liquidregtest as reported by the node, not as in the network
 * table.
 */
export type PegContext = Pick<ElementsNetworkRow, 'nativeAsset' | 'parent'>;

const amountOf = (value: OutputValue | undefined): AssetAmount =>
  value === undefined ? 0n : isCommitment(value) ? undefined : BigInt(value);

/**
 * Returns the effect of a block on the supply of assets, in block order, for the transactions that have one. Transfers
 * and fees have none. A pure function of the block.
 */
export function assetChangesOf(block: Pick<ElementsBlock, 'txs'>, context: PegContext): AssetChange[] {
  const changes: AssetChange[] = [];
  block.txs.forEach((tx, position) => {
    const events = assetEventsOf(tx, context);
    if (events.length > 0) changes.push({ position, txid: tx.txid, events });
  });
  return changes;
}

/** Returns the effect of a transaction on the supply of assets, for the mempool too. */
export function assetEventsOf(tx: ElementsTransaction, context: PegContext): AssetEvent[] {
  const events: AssetEvent[] = [];
  for (let vin = 0; vin < tx.inputCount; vin++) {
    const input = tx.input(vin);
    if (input.issuance !== undefined) events.push(issuanceEvent(input, vin));
    const pegIn = pegInEvent(input, vin, context);
    if (pegIn !== undefined) events.push(pegIn);
  }
  for (let vout = 0; vout < tx.outputCount; vout++) {
    const event = outputEvent(tx.output(vout), vout, context);
    if (event !== undefined) events.push(event);
  }
  return events;
}

function issuanceEvent(input: ElementsInput, vin: number): IssuanceEvent {
  const issuance = input.issuance!;
  const ids: IssuedAsset = issuedAsset(input.prevTxid, input.prevVout, issuance);
  const { assetId, entropy, tokenId, contractHash } = ids;
  return {
    kind: ids.isReissuance ? 'reissuance' : 'issuance',
    assetId,
    vin,
    amount: amountOf(issuance.amount),
    tokenAmount: amountOf(issuance.tokenAmount),
    created:
      contractHash === undefined
        ? undefined
        : { entropy, tokenId, contractHash, prevTxid: input.prevTxid, prevVout: input.prevVout },
  };
}

/**
 * A peg-in of another asset, from another chain than the network's, or of an amount that no bitcoin output has (from 2^53
 * on) does not count: the node rejects it.
 */
function pegInEvent(input: ElementsInput, vin: number, { nativeAsset, parent }: PegContext): PegInEvent | undefined {
  const pegIn = pegInOf(input);
  if (pegIn === undefined || displayHash(pegIn.assetId) !== displayHash(nativeAsset)) return undefined;
  if (displayHash(pegIn.genesisHash) !== parent?.genesisHash || !isSats(pegIn.value)) return undefined;
  const { claimScript, parentTxid, parentVout } = pegIn;
  return {
    kind: 'peg-in',
    assetId: nativeAsset,
    vin,
    amount: BigInt(pegIn.value),
    parentTxid,
    parentVout,
    claimScript,
  };
}

function outputEvent(
  output: ElementsOutput,
  vout: number,
  { nativeAsset, parent }: PegContext,
): PegOutEvent | BurnEvent | undefined {
  const { assetId, value, script } = output;
  if (assetId === undefined || isCommitment(value) || value === 0) return undefined;
  const type = scriptType(script);
  if (type !== 'op_return' && type !== 'provably_unspendable') return undefined;
  const amount = BigInt(value);
  // more than any bitcoin output has cannot be paid: it is a burn, as with a malformed script
  if (displayHash(assetId) === displayHash(nativeAsset) && isSats(value)) {
    const pegOut = pegOutOf(script);
    if (pegOut !== undefined && displayHash(pegOut.genesisHash) === parent?.genesisHash) {
      return { kind: 'peg-out', assetId, vout, amount, script: pegOut.script };
    }
  }
  return { kind: 'burn', assetId, vout, amount };
}
