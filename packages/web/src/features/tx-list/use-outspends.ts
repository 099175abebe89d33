import type { Outspend } from '@glassblock/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApiPrefix } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { api } from '../../url.ts';

/** Maximum number of transactions per request, and the delay for collecting them. */
const maxConcurrency = 25;
const waitMs = 80;

/** Returns known spends of outputs by txid. */
export function useOutspends(): {
  known: ReadonlyMap<string, readonly Outspend[]>;
  /** Requests the spends of a transaction when it is shown; each once, several per request. */
  want: (txid: string) => void;
} {
  const prefix = useApiPrefix();
  const [known, setKnown] = useState<ReadonlyMap<string, readonly Outspend[]>>(new Map());
  const asked = useRef(new Set<string>());
  const waiting = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const flush = useCallback(async () => {
    timer.current = undefined;
    while (waiting.current.length > 0) {
      const ids = waiting.current.splice(0, maxConcurrency);
      const answer = await browserApi().get<Outspend[][]>(api.outspendsOf(prefix, ids));
      // on failure, for example during a sync, outputs have no mark, and each transaction may be requested again
      if (answer.ok)
        setKnown((before) => new Map([...before, ...ids.map((id, i) => [id, answer.body[i] ?? []] as const)]));
      else for (const id of ids) asked.current.delete(id);
    }
  }, [prefix]);
  const want = useCallback(
    (txid: string) => {
      if (asked.current.has(txid)) return;
      asked.current.add(txid);
      waiting.current.push(txid);
      timer.current ??= setTimeout(() => void flush(), waitMs);
    },
    [flush],
  );
  return { known, want };
}
