import { ByteWriter } from '@glassblock/primitives';
import { hashOf } from '../state/ids.ts';

/** An output by display txid and index. */
export interface OutPoint {
  readonly txid: string;
  readonly vout: number;
}

/** A transaction before serialization. */
export interface Draft {
  version?: number;
  locktime?: number;
  inputs: { outpoint: OutPoint; sequence: number; scriptSig: Uint8Array; witness: readonly Uint8Array[] }[];
  outputs: { value: number; script: Uint8Array }[];
}

/** A serialized transaction. */
export interface Serialised {
  bytes: Uint8Array;
  weight: number;
  /** Offset of each output's value, so that it can be set once size and fee are known. */
  valueOffsets: number[];
}

/** Grows to the largest transaction: a buffer for each would take longer than to write it. */
const writer = new ByteWriter(4096);

/** Serializes a transaction as in BIP 144: marker, flag and witness only when some input has a witness. */
export function serialise(draft: Draft): Serialised {
  const hasWitness = draft.inputs.some((input) => input.witness.length > 0);
  writer.clear().u32(draft.version ?? 2);
  if (hasWitness) writer.u8(0).u8(1);
  writer.compactSize(draft.inputs.length);
  for (const { outpoint, scriptSig, sequence } of draft.inputs) {
    writer.bytes(hashOf(outpoint.txid)).u32(outpoint.vout).lengthPrefixed(scriptSig).u32(sequence);
  }
  const valueOffsets: number[] = [];
  writer.compactSize(draft.outputs.length);
  for (const { value, script } of draft.outputs) {
    valueOffsets.push(writer.length);
    writer.u64(value).lengthPrefixed(script);
  }
  const witnessAt = writer.length;
  if (hasWitness) {
    for (const { witness } of draft.inputs) {
      writer.compactSize(witness.length);
      for (const item of witness) writer.lengthPrefixed(item);
    }
  }
  const witnessSize = hasWitness ? writer.length - witnessAt + 2 : 0;
  const bytes = writer.u32(draft.locktime ?? 0).finish();
  return { bytes, weight: 4 * bytes.length - 3 * witnessSize, valueOffsets };
}

/** Sets the value of an output in serialized bytes. */
export function setValue(serialised: Serialised, output: number, value: number): void {
  const at = serialised.valueOffsets[output];
  if (at === undefined) throw new RangeError(`no output ${output}`);
  const { buffer, byteOffset } = serialised.bytes;
  new DataView(buffer, byteOffset + at).setBigUint64(0, BigInt(value), true);
}
