import type { CompressedTx, TxClassified } from '@glassblock/contract';
import { useCallback, useEffect, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
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
  const { prefix } = usePlace();
  const [loaded, setLoaded] = useState<{ hash: string; txs?: ReadonlyMap<string, CompressedTx> }>();
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another question
  useEffect(() => {
    if (hash === undefined) return;
    let isRemoved = false;
    setLoaded((before) => (before?.hash === hash && before.txs !== undefined ? before : undefined));
    void browserApi()
      .get<TxClassified[]>(api.blockSummary(prefix, hash))
      .then((answer) => {
        if (isRemoved) return;
        if (!answer.ok || !Array.isArray(answer.body)) return setLoaded({ hash });
        setLoaded({ hash, txs: new Map(answer.body.map((tx) => [tx.txid, squareOf(tx)])) });
      });
    return () => {
      isRemoved = true;
    };
  }, [hash, prefix, attempt]);

  const mine = loaded?.hash === hash ? loaded : undefined;
  return { failed: mine !== undefined && mine.txs === undefined, again, ...(mine?.txs && { txs: mine.txs }) };
}
