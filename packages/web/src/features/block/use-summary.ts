import type { CompressedTx, TxClassified } from '@glassblock/contract';
import { useApiPrefix } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { useAnswer } from '../../ui/hooks/use-answer.ts';
import { api } from '../../url.ts';

/** All transactions of a mined block, or why they are not available. */
export interface Summary {
  txs?: ReadonlyMap<string, CompressedTx>;
  failed: boolean;
  again(): void;
}

/** Converts a mined transaction to the form of projected blocks; it has no first-seen time. */
const squareOf = ({ txid, fee, vsize, value, rate, flags, acc }: TxClassified): CompressedTx =>
  acc ? [txid, fee, vsize, value, rate, flags, 0, 1] : [txid, fee, vsize, value, rate, flags, 0];

/**
 * Loads the transactions of a block.
 * @param hash undefined: not requested yet
 */
export function useSummary(hash: string | undefined): Summary {
  const prefix = useApiPrefix();
  const path = hash === undefined ? undefined : api.blockSummary(prefix, hash);
  const { data, error, retry } = useAnswer(path, async () => {
    const txs = await browserApi().body<TxClassified[]>(path ?? '');
    return new Map(txs.map((tx) => [tx.txid, squareOf(tx)]));
  });
  return { failed: error !== undefined, again: retry, ...(data && { txs: data }) };
}
