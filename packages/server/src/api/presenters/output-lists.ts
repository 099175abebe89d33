import type { Outspend, Utxo } from '@glassblock/contract';
import { eachInSlices } from '../../concurrency/slices.ts';
import { EncodedJson } from '../encoded-json.ts';
import { statusText } from './status-text.ts';

/*
 * Lists of outputs as JSON texts, which equal those of JSON.stringify: most of an item is the status of its block, whose
 * text is shared. Ids are hex, so that nothing needs escapes.
 */

/** Returns the JSON text of unspent outputs. */
export async function utxosJson(utxos: readonly Utxo[]): Promise<EncodedJson> {
  let text = '';
  await eachInSlices(utxos, ({ txid, vout, status, value }, i) => {
    text += `${i > 0 ? ',' : ''}{"txid":"${txid}","vout":${vout},"status":${statusText(status)},"value":${value}}`;
  });
  return new EncodedJson(`[${text}]`);
}

/** Returns the JSON text of the spends of a transaction's outputs. */
export async function outspendsJson(outspends: readonly Outspend[]): Promise<EncodedJson> {
  let text = '';
  await eachInSlices(outspends, (outspend, i) => {
    text += `${i > 0 ? ',' : ''}${outspendText(outspend)}`;
  });
  return new EncodedJson(`[${text}]`);
}

function outspendText(outspend: Outspend): string {
  if (!outspend.spent || outspend.status === undefined) return JSON.stringify(outspend);
  const { txid, vin, status } = outspend;
  const id = txid === undefined ? '' : `"txid":"${txid}",`;
  return `{"spent":true,${id}"vin":${vin},"status":${statusText(status)}}`;
}
