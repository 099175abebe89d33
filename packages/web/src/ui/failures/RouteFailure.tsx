import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import pageStyles from '../page.module.css';
import { MessagePage } from './MessagePage.tsx';

/** Shown instead of a page that does not exist or failed, with a link to the dashboard. */
export function RouteFailure() {
  const error = useRouteError();
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!notFound) console.warn(error);
  }, [error, notFound]);
  return (
    <main className={pageStyles.page} id="main">
      <MessagePage
        title={notFound ? 'error.notFound.title' : 'error.broken.title'}
        text={notFound ? 'error.notFound.text' : 'error.broken.text'}
        home
      />
    </main>
  );
}
