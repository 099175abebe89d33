import { amountAt, ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { CodedError } from '../errors.ts';
import { requireBitcoin } from '../format.ts';
import { type Format, isSats, type Sats } from '../units.ts';
import type { TxOutput } from './transaction.ts';

/** The outputs that a block spends, by transaction. */
export interface SpentOutputs {
  /** Transactions of the block, the coinbase included. */
  readonly txCount: number;
  /**
   * Returns the prevouts of the transaction at `txIndex`, in input order; none for the coinbase. Creates new objects on
   * each call.
   */
  of(txIndex: number): TxOutput[];
}

const minOutput = 9;

/**
 * Reads the node's answer to `/rest/spenttxouts/<hash>.bin`: a list for each transaction (an empty one for the
 * coinbase) of serialized outputs. The bytes are referenced, not copied.
 * @throws {CodedError} primitives.truncated, .trailing-bytes, .value-out-of-range, .non-canonical, .too-many
 */
export function readSpentOutputs(bytes: Uint8Array, format: Format = 'bitcoin'): SpentOutputs {
  requireBitcoin(format);
  const reader = new ByteReader(bytes);
  const txCount = reader.count(1);
  const offsets = new Uint32Array(txCount);
  for (let tx = 0; tx < txCount; tx++) {
    offsets[tx] = reader.offset;
    for (let left = reader.count(minOutput); left > 0; left--) {
      reader.u64();
      reader.skip(reader.compactSize());
    }
  }
  reader.expectEnd();
  return {
    txCount,
    of(txIndex) {
      const at = offsets[txIndex];
      if (at === undefined) throw new RangeError(`no transaction ${txIndex} of ${txCount}`);
      return outputsAt(new ByteReader(bytes, at));
    },
  };
}

function outputsAt(reader: ByteReader): TxOutput[] {
  const outputs: TxOutput[] = new Array(reader.compactSize());
  for (let i = 0; i < outputs.length; i++) {
    const value = amountAt(reader.bytes, reader.skip(8)) as Sats;
    outputs[i] = { value, script: reader.lengthPrefixed() };
  }
  return outputs;
}

/**
 * Inverse of `readSpentOutputs`: for nodes that return spent outputs only in JSON, and for the simulated node.
 * `lists` starts with the coinbase's empty list.
 * @throws {CodedError} primitives.unsupported-format on a blinded value
 */
export function writeSpentOutputs(lists: readonly (readonly TxOutput[])[]): Uint8Array {
  const writer = new ByteWriter(4096).compactSize(lists.length);
  for (const outputs of lists) {
    writer.compactSize(outputs.length);
    for (const { value, script } of outputs) {
      if (!isSats(value)) throw new CodedError('primitives.unsupported-format', 'no codec for a blinded value');
      writer.u64(value).lengthPrefixed(script);
    }
  }
  return writer.finish();
}
