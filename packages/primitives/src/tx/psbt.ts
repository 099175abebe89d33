import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { concatBytes, toHex } from '../bytes/bytes.ts';
import { CodedError } from '../errors.ts';
import { readWholeTransaction } from './transaction.ts';

/** Start of every PSBT in hex: `psbt` and 0xff. */
export const psbtMagic = '70736274ff';

/** An input of a PSBT. */
export interface PsbtInput {
  /** Txid of the output that it spends, in internal byte order. */
  prevTxid: Uint8Array;
  /** The input has the whole parent transaction (PSBT_IN_NON_WITNESS_UTXO). */
  hasParent: boolean;
  /** Offset of the input's map. */
  offset: number;
}

const malformed = (text: string) => new CodedError('primitives.bad-psbt', text);

/**
 * Reads a map of a PSBT up to its separator. Keys are hex.
 * @throws {CodedError} primitives.bad-psbt, or a code of the byte reader when the bytes end early
 */
export function readPsbtMap(reader: ByteReader): Map<string, Uint8Array> {
  const map = new Map<string, Uint8Array>();
  for (;;) {
    const key = reader.lengthPrefixed();
    if (key.length === 0) return map;
    const name = toHex(key);
    if (map.has(name)) throw malformed('a key occurs twice');
    map.set(name, reader.lengthPrefixed());
  }
}

/** Returns the txids that the inputs spend of a version 0 PSBT; undefined for version 2, which has them in the inputs. */
function unsignedPrevTxids(globals: ReadonlyMap<string, Uint8Array>): Uint8Array[] | undefined {
  const raw = globals.get('00');
  return (
    raw &&
    readWholeTransaction(raw)
      .inputs()
      .map(({ prevTxid }) => prevTxid)
  );
}

/**
 * Reads the inputs of a PSBT of version 0 or 2.
 * Source: BIP 174, BIP 370
 * @throws {CodedError} primitives.bad-psbt, or a code of the byte reader when the bytes end early
 */
export function readPsbtInputs(bytes: Uint8Array): PsbtInput[] {
  if (toHex(bytes.subarray(0, 5)) !== psbtMagic) throw malformed('not a PSBT');
  const reader = new ByteReader(bytes, 5);
  const globals = readPsbtMap(reader);
  const prevTxids = unsignedPrevTxids(globals);
  const count = prevTxids?.length ?? new ByteReader(globals.get('04') ?? new Uint8Array()).count(0);
  return Array.from({ length: Math.min(count, reader.remaining + 1) }, (_, index) => {
    const { offset } = reader;
    const map = readPsbtMap(reader);
    const prevTxid = prevTxids?.[index] ?? map.get('0e');
    if (prevTxid?.length !== 32) throw malformed('an input without previous txid');
    return { prevTxid, hasParent: map.has('00'), offset };
  });
}

/**
 * Returns a PSBT with the whole parent transactions of some inputs; all other fields stay as they are.
 * @param parents by index of the input
 */
export function withPsbtParents(
  bytes: Uint8Array,
  inputs: readonly PsbtInput[],
  parents: ReadonlyMap<number, Uint8Array>,
): Uint8Array {
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const [index, { offset }] of inputs.entries()) {
    const parent = parents.get(index);
    if (parent === undefined) continue;
    const header = new ByteWriter().compactSize(1).bytes(Uint8Array.of(0)).compactSize(parent.length).finish();
    parts.push(bytes.subarray(end, offset), header, parent);
    end = offset;
  }
  return concatBytes(...parts, bytes.subarray(end));
}
