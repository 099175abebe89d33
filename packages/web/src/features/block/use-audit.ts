import type { BlockAudit } from '@glassblock/contract';
import { usePlace } from '../../context/site-context.ts';
import { browserApi } from '../../data/browser-api.ts';
import { storedSwitch } from '../../data/device-storage.ts';
import { useAnswer } from '../../ui/hooks/use-answer.ts';
import { useQuery } from '../../ui/hooks/use-query.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
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
  const path = hash === undefined ? undefined : api.blockAudit(prefix, hash);
  const { data, error } = useAnswer(path, () => browserApi().body<BlockAudit>(path ?? ''));
  const audit = Array.isArray(data?.template) ? data : undefined;
  return { failed: error !== undefined || (data !== undefined && audit === undefined), ...(audit && { audit }) };
}

const shownByDefault = storedSwitch(true, 'show', 'hide');

/** Returns whether the comparison is shown (by the URL, else as last chosen) and how to change it. */
export function useAuditChoice(): { isShown: boolean; other: { search: string; hash: string }; keep(): void } {
  const { query, changed } = useQuery();
  const [preferred, prefer] = useStored('audit-preference', shownByDefault);
  const asked = query.get('audit');
  const isShown = asked === null ? preferred : asked !== 'false';
  return {
    isShown,
    other: changed({ audit: String(!isShown) }),
    keep: () => prefer(!isShown),
  };
}
