import { ByteWriter } from '../../src/index.ts';

/** A transaction to be serialized; omitted parts get a default value. */
export interface Draft {
  version?: number;
  inputs?: { prevTxid?: Uint8Array; prevVout?: number; scriptSig?: Uint8Array; sequence?: number }[];
  outputs?: { value?: number; script?: Uint8Array }[];
  /** One stack per input; absent: serialised without witness. */
  witness?: Uint8Array[][];
  locktime?: number;
}

const nothing = new Uint8Array(0);

/** Returns the serialized form (BIP 144). */
export function makeTransaction({
  version = 2,
  inputs = [{}],
  outputs = [{}],
  witness,
  locktime = 0,
}: Draft): Uint8Array {
  const writer = new ByteWriter(1024).u32(version);
  if (witness !== undefined) writer.u8(0).u8(1);
  writer.compactSize(inputs.length);
  for (const { prevTxid, prevVout = 0, scriptSig = nothing, sequence = 0xffffffff } of inputs) {
    writer.bytes(prevTxid ?? new Uint8Array(32).fill(7));
    writer.u32(prevVout).lengthPrefixed(scriptSig).u32(sequence);
  }
  writer.compactSize(outputs.length);
  for (const { value = 1000, script = nothing } of outputs) writer.u64(value).lengthPrefixed(script);
  for (const stack of witness ?? []) {
    writer.compactSize(stack.length);
    for (const item of stack) writer.lengthPrefixed(item);
  }
  return writer.u32(locktime).finish();
}
