import { fromHex, hashFromDisplay } from '@glassblock/primitives';
import type { Presence } from '../columns/presence.ts';
import type { MempoolView } from '../mempool-view.ts';

const noFigures = { txCount: 0, fundedCount: 0, fundedSum: 0, spentCount: 0, spentSum: 0 };

/** Returns a view that calls another thread only for scripts and outpoints that may be in the mempool. */
export function presentOnlyView(view: MempoolView, presence: Presence): MempoolView {
  const mayTouch = (hash: string) => presence.mayTouch(fromHex(hash));
  return {
    ...view,
    script: async (hash, options) => (mayTouch(hash) ? view.script(hash, options) : { ...noFigures, txids: [] }),
    scriptTxs: async (hashes, options) =>
      hashes.some(mayTouch) ? view.scriptTxs(hashes, options) : { entries: [], holdsCursor: false },
    scriptOutputs: async (hash) => (mayTouch(hash) ? view.scriptOutputs(hash) : { unspent: [], spent: [] }),
    async spenders(outpoints) {
      let lastId: string | undefined;
      let txid: Uint8Array = new Uint8Array(32);
      const indexes: number[] = [];
      for (const [i, outpoint] of outpoints.entries()) {
        if (outpoint.txid !== lastId) txid = hashFromDisplay((lastId = outpoint.txid));
        if (presence.maySpend(txid, outpoint.vout)) indexes.push(i);
      }
      const spenders: Awaited<ReturnType<MempoolView['spenders']>> = outpoints.map(() => undefined);
      if (indexes.length === 0) return spenders;
      const found = await view.spenders(indexes.map((i) => outpoints[i]!));
      for (const [n, i] of indexes.entries()) spenders[i] = found[n];
      return spenders;
    },
  };
}
