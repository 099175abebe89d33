import { displayHash, fromHex, isSats, scriptHashHex } from '@glassblock/primitives';
import { none } from '../graph/tx-graph.ts';
import type { Mempool } from '../memory/mempool.ts';

/** Maximum transactions of one script whose outputs are read. */
const maxScriptTxs = 10_000;

/** Outputs of a script as the mempool leaves them. Ids are display hex, values sats. */
export interface ScriptOutputs {
  unspent: { txid: string; vout: number; value: number }[];
  spent: { txid: string; vout: number }[];
}

/**
 * For the newest transactions that touch a script, oldest first: returns unspent outputs to it, and its outpoints that
 * they spend.
 * @param hash of the script, hex
 */
export function scriptOutputs(mempool: Mempool, hash: string): ScriptOutputs {
  const unspent: ScriptOutputs['unspent'] = [];
  const spent: ScriptOutputs['spent'] = [];
  const isOurs = (script: Uint8Array) => scriptHashHex(script) === hash;
  for (const slot of mempool.byScript(fromHex(hash), maxScriptTxs, none).reverse()) {
    const { id, txid, tx, prevouts } = mempool.read(slot);
    for (const [vout, { value, script }] of tx.outputs().entries()) {
      if (!isSats(value) || !isOurs(script)) continue;
      if (mempool.spender(txid, vout) === undefined) unspent.push({ txid: id, vout, value });
    }
    for (const [i, { script }] of prevouts.entries()) {
      if (!isOurs(script)) continue;
      const { prevTxid, prevVout } = tx.input(i);
      spent.push({ txid: displayHash(prevTxid), vout: prevVout });
    }
  }
  return { unspent, spent };
}
