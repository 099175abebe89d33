import type { Status, Tx, Vin, Vout } from '@glassblock/contract';
import type { Mark, Marking } from '../../script/marks.ts';
import { effectOf, type Owns } from './net-change.ts';

/** Rows of a side that a list keeps: what it shows at first, and enough to compare addresses by. */
export const listedRows = 20;

/** What is shown beside a row besides whose it is. */
interface Known {
  /** What its script is known for; absent for nothing. */
  marks?: readonly Mark[];
  /** The beginning of what it says to people. */
  message?: string;
}

/** What a list says of an output. Its script is there only where it is shown: of a bare key. */
export type ListedOutput = Known & Pick<Vout, 'scriptpubkey' | 'scriptpubkey_address' | 'scriptpubkey_type' | 'value'>;

/** What a list says of an input. */
export interface ListedInput extends Known, Pick<Vin, 'txid' | 'vout' | 'is_coinbase'> {
  prevout: ListedOutput | null;
}

/** A transaction as lists of them show it: without witnesses, and without the rows that are not shown at first. */
export interface ListedTx {
  txid: string;
  status: Status;
  /** Sats. */
  fee: number;
  /** Weight units. */
  weight: number;
  /** The first `listedRows`, or all of them when they were asked for. */
  vin: ListedInput[];
  vout: ListedOutput[];
  inputs: number;
  outputs: number;
  /** Sum of all outputs, sats. */
  total: number;
  /** What the address of the list gained or lost by it, sats; absent in a list of no address. */
  net?: number;
  /** Type of the first output that is the address's own. */
  ownType?: string;
}

/** Letters of a message on a row. */
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
 * Cuts a transaction to what a list shows.
 * @param owns  of the address whose list it is
 * @param marking  what reads scripts; without it no row has marks or a message
 * @param rows  kept of each side
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
