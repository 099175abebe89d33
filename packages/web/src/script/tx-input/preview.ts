import type { Prevout, Tx } from '@glassblock/contract';
import { fromHex, isCoded, psbtMagic, readWholeTransaction, type TxOutput, toHex } from '@glassblock/primitives';
import { isHex } from '../../data/node-error-message.ts';
import { rowOf, txOf } from './decode-tx.ts';
import { readPsbt } from './psbt.ts';
import { hexOfBase64 } from './push-fragment.ts';
import { isUnsigned } from './signed-estimate.ts';
import { transactionOf } from './tx-bytes.ts';

/** A pasted transaction. */
export interface Pasted {
  tx: Tx;
  /** Raw hex for broadcasting; undefined while signatures are missing. */
  hex: string | undefined;
  isPsbt: boolean;
  /** Inputs without a final signature. */
  unsigned: number;
}

/** Why a pasted text is not a transaction; each has a message. */
export type PasteFault = 'text' | 'truncated' | 'trailing' | 'inputs' | 'value' | 'psbt' | 'psbt2' | 'other';

const faults: Readonly<Record<string, PasteFault>> = {
  'primitives.truncated': 'truncated',
  'primitives.trailing-bytes': 'trailing',
  'primitives.no-inputs': 'inputs',
  'primitives.value-out-of-range': 'value',
  'preview.psbt': 'psbt',
  'primitives.bad-psbt': 'psbt',
  'preview.psbt2': 'psbt2',
};

/** Parses raw hex, a hex PSBT, or base64 of either. Nothing is sent to the server. */
export function readPasted(text: string, network: string): Pasted | PasteFault {
  const clean = text.replace(/\s+/g, '');
  const hex = isHex(clean) ? clean.toLowerCase() : hexOfBase64(clean);
  if (hex === undefined || hex === '') return 'text';
  try {
    return hex.startsWith(psbtMagic) ? pastedPsbt(hex, network) : pastedRaw(hex, network);
  } catch (error) {
    if (isCoded(error)) return faults[error.code] ?? 'other';
    throw error;
  }
}

function pastedRaw(hex: string, network: string): Pasted {
  const raw = readWholeTransaction(fromHex(hex));
  const tx = txOf(raw, [], rowOf(network));
  const unsigned = tx.vin.filter(isUnsigned).length;
  return { tx, hex: unsigned > 0 ? undefined : hex, isPsbt: false, unsigned };
}

function pastedPsbt(hex: string, network: string): Pasted {
  const { tx, unsigned } = readPsbt(fromHex(hex), network);
  return { tx, hex: unsigned > 0 ? undefined : toHex(transactionOf(tx).raw), isPsbt: true, unsigned };
}

/** Returns outpoints with unknown prevouts. */
export const missingPrevouts = (tx: Tx): { txid: string; vout: number }[] =>
  tx.vin.flatMap(({ txid, vout, prevout, is_coinbase: isCoinbase }) =>
    prevout === null && !isCoinbase ? [{ txid, vout }] : [],
  );

/** Adds the prevouts that were found for `missingPrevouts`, in its order. */
export function withPrevouts(tx: Tx, found: readonly (Prevout | null)[], network: string): Tx {
  let next = 0;
  const spent = tx.vin.map(({ prevout, is_coinbase: isCoinbase }): TxOutput | undefined => {
    const output = prevout === null && !isCoinbase ? found[next++]?.prevout : prevout;
    return output ? { value: output.value as TxOutput['value'], script: fromHex(output.scriptpubkey) } : undefined;
  });
  return txOf(transactionOf(tx), spent, rowOf(network));
}
