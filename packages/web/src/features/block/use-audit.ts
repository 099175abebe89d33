import type { BlockAudit } from '@glassblock/contract';
import { useEffect, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { useQuery } from '../../ui/hooks/use-query.ts';
import { api } from '../../url.ts';

/** The audit of a block; `failed` if it could not be loaded. */
export interface Audited {
  audit?: BlockAudit;
  failed: boolean;
}

/**
 * Loads the audit of a block.
 * @param hash undefined: not requested yet
 */
export function useAudit(hash: string | undefined): Audited {
  const { prefix } = usePlace();
  const [loaded, setLoaded] = useState<{ hash: string; audit?: BlockAudit }>();
  useEffect(() => {
    if (hash === undefined) return;
    let isRemoved = false;
    void browserApi()
      .get<BlockAudit>(api.blockAudit(prefix, hash))
      .then((answer) => {
        if (isRemoved) return;
        const isWhole = answer.ok && Array.isArray(answer.body?.template);
        setLoaded({ hash, ...(isWhole && { audit: answer.body }) });
      });
    return () => {
      isRemoved = true;
    };
  }, [hash, prefix]);
  const mine = loaded?.hash === hash ? loaded : undefined;
  return { failed: mine !== undefined && mine.audit === undefined, ...(mine?.audit && { audit: mine.audit }) };
}

const storeName = 'audit-preference';

/** Returns the choice of an earlier visit; null without one or without access to storage. */
function stored(): string | null {
  try {
    return localStorage.getItem(storeName);
  } catch {
    return null;
  }
}

/** Returns whether the comparison is shown (by the URL, else as last chosen) and how to change it. */
export function useAuditChoice(): { isShown: boolean; other: { search: string; hash: string }; keep(): void } {
  const { query, changed } = useQuery();
  const [preferred, setPreferred] = useState(true);
  useEffect(() => setPreferred(stored() !== 'hide'), []);
  const asked = query.get('audit');
  const isShown = asked === null ? preferred : asked !== 'false';
  return {
    isShown,
    other: changed({ audit: String(!isShown) }),
    keep() {
      try {
        localStorage.setItem(storeName, isShown ? 'hide' : 'show');
      } catch {
        // without storage the choice is not remembered
      }
    },
  };
}
