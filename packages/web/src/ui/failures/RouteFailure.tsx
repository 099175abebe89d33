import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import pageStyles from '../page.module.css';
import { MessagePage } from './MessagePage.tsx';

/** Shown instead of a page that does not exist or failed, with a link to the dashboard. */
export function RouteFailure() {
  const error = useRouteError();
  const kind = isRouteErrorResponse(error) && error.status === 404 ? 'notFound' : 'broken';
  useEffect(() => {
    if (kind === 'broken') console.warn(error);
  }, [error, kind]);
  return (
    <main className={pageStyles.page} id="main">
      <MessagePage title={`error.${kind}.title`} text={`error.${kind}.text`} home />
    </main>
  );
}
