import type { ElementsView } from '@glassblock/index/elements';
import type { RemovalReason } from '@glassblock/journal';
import { displayHash } from '@glassblock/primitives';
import type { ElementsBlock } from '@glassblock/primitives/elements';
import type { LiquidMempoolState, LiquidMempoolTx } from '../../network/liquid/liquid-mempool.ts';

/** A transaction that left the mempool, and why. */
export interface Departure {
  readonly entry: LiquidMempoolTx;
  readonly reason: RemovalReason;
  /** The transaction that replaced it or was mined instead, display order. */
  readonly by: string | undefined;
  /** False if the reason is inferred from the chain and the mempool. */
  readonly certain: boolean;
  /** `by` spends an output that it spent itself; false for a descendant of one. */
  readonly isDirect: boolean;
}

/** Mined transactions. */
export interface MinedTxs {
  /** @throws {CodedError} of the index */
  has(txid: Uint8Array): Promise<boolean>;
  /** Returns the transaction that spends an output, display order. @throws {CodedError} of the index */
  spender(txid: Uint8Array, vout: number): Promise<string | undefined>;
}

/** Transactions whose reason is looked up at a time; more of them leave for an unknown reason. */
const maxLookups = 1_000;

/**
 * Returns why transactions have left the mempool. The node does not report it: one that is not in the chain was
 * replaced by the transaction that spends its outpoint, in the mempool or in a block, and its descendants with it.
 * @param gone in any order
 * @param mined of the chain at the tip that `state` was read at, or later
 * @throws {CodedError} of the index
 */
export async function departuresOf(
  mined: MinedTxs,
  gone: readonly LiquidMempoolTx[],
  state: Pick<LiquidMempoolState, 'spends'>,
): Promise<Departure[]> {
  const found = new Map<string, Departure>();
  const open = new Map(gone.map((entry) => [entry.txid, entry]));
  for (const entry of gone.slice(0, maxLookups)) {
    const reason = await reasonOf(mined, entry, state);
    if (reason === undefined) continue;
    found.set(entry.txid, { entry, ...reason });
    open.delete(entry.txid);
  }
  const inherited = (entry: LiquidMempoolTx): Departure | undefined => {
    for (const parent of entry.parents) {
      const of = found.get(parent);
      if (of?.by !== undefined) return { ...of, entry, certain: false, isDirect: false };
    }
    return undefined;
  };
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const entry of open.values()) {
      const departure = inherited(entry);
      if (departure === undefined) continue;
      found.set(entry.txid, departure);
      open.delete(entry.txid);
      isChanged = true;
    }
  }
  return gone.map(
    (entry) => found.get(entry.txid) ?? { entry, reason: 'unknown', by: undefined, certain: false, isDirect: false },
  );
}

async function reasonOf(
  mined: MinedTxs,
  { tx }: LiquidMempoolTx,
  { spends }: Pick<LiquidMempoolState, 'spends'>,
): Promise<Omit<Departure, 'entry'> | undefined> {
  if (await mined.has(tx.txid)) return { reason: 'mined', by: undefined, certain: true, isDirect: true };
  const inputs = tx.inputs().filter(({ isPegIn }) => !isPegIn);
  for (const { prevTxid, prevVout } of inputs) {
    const spender = spends.get(`${displayHash(prevTxid)}:${prevVout}`);
    if (spender !== undefined) return { reason: 'replaced', by: spender.txid, certain: false, isDirect: true };
  }
  for (const { prevTxid, prevVout } of inputs) {
    const by = await mined.spender(prevTxid, prevVout);
    if (by !== undefined) return { reason: 'conflict', by, certain: true, isDirect: true };
  }
  return undefined;
}

/** Returns the transactions of an indexed chain. */
export const minedInView = (view: ElementsView): MinedTxs => ({
  has: async (txid) => (await view.locate(txid)).length > 0,
  async spender(txid, vout) {
    const [number] = await view.locate(txid);
    if (number === undefined) return undefined;
    const [spenders] = await view.spendersOf([{ number }]);
    const spender = spenders?.get(vout);
    if (spender === undefined) return undefined;
    const [spending] = await view.txids([spender.number]);
    return displayHash(spending!);
  },
});

/** Returns the transactions of blocks. */
export function minedInBlocks(blocks: readonly Pick<ElementsBlock, 'txs'>[]): MinedTxs {
  const txids = new Set<string>();
  const spenders = new Map<string, string>();
  for (const tx of blocks.flatMap(({ txs }) => txs)) {
    const txid = displayHash(tx.txid);
    txids.add(txid);
    for (const { prevTxid, prevVout, isPegIn } of tx.inputs()) {
      if (!isPegIn) spenders.set(`${displayHash(prevTxid)}:${prevVout}`, txid);
    }
  }
  return {
    has: async (txid) => txids.has(displayHash(txid)),
    spender: async (txid, vout) => spenders.get(`${displayHash(txid)}:${vout}`),
  };
}
