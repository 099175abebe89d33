import { useText } from '../../../messages/use-text.ts';
import { Failed } from '../../../ui/failures/Failed.tsx';
import type { PageProblem } from '../../../ui/failures/MessagePage.tsx';

/** Shows why there is no audit: it requires the parent chain. */
export function NoAudit({ problem }: { problem: PageProblem }) {
  const text = useText();
  if (problem.status === 404) return <p className="quiet">{text('liquid.audit.none')}</p>;
  return <Failed problem={problem} />;
}
