import { useEffect, useRef, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import type { ListedTx } from '../../live/reducers/listed-tx.ts';
import { api } from '../../url.ts';

/** Maximum number of transactions per request. */
const maxConcurrency = 25;

/** Returns when unconfirmed transactions of a list were first seen, Unix seconds by txid, if known to the server. */
export function useFirstSeen(txs: readonly ListedTx[]): ReadonlyMap<string, number> {
  const { prefix } = usePlace();
  const [known, setKnown] = useState<ReadonlyMap<string, number>>(new Map());
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const ids = txs.filter(({ status, txid }) => !status.confirmed && !asked.current.has(txid)).map(({ txid }) => txid);
    const ask = async (part: readonly string[]) => {
      for (const id of part) asked.current.add(id);
      const answer = await browserApi().get<number[]>(api.txTimes(prefix, part));
      if (!answer.ok || !Array.isArray(answer.body)) return;
      const times = answer.body;
      setKnown((before) => new Map([...before, ...part.map((id, i) => [id, times[i] ?? 0] as const)]));
    };
    for (let at = 0; at < ids.length; at += maxConcurrency) void ask(ids.slice(at, at + maxConcurrency));
  }, [txs, prefix]);
  return known;
}
