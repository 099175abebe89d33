import { useState } from 'react';
import { isHex, nodeErrorMessage, unwrapped } from '../../data/node-error-message.ts';
import { post } from '../../data/post.ts';
import { useText } from '../../messages/use-text.ts';
import { api } from '../../url.ts';

/** Outcome of a broadcast. */
export type BroadcastResult = { kind: 'done'; txid: string } | { kind: 'failed'; reason: string };

/**
 * Sends a transaction to the node of a network.
 * @param prefix of the network's routes
 * @param setResult receives the outcome
 */
export function useBroadcast(prefix: string, setResult: (result: BroadcastResult) => void) {
  const text = useText();
  const [isBusy, setBusy] = useState(false);
  const send = async (hex: string) => {
    const clean = unwrapped(hex);
    if (!isHex(clean)) return setResult({ kind: 'failed', reason: text('push.notHex') });
    setBusy(true);
    const answer = await post<string>(api.postTx(prefix), clean);
    setBusy(false);
    setResult(
      answer.ok
        ? { kind: 'done', txid: answer.body.trim() }
        : { kind: 'failed', reason: nodeErrorMessage(answer.message) },
    );
  };
  return { isBusy, send };
}
