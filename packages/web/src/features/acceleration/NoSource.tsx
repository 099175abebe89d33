import { MessagePage, type PageProblem } from '../../ui/failures/MessagePage.tsx';
import pageStyles from '../../ui/page.module.css';

/** Returns whether the server has no acceleration source: its only reason for status 400 on these pages. */
export const lacksSource = (problem: PageProblem | undefined): boolean => problem?.status === 400;

/** Replaces an acceleration page when the server has no acceleration source. */
export function NoSource() {
  return (
    <main className={pageStyles.page} id="main">
      <MessagePage title="accel.noSource.title" text="accel.noSource.text" home />
    </main>
  );
}
