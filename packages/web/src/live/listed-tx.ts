import type { Status, Tx, Vin, Vout } from '@glassblock/contract';
import { effectOf, type Owns } from './own-effect.ts';

/** Rows of a side that a list keeps: what it shows at first, and enough to compare addresses by. */
export const listedRows = 20;

/** What a list says of an output. Its script is there only where it is shown: of a bare key, and the beginning of a message. */
export type ListedOutput = Pick<Vout, 'scriptpubkey' | 'scriptpubkey_address' | 'scriptpubkey_type' | 'value'>;

/** What a list says of an input; `scriptsig` only of a coinbase. */
export interface ListedInput extends Pick<Vin, 'txid' | 'vout' | 'is_coinbase' | 'scriptsig'> {
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

/** Digits of a message's script: more than its row shows. */
const messageDigits = 1_000;

function listedOutput(output: Vout): ListedOutput {
  const { scriptpubkey: script, scriptpubkey_address: address, scriptpubkey_type: type, value } = output;
  const shown = type === 'p2pk' ? script : type === 'op_return' ? script.slice(0, messageDigits) : '';
  return {
    scriptpubkey: shown,
    ...(address !== undefined && { scriptpubkey_address: address }),
    scriptpubkey_type: type,
    value,
  };
}

/**
 * Cuts a transaction to what a list shows.
 * @param owns  of the address whose list it is
 * @param rows  kept of each side
 */
export function listed(tx: Tx, owns?: Owns, rows = listedRows): ListedTx {
  const own = owns && [...tx.vout, ...tx.vin.flatMap(({ prevout }) => prevout ?? [])].find(owns);
  const effect = owns && effectOf(tx, owns);
  return {
    txid: tx.txid,
    status: tx.status,
    fee: tx.fee,
    weight: tx.weight,
    vin: tx.vin.slice(0, rows).map(({ txid, vout, is_coinbase, scriptsig, prevout }) => ({
      txid,
      vout,
      is_coinbase,
      scriptsig: is_coinbase ? scriptsig : '',
      prevout: prevout && listedOutput(prevout),
    })),
    vout: tx.vout.slice(0, rows).map(listedOutput),
    inputs: tx.vin.length,
    outputs: tx.vout.length,
    total: tx.vout.reduce((sum, { value }) => sum + value, 0),
    ...(effect && { net: effect.funded_txo_sum - effect.spent_txo_sum }),
    ...(own && { ownType: own.scriptpubkey_type }),
  };
}
