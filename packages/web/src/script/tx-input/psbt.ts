import type { Tx } from '@glassblock/contract';
import {
  ByteReader,
  CodedError,
  equalBytes,
  readPsbtMap,
  readTransaction,
  readWholeTransaction,
  type Transaction,
  type TxOutput,
  toHex,
} from '@glassblock/primitives';
import { rowOf, txOf } from './decode-tx.ts';
import { transactionOf } from './tx-bytes.ts';

/** Decoded contents of a PSBT. */
export interface PsbtContent {
  tx: Tx;
  /** Inputs without a final signature. */
  unsigned: number;
}

interface InputFields {
  prevout?: TxOutput;
  scriptSig?: Uint8Array;
  witness?: Uint8Array[];
}

const broken = (what: string): CodedError => new CodedError('preview.psbt', what);

/** Decodes a PSBT of version 0: transaction, prevouts, and final scripts. Partial signatures are not combined. */
export function readPsbt(bytes: Uint8Array, network: string): PsbtContent {
  const reader = new ByteReader(bytes, 5);
  const globals = readPsbtMap(reader);
  const version = globals.get('fb');
  if (version?.some((byte) => byte !== 0)) throw new CodedError('preview.psbt2', 'version 2');
  const raw = globals.get('00');
  if (raw === undefined) throw broken('no transaction');
  const unsigned = readUnsigned(raw);
  const fields = unsigned.inputs().map(({ prevTxid, prevVout }) => readInput(readPsbtMap(reader), prevTxid, prevVout));
  const row = rowOf(network);
  const plain = txOf(
    unsigned,
    fields.map(({ prevout }) => prevout),
    row,
  );
  const signed = transactionOf({
    ...plain,
    vin: plain.vin.map((input, place) => {
      const { scriptSig, witness } = fields[place]!;
      return {
        ...input,
        ...(scriptSig && { scriptsig: toHex(scriptSig) }),
        ...(witness && { witness: witness.map(toHex) }),
      };
    }),
  });
  const missing = fields.filter(({ scriptSig, witness }) => scriptSig === undefined && witness === undefined);
  return {
    tx: txOf(
      signed,
      fields.map(({ prevout }) => prevout),
      row,
    ),
    unsigned: missing.length,
  };
}

function readUnsigned(raw: Uint8Array): Transaction {
  const tx = readWholeTransaction(raw);
  if (tx.hasWitness) throw broken('the transaction is signed');
  return tx;
}

/** Reads fields 00 (previous transaction), 01 (prevout), 07 and 08 (final scripts). */
function readInput(map: ReadonlyMap<string, Uint8Array>, prevTxid: Uint8Array, prevVout: number): InputFields {
  const whole = map.get('00');
  const output = map.get('01');
  const scriptSig = map.get('07');
  const witness = map.get('08');
  let prevout = output && readOutput(output);
  if (whole) {
    const previous = readTransaction(whole);
    if (!equalBytes(previous.txid, prevTxid)) throw broken('a previous transaction is another one');
    if (prevVout >= previous.outputCount) throw broken('an output that does not exist');
    prevout = previous.output(prevVout);
  }
  return {
    ...(prevout && { prevout }),
    ...(scriptSig && { scriptSig }),
    ...(witness && { witness: readWitness(witness) }),
  };
}

function readOutput(bytes: Uint8Array): TxOutput {
  const reader = new ByteReader(bytes);
  const value = reader.u64() as TxOutput['value'];
  return { value, script: reader.lengthPrefixed() };
}

function readWitness(bytes: Uint8Array): Uint8Array[] {
  const reader = new ByteReader(bytes);
  const count = reader.compactSize();
  return Array.from({ length: count }, () => reader.lengthPrefixed());
}
