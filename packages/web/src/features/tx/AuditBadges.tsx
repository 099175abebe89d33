import type { TxAudit } from '@glassblock/contract';
import { type TextId, useText } from '../../messages/use-text.ts';
import txStyles from './tx.module.css';

/** Shows the audit status of a transaction. */
export function AuditBadges({ audit, isCoinbase }: { audit: TxAudit | undefined; isCoinbase: boolean }) {
  const text = useText();
  const badge = (kind: 'ok' | 'info' | 'warn', id: TextId, why: TextId) => (
    <span key={id} className={`badge ${kind}`} title={text(why)}>
      {text(id)}
    </span>
  );
  if (isCoinbase || audit === undefined) return badge('info', 'mark.audit.coinbase', 'mark.audit.coinbase.why');
  const { seen, expected, added, prioritized, conflict } = audit;
  const first = expected
    ? badge('ok', 'mark.audit.expected', 'mark.audit.expected.why')
    : seen
      ? badge('ok', 'mark.audit.seen', 'mark.audit.seen.why')
      : badge('warn', 'mark.audit.unseen', 'mark.audit.unseen.why');
  return (
    <span className={txStyles.badges}>
      {!conflict && first}
      {added && badge('warn', 'mark.audit.added', 'mark.audit.added.why')}
      {prioritized && badge('warn', 'mark.audit.prioritized', 'mark.audit.prioritized.why')}
      {conflict && badge('warn', 'mark.audit.conflict', 'mark.audit.conflict.why')}
    </span>
  );
}
