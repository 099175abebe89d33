import type { Status, Tx, Vin, Vout } from '@glassblock/contract';
import type { Mark, Marking } from '../../script/marks.ts';
import { effectOf, type Owns } from './net-change.ts';

/** Rows per side that a list holds: those shown initially, and enough to compare addresses. */
export const listedRows = 20;

/** Information about the script of a row. */
interface Known {
  /** Known patterns of its script; absent when there are none. */
  marks?: readonly Mark[];
  /** Start of its human-readable message. */
  message?: string;
}

/** An output in a list. Its script is present only where it is shown: for a bare public key. */
export type ListedOutput = Known & Pick<Vout, 'scriptpubkey' | 'scriptpubkey_address' | 'scriptpubkey_type' | 'value'>;

/** An input in a list. */
export interface ListedInput extends Known, Pick<Vin, 'txid' | 'vout' | 'is_coinbase'> {
  prevout: ListedOutput | null;
}

/** A transaction in a list: without witnesses, and without rows that are hidden initially. */
export interface ListedTx {
  txid: string;
  status: Status;
  /** Sats. */
  fee: number;
  /** Weight units. */
  weight: number;
  /** The first `listedRows`, or all of them after a request. */
  vin: ListedInput[];
  vout: ListedOutput[];
  inputs: number;
  outputs: number;
  /** Sum of all outputs, sats. */
  total: number;
  /** Net amount for the address of the list, sats; absent without an address. */
  net?: number;
  /** Type of the first output of the address. */
  ownType?: string;
}

/** Maximum letters of a message in a row. */
export const messageLetters = 200;

const known = (marks: readonly Mark[], message: string): Known => ({
  ...(marks.length > 0 && { marks }),
  ...(message !== '' && { message: message.slice(0, messageLetters) }),
});

function heldBy({ scriptpubkey: script, scriptpubkey_address: address, scriptpubkey_type: type, value }: Vout) {
  return {
    scriptpubkey: type === 'p2pk' ? script : '',
    ...(address !== undefined && { scriptpubkey_address: address }),
    scriptpubkey_type: type,
    value,
  };
}

const listedOutput = (output: Vout, marking: Marking | undefined): ListedOutput => ({
  ...heldBy(output),
  ...(marking && known(marking.outputMarks(output), marking.outputMessage(output))),
});

const listedInput = (input: Vin, marking: Marking | undefined): ListedInput => ({
  txid: input.txid,
  vout: input.vout,
  is_coinbase: input.is_coinbase,
  prevout: input.prevout && heldBy(input.prevout),
  ...(marking && known(marking.inputMarks(input), input.is_coinbase ? marking.coinbaseMessage(input.scriptsig) : '')),
});

/**
 * Reduces a transaction to the fields of a list.
 * @param owns of the address whose list it is
 * @param marking script reader; without it rows have no marks and messages
 * @param rows maximum per side
 */
export function listed(tx: Tx, marking: Marking | undefined, owns?: Owns, rows = listedRows): ListedTx {
  const own = owns && [...tx.vout, ...tx.vin.flatMap(({ prevout }) => prevout ?? [])].find(owns);
  const effect = owns && effectOf(tx, owns);
  return {
    txid: tx.txid,
    status: tx.status,
    fee: tx.fee,
    weight: tx.weight,
    vin: tx.vin.slice(0, rows).map((input) => listedInput(input, marking)),
    vout: tx.vout.slice(0, rows).map((output) => listedOutput(output, marking)),
    inputs: tx.vin.length,
    outputs: tx.vout.length,
    total: tx.vout.reduce((sum, { value }) => sum + value, 0),
    ...(effect && { net: effect.funded_txo_sum - effect.spent_txo_sum }),
    ...(own && { ownType: own.scriptpubkey_type }),
  };
}
