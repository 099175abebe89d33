import type { BlockAudit } from '@glassblock/contract';
import { useEffect, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { useQuery } from '../../ui/hooks/use-query.ts';
import { api } from '../../url.ts';

/** The audit of a block; `failed` when it cannot be had. */
export interface Audited {
  audit?: BlockAudit;
  failed: boolean;
}

/** Asks for the audit of a block. @param hash  undefined: not yet wanted */
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

/** The choice of an earlier visit. Storage may be forbidden: then there is none. */
function stored(): string | null {
  try {
    return localStorage.getItem(storeName);
  } catch {
    return null;
  }
}

/** Whether the comparison is shown: by the address, else as chosen last time; and how that changes. */
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
        // Nothing is lost but the memory of the choice.
      }
    },
  };
}
