import pageStyles from '../page.module.css';
import { MessagePage } from './MessagePage.tsx';

/** Replaces a page that this network does not have or that is disabled. */
export function PageUnavailable({ id = 'error.notFound.text' }: { id?: 'error.notFound.text' | 'accel.noPage' }) {
  return (
    <main className={pageStyles.page} id="main">
      <MessagePage title="error.notFound.title" text={id} home />
    </main>
  );
}
