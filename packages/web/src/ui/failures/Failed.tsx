import { Link, useLocation } from 'react-router';
import { useText } from '../../messages/use-text.ts';
import failedStyles from './failed.module.css';
import type { PageProblem } from './MessagePage.tsx';

/** Shows the server's error for a part of a page, and a retry link, which works without JavaScript. */
export function Failed({ problem }: { problem: PageProblem }) {
  const text = useText();
  const { pathname, search } = useLocation();
  return (
    <p className={failedStyles.failed} data-part="failed" role="status">
      {text('error.load')} <span className="quiet">{problem.message}</span>{' '}
      <Link to={pathname + search} reloadDocument>
        {text('error.retry')}
      </Link>
    </p>
  );
}
