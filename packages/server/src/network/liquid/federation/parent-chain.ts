import type { TxNumber } from '@glassblock/index';
import type { ParentChain, ParentOutpoint, ParentOutput } from '@glassblock/liquid';
import { displayHash, equalBytes, isSats, scriptHash, type Transaction } from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';
import { createPacer } from '../../../concurrency/slices.ts';
import type { BareMinedTx, ChainReader } from '../../chain/chain-reader.ts';

/**
 * Fields of the parent chain's transactions that audits need, by txid. They do not depend on blocks, so they remain
 * valid after a reorg.
 */
export type ParentTxCache = LRUCache<string, ParentTx>;

/** A transaction without its scripts and signatures. */
interface ParentTx {
  readonly inputs: readonly { readonly txid: Uint8Array; readonly vout: number; readonly witnessItems: number }[];
  readonly outputs: readonly { readonly script: Uint8Array; readonly valueSats: number }[];
}

const inputBytes = 160;
const outputBytes = 160;

/** Creates a cache. */
export const createParentTxCache = (maxBytes: number): ParentTxCache =>
  new LRUCache<string, ParentTx>({
    maxSize: maxBytes,
    sizeCalculation: ({ inputs, outputs }) => 200 + inputs.length * inputBytes + outputs.length * outputBytes,
  });

const copyOf = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

const compact = (tx: Transaction): ParentTx => ({
  inputs: tx.inputs().map(({ prevTxid, prevVout, witness }) => ({
    txid: copyOf(prevTxid),
    vout: prevVout,
    witnessItems: witness.length,
  })),
  outputs: tx.outputs().map(({ script, value }) => ({ script: copyOf(script), valueSats: isSats(value) ? value : 0 })),
});

/** Transactions of a script that are read at a time. */
const historyPage = 250;

/** The parent chain of one audit, and further data that the audit reads there. */
export interface AuditedParent extends ParentChain {
  /** Returns the outputs of a transaction, and its fee. */
  payment(txid: Uint8Array): Promise<{ outputs: ParentTx['outputs']; feeSats: number; position: TxNumber } | undefined>;
}

/** Returns the parent chain as a view of its index shows it. Lookups leave the thread to others between slices. */
export function auditedParent(chain: ChainReader, cache: ParentTxCache, tipHeight: number): AuditedParent {
  const { view } = chain;
  const pace = createPacer();
  const places = new Map<string, { number: TxNumber; time: number } | undefined>();

  async function place(txid: Uint8Array) {
    await pace();
    const id = displayHash(txid);
    if (!places.has(id)) {
      const number = await chain.numberOf(txid);
      places.set(id, number === undefined ? undefined : { number, time: await timeAt(number.height) });
    }
    return places.get(id);
  }

  const timeAt = async (height: number) => (await chain.rowsAt([height])).get(height)!.header.time;

  async function many(numbers: readonly TxNumber[]): Promise<{ txid: Uint8Array; tx: ParentTx }[]> {
    const txids = await chain.idsOf(numbers);
    const ids = txids.map(displayHash);
    // read before any is added: those may evict them
    const known = new Map(ids.map((id) => [id, cache.get(id)]));
    const missing = numbers.filter((_, i) => known.get(ids[i]!) === undefined);
    for (const tx of await chain.bareTxs(missing)) {
      const id = displayHash(tx.txid);
      const read = compact(tx);
      known.set(id, read);
      cache.set(id, read);
    }
    return txids.map((txid, i) => ({ txid, tx: known.get(ids[i]!)! }));
  }

  async function transaction(txid: Uint8Array): Promise<ParentTx | undefined> {
    const known = cache.get(displayHash(txid));
    if (known !== undefined) return known;
    const found: BareMinedTx | undefined = await chain.findAlone(txid);
    if (found === undefined) return undefined;
    const tx = compact(found.tx);
    cache.set(displayHash(txid), tx);
    return tx;
  }

  async function output({ txid, vout }: ParentOutpoint): Promise<ParentOutput | undefined> {
    const at = await place(txid);
    const found = at === undefined ? undefined : (await transaction(txid))?.outputs[vout];
    return found === undefined ? undefined : { ...found, txid, vout, height: at!.number.height, time: at!.time };
  }

  return {
    tipHeight,
    output,
    timeAt,
    async spender({ txid, vout }) {
      const at = await place(txid);
      if (at === undefined) return undefined;
      const [spenders] = await view.spendersOf([at]);
      const spender = spenders!.get(vout);
      if (spender === undefined) return undefined;
      const [{ txid: spending, tx }] = (await many([spender.number])) as [{ txid: Uint8Array; tx: ParentTx }];
      const { height } = spender.number;
      const { witnessItems } = tx.inputs[spender.vin]!;
      return { txid: spending, height, time: await timeAt(height), witnessItems };
    },
    async outputsTo(script) {
      const found: ParentOutput[] = [];
      let before: TxNumber | undefined;
      for (;;) {
        const options = before === undefined ? { limit: historyPage } : { before, limit: historyPage };
        const numbers = (await view.history(scriptHash(script), options)).map(({ number }) => number);
        await pace();
        const txs = await many(numbers);
        for (const [i, { txid, tx }] of txs.entries()) {
          const { height } = numbers[i]!;
          const time = await timeAt(height);
          for (const [vout, { script: paid, valueSats }] of tx.outputs.entries()) {
            if (equalBytes(paid, script)) found.push({ txid, vout, script: paid, valueSats, height, time });
          }
        }
        if (numbers.length < historyPage) return found;
        before = numbers.at(-1);
      }
    },
    async spentBy(txid) {
      await pace();
      return (await transaction(txid))?.inputs ?? [];
    },
    async payment(txid) {
      const [at, tx] = [await place(txid), await transaction(txid)];
      if (at === undefined || tx === undefined) return undefined;
      let feeSats = 0;
      for (const { txid: parent, vout } of tx.inputs)
        feeSats += (await transaction(parent))?.outputs[vout]?.valueSats ?? 0;
      for (const { valueSats } of tx.outputs) feeSats -= valueSats;
      return { outputs: tx.outputs, feeSats, position: at.number };
    },
  };
}
